/** Meanings of words in sentences, in all languages at once: words, places, patterns of figures and days. */
import { editsBetween } from '../../contract/edits.js';
import { EXPANSION_TYPES, INDUSTRIES } from '../../contract/enumerations.js';
import { COUNTRY_SPELLINGS, TITLE_SPELLINGS } from '../../contract/options.js';
import de from './lexicon/de.json';
import en from './lexicon/en.json';
import options from './lexicon/options.json';

/** The kinds of meanings. `what` is a function, `type` and `industry` are values of the contract. */
type WordKind = keyof typeof en.words;
type TableName = keyof typeof en.tables;

export interface Meaning {
  readonly kind: string;
  readonly value: string;
}

/** A meaning in a sentence, before the dataset is known. */
export interface Interpretation {
  /** A listed word has one of these meanings, other parts have all; empty if it is not understood. */
  readonly meanings: readonly Meaning[];
  readonly isWord?: boolean;
  /** The assumed meaning of words that are ambiguous. */
  readonly assumed?: string;
  /** True if the words look like the name of a company. */
  readonly isName?: boolean;
}

/** The meaning of the words at the start of a text. */
export interface Match extends Interpretation {
  readonly length: number;
}

/** Returns a meaning for each kind with a value. */
export function meaningsFrom(values: Readonly<Record<string, string | undefined>>): readonly Meaning[] {
  return Object.entries(values).flatMap(([kind, value]) => (value ? [{ kind, value }] : []));
}

export interface NamedPlace {
  readonly name: string;
  readonly isCountry: boolean;
  /** True if an adjective names it: then it is the origin of companies. */
  readonly isOrigin?: boolean;
}

type Table = Readonly<Record<string, string>>;

/** Words by their meaning, and parts of regular expressions, without accents, plurals and cases. */
interface Lexicon {
  readonly patterns: Table;
  readonly tables: Readonly<Record<TableName, Table>>;
  readonly words: Readonly<Record<WordKind, Table>>;
  readonly idle: string;
  readonly origins: Table;
}

const LEXICONS: readonly Lexicon[] = [en, de as typeof de & Lexicon];

/** Returns a pattern of the words of a name in all languages: those of a row, or of a whole table. */
function wordsOf(name: string, row?: string): string {
  const all = LEXICONS.flatMap(({ patterns, tables }) => {
    const table = tables[name as TableName];
    if (!table) return [patterns[name]];
    return row === undefined ? Object.values(table) : [table[row]];
  });
  return all.filter(Boolean).join('|');
}

/** Fills a pattern: `{last}` stands for the words of this name, `{last?}` also for nothing. */
export function fill(pattern: string): string {
  return pattern.replace(/\{([a-z]\w+)(\?)?\}/g, (_, name: string, isOptional?: string) => {
    const words = `(?:${wordsOf(name)})`;
    return isOptional ? `(?:${words} )?` : words;
  });
}

/** Makes an expression for whole words at the start of a text. */
export function phrase(pattern: string): RegExp {
  return new RegExp(`^(?:${fill(pattern)})(?![\\p{L}\\p{N}])`, 'u');
}

/** Makes an expression for a whole text. */
export function only(pattern: string): RegExp {
  return new RegExp(`^(?:${fill(pattern)})$`);
}

/** Returns the row of a table to which a word belongs. */
export function rowOf(name: TableName, word = ''): string | undefined {
  return Object.keys(en.tables[name]).find((row) => only(wordsOf(name, row)).test(word));
}

/** Removes accents without moving any letter; center becomes centre. */
export function normalizeWords(text: string): string {
  const letters = [...text].map((letter) => {
    const plain = letter === 'ß' ? 's' : letter.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return plain.length === letter.length ? plain : letter;
  });
  return letters.join('').replace(/center/g, 'centre');
}

/** Words that mean nothing for a question. */
export const STOP_WORDS = new Set(LEXICONS.flatMap(({ idle }) => normalizeWords(idle).split(' ')));

