/**
 * Which version of the add-on's stored layout a spreadsheet has. Colleagues may run an older add-on for a while after an
 * update: it must not write over what a newer one has written. What versions 1 and 2 have kept of answers is not read.
 */
import { errors } from '../errors.js';
import type { Properties } from '../platform.js';

/** Raised whenever an older add-on would do harm to what this one writes. */
const VERSION = 3;
export const VERSION_NAME = 'data-version';

/** @throws BUSY where a newer add-on has written */
export function requireKnownVersion(properties: Pick<Properties, 'get'>): void {
  if (Number(properties.get(VERSION_NAME) ?? 1) > VERSION) throw errors.newerVersion();
}

/** To be written with the first value of this version; nothing where that is done. */
export function versionValues(properties: Pick<Properties, 'get'>): Readonly<Record<string, string>> {
  return properties.get(VERSION_NAME) === String(VERSION) ? {} : { [VERSION_NAME]: String(VERSION) };
}
