/** From the body of an answer to its list of records: the specification shows a list, one record, and objects with a list. */
import { type Fields, isObject } from '../../contract/json.js';
import { errors } from '../errors.js';

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
  /** The credits that the service says it took for this very answer. */
  readonly taken?: number;
  /** The service is one that tells changes. */
  readonly isFollowable?: boolean;
  /** A failure that the body tells although the HTTP status does not. */
  readonly status?: number;
  readonly message?: string;
}

/** Names under which lists of records stand in an object, in the order in which they are believed. */
const LISTS = ['dataset', 'records', 'data', 'companies'];
/** What an answer may say where it has no list at all. */
const BESIDE = ['openingBalance', 'closingBalance', 'creditsConsumed', 'status', 'code', 'message'];

/**
 * Reads a list, one record, or an object with a list; balances and a status may stand beside it. An empty body is an empty
 * list.
 * @throws SERVICE with the first words of a body that is none of these
 */
export function readBody(text: string): Body {
  const json = text.replace(/^\uFEFF/, '').trim();
  if (json === '') return { records: [], balances: {} };
  const value = parse(json);
  if (Array.isArray(value)) return { records: recordsOf(value, json), balances: {} };
  if (!isObject(value)) throw errors.notJson(json);
  const balances = balancesOf(value);
  const failure = failureOf(value);
  if (failure) return { records: [], balances, ...failure };
  const list = listIn(value);
  if (list) return { records: recordsOf(list, json), balances, changes: changesIn(value) };
  if (isRecord(value)) return { records: [value], balances };
  if (Object.keys(value).every((key) => BESIDE.includes(key))) return { records: [], balances };
  throw errors.notJson(json);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw errors.notJson(json);
  }
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

/** The list under one of the usual names, or the only one; of a record, no list of its own. */
function listIn(value: Fields): readonly unknown[] | undefined {
  const named = LISTS.map((name) => value[name]).find(Array.isArray);
  if (named || isRecord(value)) return named;
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

/** A status in the body counts when it is a failure's, as number or text; an error counts where there are no records. */
function failureOf(value: Fields): { status: number; message: string } | undefined {
  const message = messageOf(value);
  const [code = '', state = ''] = [value['code'], value['status']].map((one) =>
    typeof one === 'string' || typeof one === 'number' ? String(one) : '',
  );
  const status = [Number(code), Number(state)].find((one) => one >= 400 && one <= 599);
  if (status !== undefined) return { status, message };
  const isError = Boolean(value['error']) || value['success'] === false || /^(?:error|fail)/i.test(state);
  return isError && !isRecord(value) && !listIn(value)?.length ? { status: 500, message } : undefined;
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
function isRecord(value: Fields): boolean {
  return value['id'] !== undefined && RECORD_FIELDS.some((key) => value[key] !== undefined);
}

const RECORD_FIELDS = ['company', 'title', 'announcedDate', 'domain'];

/** What the service says it took, else what its balances say, else a credit for each record. */
export function creditsIn(answers: readonly Body[]): number {
  return answers.reduce((sum, { records, balances, taken }) => {
    const { creditsConsumed, openingBalance = Number.NaN, closingBalance = Number.NaN } = balances;
    const said = [taken, creditsConsumed, openingBalance - closingBalance].find(
      (value) => value !== undefined && value >= 0,
    );
    return sum + (said ?? records.length);
  }, 0);
}
