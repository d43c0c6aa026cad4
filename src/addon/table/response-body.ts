/** From the body of an answer to its list of records, whatever wrapping the service chose. */
import { type Fields, isObject } from '../../contract/json.js';
import { errors } from '../errors.js';
import { withoutUnprintable } from './unprintable.js';

/** An object as it comes over the wire: nothing about it is certain. */

/** What an answer with changes says beside its records. */
export interface ToldChanges {
  /** From which on the next changes can be asked for. */
  readonly cursor?: string;
  /** Ids of records that no longer match. */
  readonly removed: readonly string[];
  /** There are more changes than the limit allows. */
  readonly isPart: boolean;
}

/** What the service may say about credits beside the records. */
export interface Balances {
  readonly openingBalance?: number;
  readonly closingBalance?: number;
  readonly creditsConsumed?: number;
}

export interface Body {
  readonly records: readonly Fields[];
  readonly balances: Balances;
  readonly changes?: ToldChanges;
  /** From which on changes of this very query can be asked for. */
  readonly cursor?: string;
  /** The service is one that tells changes. */
  readonly isFollowable?: boolean;
  /** A failure that the body tells although the HTTP status does not. */
  readonly status?: number;
  readonly message?: string;
}

/** More wrappers within each other than any service makes. */
const MAX_WRAPPERS = 4;
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
    return JSON.parse(withoutUnprintable(json)) as unknown;
  } catch {
    throw errors.notJson(json);
  }
}

function interpret(value: unknown, json: string, depth = 0): Body {
  if (Array.isArray(value)) return { records: recordsOf(value, json), balances: {} };
  if (!isObject(value) || depth > MAX_WRAPPERS) throw errors.notJson(json);
  const balances = balancesOf(value);
  const failure = failureOf(value);
  if (failure) return { records: [], balances, ...failure };
  if (isRecord(value)) return { records: [value], balances };
  const inner = wrapped(value);
  if (inner !== undefined) {
    const body = interpret(inner, json, depth + 1);
    return { ...body, balances: { ...balances, ...body.balances }, changes: changesIn(value) };
  }
  const empty =
    WRAPPERS.some((name) => value[name] === null) || Object.keys(value).every((key) => BESIDE.includes(key));
  if (!empty) throw errors.notJson(json);
  return { records: [], balances };
}

/** Nothing about it is certain. */
function changesIn({ removed, more, cursor }: Fields): ToldChanges {
  return {
    removed: Array.isArray(removed) ? removed.filter((id) => typeof id === 'string') : [],
    isPart: more !== false,
    ...cursorOf(cursor),
  };
}

/** As it is kept and sent again. */
export function cursorOf(cursor: unknown): { readonly cursor?: string } {
  return typeof cursor === 'string' && /^[!-~]{1,100}$/.test(cursor) ? { cursor } : {};
}

/** What stands under one of the usual names, or the only list. */
function wrapped(value: Fields): unknown {
  const name = WRAPPERS.find((wrapper) => typeof value[wrapper] === 'object' && value[wrapper] !== null);
  if (name !== undefined) return value[name];
  const lists = Object.values(value).filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}

/** Null elements are dropped; an element that is no object makes the whole answer doubtful. */
function recordsOf(list: readonly unknown[], json: string): readonly Fields[] {
  if (list.every(isObject)) return list;
  const present = list.filter((item) => item !== null && item !== undefined);
  if (!present.every(isObject)) throw errors.notJson(json);
  return present;
}

/**
 * A status in the body counts when it is a failure's: 400 and above, as number or text. Where nothing else is there,
 * an error or the word for one counts too.
 */
function failureOf(value: Fields): { status: number; message: string } | undefined {
  const message = messageOf(value);
  for (const key of ['code', 'status', 'statusCode']) {
    const status = Number(value[key]);
    if (Number.isInteger(status) && status >= 400 && status <= 599) return { status, message };
  }
  const { error, success, status } = value;
  const failed =
    (typeof error === 'string' && error !== '') ||
    isObject(error) ||
    success === false ||
    /^(?:error|fail)/i.test(typeof status === 'string' ? status : '');
  return failed && !isRecord(value) && isNothing(wrapped(value)) ? { status: 500, message } : undefined;
}

function isNothing(inner: unknown): boolean {
  return inner === undefined || (Array.isArray(inner) && inner.length === 0);
}

/** The sentence of an error body, under any of its usual names. */
export function messageOf(value: Fields): string {
  const inner = isObject(value['error']) ? value['error']['message'] : value['error'];
  const found = [value['message'], inner, value['msg']].find(
    (text) => typeof text === 'string' && text !== '',
  );
  return typeof found === 'string' ? found : '';
}

function balancesOf(value: Fields): Balances {
  const balances: Record<string, number> = {};
  for (const key of ['openingBalance', 'closingBalance', 'creditsConsumed']) {
    const number = typeof value[key] === 'string' && value[key] !== '' ? Number(value[key]) : value[key];
    if (typeof number === 'number' && Number.isFinite(number)) balances[key] = number;
  }
  return balances;
}

/** An id alone could be that of an answer or of a group; a record says what happened, or is a company. */
function isRecord(value: unknown): value is Fields {
  if (!isObject(value) || value['id'] === undefined) return false;
  if (['company', 'title', 'announcedDate'].some((key) => value[key] !== undefined)) return true;
  const named = value['name'] !== undefined || value['domain'] !== undefined;
  return named && WRAPPERS.every((name) => !Array.isArray(value[name]));
}

/** What the service says it took, else what its balances say, else a credit for each record. */
export function creditsIn(answers: readonly Body[]): number {
  return answers.reduce((sum, { records, balances }) => {
    const { creditsConsumed, openingBalance = Number.NaN, closingBalance = Number.NaN } = balances;
    const said = [creditsConsumed, openingBalance - closingBalance].find(
      (value) => value !== undefined && value >= 0,
    );
    return sum + (said ?? records.length);
  }, 0);
}
