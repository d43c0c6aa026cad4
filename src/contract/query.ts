/** Turns the body of a request into a checked query. Service and add-on read filters in the same way. */
import { type AmountTest, parseAmount } from './amounts.js';
import { type DateFormat, isoFromWire } from './dates.js';
import type { ServiceErrorCode } from './errors.js';
import type { Filter, FilterTable } from './filters.js';
import { isObject } from './json.js';
import { ownValue } from './options.js';
import { short } from './short-text.js';

/** A filter's checked value: a date as 'YYYY-MM-DD', a list as an array, an expression as an interval. */
export type QueryValue = string | number | readonly string[] | AmountTest;

export type Query = Readonly<Record<string, QueryValue | undefined>>;

/** Why a request is rejected. The message starts with the field. */
export class QueryError extends Error {
  readonly code: ServiceErrorCode;

  constructor(field: string, reason: string, code: ServiceErrorCode = 'BAD_INPUT') {
    super(`${field} ${reason}`);
    this.code = code;
  }
}

/** Reads a request body with a table of filters. @throws QueryError for the first problem */
export function parseQuery(filters: FilterTable, dates: DateFormat, body: unknown): Query {
  if (!isObject(body)) throw new QueryError('body', 'must be a JSON object');
  const query: Record<string, QueryValue> = {};
  for (const [name, value] of Object.entries(body)) {
    const filter = ownValue(filters, name);
    if (!filter) {
      const known = Object.keys(filters).join(', ');
      throw new QueryError(short(name, 100), `is not a known field; use ${known}`);
    }
    query[name] = readValue(name, filter, dates, value);
  }
  const { startDate = '', endDate = '' } = query as { startDate?: string; endDate?: string };
  if (endDate !== '' && startDate > endDate) throw new QueryError('startDate', 'must not be after endDate');
  return query;
}

function readValue(name: string, filter: Filter, dates: DateFormat, value: unknown): QueryValue {
  switch (filter.kind) {
    case 'list':
      return readList(name, filter, value);
    case 'amount': {
      const test = typeof value === 'string' || typeof value === 'number' ? parseAmount(value) : undefined;
      if (test) return test;
      throw new QueryError(name, 'must be a number expression such as >=100, !=0 or (100,200)');
    }
    case 'integer': {
      const number = typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value;
      const min = filter.min ?? 0;
      // a limit is a whole number; a filter that is compared with a field takes any number, as specified
      const isWhole = filter.field === undefined;
      const fits = isWhole ? Number.isSafeInteger(number) : Number.isFinite(number);
      if (fits && Number(number) >= min) return Number(number);
      throw new QueryError(name, `must be a ${isWhole ? 'whole ' : ''}number of at least ${min}`);
    }
    case 'date': {
      const iso = typeof value === 'string' ? isoFromWire(value, dates) : undefined;
      if (iso) return iso;
      throw new QueryError(name, `must be an existing date written ${dates}`);
    }
    default:
      if (typeof value !== 'string') throw new QueryError(name, 'must be text');
      return readText(name, filter, value);
  }
}

function readList(name: string, filter: Filter, value: unknown): readonly string[] {
  const texts = listOf(filter, value);
  if (!texts)
    throw new QueryError(name, `must be ${filter.wire === 'array' ? '' : 'text or '}an array of text`);
  if (name === 'currency' && texts.every((text) => text.trim() === ''))
    throw new QueryError(name, 'is empty: send it together with investment, or omit it', 'NO_CURRENCY');
  if (texts.length === 0) throw new QueryError(name, EMPTY);
  return [...new Set(texts.map((text) => readText(name, filter, text)))];
}

function listOf(filter: Filter, value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.every((item) => typeof item === 'string') ? value : undefined;
  if (typeof value !== 'string' || filter.wire === 'array') return undefined;
  if (filter.wire === 'text') return [value];
  const parts = value.split(',').filter((part) => part.trim() !== '');
  return parts.length > 0 ? parts : [''];
}

const EMPTY = 'is empty: send a value or omit the field';

function readText(name: string, { values }: Filter, typed: string): string {
  const text = typed.trim();
  if (text === '') throw new QueryError(name, EMPTY);
  if (text.includes('\0')) throw new QueryError(name, 'must not contain a zero character');
  if (values && !values.includes(text)) throw new QueryError(name, `must be one of ${values.join('; ')}`);
  return text;
}
