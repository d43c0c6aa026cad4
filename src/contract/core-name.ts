/** Finds the core of a company's name, as people say it: without case, accents, marks and legal forms. */

/** Words at the end of a company's name that are not part of what people call it. */
const LEGAL_FORMS: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    'inc corp co ltd llc llp lp plc na gmbh gesmbh mbh ag kg kgaa ohg ug ev se sa sas sarl eurl sae srl spa snc bv nv oy oyj ' +
    'ab asa as aps cv sl slu sau ltda lda kk pty pte pvt pcl sdn bhd sro zrt nyrt kft doo dd ek jsc pjsc ao oao ooo zao pao ' +
    'bvba sprl cvba scrl scarl vof gbr partg sagl eirl eireli sac ltee spk spj tov ojsc cjsc ehf ead shpk dooel jdoo ' +
    'fze fzco wll spzoo tbk ulc pllc dac eood ood ou uab sia abp sab αε επε ικε ооо зао пао оао ао тов оод еоод ' +
    'and group groupe gruppe holding holdings international'
  ).split(' '),
);
/** Spellings of several words with their short ones, most of them legal forms. */
const LONG_FORMS: readonly (readonly [form: RegExp, short: string])[] = /* @__PURE__ */ (
  'gesellschaft mit beschrankter haftung:gmbh|ges\\.? ?m\\.? ?b\\.? ?h:gmbh|societe anonyme:sa|spolka akcyjna:sa|' +
  'public limited company:plc|public company limited:pcl|private limited:pvt|societa per azioni:spa|' +
  'sp\\.? ?z ?o\\.? ?o:spzoo|^ets:etablissements|^cie:compagnie|saint(?=\\W+\\w):st|n\\.? (?=america):north |' +
  'p/l:pty|co-op:coop|f\\.? ?lli:fratelli'
)
  .split('|')
  .map((line) => {
    const [long = '', short = ''] = line.split(':');
    return [new RegExp(`\\b${long}\\b`, 'g'), short];
  });
/** Matches where one of them may be: most names have none. */
const LONG_FORM = /* @__PURE__ */ new RegExp(LONG_FORMS.map(([form]) => form.source).join('|'));
/** Matches words in brackets, and legal forms that stand beside a name without a blank. */
export const LEFT_OUT =
  /\([^()]*\)|(?<=\S\s*)\[[^[\]]*\]|株式会社|有限会社|合同会社|(?:股份)?有限(?:责任)?公司/g;
/** Letters that are no accented forms of others. */
const PLAIN_LETTERS = /* @__PURE__ */ pairsIn('ß:ss ø:o œ:o æ:a ł:l ı:i');
/** Spellings of one word with the form in which names are compared: abbreviations, and British spellings. */
const OTHER_WORDS = /* @__PURE__ */ pairsIn(
  'aktiengesellschaft:ag kommanditgesellschaft:kg incorporated:inc incorp:inc corporation:corp company:co limited:ltd ' +
    'intl:international internat:international natl:national bros:brothers hnos:hermanos mfg:manufacturing grp:group hldg:holding ' +
    'hldgs:holdings univ:university ptnrs:partners ptrs:partners assocs:associates ' +
    'dept:department govt:government mgmt:management assn:association svc:service svcs:services ctr:center centre:center ' +
    'ctrs:centers centres:centers pkg:packaging mktg:marketing engrg:engineering hlth:health fdn:foundation ' +
    'coop:cooperative 1st:first info:information soln:solution solns:solutions prod:products prods:products ' +
    'comms:communications equip:equipment pwr:power mgt:management cos:companies ets:etablissements cie:co',
);
/** The most letters of a first word that is taken as a name, not as an abbreviation: GRP, Inc. */
const MOST_LETTERS_OF_A_NAME = 3;

/** Returns a map of the pairs in a text such as `intl:international bros:brothers`. */
export function pairsIn(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(' ').map((pair) => pair.split(':') as [string, string]));
}

