/**
 * Which version of the add-on's stored layout a spreadsheet has. Colleagues may run an older add-on for a while after an
 * update: it must not write over what a newer one has written.
 *
 * 1: what is asked stood in the ledger's reservations. 2: a purchase has a slot (spending/slots.ts).
 */
import { errors } from '../errors.js';
import type { Properties } from '../platform.js';

/** Raised whenever an older add-on would do harm to what this one writes. */
const VERSION = 2;
const NAME = 'data-version';

/** @throws BUSY where a newer add-on has written */
export function requireKnownVersion(properties: Properties): void {
  if (Number(properties.get(NAME) ?? 1) > VERSION) throw errors.newerVersion();
}

/** To be written with the first value of this version; nothing where that is done. */
export function versionValues(properties: Properties): Readonly<Record<string, string>> {
  return properties.get(NAME) === String(VERSION) ? {} : { [NAME]: String(VERSION) };
}
