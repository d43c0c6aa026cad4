/** Texts of the service as plain text for a cell: no markup, no entities, nothing that no cell can show, and not too long. */

/** Most characters that a cell of Sheets holds. */
const CELL_CHARACTERS = 50_000;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  euro: '€',
  pound: '£',
};

const MARKUP = /<[a-z/!]/i;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;
// an end that is missing is the end of the text, which also keeps the search from starting over at each mark
const INVISIBLE = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const BREAK = /<\/?(?:br|p|div|li|ul|ol|tr|td|th|h[1-6]|table|section|article|blockquote)\b[^<>]*>/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;

export function plainText(text: string): string {
  return cutToCell(text.indexOf('<') < 0 && text.indexOf('&') < 0 ? text.trim() : clean(text));
}

/** A text that is longer than a cell ends in "…", never in half of a character. */
export function cutToCell(text: string): string {
  if (text.length <= CELL_CHARACTERS) return text;
  const last = text.charCodeAt(CELL_CHARACTERS - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? CELL_CHARACTERS - 2 : CELL_CHARACTERS - 1;
  return `${text.slice(0, end)}…`;
}

function clean(text: string): string {
  let plain = text;
  if (MARKUP.test(plain)) {
    plain = plain.replace(INVISIBLE, ' ').replace(BREAK, ' ').replace(TAG, '').replace(/ {2,}/g, ' ');
  }
  if (plain.includes('&')) plain = plain.replace(ENTITY, decodeEntity);
  return plain.trim();
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return code <= 0x10ffff ? printableOf(code) : whole;
}

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