/** Matches words behind a name that distinguish a group from its parts. */
const KIND = /\b(?:gr|ho|int)/;
/** The kind of Acme International. */
export const INTERNATIONAL = 'int';

export interface CoreName {
  /** The core without blanks: danone of Danone S.A. */
  readonly core: string;
  /** Group, holding or international; empty without such a word. */
  readonly kind: string;
}

/** Returns the core of a name in each spelling: muller and mueller of Müller AG. Returns none for marks alone. */
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

/** True for different kinds: Acme Holding may be the parent of Acme International; Acme alone may be either. */
export function areOtherKinds(one: { readonly kind: string }, other: { readonly kind: string }): boolean {
  return one.kind !== '' && other.kind !== '' && one.kind !== other.kind;
}

export function isSameCoreName(one: CoreName, other: CoreName): boolean {
  return one.core === other.core && !areOtherKinds(one, other);
}

/** Returns the spellings of a text: Müller is Muller and Mueller, but Blue is not Blu. */
export function spellingsOf(text: string): readonly string[] {
  const plain = text.normalize('NFD');
  const long = plain
    .replace(/([aou])\u0308/gi, '$1e')
    .replace(/[æœø]/gi, (letter) => (letter.toLowerCase() === 'æ' ? 'ae' : 'oe'));
  return long === plain ? [text] : [text, long];
}

/** Returns the words in lower case without accents and articles, and joins single letters: A. G. is ag. */
export function wordsIn(text: string): readonly string[] {
  const plain = text
    // remove what the next line would take apart: marks that it turns into letters, (株) of ㈱, and 주식회사
    .replace(/[™℠㊑㊒]|주식회사/g, ' ')
    .normalize('NFKD')
    .replace(LEFT_OUT, ' ')
    .toLowerCase()
    // accents, vowel points that are often left out, and marks of emojis
    .replace(/[\u0300-\u036f]|[\u0591-\u05c7]|[\u0610-\u065f]|\u0670|\u20e3|[\ufe00-\ufe0f]/g, '')
    .replace(/['’‘´`]/g, '')
    .replace(/[ßøœæłı]/g, (letter) => PLAIN_LETTERS.get(letter)!);
  return wordsInPlain(plain);
}

/** Returns the words of a text that has lost its accents and case. */
export function wordsInPlain(text: string): readonly string[] {
  let plain = text.replace(/[&+]|(?<=\S\s+)(?:und|et|e|y|u\.?|en|och|og)(?=\s+\S)/g, ' and ');
  if (LONG_FORM.test(plain)) for (const [form, short] of LONG_FORMS) plain = plain.replace(form, short);
  const joined: string[] = [];
  let wasLetter = false;
  for (const word of plain.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? []) {
    const isShort = word.length <= MOST_LETTERS_OF_A_NAME;
    const isLetter = isShort && /^\p{L}$/u.test(word);
    const isName = isShort && joined.length === 0 && /^\p{L}+$/u.test(word);
    if (isLetter && wasLetter) joined[joined.length - 1] += word;
    else joined.push((!isName && OTHER_WORDS.get(word)) || word);
    wasLetter = isLetter;
  }
  // Russian and Ukrainian legal forms come first, and are often left out
  if (/^(?:the|ооо|[зпо]?ао|тов)$/.test(joined[0] ?? '')) joined.shift();
  return joined.length > 1 && joined[joined.length - 1] === 'the' ? joined.slice(0, -1) : joined;
}

/** Keeps the words in brackets, which other functions leave out: Acme (Foods) may be Acme Foods. */
export function withoutBrackets(text: string): string {
  return text.replace(/[()[\]]/g, ' ').trim();
}

/** Removes legal forms behind the first word, which is the name even if it could be a legal form: AG Ltd. */
export function withoutForms(words: readonly string[]): readonly string[] {
  let length = words.length;
  while (length > 1 && LEGAL_FORMS.has(words[length - 1]!)) length -= 1;
  return words.slice(0, length);
}
