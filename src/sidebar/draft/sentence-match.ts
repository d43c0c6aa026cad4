/** Reads the words at one position of a sentence: a name, figures, or words of the lists. */
import { editsBetween } from '../../contract/edits.js';
import {
  type Lists,
  type Meaning,
  meaningsFrom,
  type NamedPlace,
  normalizeWords,
  patternOf,
  STOP_WORDS,
  stemsOf,
} from './lexicon.js';
import { amountAt } from './sentence-amounts.js';
import { daysAt } from './sentence-dates.js';

/** A meaning in a sentence, before the dataset is known. */
export interface Interpretation {
  /** A listed word has one of these meanings, other parts have all; empty if it is not understood. */
  readonly meanings: readonly Meaning[];
  readonly isWord?: boolean;
  /** True if the word is before "companies". */
  readonly describesCompanies?: boolean;
  /** The assumed meaning of words that are ambiguous. */
  readonly assumed?: string;
  /** True if the words look like the name of a company. */
  readonly isName?: boolean;
}

export interface SentenceContext {
  readonly groups: readonly string[];
  /** Today as YYYY-MM-DD. */
  readonly today: string;
}

export const only = (pattern: string) => new RegExp(`^(?:${pattern})$`);
export const NOT = new RegExp(`^(?:${patternOf('not')})(?!-?[\\p{L}\\p{N}])`, 'u');
export const NEAR = only(patternOf('near'));
export const PLACE_PREPOSITION = only(patternOf('placeLead'));
export const ORIGIN_PREPOSITION = only(patternOf('originLead'));
export const COMPANY_PREPOSITION = only(patternOf('companyLead'));
const PREPOSITIONS = [PLACE_PREPOSITION, ORIGIN_PREPOSITION, COMPANY_PREPOSITION];
export const COMPANIES = only(patternOf('companies'));
const WEEKDAY = only(patternOf('weekday'));
/** "Autoindustrie" */
const COMPOUND = new RegExp(`^(.{3,}?)s?(?:${patternOf('compoundEnd')})$`);
const BEFORE_CHANGE = new RegExp(`^.+(?=${patternOf('changeEnd')})`);
const GROUP = new RegExp(`^(?:${patternOf('group')}) `);
const LIMIT = new RegExp(
  `^(?:(?:${patternOf('newest')}) (\\d{1,4})(?![-–+.,/][\\p{L}\\p{N}]|\\+| (?:or|oder|${patternOf('and')}) | ?(?:(?!${patternOf('this')}|${patternOf('last')})\\p{L}+ )?(?:${patternOf('spans')}))|(?:${patternOf('atMost')}) (\\d{1,4}) (?:${patternOf('rows')}))\\b`,
  'u',
);
const RANKED = new RegExp(`^(?:${patternOf('ranked')})(?![\\p{L}\\p{N}])`, 'u');
const QUOTED = /^["„“”«]([^"“”„»]{1,100})["“”»]/;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,10}(?![\p{L}\p{N}])/u;
export const WORD = /^(?:[\p{L}\p{N}&]+(?:[-'’/.](?=[\p{L}\p{N}])[\p{L}\p{N}]+)*)/u;
const PLACE_NAME = capitalised(' ', 2);
/** "Bank of America", "May & Co", "St. Jude Medical" */
const COMPANY_NAME = capitalised(' | & | of |(?<=\\b\\p{Lu}\\p{Ll}?)\\. ', 3);
const LEGAL_FORM = /^, (?:Inc|LLC|Ltd|Corp|Co|LP|PLC|GmbH|AG|SE)\b\.?/;
const PHRASE = /^[^\s,;:!?()"„“]+(?: [^\s,;:!?()"„“]+){0,5}/;
const NOT_IN_NAME = new RegExp(
  `(?:^| )(?:${patternOf('placeLead')}|${patternOf('and')}|${patternOf('since')}|(?:${patternOf('this')}|${patternOf('last')}) (?:${patternOf('week')}|${patternOf('month')}|${patternOf('quarter')}|${patternOf('year')}))(?= |$)`,
  'iu',
);
export const UNKNOWN: Interpretation = { meanings: [] };

/** @param between what may be between two words, as a pattern */
function capitalised(between: string, most: number): RegExp {
  const word = "\\p{Lu}(?:[\\p{L}\\p{N}&'’.-]*[\\p{L}\\p{N}])?";
  return new RegExp(`^(?:\\d+-)?${word}(?:(?:${between})${word}){0,${most}}`, 'u');
}

/** A position in a sentence while it is read. */
interface Position extends Lists, SentenceContext {
  /** The rest of the sentence, as it is typed. */
  readonly text: string;
  /** The same in lower case without accents. */
  readonly normalized: string;
  /** The word before that determines the meaning of a name: "in", "from", "by"; empty for none. */
  readonly preposition: string;
}

export interface Match extends Interpretation {
  readonly length: number;
}

export function isPreposition(word: string): boolean {
  return PREPOSITIONS.some((pattern) => pattern.test(word));
}

export function matchAt(position: Position): Match | undefined {
  return (
    quotedAt(position) ??
    groupAt(position) ??
    figuresAt(position) ??
    companyAt(position) ??
    listedAt(position) ??
    nameAt(position)
  );
}

/** Reads a text in quotation marks as a group, else as a company. */
function quotedAt({ text, groups }: Position): Match | undefined {
  const [all, name] = QUOTED.exec(text) ?? [];
  if (all === undefined || name === undefined) return undefined;
  const group = groups.find((one) => normalizeWords(one) === normalizeWords(name));
  const meanings = [group ? { kind: 'group', value: group } : { kind: 'company', value: name.trim() }];
  return { length: all.length, meanings };
}

/** Reads a group's name, or "group" with an unknown name. */
function groupAt({ normalized, groups }: Position): Match | undefined {
  // the longest first: Accounts West is not Accounts
  const ordered = [...groups].sort((a, b) => b.length - a.length);
  const named = (text: string) => ordered.find((name) => startsWith(text, normalizeWords(name)));
  const group = named(normalized);
  if (group && normalizeWords(group).length > 2)
    return { length: group.length, meanings: [{ kind: 'group', value: group }] };
  const before = GROUP.exec(normalized)?.[0];
  if (before === undefined) return undefined;
  const name = normalized.slice(before.length);
  if (/^["„“]/.test(name) || named(name)) return undefined;
  return { ...UNKNOWN, length: before.length + (WORD.exec(name)?.[0].length ?? 0) };
}

/** Reads a number of rows, an amount, days, or a domain. */
function figuresAt({ normalized, today }: Position): Match | undefined {
  const ranked = RANKED.exec(normalized);
  if (ranked) return { ...UNKNOWN, length: ranked[0].length };
  const limit = LIMIT.exec(normalized);
  if (limit)
    return { length: limit[0].length, meanings: [{ kind: 'limit', value: (limit[1] ?? limit[2])! }] };
  const amount = amountAt(normalized);
  if (amount) return amount;
  const days = daysAt(normalized, today);
  if (days) {
    const { start = '', end = '', length, isAmbiguous } = days;
    const meanings = meaningsFrom({ start, end });
    const assumed = meanings.map(({ value }) => value).join(' – ');
    return { length, meanings, ...(isAmbiguous && { assumed }) };
  }
  const domain = DOMAIN.exec(normalized)?.[0];
  return domain === undefined
    ? undefined
    : { length: domain.length, meanings: [{ kind: 'company', value: domain }] };
}

/** Reads capitalised words after "by" as one name, even if each of them means something: Deutsche Bank. */
function companyAt(position: Position): Match | undefined {
  const { text, normalized, preposition, words, places } = position;
  if (!COMPANY_PREPOSITION.test(preposition) || GROUP.test(normalized)) return undefined;
  // the words of a title, or of a sentence in capitals, are capitalised although they are no name
  const name = COMPANY_NAME.exec(text)?.[0].split(NOT_IN_NAME)[0];
  if (!name) return undefined;
  const whole = normalized.slice(0, name.length);
  // New Yorker is not New York
  const isListed = name.includes(' ')
    ? places.has(whole.replace(/ city$/, '')) || stemsOf(whole).some((form) => words.has(form))
    : listedAt(position) !== undefined;
  // "by German Companies", "bei der Firma Siemens"
  const [first, last] = [whole.split(' ')[0]!, whole.split(' ').at(-1)!];
  const isDescribed = COMPANIES.test(last) && listedAt(position) !== undefined;
  if (isListed || COMPANIES.test(first) || isDescribed) return undefined;
  const form = LEGAL_FORM.exec(text.slice(name.length))?.[0] ?? '';
  return { length: name.length + form.length, meanings: [{ kind: 'company', value: name }], assumed: name };
}

/** Reads words of the lists, the longest first. */
function listedAt(position: Position): Match | undefined {
  const { text, normalized, words, places } = position;
  const phrase = PHRASE.exec(normalized)?.[0].split(' ') ?? [];
  for (let count = phrase.length; count > 0; count -= 1) {
    const candidate = phrase
      .slice(0, count)
      .join(' ')
      .replace(/[.’']+$/, '');
    // "us" and "it" are words, US is a country
    const isLower = candidate.length === 2 && text.slice(0, 2) !== text.slice(0, 2).toUpperCase();
    if (isLower && position.preposition !== 'in') continue;
    // "US companies" are from the US
    const describesCompanies = COMPANIES.test(phrase[count] ?? '');
    for (const form of stemsOf(candidate)) {
      const place = places.get(form);
      // Mexico City is not Mexico
      const whole =
        place && /^.{3,} city(?![\p{L}\p{N}])/u.exec(normalized.slice(0, candidate.length + 6))?.[0];
      if (whole)
        return placeOf(position, { name: text.slice(0, whole.length), isCountry: false }, whole.length);
      if (place) return placeOf(position, place, candidate.length, describesCompanies);
      const meanings = words.get(form);
      if (meanings) return { length: candidate.length, meanings, isWord: true, describesCompanies };
    }
  }
  return compoundAt(phrase[0] ?? '', words);
}

/** Reads "CEO-Wechsel" and "Finanzchefwechsel" as a title and another word, "Autoindustrie" as an industry. */
function compoundAt(word: string, words: Lists['words']): Match | undefined {
  const of = (texts: readonly string[], wanted: string) =>
    texts.flatMap((text) => words.get(text) ?? []).filter(({ kind }) => kind === wanted);
  const before = (/^[^-]+(?=-.)/.exec(word) ?? BEFORE_CHANGE.exec(word))?.[0] ?? '';
  const title = of(stemsOf(before), 'title');
  if (title.length > 0) return { length: before.length, meanings: title, isWord: true };
  const industry = of(stemsOf(COMPOUND.exec(word)?.[1] ?? ''), 'industry');
  return industry.length > 0
    ? { length: word.length, meanings: industry, isWord: true, describesCompanies: true }
    : undefined;
}

function placeOf(
  { preposition }: Position,
  place: NamedPlace,
  length: number,
  describesCompanies = false,
): Match {
  const { name: value, isCountry } = place;
  const isOrigin = describesCompanies || place.isOrigin === true || ORIGIN_PREPOSITION.test(preposition);
  const meanings = [{ kind: isOrigin ? 'origin' : 'place', value }];
  return { length, meanings: isCountry ? [...meanings, { kind: 'country', value }] : meanings };
}

/** Reads a name that is in no list, or a mistyped word of a list. */
function nameAt(position: Position): Match | undefined {
  const { text, normalized, preposition, words, places } = position;
  const word = WORD.exec(normalized)?.[0] ?? '';
  if (STOP_WORDS.has(word) || NOT.test(normalized) || NEAR.test(word) || isPreposition(word))
    return undefined;
  const followsPlacePreposition = PLACE_PREPOSITION.test(preposition) || ORIGIN_PREPOSITION.test(preposition);
  const close = followsPlacePreposition && nearest([word], places, ({ name }) => name);
  if (close) return { ...placeOf(position, close, word.length), assumed: close.name };
  const name = PLACE_NAME.exec(text)?.[0];
  if (name && followsPlacePreposition && !WEEKDAY.test(word))
    return { ...placeOf(position, { name, isCountry: false }, name.length), assumed: name };
  const forms = word.length > 5 && word.endsWith('s') ? [word, word.slice(0, -1)] : [word];
  const meanings = nearest(forms, words, ([first]) => first!.value);
  return meanings && { length: word.length, meanings, isWord: true, assumed: meanings[0]!.value };
}

/** Returns the entry of listed words that are a letter away, if all of them mean the same. */
function nearest<T>(
  forms: readonly string[],
  list: ReadonlyMap<string, T>,
  meaning: (entry: T) => string,
): T | undefined {
  const near = [...list]
    .filter(([word]) => forms.some((form) => isNear(form, word)))
    .map(([, entry]) => entry);
  const [first] = near;
  return first && near.every((entry) => meaning(entry) === meaning(first)) ? first : undefined;
}

function startsWith(text: string, start: string): boolean {
  return text.startsWith(start) && !/^[\p{L}\p{N}]/u.test(text.slice(start.length));
}

/** True if two words differ in one letter or in two swapped ones; false for short words. */
export function isNear(word: string, other: string): boolean {
  if (word.length < 4 || other.length < 5 || Math.abs(word.length - other.length) > 1) return false;
  return editsBetween(word, other) <= 1;
}
