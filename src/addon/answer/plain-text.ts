/** Texts of the service as plain text for a cell: no markup, no entities, no control marks, at most what a cell holds. */

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

export function plainText(text: string): string {
  let plain = text;
  if (text.includes('<'))
    plain = plain
      .replace(/<!--[\s\S]*?-->|<\/?[a-z][^<>]*>/gi, ' ')
      .replace(/ {2,}/g, ' ')
      .trim();
  if (text.includes('&'))
    plain = plain.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, decodeEntity);
  if (UNPRINTABLE.test(plain)) plain = plain.replace(new RegExp(UNPRINTABLE, 'gu'), ' ').trim();
  return plain.length > CELL_CHARACTERS ? `${plain.slice(0, CELL_CHARACTERS - 1)}…` : plain;
}

/** Control characters; a cell keeps line breaks and tabs. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]/u;

function decodeEntity(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex ?? '', 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}
