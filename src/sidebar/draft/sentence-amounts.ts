/** Figures in sentences: numbers of rows, and amounts of money and jobs as expressions of a formula. */
import { type Match, type Meaning, meaningsFrom, normalizeWords, phrase, rowOf } from './lexicon.js';

type Groups = Readonly<Record<string, string | undefined>>;

const END = '(?![\\p{L}\\p{N}])';
/** With "a billion" and "two million", but not "two plants". The groups get a number, because a pair has two. */
const number = (nth: number) =>
  `(?:(?<before${nth}>{currencies}) ?)?` +
  `(?<figures${nth}>\\d[\\d.,]*\\d|\\d|{numbers}(?= {scales}${END}))` +
  `(?: ?(?<scale${nth}>{scales})${END})?(?: ?(?<after${nth}>{currencies})${END})?`;
const JOBS = `(?: {new?}(?<jobs>{jobs})${END})?`;
const OR_MORE = (nth: number) => `(?: (?:(?<more${nth}>{orMore})|(?<less${nth}>{orLess})))?`;
const NEWEST = `{newest} (?<limit>\\d{1,4})(?![-–+.,/]| (?:{or}|{and}) | ?(?:(?!{relative})\\p{L}+ )?{timeUnits})`;
const DOMAIN = '(?<company>(?:[a-z\\d](?:[a-z\\d-]*[a-z\\d])?\\.)+[a-z]{2,10})';
const PAIR = `{between?}${number(1)} ?(?:{and}|{to}|[-–]) ?${number(2)}${JOBS}`;
const SINGLE = `(?:(?<operator>[<>]=?|{operators}) ?)?${number(1)}(?<plus>\\+)?${OR_MORE(1)}${JOBS}${OR_MORE(2)}`;
/** Phrases and the meanings of their groups, in the order in which they are tried; undefined for no amount. */
const PHRASES: readonly (readonly [RegExp, (groups: Groups) => readonly Meaning[] | undefined])[] = [
  // figures such as "the largest" have no filter
  [phrase('{ranked}|{measure}'), () => []],
  // the groups of the next three are named as the meanings that they have
  [phrase(NEWEST), meaningsFrom],
  [phrase('{atMost} (?<limit>\\d{1,4}) {rows}'), meaningsFrom],
  [phrase(DOMAIN), meaningsFrom],
  [phrase(PAIR), meaningsOfPair],
  [phrase(SINGLE), meaningsOfSingle],
];

/**
 * Reads a number of rows, a domain or an amount at the start of a normalized text. Figures without a filter have no
 * meaning, nor has an amount without a clear comparison or unit: about 10M.
 */
export function figuresAt(text: string): Match | undefined {
  for (const [pattern, meaningsOf] of PHRASES) {
    const found = pattern.exec(text);
    const meanings = found && meaningsOf(found.groups ?? {});
    if (meanings) return { meanings, length: found[0].length };
  }
  return undefined;
}

/** "between 10 and 20 million dollars": the scale and the currency count for both numbers. */
function meaningsOfPair(groups: Groups): readonly Meaning[] | undefined {
  const { figures1, scale1, figures2, scale2, jobs } = groups;
  const scale = scaleOf(scale2);
  const [from, to] = [numberOf(figures1, scale1 ? scaleOf(scale1) : scale), numberOf(figures2, scale)];
  const currency = currencyOf(groups);
  const isMeant = jobs ? currency === '' : currency !== '' || scale >= 1e6;
  if (from === undefined || to === undefined || from > to || !isMeant) return undefined;
  return meaningsFrom({ [jobs ? 'jobs' : 'money']: `${from}..${to}`, currency });
}

/** "over 10 million dollars", "200 jobs or more" */
function meaningsOfSingle(groups: Groups): readonly Meaning[] | undefined {
  const { operator: word = '', figures1, scale1, plus, more1, more2, less1, less2, jobs } = groups;
  const scale = scaleOf(scale1);
  const value = numberOf(figures1, scale);
  const currency = currencyOf(groups);
  const named = /^[<>]/.test(word) ? word : rowOf('operators', word);
  if (!currency && !jobs && scale < 1e6) return named === '?' ? [] : undefined;
  const operator = plus || more1 || more2 ? '>=' : less1 || less2 ? '<=' : named;
  const isVague = value === undefined || !operator || operator === '?' || (jobs && currency);
  if (isVague) return [];
  const expression = `${operator === '=' ? '' : operator}${value}`;
  return meaningsFrom({ [jobs ? 'jobs' : 'money']: expression, currency });
}

function scaleOf(word?: string): number {
  return Number(rowOf('scales', word) ?? 1);
}

function currencyOf({ before1, after1, before2, after2 }: Groups): string {
  return rowOf('currencies', normalizeWords(before1 ?? after1 ?? before2 ?? after2 ?? '')) ?? '';
}

/** Reads 2,5 and 2.5 as two and a half, 2,500 and 2.500 as thousands; undefined if both are possible. */
function numberOf(figures = '', scale: number): number | undefined {
  const named = rowOf('numbers', figures);
  if (named !== undefined) return Number(named) * scale;
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(figures);
  if (isGrouped && scale > 1) return undefined;
  const decimal = isGrouped ? undefined : /[.,](?=\d*$)/.exec(figures)?.[0];
  const plain = [...figures].map((one) => (one === decimal ? '.' : /\d/.test(one) ? one : '')).join('');
  const value = Math.round(Number(plain) * scale * 100) / 100;
  return Number.isFinite(value) && value < 1e15 ? value : undefined;
}
