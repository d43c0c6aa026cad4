/** Amounts as people type them, turned into the service's number expressions: whole numbers, an operator or `(min,max)`. */
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
const NUMBER = /^(\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)\s*([a-z]*)$/;

/**
 * `>=1M` becomes `>=1000000`, `10M..50M` becomes `(10000000,50000000)`, the number 5 becomes `5`.
 * @throws the error of `bad` for anything else, and that of `unclear` for one comma that may divide thousands or two numbers
 */
export function amountExpression(typed: string, bad: () => Error, unclear = bad): string {
  const text = typed.toLowerCase().replace(/\s+/g, ' ');
  const pair = splitPair(text);
  if (pair) return pairExpression(pair, bad);
  const [, operator = '', rest = ''] = /^(>=|<=|!=|<>|=>|=<|[><=≥≤≠])? ?(.*)$/.exec(text) ?? [];
  if (operator === '') {
    // a comma before three digits: 100,200 is a pair in the service's own grammar
    if (/^\d{1,3},\d{3}$/.test(rest)) throw unclear();
    if (/^\d+,\d+$/.test(rest)) return pairExpression(rest.split(','), bad);
    const least = /^(.*[^ ]) ?\+$/.exec(rest)?.[1];
    if (least !== undefined) return single('>=', readNumber(least), bad);
  }
  return single(OPERATORS[operator] ?? operator, readNumber(rest), bad);
}

/** The two ends of `(10,50)`, `10..50`, `10-50` or `10 to 50`; an end may be open where it cannot be mistaken for a sign. */
function splitPair(text: string): string[] | undefined {
  const inner = /^\((.*)\)$/.exec(text)?.[1];
  if (inner !== undefined) return inner.split(',');
  const parts = text.split(/\.\.\.?/);
  return parts.length > 1 ? parts : /^([^-–—]+?)(?:[-–—]| to )([^-–—]+)$/.exec(text)?.slice(1);
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
  if (max !== undefined) return single('<=', max, bad);
  throw bad();
}

/** The wire carries whole numbers: a bound with decimals moves to the next whole number that means the same. */
function single(operator: string, number: number | undefined, bad: () => Error): string {
  if (number === undefined) throw bad();
  if (Number.isInteger(number)) return `${operator}${number}`;
  if (operator === '>=' || operator === '<') return `${operator}${Math.ceil(number)}`;
  if (operator === '>' || operator === '<=') return `${operator}${Math.floor(number)}`;
  throw bad();
}

/** `1,000`, `1.5m`, `2 billion`; undefined for anything else, and beyond what can be counted exactly. */
export function readNumber(text: string): number | undefined {
  const [, digits, unit = ''] = NUMBER.exec(text.trim().toLowerCase()) ?? [];
  if (digits === undefined) return undefined;
  const power = unit === '' ? 0 : ownValue(UNITS, unit);
  // by its digits, because binary fractions would add some: 1.1 million is 1100000
  const number = power === undefined ? Number.NaN : Number(`${digits.replace(/,/g, '')}e${power}`);
  return Number.isFinite(number) && number <= Number.MAX_SAFE_INTEGER ? number : undefined;
}
