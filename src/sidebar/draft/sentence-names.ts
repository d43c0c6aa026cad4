/** Names in sentences: what companies and places look like, and lists of places. */
import options from './lexicon/options.json';
import {
  AND_OR,
  keyMatching,
  type Lists,
  normalizeWords,
  patternOf,
  patternTableOf,
  SPANS,
  STOP_WORDS,
} from './lexicon.js';

export const WORD = /^(?:[\p{L}\p{N}&]+(?:[-'’/.](?=[\p{L}\p{N}])[\p{L}\p{N}]+)*)/u;
const AND = new RegExp(`^(?:${patternOf('and')})$`);
/** "St. Louis" */
const SHORT = '(?<=\\b\\p{Lu}\\p{Ll}?)\\. ';
const PLACE = capitalised(` |${SHORT}`, 2);
export const PLACE_NAME = new RegExp(`^${PLACE}`, 'u');
/** "Bank of America", "May & Co" */
export const COMPANY_NAME = new RegExp(`^${capitalised(` | & | of |${SHORT}`, 3)}`, 'u');
export const LEGAL_FORM = /^, (?:Inc|LLC|Ltd|Corp|Co|LP|PLC|GmbH|AG|SE)\b\.?/;
const SPAN = SPANS.map(patternOf).join('|');
export const NOT_IN_NAME = new RegExp(
  `(?:^| )(?:${patternOf('placeLead')}|${patternOf('and')}|${patternOf('since')}|(?:${patternOf('this')}|${patternOf('last')}) (?:${SPAN}))(?= |$)`,
  'iu',
);
const MONTHS = patternTableOf('months');
const PLACES = new RegExp(`^, (${PLACE})(?:, ${PLACE})*,? (?:${AND_OR}) (?:in )?${PLACE}`, 'u');
const CITY_PAIR = new RegExp(`^, ${PLACE},? (?:${AND_OR}) (?:in )?${PLACE}, (${PLACE})`, 'u');

/** @param between what may be between two words, as a pattern */
function capitalised(between: string, most: number): string {
  const word = "\\p{Lu}(?:[\\p{L}\\p{N}&'’.-]*[\\p{L}\\p{N}])?";
  return `(?:\\d+-)?${word}(?:(?:${between})${word}){0,${most}}`;
}

/** True if the text after "by Ford, " continues the list: "Tesla and Honda", not "in Texas". */
export function isNextCompany(text: string): boolean {
  const word = WORD.exec(normalizeWords(text))?.[0] ?? '';
  return !STOP_WORDS.has(word) || AND.test(word) || /^\p{Lu}\S* \p{Lu}/u.test(text);
}

/**
 * Returns the length of ", Dresden and Erfurt", which continues a list of places, else 0. ", Texas and Denver" is none,
 * because a listed place may be the region of a city before, unless the second city has one, too. After a region or
 * country, ", Ford and Tesla" is none either: unlisted names may be companies.
 * @param before the place before the text
 */
export function placeListLength(text: string, before: string, places: Lists['places']): number {
  const [list, first = ''] = PLACES.exec(text) ?? [];
  if (list === undefined || keyMatching(MONTHS, normalizeWords(first))) return 0;
  const of = (name: string) => places.get(normalizeWords(name));
  const [known, region] = [of(first), of(before)];
  const isCity = !region || isListedCity(region.name) || options.alsoCities.includes(region.name);
  if (!known && !isCity) return 0;
  return !known || isListedCity(known.name) || of(CITY_PAIR.exec(text)?.[1] ?? '') ? list.length : 0;
}

export function isListedCity(name = ''): boolean {
  return options.cities.includes(name) || options.cityStates.includes(name);
}
