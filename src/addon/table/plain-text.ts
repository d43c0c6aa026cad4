/** Cleans texts of the service for a cell: no markup, entities or unprintable characters, limited length. */
import { cutToCell } from '../../contract/short-text.js';

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
// a missing end tag means the end of the text; otherwise the search would start again at each tag
const INVISIBLE = /<!--[\s\S]*?(?:-->|$)|<(script|style)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
const BREAK = /<\/?(?:br|p|div|li|ul|ol|tr|td|th|h[1-6]|table|section|article|blockquote)\b[^<>]*>/gi;
const TAG = /<\/?[a-z][^<>]*>/gi;

/** Control characters except tabs and line breaks, and lone surrogates. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/gu;
/** A faster first test, which also finds whole surrogate pairs. Most texts contain none of these. */
const DOUBTFUL = /[^\t\n\r -~\u00a0-\ud7ff\ue000-\uffff]/;

export function plainText(text: string): string {
  const plain = text.includes('<') || text.includes('&') ? clean(text) : text;
  return cutToCell(DOUBTFUL.test(plain) ? printable(plain).trim() : plain.trim());
}

function printable(text: string): string {
  return text.replace(UNPRINTABLE, (mark) => (mark < '\u00a0' ? ' ' : '\ufffd'));
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
