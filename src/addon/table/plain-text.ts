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

/** Control characters but tabs and line breaks, and halves of surrogate pairs. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/gu;
/** The same and whole pairs: most texts have none, and looking for them takes less time. */
const DOUBTFUL = /[^\t\n\r -~\u00a0-\ud7ff\ue000-\uffff]/;

export function plainText(text: string): string {
  const plain = text.includes('<') || text.includes('&') ? clean(text) : text;
  return cutToCell(DOUBTFUL.test(plain) ? printable(plain).trim() : plain.trim());
}

function printable(text: string): string {
  return text.replace(UNPRINTABLE, (mark) => (mark < '\u00a0' ? ' ' : '\ufffd'));
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
  return plain;
}

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
