/** Texts on a terminal: what comes from elsewhere must not move the cursor, change colours or rewrite the window's title. */

/** Control characters, and those that turn the direction of writing. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** The text with such characters written as in JSON. @param kept those that stay */
export function printable(text: string, kept = ''): string {
  return text.replace(CONTROL, (character) =>
    kept.includes(character) ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
