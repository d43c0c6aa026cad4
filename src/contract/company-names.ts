/** Normalises company names: ignores case, accents, punctuation, legal forms and countries. */
import { kindIn, LEFT_OUT, spellingsOf, withoutForms, wordsIn, wordsInPlain } from './core-name.js';
import { COUNTRY_SPELLINGS } from './options.js';

const COUNTRIES = new Set(
  [
    ...Object.keys(COUNTRY_SPELLINGS),
    ...Object.values(COUNTRY_SPELLINGS),
    ...(
      'Argentina Australia Austria Belgium Brazil Bulgaria Canada Chile China Colombia Croatia Czechia Denmark Egypt Estonia ' +
      'Europe Finland France Greece Hungary India Indonesia Ireland Israel Italy Italia Japan Kenya Latvia Lithuania Luxembourg ' +
      'Malaysia Mexico Morocco Nigeria Norway Pakistan Peru Philippines Poland Portugal Qatar Romania Russia Singapore Slovenia ' +
      'Spain Sweden Switzerland Taiwan Thailand Turkey Ukraine España Brasil Oesterreich'
    ).split(' '),
    ...['Hong Kong', 'New Zealand', 'Saudi Arabia', 'South Africa'],
  ].map((country) => wordsIn(country).join(' ')),
);
const MOST_WORDS_OF_A_COUNTRY = 4;
/** Legal forms that may precede a name, with the countries where they are legal forms. */
const FRONT_FORMS: ReadonlyMap<string, RegExp> = new Map([
  ['ab', /sweden|finland/i],
  ['as', /norway|denmark|estonia|latvia/i],
  ['oy', /finland/i],
  ['pt', /indonesia/i],
  ['gmbh', /germany|austria|switzerland/i],
  ['bv', /netherlands|belgium/i],
  ['nv', /netherlands|belgium/i],
  ['sa', /france|belgium|switzerland|luxembourg/i],
  ['sarl', /france|luxembourg/i],
  ['groupe', /france|belgium|switzerland|luxembourg|canada/i],
  ['uab', /lithuania/i],
  ['sia', /latvia/i],
  ['ou', /estonia/i],
  ...['jsc', 'pjsc', 'ojsc', 'cjsc'].map(
    (form) => [form, /russia|ukraine|belarus|georgia|kazakhstan|uzbekistan/i] as const,
  ),
  ...['ao', 'oao', 'ooo', 'pao', 'zao'].map((form) => [form, /russia/i] as const),
  ['tov', /ukraine/i],
]);
/**
 * Legal forms in full, as `wordsIn` writes them, with their abbreviations; Turkish "industry and trade" has none.
 * The United States are here, too, because names of companies abbreviate them: U.S. Steel.
 */
const FULL_FORMS: ReadonlyMap<string, string> = new Map(
  (
    'sl: sociedad limitada unipersonal, sociedad limitada; srl: s de rl de cv, s de rl, societa a responsabilita limitata; ' +
    'sa: sab de cv, sa de cv, sapi de cv, sociedad anonima, sociedade anonima; ltda: sociedade limitada, limitada, ltda me, ltda epp; ' +
    'sarl: societe a responsabilite limitee; sas: societe par actions simplifiee; se: societas europaea; ' +
    'bv: besloten vennootschap; nv: naamloze vennootschap; ab: aktiebolag; oy: osakeyhtio; aps: anpartsselskab; ' +
    'as: aktieselskab, aksjeselskap, aktsiaselts, akciova spolecnost, anonim sirketi; asa: allmennaksjeselskap; ' +
    'sro: spol sro, spolecnost s rucenim omezenym; kft: korlatolt felelossegu tarsasag; ' +
    'zrt: zartkoruen mukodo reszvenytarsasag; nyrt: nyilvanosan mukodo reszvenytarsasag; ' +
    'spk: sp k, spolka komandytowa; spj: sp j, spolka jawna; : sanayi ve ticaret, san ve tic; ' +
    'spzoo: spolka zoo, spolka z oo, spolka z ograniczona odpowiedzialnoscia; ev: eingetragener verein; ' +
    'llc: ltd liability co; llp: ltd liability partnership; ulc: unlimited liability co; dac: designated activity co; ' +
    'jsc: open joint stock co, closed joint stock co, public joint stock co, joint stock co; pty: proprietary; ' +
    'ltd: ltd sirketi, ltd sti; pvt: private ltd; sdn bhd: sendirian berhad; bhd: berhad; ' +
    'us: united states of america, united states; ' +
    'ооо: общество с ограниченнои ответственностью; пао: публичное акционерное общество; ао: акционерное общество'
  )
    .split('; ')
    .flatMap((line) => {
      const [form = '', full = ''] = line.split(': ');
      return full.split(', ').map((one) => [one, form] as const);
    }),
);
/** Matches a full legal form; longer forms come first. */
const FULL_FORM = new RegExp(`(?<= )(?:${[...FULL_FORMS.keys()].join('|')})(?= )`, 'g');
/** Matches a word that belongs to the legal form at the end, in Romania and Indonesia. */
const DOUBLE_FORM = /^ (?:sc(?=.* (?:srl|sa) $)|pt(?=.* tbk $)) |(?<= tbk )pt $/;
/** Names are cut here, because no two companies differ only after this many characters. */
const MOST_CHARACTERS = 200;

