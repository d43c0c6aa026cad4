/**
 * A person's consent that a spreadsheet's formulas spend credits of their own key. The key works in all of
 * their spreadsheets, so they have to allow each one once: a copy, or another person's file, has formulas
 * that they never agreed to pay for. A shared key needs no consent: it is bound to its spreadsheet.
 */
import { errors, ignoreErrors } from '../errors.js';
import type { Platform, Values } from '../platform.js';
import { type ConnectionStore, FORMULA_PAYER } from './connection.js';
import type { Context } from './context.js';

type Store = Pick<Platform, 'documentProperties' | 'spreadsheet'>;

/** The property with the allowed spreadsheet's id. Google may copy it with the file: then the id differs. */
function nameOf(payer: string): string {
  return `spends:${payer}`;
}

/**
 * Cache key of the payer who agreed here. It saves a call for the spreadsheet's id before each purchase. A
 * copy does not inherit the document's cache.
 */
export const AGREED_KEY = 'agreed';
const AGREED_SECONDS = 21_600;

/** Stores that the current user's own key pays in this spreadsheet from now on. */
export function storeConsent(platform: Platform, connections: ConnectionStore): void {
  const { documentProperties, documentCache, spreadsheet } = platform;
  const own = connections.find();
  if (!own || !documentProperties) return;
  documentProperties.set(nameOf(own.payer), spreadsheet.id());
  ignoreErrors(() => documentCache?.putAll({ [AGREED_KEY]: own.payer }, AGREED_SECONDS));
}

/** True if a payer's own key may pay here. Earlier payments prove nothing: they may be from another file. */
export function hasConsent({ documentProperties, spreadsheet }: Store, payer: string): boolean {
  return !documentProperties || documentProperties.get(nameOf(payer)) === spreadsheet.id();
}

/**
 * Returns the values to write with a request: the payer of the formulas, if it changed.
 * @param paid false for a free request: without an agreement, it must not store a payer as if it had one
 * @param isKnown true if the payer is known to have agreed
 * @throws NO_KEY if the payer has not agreed to pay here
 */
export function requireConsent(
  platform: Store,
  { payer, dailyCap }: Context,
  paid: boolean,
  isKnown: boolean,
): Values {
  const store = platform.documentProperties;
  // a shared key is bound to its spreadsheet
  if (dailyCap === undefined && !isKnown && !hasConsent(platform, payer)) {
    if (paid) throw errors.notAllowedHere();
    return {};
  }
  return store && store.get(FORMULA_PAYER) !== payer ? { [FORMULA_PAYER]: payer } : {};
}
