/** Amounts as people type them, turned into the service's number expressions: whole numbers, an operator or `(min,max)`. */

import { errors } from '../errors.js';
import { textOf } from './cells.js';

const SCALE: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
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
 * @throws BAD_INPUT for anything else, and for one comma that may divide thousands or two numbers
 */
export function readAmount(name: string, cell: unknown): string {
  const typed = typeof cell === 'number' ? String(cell) : textOf(cell);
  const bad = () => errors.badAmount(name, typed);
  const text = typed.toLowerCase().replace(/\s+/g, ' ').trim();
  const inner = /^\((.*)\)$/.exec(text)?.[1];
  const pair = inner !== undefined ? inner.split(',') : splitPair(text);
  if (pair) {
    if (pair.length !== 2) throw bad();
    return pairExpression(
      pair.map((part) => part.trim()),
      bad,
    );
  }
  const [, operator = '', rest = ''] = /^(>=|<=|!=|<>|=>|=<|[><=≥≤≠])?\s*(.*)$/.exec(text) ?? [];
  // a comma before three digits, without an operator: 100,200 is a pair in the service's own grammar
  if (operator === '' && /^\d{1,3},\d{3}$/.test(rest)) throw errors.amountOrPair(name, typed);
  if (operator === '' && /^\d+,\d+$/.test(rest)) return pairExpression(rest.split(','), bad);
  const number = readNumber(rest);
  if (number === undefined) throw bad();
  return single(OPERATORS[operator] ?? operator, number, bad);
}

function splitPair(text: string): string[] | undefined {
  const parts = text.split(/\s*(?:\.\.\.?|–|—| to )\s*/);
  return parts.length > 1 ? parts : undefined;
}

function pairExpression([from = '', to = '']: readonly string[], bad: () => Error): string {
  const min = from === '' ? undefined : readNumber(from);
  const max = to === '' ? undefined : readNumber(to);
  if ((from !== '' && min === undefined) || (to !== '' && max === undefined)) throw bad();
  if (min !== undefined && max !== undefined) {
    if (Math.ceil(min) > Math.floor(max)) throw bad();
    return `(${Math.ceil(min)},${Math.floor(max)})`;
  }
  if (min !== undefined) return single('>=', min, bad);
  if (max !== undefined) return single('<=', max, bad);
  throw bad();
}

/** The wire carries whole numbers: a bound with decimals moves to the next whole number that means the same. */
function single(operator: string, number: number, bad: () => Error): string {
  if (Number.isInteger(number)) return `${operator}${number}`;
  if (operator === '>=' || operator === '<') return `${operator}${Math.ceil(number)}`;
  if (operator === '>' || operator === '<=') return `${operator}${Math.floor(number)}`;
  throw bad();
}

function readNumber(text: string): number | undefined {
  const [, digits, unit = ''] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const scale = unit === '' ? 1 : SCALE[unit];
  // rounded to hide what binary fractions add: 1.1 million is 1100000
  const number =
    scale === undefined ? Number.NaN : Math.round(Number(digits.replace(/,/g, '')) * scale * 1e6) / 1e6;
  return Number.isFinite(number) && number <= Number.MAX_SAFE_INTEGER ? number : undefined;
}
