/** The part of a company's name by which people call it: without case, accents, punctuation and legal forms. */

/** Words at the end of a company's name that are not part of what people call it. */
const LEGAL_FORMS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    'inc corp co ltd llc llp lp plc na gmbh mbh ag kg kgaa ohg ug ev se sa sas sarl sae srl spa snc bv nv oy oyj ab asa as aps ' +
    'cv sl slu sau ltda kk pty pte pvt sdn bhd sro zrt kft doo dd ek jsc pjsc ao oao ooo zao pao spzoo tbk ' +
    'ulc dac eood ood abp sab αε επε ικε ооо зао пао оао ао ' +
    'and group groupe gruppe holding holdings international'
  ).split(' '),
);
/** Spellings that differ only in length, most of them of legal forms. */
const LONG_FORMS: readonly (readonly [form: RegExp, short: string])[] = /* @__PURE__ */ (
  'gesellschaft mit beschrankter haftung:gmbh|aktiengesellschaft:ag|kommanditgesellschaft:kg|societe anonyme:sa|' +
  'public limited company:plc|incorporated:inc|corporation:corp|company:co|private limited:pvt|limited:ltd|' +
  'spolka akcyjna:sa|sp\\.? ?z ?o\\.? ?o:spzoo|societa per azioni:spa|intl:international|bros:brothers|' +
  'mfg:manufacturing|natl:national|(?<=\\S )grp:group'
)
  .split('|')
  .map((line) => {
    const [long = '', short = ''] = line.split(':');
    return [new RegExp(`\\b${long}\\b`, 'g'), short];
  });

/** Words behind a name that tell a group from its parts. */
const KIND = /\b(?:gr|ho|int)/;
/** The kind of Acme International. */
export const INTERNATIONAL = 'int';

export interface CoreName {
  /** Without blanks: danone of Danone S.A. */
  readonly core: string;
  /** Group, holding or international; empty without such a word. */
  readonly kind: string;
}

/** Returns the core of a name in each spelling: muller and mueller of Müller AG. Leaves out marks alone. */
export function coreNamesOf(name: string): readonly CoreName[] {
  const names = spellingsOf(name).map((text) => {
    const words = wordsIn(text);
    return { core: withoutForms(words).join(''), kind: kindIn(words) };
  });
  return names.filter(({ core }) => core !== '');
}

export function kindIn(words: readonly string[]): string {
  return KIND.exec(words.slice(withoutForms(words).length).join(' '))?.[0] ?? '';
}

/** Acme Holding may be the parent of Acme International; Acme alone may be either. */
export function areOtherKinds(one: { readonly kind: string }, other: { readonly kind: string }): boolean {
  return one.kind !== '' && other.kind !== '' && one.kind !== other.kind;
}

export function isSameCoreName(one: CoreName, other: CoreName): boolean {
  return one.core === other.core && !areOtherKinds(one, other);
}

/** Müller is Muller as well as Mueller, but Blue is not Blu. */
export function spellingsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD');
  const long = plain
    .replace(/([aou])\u0308/gi, '$1e')
    .replace(/[æœø]/gi, (letter) => (letter.toLowerCase() === 'æ' ? 'ae' : 'oe'));
  return long === plain ? [text] : [text, long];
}

/** Returns the words in lower case without accents, single letters joined: A. G. is ag. */
export function wordsIn(text: string): readonly string[] {
  let plain = text
    // the next line makes letters of these marks, and (株) of ㈱
    .replace(/[™℠㊑㊒]/g, ' ')
    .normalize('NFKD')
    .replace(/\([^()]*\)|(?<=\S\s*)\[[^[\]]*\]|株式会社|有限会社|(?:股份)?有限公司/g, ' ')
    .toLowerCase()
    // accents, vowel points that are often left out, and marks of emojis
    .replace(/[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u065f]|\u0670|\u20e3|[\ufe00-\ufe0f]/g, '')
    .replace(/['’‘´`]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/[øœ]/g, 'o')
    .replace(/æ/g, 'a')
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
    .replace(/[&+]|(?<=\S\s+)(?:und|et|y|u\.?|en|och|og)(?=\s+\S)/g, ' and ');
  for (const [form, short] of LONG_FORMS) plain = plain.replace(form, short);
  const joined: string[] = [];
  let wasLetter = false;
  for (const word of plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []) {
    const isLetter = /^\p{L}$/u.test(word);
    if (isLetter && wasLetter) joined[joined.length - 1] += word;
    else joined.push(word);
    wasLetter = isLetter;
  }
  // Russian legal forms are in front, and are often left out
  if (/^(?:the|ооо|[зпо]?ао)$/.test(joined[0] ?? '')) joined.shift();
  return joined;
}

/** Keeps a name that consists only of legal forms. */
export function withoutForms(words: readonly string[]): readonly string[] {
  let length = words.length;
  while (length > 0 && LEGAL_FORMS.has(words[length - 1]!)) length -= 1;
  return length === 0 ? words : words.slice(0, length);
}
