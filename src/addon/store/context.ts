/** What every formula needs to know before it can use a stored answer, remembered in the document's cache for some minutes. */
import type { Platform, Properties } from '../platform.js';
import type { ConnectionStore } from './connection.js';
import { readSettings, type Settings, sanitize } from './settings.js';

export interface Context {
  /** Who pays for what the formulas of this spreadsheet ask. */
  readonly payer: string;
  /** Most credits a day that the payer allows this spreadsheet, where the key is lent. */
  readonly dailyCap?: number;
  readonly settings: Settings;
  /** The payer whose key the service refused: it is not asked again with that key. */
  readonly refusedPayer: string;
  /** Answers asked before this moment are asked again: somebody chose Refresh. Milliseconds since 1970, 0 for never. */
  readonly refreshAfter: number;
}

export const CONTEXT_KEY = 'context';
const TTL_SECONDS = 300;
const REFUSED = 'refusedPayer';
const REFRESH = 'refreshAfter';
/** A refresh from the menu is for the formulas that run because of it, not for those of tomorrow. */
const REFRESH_MS = 120_000;

/** @throws NO_KEY */
export function loadContext(platform: Platform, connections: ConnectionStore): Context {
  const { payer, dailyCap } = connections.require();
  const properties = platform.documentProperties;
  const asked = Number(properties?.get(REFRESH) ?? 0);
  const context: Context = {
    payer,
    ...(dailyCap !== undefined && { dailyCap }),
    settings: readSettings(properties),
    refusedPayer: properties?.get(REFUSED) ?? '',
    refreshAfter: platform.clock.now() - asked < REFRESH_MS ? asked : 0,
  };
  platform.documentCache?.putAll({ [CONTEXT_KEY]: JSON.stringify(context) }, TTL_SECONDS);
  return context;
}

/** The remembered context, or a new one. @throws NO_KEY */
export function findContext(platform: Platform, connections: ConnectionStore): Context {
  const found = platform.documentCache?.getAll([CONTEXT_KEY])[CONTEXT_KEY];
  return parseContext(found, platform.clock.now()) ?? loadContext(platform, connections);
}

/** The remembered context, unless it is damaged, or its refresh is over. */
export function parseContext(text: string | undefined, now: number): Context | undefined {
  if (text === undefined) return undefined;
  try {
    const { settings, ...context } = JSON.parse(text) as Context;
    const over = context.refreshAfter > 0 && now - context.refreshAfter >= REFRESH_MS;
    return over || !context.payer ? undefined : { ...context, settings: sanitize(settings) };
  } catch {
    return undefined;
  }
}

/** To be called whenever the connection or the settings change, so that formulas see it at once. */
export function forgetContext(platform: Platform): void {
  platform.documentProperties?.remove(REFUSED);
  platform.documentCache?.removeAll([CONTEXT_KEY]);
}

export function rememberRefusal(platform: Platform, properties: Properties, payer: string): void {
  properties.set(REFUSED, payer);
  platform.documentCache?.removeAll([CONTEXT_KEY]);
}

/** From now on, for two minutes, formulas that run ask anew. */
export function startRefresh(platform: Platform): void {
  platform.documentProperties?.set(REFRESH, String(platform.clock.now()));
  platform.documentCache?.removeAll([CONTEXT_KEY]);
}