export interface CompanyName {
  /** All words joined, with abbreviated legal forms. */
  readonly whole: string;
  /** `whole` without legal forms. */
  readonly core: string;
  /** `core` with a blank after each word. */
  readonly words: string;
  /** Group, holding or international, if one is behind the core; else empty. */
  readonly kind: string;
  /** `core` without plurals. */
  readonly singular: string;
  /** The core with the legal form moved to the other side: volvo of AB Volvo, and abvolvo of Volvo AB. */
  readonly turned?: string;
  /** The countries in which the first word is a legal form. */
  readonly formOf?: RegExp;
  /** `core` without a country at its end; undefined if it has none. */
  readonly withoutCountry?: string;
}

/** Returns the forms in which names are compared. */
export function readSpellings(text: string): readonly CompanyName[] {
  return spellingsOf(text).map((spelling) => nameOf(readWords(spelling), false));
}

/** Returns the database's form of a name (Mueller is Muller, Blue is Blu), and its spellings. */
export function readCompanyName(text: string): CompanyName & { readonly spellings: readonly CompanyName[] } {
  // reads the words only once, because that takes longest
  const words = spellingsOf(text).map(readWords);
  const spellings = words.map((spelling) => nameOf(spelling, false));
  const plain = words[0]!.join(' ');
  // most names are the same in both forms
  const folded = fold(plain) === plain ? spellings[0]! : nameOf(words[0]!, true);
  return { ...folded, spellings };
}

/** Returns the words of a name with abbreviated legal forms: Acme Sociedad Limitada is Acme sl, and SC Acme SRL is Acme SRL. */
function readWords(text: string): readonly string[] {
  const words = ` ${wordsIn(text).join(' ')} `.replace(FULL_FORM, (full) => FULL_FORMS.get(full)!);
  // read twice: a form in front is short now, letters are joined, and hyphens are gone: Dupont-et-Fils is Dupont & Fils
  return wordsInPlain(words.replace(DOUBLE_FORM, ' ').replace(LEFT_OUT, ' '));
}

/** @param isFolded true for the database's form, false to keep the spelling */
function nameOf(all: readonly string[], isFolded: boolean): CompanyName {
  const core = withoutForms(all);
  const local = withoutForms(withoutCountry(core));
  return {
    whole: inOne(all, isFolded),
    core: inOne(core, isFolded),
    words: core.map((word) => `${isFolded ? fold(word) : word} `).join(''),
    kind: kindIn(all),
    singular: inOne(core.map(inSingular), isFolded),
    ...turnedForm(all, core, isFolded),
    ...(local.length < core.length && { withoutCountry: inOne(local, isFolded) }),
  };
}

/** Joins words, and cuts at a whole character, because a database index has a limit. */
function inOne(words: readonly string[], isFolded: boolean): string {
  const joined = isFolded ? fold(words.join(' ')).replace(/ /g, '') : words.join('');
  return joined.length > MOST_CHARACTERS ? [...joined].slice(0, MOST_CHARACTERS).join('') : joined;
}

/** Returns the database's form of words. */
function fold(words: string): string {
  return words.replace(/\p{M}|([aou])e/gu, '$1');
}

function turnedForm(
  all: readonly string[],
  core: readonly string[],
  isFolded: boolean,
): Pick<CompanyName, 'turned' | 'formOf'> {
  const [front = '', ...others] = core;
  const formOf = FRONT_FORMS.get(front);
  if (formOf && others.length > 0) return { turned: inOne(others, isFolded), formOf };
  const form = all.slice(core.length).find((word) => FRONT_FORMS.has(word));
  return form === undefined ? {} : { turned: inOne([form, ...core], isFolded) };
}

export function inSingular(word: string): string {
  return word.length < 4 ? word : word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

function withoutCountry(words: readonly string[]): readonly string[] {
  for (let count = Math.min(MOST_WORDS_OF_A_COUNTRY, words.length - 1); count > 0; count--)
    if (COUNTRIES.has(words.slice(-count).join(' '))) return words.slice(0, -count);
  return words;
}
