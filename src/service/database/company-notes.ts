/** Removes what people write around names of companies: list numbers, telephone numbers, addresses, contacts, escapes. */
import { withoutBrackets } from '../../contract/core-name.js';
import { readCompanyText } from '../../contract/domains.js';

/** The characters that programs often escape. Hardly any program escapes accents. */
const ESCAPED: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', apos: "'", '#39': "'", '#x27': "'" }),
);

/** Returns R&D for R&amp;D. */
export function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (all, name: string) => ESCAPED.get(name.toLowerCase()) ?? all);
}

/** Matches a domain whose first part is no initial: E.ON and Dr.Oetker are names. */
const DOMAIN = String.raw`(?:[\w-]{3,}(?:\.[\w-]+)*\.[a-z]{2,}|\w+\.com)`;
/** Matches a sign that people write between a name and a domain. */
const SIGN = String.raw`(?:\s*[|,;]|\s[-–—/]\s)`;
/** Matches addresses that cannot be a name, and domains that a sign separates from a name. Amazon.com is a name. */
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

/** Matches the front of 12. Acme, 3) Acme, M/s Acme (Messrs. in India) and Fa. Acme (Firma), but not of 3M. */
const IN_FRONT =
  /^(?:\(?\d{1,4}[.):]\s+|#\d+\s+|[-*–—•·]\s*|m\/s\.?\s+|fa\.\s+|firma\s+|c\/o\s+|(?:company|customer|client|account|name|attn|re)\s*:\s*)+/i;
/** Match a telephone number, a former name or a contact, and the word headquarters or a customer number. */
const NOTES = [
  String.raw`(?:tel|phone|ph|fon|fax|mobile)\b[\s.:]*\+?\(?\d[\d\s()/.-]{4,}.*`,
  String.raw`\+?\(?\d[\d\s()/.-]{7,}`,
  String.raw`(?:formerly|previously|f/?k/?a|vormals|ehemals|früher|anciennement|c/o|attn\b[.:]?|filiale|niederlassung)\s.*`,
  String.raw`(?:hq|headquarters|head office|corporate office|#\s?\d{3,})`,
];
const BEHIND = new RegExp(String.raw`[\s,;|/–-]+(?:${NOTES.join('|')})$`, 'i');
/** Match a department or branch of the company before it. The Ohio Department of Health is a body of its own. */
const PARTS = [
  String.raw`(?:[\p{L}&]+\s){0,2}(?:dept|department|branch)\b(?!\.?\sof\b)`,
  String.raw`(?:dept|department)\.?\sof\b`,
  'accounts payable|purchasing|procurement',
];
const PART_BEHIND = new RegExp(String.raw`(?:,|\s[-–—/|])\s+(?:${PARTS.join('|')}).*$`, 'iu');
/** Matches the words between the name of a company and the name by which it trades. */
const TRADE_NAME =
  /[\s(]+(?:dba|d\/b\/a|t\/a|o\/a|aka|a\/k\/a|trading as|doing business as|also known as)\s/i;
/** Matches a turned name, as lists have it: Phoenix, City of and Phoenix (City of). */
const TURNED = /^(.+?)(?:, | \()(.+ of)\)?$/i;

/**
 * Returns the names that a text may contain: the one without notes first, then a trading name, then the whole text,
 * also with its words in brackets: Acme (Foods) may be Acme Foods.
 */
export function namesIn(text: string): readonly string[] {
  const name = text.replace(IN_FRONT, '').replace(PART_BEHIND, '').replace(BEHIND, '') || text;
  const main = withoutInitials(latinPart(name)).replace(TURNED, '$2 $1');
  return [...new Set([...main.split(TRADE_NAME, 2), text, withoutBrackets(text)])];
}

/** Matches letters before a name that may be its initials. */
const BEFORE_NAME = /^([\p{L}&]{2,5})(?:\s[-–—/|]\s|:\s|\s\()([^()]+)\)?$/u;

/** Returns General Motors of GM - General Motors and of GM (General Motors). */
function withoutInitials(text: string): string {
  const [, letters = '', name = ''] = BEFORE_NAME.exec(text) ?? [];
  const initials = name.toLowerCase().match(/(?<![\p{L}\p{N}'’])(?!and\b)[\p{L}\p{N}]/gu) ?? [];
  return name !== '' && initials.join('').startsWith(letters.toLowerCase().replace('&', '')) ? name : text;
}

/** Returns the part with Latin letters of Северсталь (Severstal) and of Severstal / Северсталь. */
function latinPart(text: string): string {
  const parts = text.split(/[()/|]/).filter((part) => /\p{L}/u.test(part));
  const latin = parts.filter((part) => /\p{Script=Latin}/u.test(part));
  return parts.length === 2 && latin.length === 1 ? latin[0]! : text;
}
