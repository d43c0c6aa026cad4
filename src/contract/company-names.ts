/** Names of companies without what people write in many ways: case, accents, punctuation, legal forms, countries. */
import { LEGAL_FORMS } from './legal-forms.js';
import { COUNTRY_SPELLINGS } from './options.js';

/** Long legal forms, and the short ones that they mean. */
const LONG_FORMS: readonly (readonly [form: RegExp, short: string])[] = [
  [/\bgesellschaft mit beschrankter haftung\b/g, 'gmbh'],
  [/\baktiengesellschaft\b/g, 'ag'],
  [/\bkommanditgesellschaft\b/g, 'kg'],
  [/\bsociete anonyme\b/g, 'sa'],
  [/\bpublic limited company\b/g, 'plc'],
  [/\bincorporated\b/g, 'inc'],
  [/\bcorporation\b/g, 'corp'],
  [/\bcompany\b/g, 'co'],
  [/\blimited\b/g, 'ltd'],
  [/株式会社|有限会社|股份有限公司|有限公司/g, ' '],
];
const COUNTRIES = new Set(
  [
    ...Object.keys(COUNTRY_SPELLINGS),
    ...Object.values(COUNTRY_SPELLINGS),
    ...'Argentina Australia Austria Belgium Brazil Canada Chile China Czechia Denmark Egypt Europe Finland France'.split(
      ' ',
    ),
    ...'Greece Hungary India Indonesia Ireland Israel Italy Italia Japan Luxembourg Malaysia Mexico Norway'.split(
      ' ',
    ),
    ...'Poland Portugal Romania Russia Singapore Spain Sweden Switzerland Taiwan Thailand Turkey Ukraine'.split(
      ' ',
    ),
    ...[
      'Österreich',
      'Schweiz',
      'España',
      'Brasil',
      'Hong Kong',
      'New Zealand',
      'Saudi Arabia',
      'South Africa',
    ],
  ].map((country) => wordsIn(country).join(' ')),
);
const MOST_WORDS_OF_A_COUNTRY = 4;
/** By the characters after them no two companies are told apart. */
const MOST_CHARACTERS = 200;

export interface CompanyName {
  /** All words in one, with legal forms in short. */
  readonly whole: string;
  /** Without legal forms: what a company is called. */
  readonly core: string;
  /** The same with a blank after each word. */
  readonly words: string;
  /** The same without plurals. */
  readonly singular: string;
  /** Without a country at its end; undefined where there is none. */
  readonly withoutCountry?: string;
}

export function readCompanyName(text: string): CompanyName {
  const whole = wordsIn(text);
  const core = withoutForms(whole);
  const local = withoutForms(withoutCountry(core));
  return {
    whole: inOne(whole),
    core: inOne(core),
    words: core.map((word) => `${word} `).join(''),
    singular: core.map(inSingular).join(''),
    ...(local.length < core.length && { withoutCountry: inOne(local) }),
  };
}

/** Joins words and cuts at a whole character, because an index of a database takes no more. */
function inOne(words: readonly string[]): string {
  return [...words.join('')].slice(0, MOST_CHARACTERS).join('');
}

/** The words in small letters without accents; letters that stand alone are one word: A. G. is ag. */
function wordsIn(text: string): readonly string[] {
  let plain = text
    .replace(/\([^()]*\)/g, ' ')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}|['’‘´`]/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/[øœ]/g, 'o')
    .replace(/æ/g, 'a')
    .replace(/ł/g, 'l')
    .replace(/&/g, ' and ');
  for (const [form, short] of LONG_FORMS) plain = plain.replace(form, short);
  const joined: string[] = [];
  let wasLetter = false;
  for (const word of plain.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')) {
    const isLetter = /^\p{L}$/u.test(word);
    if (isLetter && wasLetter) joined[joined.length - 1] += word;
    else joined.push(word);
    wasLetter = isLetter;
  }
  const named = joined[0] === 'the' ? joined.slice(1) : joined;
  // Mueller is Müller
  return named.map((word) => word.replace(/([aou])e/g, '$1'));
}

function inSingular(word: string): string {
  return word.length < 4 ? word : word.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
}

/** A name that is nothing but a form stays as it is. */
function withoutForms(words: readonly string[]): readonly string[] {
  let length = words.length;
  while (length > 0 && LEGAL_FORMS.has(words[length - 1]!)) length -= 1;
  return length === 0 ? words : words.slice(0, length);
}

function withoutCountry(words: readonly string[]): readonly string[] {
  for (let count = Math.min(MOST_WORDS_OF_A_COUNTRY, words.length - 1); count > 0; count--)
    if (COUNTRIES.has(words.slice(-count).join(' '))) return words.slice(0, -count);
  return words;
}