function createWords(): ReadonlyMap<string, readonly Meaning[]> {
  const words = new Map<string, Meaning[]>();
  const add = (word: string, kind: WordKind, value: string) => {
    const key = normalizeWords(word);
    const known = words.get(key) ?? [];
    if (key !== '' && !known.some((one) => one.kind === kind)) words.set(key, [...known, { kind, value }]);
  };
  for (const kind of Object.keys(en.words) as WordKind[])
    for (const value of Object.keys(en.words[kind])) {
      // these have words of their own
      if (!['what', 'new', 'order', 'rank'].includes(kind)) add(value, kind, value);
      for (const { words } of LEXICONS)
        for (const word of (words[kind][value] ?? '').split(',')) add(word, kind, value);
    }
  for (const value of EXPANSION_TYPES) if (!/^other/i.test(value)) add(value, 'type', value);
  for (const value of INDUSTRIES) if (value !== 'others') add(value, 'industry', value);
  for (const [word, value] of Object.entries(TITLE_SPELLINGS))
    for (const one of [word, value]) add(one, 'title', value);
  return words;
}

/** Returns a word, then the forms that it may be an inflection of. */
export function stemsOf(word: string): readonly string[] {
  const stems = ['s', 'es', 'n', 'en', 'e', 'er', 'em', 'ern'].flatMap((end) =>
    word.endsWith(end) && word.length - end.length >= 3 ? [word.slice(0, -end.length)] : [],
  );
  return [word, ...(word.endsWith('ies') ? [`${word.slice(0, -3)}y`] : []), ...stems];
}

/** Codes that the browser has names for, but that are not countries. */
const NOT_COUNTRIES = ['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ', 'QO'];
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Places by normalized name: countries of the browser's list, states of the lexicon. */
function createPlaces(): ReadonlyMap<string, NamedPlace> {
  const places = new Map<string, NamedPlace>();
  const add = (place: NamedPlace, ...spellings: readonly string[]) => {
    // a dot at the end, as in u.s., also ends a sentence, so the reader leaves it out
    for (const spelling of spellings) places.set(normalizeWords(spelling).replace(/\.$/, ''), place);
  };
  const namesIn = (tag: string) => new Intl.DisplayNames([tag], { type: 'region', fallback: 'none' });
  const [english, german] = [namesIn('en'), namesIn('de')];
  const named = (code: string) => {
    const name = english.of(code) ?? '';
    return COUNTRY_SPELLINGS[name.toLowerCase()] ?? name;
  };
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const name = named(code);
    if (name === '' || NOT_COUNTRIES.includes(code)) continue;
    const spellings = [name, german.of(code) ?? name, english.of(code) ?? name];
    add({ name, isCountry: true }, ...spellings.filter((one) => !places.has(normalizeWords(one))));
  }
  // "us" is also a word, so the scanner accepts it only as US in capitals
  for (const [spelling, name] of Object.entries(COUNTRY_SPELLINGS)) add({ name, isCountry: true }, spelling);
  const inGerman: Table = de.states;
  for (const name of [...en.states.split(','), ...options.cities]) {
    const isCountry = places.get(normalizeWords(name))?.isCountry ?? false;
    add({ name, isCountry }, name, ...(inGerman[name] ?? name).split(','));
  }
  // "deutsche", and also "deutscher" and "deutsches"
  for (const [code, words] of LEXICONS.flatMap(({ origins }) => Object.entries(origins)))
    for (const word of words.split(',')) {
      const forms = word.endsWith('e') ? [word, `${word}r`, `${word}s`] : [word];
      add({ name: named(code), isCountry: true, isOrigin: true }, ...forms);
    }
  return places;
}

/** Returns the entry of listed words that differ in one letter or in two swapped ones, if all of them mean the same. */
export function nearest<T>(
  word: string,
  list: ReadonlyMap<string, T>,
  meaning: (entry: T) => string,
): T | undefined {
  const forms = word.length > 5 && word.endsWith('s') ? [word, word.slice(0, -1)] : [word];
  // short words have too many neighbours
  const isNear = (form: string, other: string) =>
    form.length >= 4 && other.length >= 5 && editsBetween(form, other, 1) <= 1;
  const near = [...list].filter(([listed]) => forms.some((form) => isNear(form, listed)));
  const [, first] = near[0] ?? [];
  return first && near.every(([, entry]) => meaning(entry) === meaning(first)) ? first : undefined;
}

export const WORDS = createWords();
export const PLACES = createPlaces();
