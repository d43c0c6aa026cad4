/** Escapes foreign texts for a terminal: they must not move the cursor, change colours or set the title. */

/** Control characters, and characters that change the direction of writing. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Writes such characters as in JSON, except allowed ones. */
export function printable(text: string, allowed = ''): string {
  return text.replace(CONTROL, (character) =>
    allowed.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
