/** The facts that every formula needs before it can use a stored answer, kept in the document's cache for some minutes. */
import { objectOf, readJson } from '../../contract/json.js';
import { errors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { requireDocument, requireKnownVersion, withDocumentLock } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { StoredConnection } from './connection.js';
import { budgetFor } from './payer.js';
import {
  type FormulaNotice,
  readNotice,
  readSettings,
  type Settings,
  sanitize,
  writeNotice,
} from './settings.js';

export interface Context {
  /** The payer of the formulas of this spreadsheet. */
  readonly payer: string;
  /** Maximum credits per day that the payer allows this spreadsheet, if the key is shared. */
  readonly dailyCap?: number;
  readonly settings: Settings;
  /** The payer whose key the service refused: it is not asked again with that key. */
  readonly refusedPayer: string;
  /** Answers older than this are fetched again: a person chose a refresh in the menu. Milliseconds since 1970, 0 for never. */
  readonly refreshAfter: number;
}

const isRemembered = objectOf<Context & { readonly until: number }>({
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
 * A refresh from the menu is for the formulas that run because of it, not for those of tomorrow. Google runs thirty of a
 * person at a time, so that the last of many start minutes later.
 */
const REFRESH_MS = 600_000;

/** Reads it from the properties. */
export function readContext(platform: Platform, { payer, dailyCap }: StoredConnection): Context {
  const properties = platform.documentProperties;
  const { refusedPayer } = readNotice(properties);
  return {
    payer,
    ...(dailyCap !== undefined && { dailyCap }),
    settings: settingsFor(platform, payer, dailyCap !== undefined),
    refusedPayer,
    refreshAfter: readRefreshAfter(platform),
  };
}

/** When a refresh was chosen in the menu that holds still; 0 for none. */
export function readRefreshAfter({ documentProperties, clock }: Platform): number {
  const { refreshAfter } = readNotice(documentProperties);
  return clock.now() - refreshAfter < REFRESH_MS ? refreshAfter : 0;
}

/** To be put into the cache, with whatever lifetime: it says itself until when it holds. */
export function contextValues(context: Context, now: number): Record<string, string> {
  return { [CONTEXT_KEY]: JSON.stringify({ ...context, until: now + VALID_MS }) };
}

/** The settings with the budget that holds for this payer. */
function settingsFor(platform: Platform, payer: string, isShared: boolean): Settings {
  const settings = readSettings(platform.documentProperties);
  return { ...settings, dailyBudget: budgetFor(platform, settings, { payer, isShared }) };
}

/** The remembered context, or a new one. */
export function findContext(platform: Platform, connection: () => StoredConnection): Context {
  const { clock, documentCache: cache } = platform;
  const text = ignoreErrors(() => cache?.getAll([CONTEXT_KEY])[CONTEXT_KEY]);
  const found = parseContext(text, clock.now());
  if (found) return found;
  const context = readContext(platform, connection());
  ignoreErrors(() => cache?.putAll(contextValues(context, clock.now()), VALID_MS / 1000));
  return context;
}

/** The remembered context, unless it is damaged, too old, or its refresh is over. */
export function parseContext(text: string | undefined, now: number): Context | undefined {
  const remembered = readJson(text, isRemembered);
  if (!remembered) return undefined;
  const { until, ...found } = remembered;
  const isOver = found.refreshAfter > 0 && now - found.refreshAfter >= REFRESH_MS;
  // a clock that was ahead must not make it hold for longer
  const holds = until > now && until <= now + VALID_MS;
  return isOver || !holds || found.payer === ''
    ? undefined
    : { ...found, settings: sanitize(found.settings) };
}

/** Drops the cached context. Callers change the properties first, so that formulas see the change at once. */
function forgetContext(platform: Platform): void {
  platform.documentCache?.removeAll([CONTEXT_KEY]);
}

/** Forgets which key the service has refused. Callers change a key: the next formula tries it. */
export function forgetRefusal(platform: Platform): void {
  changeNotice(platform, { refusedPayer: '' });
}

/** The service refuses that payer's key: it is not asked with it again. */
export function rememberRefusal(platform: Platform, payer: string): void {
  changeNotice(platform, { refusedPayer: payer });
}

/** For the next minutes, formulas that run ask the service again; a refused key is tried again. */
export function startRefresh(platform: Platform): void {
  changeNotice(platform, { refreshAfter: platform.clock.now(), refusedPayer: '' });
}

function changeNotice(platform: Platform, change: Partial<FormulaNotice>): void {
  writeNotice(platform.documentProperties, change);
  forgetContext(platform);
}

/**
 * Changes what the people of one spreadsheet share, one execution at a time, and makes the formulas see it.
 * @throws BUSY when others keep the document for too long; BAD_INPUT without a document, or without room for the change
 */
export function changeDocumentProperties(platform: Platform, change: (properties: Properties) => void): void {
  const properties = requireDocument(platform);
  withDocumentLock(platform, () => {
    requireKnownVersion(properties);
    try {
      change(properties);
    } catch (error) {
      // how the settings say that they would no longer fit
      throw error instanceof RangeError ? errors.storeFull('groups') : error;
    }
  });
  forgetContext(platform);
}
