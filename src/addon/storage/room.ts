/** How much more the document's properties can keep. */
import type { Platform } from '../platform.js';

/** Google's limit for a store. What is kept is plain ASCII but for a few names: a character is a byte. */
const STORE_CHARACTERS = 500_000;

/** @param without names of properties that do not count, because they can be given up */
export function roomIn(
  { allDocumentProperties }: Pick<Platform, 'allDocumentProperties'>,
  without?: RegExp,
): number {
  return Object.entries(allDocumentProperties()).reduce(
    (room, [name, value]) => (without?.test(name) ? room : room - name.length - value.length),
    STORE_CHARACTERS,
  );
}
