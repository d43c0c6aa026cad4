/** From the body of an answer to its list of records, whatever wrapping the service chose. */
import { errors } from '../errors.js';

/** What the service may say about credits beside the records. */
export interface Balances {
  readonly openingBalance?: number;
  readonly closingBalance?: number;
  readonly creditsConsumed?: number;
}

export interface Body {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly balances: Balances;
  /** A failure that the body tells although the HTTP status does not. */
  readonly status?: number;
  readonly message?: string;
}

/** Names under which a list of records is wrapped, in the order in which they are believed. */
const WRAPPERS = ['dataset', 'data', 'records', 'results', 'items', 'news', 'companies'];
/** Keys that stand beside a list, or alone where nothing was found. */
const BESIDE = [
  'openingBalance',
  'closingBalance',
  'creditsConsumed',
  'status',
  'code',
  'message',
  'msg',
  'error',
];

/**
 * Reads a list, one record, or an object that wraps one list; balances and a status may stand beside it.
 * An empty body is an empty list.
 * @throws SERVICE with the first words of a body that is none of these
 */
export function readBody(text: string): Body {
  const json = text.replace(/^\uFEFF/, '').trim();
  if (json === '') return { records: [], balances: {} };
  return interpret(parse(json), json);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw errors.notJson(json);
  }
}

function interpret(value: unknown, json: string): Body {
  if (Array.isArray(value)) return { records: recordsOf(value, json), balances: {} };
  if (!isObject(value)) throw errors.notJson(json);
  const failure = failureOf(value);
  if (failure) return { records: [], balances: balancesOf(value), ...failure };
  if (isRecord(value)) return { records: [value], balances: {} };
  const wrapper = WRAPPERS.find((name) => Array.isArray(value[name]) || isObject(value[name]));
  if (wrapper !== undefined) {
    const inner = value[wrapper];
    const list = Array.isArray(inner) ? inner : isRecord(inner) ? [inner] : undefined;
    if (list) return { records: recordsOf(list, json), balances: balancesOf(value) };
    return interpret(inner, json);
  }
  const lists = Object.values(value).filter(Array.isArray);
  if (lists.length === 1) return { records: recordsOf(lists[0]!, json), balances: balancesOf(value) };
  if (Object.keys(value).every((key) => BESIDE.includes(key) || WRAPPERS.includes(key))) {
    return { records: [], balances: balancesOf(value) };
  }
  throw errors.notJson(json);
}

/** Null elements are dropped; an element that is no object makes the whole answer doubtful. */
function recordsOf(list: readonly unknown[], json: string): Readonly<Record<string, unknown>>[] {
  const present = list.filter((item) => item !== null && item !== undefined);
  if (!present.every(isObject)) throw errors.notJson(json);
  return present;
}

/** A status in the body counts when it is a failure's: 400 and above, as number or text. */
function failureOf(
  value: Readonly<Record<string, unknown>>,
): { status: number; message: string } | undefined {
  for (const key of ['code', 'status', 'statusCode']) {
    const status = Number(value[key]);
    if (Number.isInteger(status) && status >= 400 && status <= 599)
      return { status, message: messageOf(value) };
  }
  const { error } = value;
  const silent = WRAPPERS.every((name) => value[name] === undefined) && !isRecord(value);
  if (silent && (typeof error === 'string' || isObject(error)))
    return { status: 500, message: messageOf(value) };
  return undefined;
}

/** The sentence of an error body, under any of its usual names. */
export function messageOf(value: Readonly<Record<string, unknown>>): string {
  const inner = isObject(value['error']) ? value['error']['message'] : value['error'];
  const found = [value['message'], inner, value['msg']].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return typeof found === 'string' ? found : '';
}

function balancesOf(value: Readonly<Record<string, unknown>>): Balances {
  const balances: Record<string, number> = {};
  for (const key of ['openingBalance', 'closingBalance', 'creditsConsumed']) {
    const number = typeof value[key] === 'string' && value[key] !== '' ? Number(value[key]) : value[key];
    if (typeof number === 'number' && Number.isFinite(number)) balances[key] = number;
  }
  return balances;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value) || value['id'] === undefined) return false;
  return ['company', 'title', 'name', 'domain', 'announcedDate'].some((key) => value[key] !== undefined);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
