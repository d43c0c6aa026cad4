/** Makes texts from outside short and harmless for a message, or short enough for a cell. */

/** White space, control characters, lone surrogates, and marks that change the direction of text. */
const UNSHOWABLE = /[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns a text from outside on one line of at most `max` characters. */
export function short(text: string, max: number): string {
  const line = text
    .slice(0, 10 * max)
    .replace(UNSHOWABLE, ' ')
    .trim();
  if (line.length <= max) return line;
  return `${line.slice(0, max - 1).replace(/[\p{Cs}\s]+$/u, '')}…`;
}

/** Returns a text as a cell shows it: cut to the 50,000 characters of a cell, never within a character. */
export function cutToCell(text: string, most = 50_000): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

export function quote(text: string): string {
  return `"${short(text, 28)}"`;
}
