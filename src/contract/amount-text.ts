/** Turns typed amounts into the service's number expressions: whole numbers, an operator or `(min,max)`. */
import { ownValue } from './options.js';

/** Powers of ten. */
const UNITS: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
};
const OPERATORS: Readonly<Record<string, string>> = {
  '≥': '>=',
  '≤': '<=',
  '≠': '!=',
  '<>': '!=',
  '=>': '>=',
  '=<': '<=',
};
/** Matches `10.000`: ten thousand in some languages, and ten with three decimals in others. */
const UNCLEAR_POINT = /^[1-9]\d{0,2}\.\d{3}$/;
const NUMBER = /^(\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)\s*([a-z]*)$/;

/**
 * Turns `>=1M` into `>=1000000`, `10M..50M` into `(10000000,50000000)`, the number 5 into `5`.
 * @throws `bad()` for other texts, and `unclear()` for a comma that may separate thousands or two numbers
 */
export function amountExpression(typed: string, bad: () => Error, unclear = bad): string {
  const text = typed.toLowerCase().replace(/\s+/g, ' ');
  const pair = splitPair(text);
  if (pair) return pairExpression(pair, bad);
  const [, operator = '', rest = ''] = /^(>=|<=|!=|<>|=>|=<|[><=≥≤≠])? ?(.*)$/.exec(text) ?? [];
  if (operator === '') {
    // a comma before three digits: 100,200 can be one number, but is a pair in the service's grammar
    if (/^\d{1,3},\d{3}$/.test(rest)) throw unclear();
    if (/^\d+,\d+$/.test(rest)) return pairExpression(rest.split(','), bad);
    const least = /^(.*[^ ]) ?\+$/.exec(rest)?.[1];
    if (least !== undefined) return single('>=', readNumber(least), bad);
  }
  return single(OPERATORS[operator] ?? operator, readNumber(rest), bad);
}

/** Returns the bounds of `(10,50)`, `10..50`, `10-50` or `10 to 50`. The first two forms can omit one. */
function splitPair(text: string): string[] | undefined {
  const inner = /^\((.*)\)$/.exec(text)?.[1];
  if (inner !== undefined) return inner.split(',');
  const parts = text.split(/\.\.\.?/);
  if (parts.length > 1) return parts;
  const bounds = text.split(/[-–—]| to /);
  return bounds.length === 2 && bounds.every(Boolean) ? bounds : undefined;
}

function pairExpression(parts: readonly string[], bad: () => Error): string {
  const [from = '', to = '', ...others] = parts.map((part) => part.trim());
  const min = readNumber(from);
  const max = readNumber(to);
  // 10-50M may mean 10 or 10 million
  if (/^(?=.*[1-9])[\d.,]+$/.test(from) && /[a-z]$/.test(to)) throw bad();
  if (others.length > 0 || (from !== '' && min === undefined) || (to !== '' && max === undefined))
    throw bad();
  if (min !== undefined && max !== undefined) {
    if (Math.ceil(min) > Math.floor(max)) throw bad();
    return `(${Math.ceil(min)},${Math.floor(max)})`;
  }
  if (min !== undefined) return single('>=', min, bad);
  return single('<=', max, bad);
}

/** Rounds a bound to the whole number that means the same: the service takes only whole numbers. */
function single(operator: string, number: number | undefined, bad: () => Error): string {
  if (number === undefined) throw bad();
  if (Number.isInteger(number)) return `${operator}${number}`;
  if (operator === '>=' || operator === '<') return `${operator}${Math.ceil(number)}`;
  if (operator === '>' || operator === '<=') return `${operator}${Math.floor(number)}`;
  throw bad();
}

/** Reads `1,000`, `1.5m`, `2 billion`; undefined for `1.000`, other texts and above the greatest safe integer. */
export function readNumber(text: string): number | undefined {
  const [, digits, unit = ''] = NUMBER.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined || UNCLEAR_POINT.test(digits)) return undefined;
  const power = unit === '' ? 0 : ownValue(UNITS, unit);
  // by the digits, because a multiplication would add binary fractions: 1.1 million is 1100000
  const number = power === undefined ? Number.NaN : Number(`${digits.replace(/,/g, '')}e${power}`);
  return Number.isFinite(number) && number <= Number.MAX_SAFE_INTEGER ? number : undefined;
}
