/** What people leave around the names of companies: list numbers, telephone numbers, addresses, contacts, escaped characters. */
import { readCompanyText } from '../../contract/domains.js';

/** The characters that programs often escape. Hardly any program escapes accents. */
const ESCAPED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'", '#39': "'", '#x27': "'" }),
);

/** Returns R&D for R&amp;D. */
export function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (all, name: string) => ESCAPED.get(name.toLowerCase()) ?? all);
}

/** The first part is no initial, as in E.ON and Dr.Oetker. */
const DOMAIN = String.raw`(?:[\w-]{3,}(?:\.[\w-]+)*\.[a-z]{2,}|\w+\.com)`;
const SIGN = String.raw`(?:\s*[|,;]|\s[-–—/]\s)`;
/** Addresses that cannot be a name, as Amazon.com can, and domains that a sign separates from a name. */
const ADDRESS = new RegExp(
  String.raw`(?:https?://|www\.|mailto:|[^\s<>"'(),;:|]+@)[^\s<>"'()[\],;|]+|` +
    String.raw`^${DOMAIN}(?=${SIGN})|(?<=${SIGN}\s*)${DOMAIN}(?=${SIGN}|$)`,
  'gi',
);

/** Returns the domain of the only address in a text and its parents, and the rest of the text. */
export function addressIn(text: string): { readonly domains: readonly string[]; readonly rest: string } {
  const found = (text.match(ADDRESS) ?? []).map((address) => readCompanyText(address).domains);
  const isOne = new Set(found.map(([domain]) => domain)).size === 1;
  return { domains: isOne ? found[0]! : [], rest: text.replace(ADDRESS, ' ').trim() };
}

/** 12. Acme and 3) Acme, but 3M and 7-Eleven are names. M/s is Messrs. in India. */
const IN_FRONT =
  /^(?:\(?\d{1,4}[.):]\s+|#\d+\s+|[-*–—•·]\s*|m\/s\.?\s+|c\/o\s+|(?:company|customer|client|account|name|attn|re)\s*:\s*)+/i;
const NOTES = [
  String.raw`(?:tel|phone|ph|fon|fax|mobile)\b[\s.:]*\+?\(?\d[\d\s()/.-]{4,}.*`,
  String.raw`\+?\(?\d[\d\s()/.-]{7,}`,
  String.raw`(?:formerly|previously|f/?k/?a|vormals|ehemals|früher|anciennement|c/o|attn\b[.:]?|filiale|niederlassung)\s.*`,
  String.raw`(?:hq|headquarters|head office|corporate office|#\s?\d{3,})`,
];
const BEHIND = new RegExp(String.raw`[\s,;|/–-]+(?:${NOTES.join('|')})$`, 'i');
/** Parts of a company; the Ohio Department of Health is no part of the City of Columbus before it. */
const PARTS = [
  String.raw`(?:[\p{L}&]+\s){0,2}(?:dept|department|branch)\b(?!\.?\sof\b)`,
  String.raw`(?:dept|department)\.?\sof\b`,
  'accounts payable|purchasing|procurement',
];
const PART_BEHIND = new RegExp(String.raw`(?:,|\s[-–—/|])\s+(?:${PARTS.join('|')}).*$`, 'iu');
/** The name by which a company trades, behind its own. */
const TRADE_NAME = /\s(?:dba|d\/b\/a|t\/a|trading as|doing business as)\s/i;
/** Phoenix, City of and Phoenix (City of) as they stand in lists. */
const TURNED = /^(.+?)(?:, | \()(.+ of)\)?$/i;

/** The names that a text may have: first without notes, then names of other kinds, and the whole text. */
export function namesIn(text: string): readonly string[] {
  const name = text.replace(IN_FRONT, '').replace(PART_BEHIND, '').replace(BEHIND, '') || text;
  return [...new Set([...latinPart(name).replace(TURNED, '$2 $1').split(TRADE_NAME, 2), text])];
}

/** The part with Latin letters of Северсталь (Severstal) and of Severstal / Северсталь. */
function latinPart(text: string): string {
  const parts = text.split(/[()/|]/).filter((part) => /\p{L}/u.test(part));
  const latin = parts.filter((part) => /\p{Script=Latin}/u.test(part));
  return parts.length === 2 && latin.length === 1 ? latin[0]! : text;
}
