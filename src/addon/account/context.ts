/** The facts that every formula needs before it can use a stored answer, cached per document for minutes. */
import { objectOf, readJson } from '../../contract/json.js';
import { ignoreErrors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { requireDocument, requireKnownVersion, withDocumentLock } from '../storage/document-lock.js';
import type { StoredConnection } from './connection.js';
import { budgetFor } from './payer.js';
import { type FormulaSignals, readSettings, readSignals, type Settings, sanitize } from './settings.js';

export interface Context {
  /** The payer of the formulas of this spreadsheet. */
  readonly payer: string;
  /** Maximum credits per day that the payer allows this spreadsheet, if the key is shared. */
  readonly dailyCap?: number;
  readonly settings: Settings;
  /** The payer whose key the service refused: formulas send no request with this key. */
  readonly refusedPayer: string;
  /** Answers before this refresh from the menu are fetched again. Milliseconds since 1970, 0 for never. */
  readonly refreshAfter: number;
}

const isCachedContext = objectOf<Context & { readonly until: number }>({
  until: 'number',
  payer: 'string',
  dailyCap: 'number?',
  settings: 'object',
  refusedPayer: 'string',
  refreshAfter: 'number',
});

export const CONTEXT_KEY = 'context';
const VALID_MS = 300_000;
/**
 * A refresh from the menu is only for the formulas that it reruns, not for tomorrow's. Google runs thirty
 * executions of a person at a time, so the last of many formulas start minutes later.
 */
const REFRESH_MS = 600_000;

export function readContext(platform: Platform, { payer, dailyCap }: StoredConnection): Context {
  const properties = platform.documentProperties;
  const { refusedPayer } = readSignals(properties);
  return {
    payer,
    ...(dailyCap !== undefined && { dailyCap }),
    settings: settingsFor(platform, payer, dailyCap !== undefined),
    refusedPayer,
    refreshAfter: readRefreshAfter(platform),
  };
}

/** Returns when a person chose a refresh that still applies; 0 for none. */
export function readRefreshAfter({ documentProperties, clock }: Platform): number {
  const { refreshAfter } = readSignals(documentProperties);
  // a clock that was ahead must not demand what no answer can satisfy
  return Math.abs(clock.now() - refreshAfter) < REFRESH_MS ? refreshAfter : 0;
}

/** Returns the cache entry. It has its own expiry time, so its lifetime in the cache does not matter. */
export function contextValues(context: Context, now: number): Record<string, string> {
  return { [CONTEXT_KEY]: JSON.stringify({ ...context, until: now + VALID_MS }) };
}

/** Returns the settings with this payer's budget. */
function settingsFor(platform: Platform, payer: string, isShared: boolean): Settings {
  const settings = readSettings(platform.documentProperties);
  return { ...settings, dailyBudget: budgetFor(platform, settings, payer, isShared) };
}

/** Returns the context with the settings of the properties: a person may have lowered a budget since it was cached. */
export function withCurrentSettings(platform: Platform, context: Context): Context {
  return { ...context, settings: settingsFor(platform, context.payer, context.dailyCap !== undefined) };
}

/** Returns the cached context, or reads and caches it. */
export function findContext(platform: Platform, connection: () => StoredConnection): Context {
  const { clock, documentCache: cache } = platform;
  const text = ignoreErrors(() => cache?.getAll([CONTEXT_KEY])[CONTEXT_KEY]);
  const found = parseContext(text, clock.now());
  if (found) return found;
  const context = readContext(platform, connection());
  ignoreErrors(() => cache?.putAll(contextValues(context, clock.now()), VALID_MS / 1000));
  return context;
}

/** Returns the cached context, unless it is damaged, expired, or has a refresh that is over. */
export function parseContext(text: string | undefined, now: number): Context | undefined {
  const cached = readJson(text, isCachedContext);
  if (!cached) return undefined;
  const { until, ...found } = cached;
  const isRefreshOver = found.refreshAfter > 0 && Math.abs(now - found.refreshAfter) >= REFRESH_MS;
  // a clock that was ahead must not extend the lifetime
  const isValid = until > now && until <= now + VALID_MS;
  return isRefreshOver || !isValid || found.payer === ''
    ? undefined
    : { ...found, settings: sanitize(found.settings) };
}

/** Drops the cached context. Callers change the properties first, so that formulas see the change at once. */
function invalidateContext(platform: Platform): void {
  platform.documentCache?.removeAll([CONTEXT_KEY]);
}

/** Stores that the service refused this payer's key, so that formulas do not send it again; '' for no payer. */
export function storeRefusal(platform: Platform, payer: string): void {
  changeSignals(platform, { refusedPayer: payer });
}

/** For some minutes, makes formulas query the service again when they run, even with a key that it refused. */
export function startRefresh(platform: Platform): void {
  changeSignals(platform, { refreshAfter: platform.clock.now(), refusedPayer: '' });
}

function changeSignals(platform: Platform, change: Partial<FormulaSignals>): void {
  const values = Object.entries(change).map(([name, value]) => [name, String(value)]);
  platform.documentProperties?.setAll(Object.fromEntries(values));
  invalidateContext(platform);
}

/**
 * Changes document properties, one execution at a time, and makes the formulas see the change.
 * @throws BUSY if other executions keep the lock too long; BAD_INPUT without a document; errors of the change
 */
export function changeDocumentProperties(platform: Platform, change: (properties: Properties) => void): void {
  const properties = requireDocument(platform);
  withDocumentLock(platform, () => {
    requireKnownVersion(properties);
    change(properties);
  });
  invalidateContext(platform);
}
