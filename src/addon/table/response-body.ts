/** Reads a response's records. The specification shows a list, one record, and objects with a list. */
import { type Fields, isObject, readJson } from '../../contract/json.js';
import { errors } from '../errors.js';

/** The data of a change response beside its records. */
interface ReportedChanges {
  /** The cursor for the next changes. */
  readonly cursor?: string;
  /** Ids of records that no longer match. */
  readonly removed: readonly string[];
  /** True if there are more changes than the limit allows. */
  readonly isPart: boolean;
}

/** The credit figures that a response may have beside its records. */
type Balances = Readonly<Partial<Record<(typeof BALANCES)[number], number>>>;

const BALANCES = ['openingBalance', 'closingBalance', 'creditsConsumed'] as const;

export interface Body {
  readonly records: readonly Fields[];
  readonly balances: Balances;
  readonly changes?: ReportedChanges;
  /** The cursor for changes of this query. */
  readonly cursor?: string;
  /** The credits that the service charged for this response. */
  readonly chargedCredits?: number;
  /** An error status in the body of a response with a successful HTTP status. */
  readonly status?: number;
  readonly message?: string;
}

/** The keys under which an object can have its list of records, by priority. */
const LISTS = ['dataset', 'records', 'data', 'companies'];
/** The keys that an object without a list may have. */
const ENVELOPE_FIELDS: readonly string[] = [...BALANCES, 'status', 'code', 'message'];

/**
 * Reads a list, one record, or an object with a list, which can have balances and a status beside it. An
 * empty body is an empty list.
 * @throws SERVICE with the start of any other body
 */
export function readBody(text: string): Body {
  const json = text.replace(/^\uFEFF/, '').trim();
  if (json === '') return { records: [], balances: {} };
  const value = readJson(json, (_one): _one is unknown => true);
  if (Array.isArray(value)) return { records: recordsOf(value, json), balances: {} };
  if (!isObject(value)) throw errors.notJson(json);
  const balances = balancesOf(value);
  const failure = failureOf(value);
  if (failure) return { records: [], balances, ...failure };
  const list = listIn(value);
  if (list) return { records: recordsOf(list, json), balances, changes: changesIn(value) };
  if (isRecord(value)) return { records: [value], balances };
  // a list that is null is empty
  if (LISTS.some((name) => value[name] === null)) return { records: [], balances };
  if (Object.keys(value).every((key) => ENVELOPE_FIELDS.includes(key))) return { records: [], balances };
  throw errors.notJson(json);
}

/** Tolerates missing and malformed fields. */
function changesIn({ removed, more, cursor }: Fields): ReportedChanges {
  return {
    removed: Array.isArray(removed) ? removed.filter((id) => typeof id === 'string') : [],
    isPart: more !== false,
    ...cursorOf(cursor),
  };
}

/** Accepts only a cursor that can be stored and sent in a header. */
export function cursorOf(cursor: unknown): { readonly cursor?: string } {
  return typeof cursor === 'string' && /^[!-~]{1,100}$/.test(cursor) ? { cursor } : {};
}

/** Returns the list under a usual key, else the only list. The lists of a record do not count. */
function listIn(value: Fields): readonly unknown[] | undefined {
  const named = LISTS.map((name) => value[name]).find(Array.isArray);
  if (named || isRecord(value)) return named;
  const lists = Object.values(value).filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}

/** Drops null elements. @throws SERVICE if another element is not an object */
function recordsOf(list: readonly unknown[], json: string): readonly Fields[] {
  if (list.every(isObject)) return list;
  const present = list.filter((item) => item !== null && item !== undefined);
  if (!present.every(isObject)) throw errors.notJson(json);
  return present;
}

/** Reads an error status in the body, a number or text. Other error marks count only without records. */
export function failureOf(value: Fields): { status: number; message: string } | undefined {
  const message = messageOf(value);
  const [code = '', state = ''] = [value['code'], value['status']].map((one) =>
    typeof one === 'string' || typeof one === 'number' ? String(one) : '',
  );
  const status = [Number(code), Number(state)].find((one) => one >= 400 && one <= 599);
  if (status !== undefined) return { status, message };
  const isError = Boolean(value['error']) || value['success'] === false || /^(?:error|fail)/i.test(state);
  return isError && !isRecord(value) && !listIn(value)?.length ? { status: 500, message } : undefined;
}

/** Returns the message of an error body, under any of the usual keys. */
export function messageOf(value: Fields): string {
  const inner = isObject(value['error']) ? value['error']['message'] : value['error'];
  const isText = (text: unknown): text is string => typeof text === 'string' && text !== '';
  return [value['message'], inner, value['msg']].find(isText) ?? '';
}

function balancesOf(value: Fields): Balances {
  const balances: Record<string, number> = {};
  for (const key of BALANCES) {
    const number = typeof value[key] === 'string' && value[key] !== '' ? Number(value[key]) : value[key];
    if (typeof number === 'number' && Number.isFinite(number)) balances[key] = number;
  }
  return balances;
}

/** True for a record. An id alone can belong to a response or a group, so it needs another field. */
function isRecord(value: Fields): boolean {
  return value['id'] !== undefined && RECORD_FIELDS.some((key) => value[key] !== undefined);
}

const RECORD_FIELDS = ['company', 'title', 'announcedDate', 'domain'];

/** Returns the charged credits: as reported, else by the balances, else one per record. */
export function creditsIn(answers: readonly Body[]): number {
  return answers.reduce((sum, { records, balances, chargedCredits }) => {
    const { creditsConsumed, openingBalance = Number.NaN, closingBalance = Number.NaN } = balances;
    const charged = [chargedCredits, creditsConsumed, openingBalance - closingBalance].find(
      (value) => value !== undefined && value >= 0,
    );
    return sum + (charged ?? records.length);
  }, 0);
}
