/** Figures in sentences: numbers of rows, and amounts of money and jobs as expressions of a formula. */
import {
  anyOf,
  keyMatching,
  type Match,
  meaningsFrom,
  normalizeWords,
  type PatternTable,
  patternOf,
  patternTableOf,
} from './lexicon.js';

/** The words and the signs of comparisons. */
const OPERATORS: PatternTable = patternTableOf('operators').map(([sign, words]) => [
  sign,
  /[<>]/.test(sign) ? `${sign}|${words}` : words,
]);
const CURRENCIES = patternTableOf('currencies');
const SCALES = patternTableOf('scales');
const NUMBERS = patternTableOf('numbers');

const END = '(?![\\p{L}\\p{N}])';
const CURRENCY = `(?:${anyOf(CURRENCIES)})`;
/** "a billion" and "two million", but not "two plants" */
const COUNT = `(?:${anyOf(NUMBERS)})(?= (?:${anyOf(SCALES)})${END})`;
const NUMBER = `(?:(${CURRENCY}) ?)?(\\d[\\d.,]*\\d|\\d|${COUNT})(?: ?(${anyOf(SCALES)})${END})?(?: ?(${CURRENCY})${END})?`;
const OR_MORE = `(?: (?:(${patternOf('orMore')})|(${patternOf('orLess')})))?`;
const JOBS = `(?: (?:(?:${patternOf('new')}) )?(${patternOf('jobs')})${END})?`;
const PAIR = new RegExp(
  `^(?:(?:${patternOf('between')}) )?${NUMBER} ?(?:${patternOf('and')}|[-–]) ?${NUMBER}${JOBS}`,
  'u',
);
const SINGLE = new RegExp(`^(?:(${anyOf(OPERATORS)}) ?)?${NUMBER}(\\+)?${OR_MORE}${JOBS}${OR_MORE}`, 'u');
const LIMIT = new RegExp(
  `^(?:(?:${patternOf('newest')}) (\\d{1,4})(?![-–+.,/][\\p{L}\\p{N}]|\\+| (?:${patternOf('or')}|${patternOf('and')}) | ?(?:(?!${patternOf('this')}|${patternOf('last')})\\p{L}+ )?(?:${patternOf('spans')}))|(?:${patternOf('atMost')}) (\\d{1,4}) (?:${patternOf('rows')}))\\b`,
  'u',
);
/** "top 10" and "100,000 square feet" */
const NO_FILTER = new RegExp(`^(?:${patternOf('ranked')}|${patternOf('measure')})${END}`, 'u');

/** Reads the number of rows at the start of a normalized text, or figures for which there is no filter. */
export function limitAt(text: string): Match | undefined {
  const without = NO_FILTER.exec(text);
  if (without) return { meanings: [], length: without[0].length };
  const [whole, newest, atMost] = LIMIT.exec(text) ?? [];
  const limit = newest ?? atMost;
  return whole && limit ? { meanings: meaningsFrom({ limit }), length: whole.length } : undefined;
}

/** Reads the amount at the start of a normalized text. It has no meaning without a clear comparison or unit: about 10M. */
export function amountAt(text: string): Match | undefined {
  return pairAt(text) ?? singleAt(text);
}

/** "between 10 and 20 million dollars" */
function pairAt(text: string): Match | undefined {
  const pair = PAIR.exec(text);
  if (!pair) return undefined;
  const [whole, before, first = '', scale1, after1, before2, second = '', scale2, after2, jobs] = pair;
  const scale = scaleOf(scale2);
  const [from, to] = [numberOf(first, scale1 ? scaleOf(scale1) : scale), numberOf(second, scale)];
  const currency = currencyOf(before ?? after1 ?? before2 ?? after2);
  const isMeant = jobs ? currency === '' : currency !== '' || scale >= 1e6;
  if (from === undefined || to === undefined || from > to || !isMeant) return undefined;
  const meanings = meaningsFrom({ [jobs ? 'jobs' : 'money']: `${from}..${to}`, currency });
  return { meanings, length: whole.length };
}

/** "over 10 million dollars", "200 jobs or more" */
function singleAt(text: string): Match | undefined {
  const single = SINGLE.exec(text);
  if (!single) return undefined;
  const [whole, word = '', before, figures = '', scaleWord, after, plus, more1, less1, jobs, more2, less2] =
    single;
  const { length } = whole;
  const scale = scaleOf(scaleWord);
  const number = numberOf(figures, scale);
  const currency = currencyOf(before ?? after);
  const named = keyMatching(OPERATORS, word) ?? '';
  const operator = plus || more1 || more2 ? '>=' : less1 || less2 ? '<=' : named;
  if (!currency && !jobs && scale < 1e6) return named === '?' ? { meanings: [], length } : undefined;
  const isVague = number === undefined || operator === '' || operator === '?' || (jobs && currency);
  if (isVague) return { meanings: [], length };
  const expression = `${operator === '=' ? '' : operator}${number}`;
  return { meanings: meaningsFrom({ [jobs ? 'jobs' : 'money']: expression, currency }), length };
}

function scaleOf(word?: string): number {
  return Number(keyMatching(SCALES, word) ?? 1);
}

function currencyOf(word = ''): string {
  return keyMatching(CURRENCIES, normalizeWords(word)) ?? '';
}

/** Reads 2,5 and 2.5 as two and a half, 2,500 and 2.500 as thousands; undefined if both are possible. */
function numberOf(figures: string, scale: number): number | undefined {
  const named = keyMatching(NUMBERS, figures);
  if (named !== undefined) return Number(named) * scale;
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(figures);
  if (isGrouped && scale > 1) return undefined;
  const decimal = isGrouped ? undefined : /[.,](?=\d*$)/.exec(figures)?.[0];
  const plain = [...figures].map((one) => (one === decimal ? '.' : /\d/.test(one) ? one : '')).join('');
  const number = Math.round(Number(plain) * scale * 100) / 100;
  return Number.isFinite(number) && number < 1e15 ? number : undefined;
}
