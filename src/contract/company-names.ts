/** Normalises company names: ignores case, accents, punctuation, legal forms and countries. */
import { kindIn, withoutForms, wordsIn } from './core-name.js';
import { COUNTRY_SPELLINGS } from './options.js';

const COUNTRIES = new Set(
  [
    ...Object.keys(COUNTRY_SPELLINGS),
    ...Object.values(COUNTRY_SPELLINGS),
    ...(
      'Argentina Australia Austria Belgium Brazil Canada Chile China Czechia Denmark Egypt Europe Finland France ' +
      'Greece Hungary India Indonesia Ireland Israel Italy Italia Japan Luxembourg Malaysia Mexico Norway Poland ' +
      'Portugal Romania Russia Singapore Spain Sweden Switzerland Taiwan Thailand Turkey Ukraine Österreich Schweiz ' +
      'España Brasil Oesterreich'
    ).split(' '),
    ...['Hong Kong', 'New Zealand', 'Saudi Arabia', 'South Africa'],
  ].map((country) => wordsIn(country).join(' ')),
);
const MOST_WORDS_OF_A_COUNTRY = 4;
/** No two companies differ only after so many characters. */
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
  /** `core` without a country at its end; undefined if it has none. */
  readonly withoutCountry?: string;
}

/** @param isFolded true: as the database finds it: Mueller is Muller, and Blue is Blu; false: as it is spelled */
export function readCompanyName(text: string, isFolded = true): CompanyName {
  const all = wordsIn(text);
  const core = withoutForms(all);
  const local = withoutForms(withoutCountry(core));
  const spaced = (words: readonly string[]) => {
    const plain = words.map((word) => `${word} `).join('');
    return isFolded ? plain.replace(/\p{M}|([aou])e/gu, '$1') : plain;
  };
  // cuts at a whole character, because a database index has a limit
  const inOne = (words: readonly string[]) =>
    [...spaced(words).replace(/ /g, '')].slice(0, MOST_CHARACTERS).join('');
  return {
    whole: inOne(all),
    core: inOne(core),
    words: spaced(core),
    kind: kindIn(all),
    singular: inOne(core.map(inSingular)),
    ...(local.length < core.length && { withoutCountry: inOne(local) }),
  };
}

export function inSingular(word: string): string {
  return word.length < 4 ? word : word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

function withoutCountry(words: readonly string[]): readonly string[] {
  for (let count = Math.min(MOST_WORDS_OF_A_COUNTRY, words.length - 1); count > 0; count--)
    if (COUNTRIES.has(words.slice(-count).join(' '))) return words.slice(0, -count);
  return words;
}
