/** What people leave around the names of companies: list numbers, telephone numbers, addresses, escaped characters. */
import { readCompanyText } from '../../contract/domains.js';

/** What programs escape; hardly any escapes accents. */
const ESCAPED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'", '#39': "'", '#x27': "'" }),
);

/** R&D of R&amp;D. */
export function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (all, name: string) => ESCAPED.get(name.toLowerCase()) ?? all);
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
