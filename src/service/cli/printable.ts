/** Texts on a terminal: what was imported must not move the cursor, change colours or rewrite the window's title. */

/** Control characters except tab and line feed, and those that turn the direction of writing. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/** The text with such characters written as in JSON. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (character) =>
    character === '\t' || character === '\n'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
