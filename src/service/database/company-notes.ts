/** What people leave around the names of companies: list numbers, telephone numbers, addresses, escaped characters. */
import { readCompanyText } from '../../contract/domains.js';

const ESCAPED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', szlig: 'ß' }),
);
const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ acute: '\u0301', grave: '\u0300', circ: '\u0302', uml: '\u0308', tilde: '\u0303' }),
);
const FIRST_PRINTABLE = 32;
const FIRST_SURROGATE = 0xd800;

/** R&D of R&amp;D, and Müller of M&uuml;ller and M&#252;ller. */
export function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{2,5})|#x([\da-f]{2,4})|([a-z]+));/gi, (all, decimal, hex, name = '') => {
    const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16);
    // the engine rejects half of a surrogate pair
    if (code >= FIRST_PRINTABLE && code < FIRST_SURROGATE) return String.fromCharCode(code);
    const accent = ACCENTS.get(name.slice(1));
    return accent === undefined ? (ESCAPED.get(name.toLowerCase()) ?? all) : (name[0] + accent).normalize();
  });
}

/** Addresses that cannot be a name, as Amazon.com can. */
const ADDRESS = /(?:https?:\/\/|www\.|mailto:|[^\s<>"'(),;:|]+@)[^\s<>"'()[\],;|]+/gi;

/** The domain of the only address in a longer text, and its parents, and what is left of the text. */
export function addressIn(text: string): { readonly domains: readonly string[]; readonly rest: string } {
  const found = (text.match(ADDRESS) ?? []).map((address) => readCompanyText(address).domains);
  const isOne = new Set(found.map(([domain]) => domain)).size === 1;
  return { domains: isOne ? found[0]! : [], rest: text.replace(ADDRESS, ' ').trim() };
}

/** 12. Acme and 3) Acme, but 3M and 7-Eleven are names. M/s is Messrs. in India. */
const IN_FRONT = /^(?:\(?\d{1,4}[.):]\s+|#\d+\s+|[-*–—•·]\s*|m\/s\.?\s+)+/i;
const BEHIND =
  /[\s,;|/–-]+(?:(?:tel|phone|ph|fon|fax|mobile)\b[\s.:]*\+?\(?\d[\d\s()/.-]{4,}.*|\+?\(?\d[\d\s()/.-]{7,}|(?:formerly|previously|f\/?k\/?a|vormals|ehemals|früher|anciennement)\s.*)$/i;

/** A name without the number of a list in front, and without a telephone number or a former name behind. */
export function withoutNotes(text: string): string {
  return text.replace(IN_FRONT, '').replace(BEHIND, '') || text;
}
