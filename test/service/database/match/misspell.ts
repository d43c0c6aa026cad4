/** Misspells a company as people do: another case, form or accent, a typing error, its site or a mailbox. */
import type { Random } from '../../../support/random.js';

const ENDINGS = ['', ' Inc.', ', Inc', ' GmbH', ' Ltd', ' Co.', ' AG', ' S.A.', ' (Germany)'];

export function misspell(random: Random, name: string, domain: string): string {
  const kind = random.below(10);
  if (domain !== '' && kind === 0) return `https://www.${domain}/careers?page=2`;
  if (domain !== '' && kind === 1) return `Ann Smith <ann@mail.${domain}>`;
  const plain = name.replace(/,? (?:inc|llc|ltd|gmbh|ag|corp|plc|se|sa|s\.a)\.?$/i, '');
  const other = random.pick([plain, plain.toUpperCase(), plain.toLowerCase(), plain.replace(/ /g, '  ')]);
  const typed = kind < 5 ? withTypingError(random, other) : other;
  return `${typed}${random.pick(ENDINGS)}`;
}

/** Only in names that are long enough to recognise. */
function withTypingError(random: Random, text: string): string {
  if (text.replace(/[^\p{L}]/gu, '').length < 10) return text;
  const at = 2 + random.below(text.length - 3);
  if (!/^\p{L}{2}/u.test(text.slice(at))) return text;
  const [before, letter = '', next = '', after] = [
    text.slice(0, at),
    text[at],
    text[at + 1],
    text.slice(at + 2),
  ];
  return random.pick([
    before + next + letter + after,
    before + next + after,
    before + letter + letter + next + after,
    `${before}x${next}${after}`,
  ]);
}
