/**
 * Control characters and halves of surrogate pairs, which no cell can show. In JSON they can only stand as escapes, so
 * looking at the text once spares looking at each value.
 */

/** Any escape, so that a backslash that is itself escaped is not taken for the start of one; a whole pair is one. */
const ESCAPE = /\\(?:u(?:d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|[\da-f]{4})|[^u])/gi;

/** The same JSON with a blank for each control character but tabs and line breaks, and U+FFFD for half a character. */
export function withoutUnprintable(json: string): string {
  const mayHold = json.includes('\\') && ['\\u', '\\b', '\\f'].some((mark) => json.includes(mark));
  return mayHold ? json.replace(ESCAPE, printable) : json;
}

/** What a character stands for in a cell, by its code. */
export function printableOf(code: number): string {
  if (code < 32 || (code >= 127 && code < 160))
    return [9, 10, 13].includes(code) ? String.fromCharCode(code) : ' ';
  return code >= 0xd800 && code <= 0xdfff ? '\ufffd' : String.fromCodePoint(code);
}

function printable(sequence: string): string {
  if (sequence === '\\b' || sequence === '\\f') return ' ';
  if (!/^\\u.{4}$/i.test(sequence)) return sequence;
  const shown = printableOf(Number.parseInt(sequence.slice(2), 16));
  return shown === ' ' || shown === '\ufffd' ? shown : sequence;
}
