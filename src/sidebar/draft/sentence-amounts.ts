/** Amounts in sentences: money and jobs, with a comparison, as expressions of a formula. */
import { foldWords } from './sentence-words.js';

interface FoundAmount {
  readonly kind: 'money' | 'jobs';
  /** As the filter takes it. */
  readonly expression: string;
  /** Empty where none was named. */
  readonly currency: string;
  readonly length: number;
}

/** Figures that name an amount without saying which ones are meant: about 10M, or 10M alone. */
interface VagueAmount {
  readonly kind: 'vague';
  readonly length: number;
}

const OPERATORS: readonly (readonly [string, string])[] = [
  [
    '>=',
    '>=|at least|minimum(?: of)?|min\\.?|no less than|not less than|starting at|from|ab|mindestens|wenigstens',
  ],
  ['<=', '<=|at most|no more than|not more than|up to|maximum(?: of)?|max\\.?|hochstens|maximal|bis zu|bis'],
  ['>', '>|over|more than|above|exceeding|greater than|larger than|mehr als|uber|oberhalb von'],
  ['<', '<|under|below|less than|fewer than|weniger als|unter'],
  ['=', 'exactly|genau'],
  ['?', 'about|around|approximately|approx\\.?|roughly|nearly|almost|circa|ca\\.?|rund|etwa|ungefahr|fast'],
];
const CURRENCIES: readonly (readonly [string, string])[] = [
  ['CAD', 'canadian dollars?|kanadischen? dollar|c\\$|ca\\$|cad'],
  ['AUD', 'australian dollars?|australischen? dollar|a\\$|aud'],
  ['USD', 'us[- ]dollars?|us\\$|dollars?|usd|\\$'],
  ['EUR', 'euros?|eur|€'],
  ['GBP', 'pounds?|pfund|gbp|£'],
  ['INR', 'indian rupees?|rupees?|rupien|inr|₹'],
  ['CHF', 'swiss francs?|schweizer franken|franken|chf'],
  ['CNY', 'yuan|renminbi|rmb|cny'],
  ['JPY', 'yen|jpy|¥'],
  ['SEK', 'swedish kronor|kronor|sek'],
];
const SCALES: readonly (readonly [number, string])[] = [
  [1e12, 'billionen|trillions?'],
  [1e9, 'billions?|bn|mrd\\.?|milliarden?|b'],
  [1e6, 'millions?|millionen|mio\\.?|mn|mm|m'],
  [1e3, 'thousand|tausend|tsd\\.?|k'],
];
const either = (table: readonly (readonly [unknown, string])[]) =>
  table.map(([, pattern]) => pattern).join('|');
const END = '(?![\\p{L}\\p{N}])';
const CURRENCY = `(?:${either(CURRENCIES)})`;
const NUMBER = `(?:(${CURRENCY}) ?)?(\\d[\\d.,]*\\d|\\d)(?: ?(${either(SCALES)})${END})?(?: ?(${CURRENCY})${END})?`;
const JOBS = `(?: (?:(?:new|neuen?) )?(jobs?|people|persons?|employees?|workers?|staff|positions?|roles?|stellen|arbeitsplatzen?|arbeitsplatz|mitarbeitern?|leuten?|personen)${END})?`;
const PAIR = new RegExp(
  `^(?:between |from |zwischen |von )?${NUMBER} ?(?:and|to|und|bis|[-–]) ?${NUMBER}${JOBS}`,
  'u',
);
const SINGLE = new RegExp(
  `^(?:(${either(OPERATORS)}) ?)?${NUMBER}(\\+)?${JOBS}( or more| oder mehr| or less| oder weniger)?`,
  'u',
);

/** The amount at the beginning of a folded text, or undefined. */
export function amountAt(text: string): FoundAmount | VagueAmount | undefined {
  const pair = PAIR.exec(text);
  if (pair) {
    const [whole, before, first = '', scale1, after1, before2, second = '', scale2, after2, jobs] = pair;
    const scale = scaleOf(scale2);
    const [from, to] = [numberOf(first, scale1 ? scaleOf(scale1) : scale), numberOf(second, scale)];
    const currency = currencyOf(before ?? after1 ?? before2 ?? after2);
    const isMoney = currency !== '' || scale >= 1e6;
    if (from !== undefined && to !== undefined && from <= to && (jobs ? !currency : isMoney))
      return { kind: jobs ? 'jobs' : 'money', expression: `${from}..${to}`, currency, length: whole.length };
  }
  const single = SINGLE.exec(text);
  if (!single) return undefined;
  const [whole, word = '', before, figures = '', scaleWord, after, plus, jobs, more] = single;
  const scale = scaleOf(scaleWord);
  const number = numberOf(figures, scale);
  const currency = currencyOf(before ?? after);
  const named = OPERATORS.find(([, pattern]) => new RegExp(`^(?:${pattern})$`).test(word))?.[0] ?? '';
  const operator = plus || /m(?:ore|ehr)/.test(more ?? '') ? '>=' : more ? '<=' : named;
  if (!currency && !jobs && scale < 1e6)
    return named === '?' ? { kind: 'vague', length: whole.length } : undefined;
  if (number === undefined || operator === '' || operator === '?' || (jobs && currency))
    return { kind: 'vague', length: whole.length };
  return {
    kind: jobs ? 'jobs' : 'money',
    expression: `${operator === '=' ? '' : operator}${number}`,
    currency,
    length: whole.length,
  };
}

function scaleOf(word = ''): number {
  return SCALES.find(([, pattern]) => new RegExp(`^(?:${pattern})$`).test(word))?.[0] ?? 1;
}

function currencyOf(word = ''): string {
  return CURRENCIES.find(([, pattern]) => new RegExp(`^(?:${pattern})$`).test(foldWords(word)))?.[0] ?? '';
}

/** 2,5 and 2.5 are two and a half, 2,500 and 2.500 are not; undefined where it could be either. */
function numberOf(figures: string, scale: number): number | undefined {
  const marks = [...new Set(figures.match(/[.,]/g) ?? [])];
  const isGrouped = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(figures);
  if (isGrouped && scale > 1) return undefined;
  const decimal = isGrouped || marks.length === 0 ? '' : figures.match(/[.,](?=\d*$)/)![0];
  const plain = [...figures].map((one) => (one === decimal ? '.' : /\d/.test(one) ? one : '')).join('');
  const number = Math.round(Number(plain) * scale * 100) / 100;
  return Number.isFinite(number) && number < 1e15 ? number : undefined;
}
