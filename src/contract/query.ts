/** Turns the body of a request into a checked query. Service and add-on read filters in the same way. */
import { type AmountTest, parseAmount } from './amounts.js';
import { type DateFormat, isoFromWire } from './dates.js';
import type { ServiceErrorCode } from './errors.js';
import type { Filter, FilterTable } from './filters.js';
import { isObject } from './json.js';
import { ownValue } from './options.js';
import { short } from './short-text.js';

type ValueOf<F> = F extends { values: readonly (infer V)[] } ? V : string;

/** A checked query: dates as 'YYYY-MM-DD', lists as arrays, expressions as intervals, numbers as numbers. */
export type Query<F extends FilterTable> = {
  -readonly [K in keyof F]?: F[K]['kind'] extends 'list'
    ? readonly ValueOf<F[K]>[]
    : F[K]['kind'] extends 'amount'
      ? AmountTest
      : F[K]['kind'] extends 'integer'
        ? number
        : ValueOf<F[K]>;
};

/** Why a request is rejected. */
interface Problem {
  readonly code: ServiceErrorCode;
  readonly field: string;
  /** Starts with the field. */
  readonly message: string;
}

type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

/** Reads a request body with a table of filters. Reports the first problem. */
export function parseQuery<F extends FilterTable>(
  filters: F,
  dates: DateFormat,
  body: unknown,
): Parsed<Query<F>> {
  if (!isObject(body)) return refuse('body', 'must be a JSON object');
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const filter = ownValue(filters, name);
    if (!filter)
      return refuse(short(name, 100), `is not a known field; use ${Object.keys(filters).join(', ')}`);
    const parsed = parseFilter(name, filter, dates, value);
    if (!parsed.ok) return parsed;
    query[name] = parsed.value;
  }
  const range = query as { startDate?: string; endDate?: string };
  if (range.startDate && range.endDate && range.startDate > range.endDate) {
    return refuse('startDate', 'must not be after endDate');
  }
  return { ok: true, value: query as Query<F> };
}

function parseFilter(name: string, filter: Filter, dates: DateFormat, value: unknown): Parsed<unknown> {
  switch (filter.kind) {
    case 'list':
      return parseList(name, filter, value);
    case 'amount': {
      const test = typeof value === 'string' || typeof value === 'number' ? parseAmount(value) : undefined;
      return test
        ? accept(test)
        : refuse(name, 'must be a number expression such as >=100, !=0 or (100,200)');
    }
    case 'integer': {
      const number = typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
      const min = filter.min ?? 0;
      // a limit is a whole number; a filter that is compared with a field takes any number, as specified
      const isWhole = filter.field === undefined;
      const fits = isWhole ? Number.isSafeInteger(number) : Number.isFinite(number);
      return fits && Number(number) >= min
        ? accept(number)
        : refuse(name, `must be a ${isWhole ? 'whole ' : ''}number of at least ${min}`);
    }
    case 'date': {
      const iso = typeof value === 'string' ? isoFromWire(value, dates) : undefined;
      return iso ? accept(iso) : refuse(name, `must be an existing date written ${dates}`);
    }
    default: {
      if (typeof value !== 'string') return refuse(name, 'must be text');
      return checkValue(name, filter, value.trim()) ?? accept(value.trim());
    }
  }
}

function parseList(name: string, filter: Filter, value: unknown): Parsed<unknown> {
  const texts = listOf(filter, value);
  if (!texts) return refuse(name, `must be ${filter.wire === 'array' ? '' : 'text or '}an array of text`);
  const values = texts.map((text) => text.trim());
  if (name === 'currency' && values.every((text) => text === ''))
    return refuse(name, 'is empty: send it together with investment, or omit it', 'NO_CURRENCY');
  if (values.length === 0) return refuse(name, 'is empty: send a value or omit the field');
  for (const text of values) {
    const refused = checkValue(name, filter, text);
    if (refused) return refused;
  }
  return accept([...new Set(values)]);
}

function listOf(filter: Filter, value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : undefined;
  if (typeof value !== 'string' || filter.wire === 'array') return undefined;
  if (filter.wire === 'text') return [value];
  const parts = value.split(',').filter((part) => part.trim() !== '');
  return parts.length > 0 ? parts : [''];
}

function checkValue(name: string, filter: Filter, text: string): Parsed<never> | undefined {
  if (text === '') return refuse(name, 'is empty: send a value or omit the field');
  if (text.includes('\0')) return refuse(name, 'must not contain a zero character');
  if (!filter.values || filter.values.includes(text)) return undefined;
  return refuse(name, `must be one of ${filter.values.join('; ')}`);
}

function accept(value: unknown): Parsed<unknown> {
  return { ok: true, value };
}

function refuse(field: string, message: string, code: ServiceErrorCode = 'BAD_INPUT'): Parsed<never> {
  return { ok: false, problem: { code, field, message: `${field} ${message}` } };
}
