/** The requests to the service, its answers, and what an answer proves. */
import { type Day, settledDay } from './days.js';
import { type DayFields, type QueryKey, textOf } from './query.js';
import { type Axis, dayOn, type RecordPlaces, type Row, textAt } from './records.js';

export interface FetchRequest {
  readonly key: QueryKey;
  readonly axis: Axis;
  readonly from: Day;
  readonly to: Day;
  readonly limit: number;
  readonly days: DayFields;
  /** Asks only for what has changed since this cursor of the service, on any day. */
  readonly since?: ChangeCursor;
}

/** The service's answer to one request. */
export interface FetchedPage {
  readonly rows: readonly Row[];
  /** How many records it sent. */
  readonly records: number;
  /** From which on changes of this key can be asked for, where the service tells it. */
  readonly cursor?: string;
  /** When the answer came: the cursor is of an instant between the sending and then. */
  readonly receivedAt: number;
  /** Only in an answer to a cursor: records that match no more, and whether the limit has left changes out. */
  readonly removed?: readonly string[];
  readonly isPart?: boolean;
}

/** All versions that were visible at an instant, of one key and in these days, are in the cache. */
export interface Extent {
  readonly key: QueryKey;
  readonly axis: Axis;
  /** Empty, with `from` after `to`, where a limit has left no day whole. */
  readonly from: Day;
  readonly to: Day;
  /** When it was first asked for; milliseconds since 1970. */
  readonly at: number;
  /** Of an extent that was joined from several: when the first of them was asked for. */
  readonly oldestAt?: number;
  /** The day within which a limit has truncated the answer: it proves something only if the service orders by day. */
  readonly truncatedAt?: Day;
}

/** The cache has all changes between a cursor and an instant to a key's records that were announced since a day. */
export interface FollowedExtent {
  readonly key: QueryKey;
  readonly from: Day;
  /** When the request was sent, and answered, that gave the cursor. */
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly at: number;
}

/** The place of a key in the service's order of changes; without a cursor it was given up. */
export interface ChangeCursor {
  readonly key: QueryKey;
  readonly from: Day;
  readonly cursor: string;
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** The records of a truncated answer: the same request can be answered with them again, also where they prove no day. */
export interface TruncatedPage {
  readonly request: string;
  readonly at: number;
  readonly limit: number;
  readonly ids: readonly string[];
}

/** How an answer of several days was ordered: the number of steps to an older day, or that one went to a newer day. */
export interface OrderEvidence {
  readonly at: number;
  readonly steps: number;
  readonly isDisordered: boolean;
}

export interface StoredRecord {
  readonly row: Row;
  /** The last request that brought this very version. */
  readonly seenAt: number;
  /** Keys that the service has sent this version for, though our own test of the filters does not pass it. */
  readonly sentFor: readonly QueryKey[];
  /** It has come in an answer about all tracked companies: nothing in a record says who is tracked. */
  readonly isTracked?: boolean;
}

/** A record that no longer matches a key, as the service has reported, and as of when. */
export interface LeftRecord {
  readonly id: string;
  readonly key: QueryKey;
  readonly at: number;
}

/** How a key is used by formulas: the wider of two that are used is brought up to date in place of both. */
export interface KeyUse {
  readonly key: QueryKey;
  /** The last day on which a question of this very key was asked. */
  readonly day: Day;
  readonly limit: number;
}

/** An answer of exactly so many records, though more were asked for, may be cut by a limit of the service's own. */
export const ROUND_NUMBERS = [100, 250, 500, 1_000, 2_000, 5_000, 10_000];

/** The same for requests that differ in their limits only. */
export function requestText({ key, axis, from, to, since }: FetchRequest): string {
  return JSON.stringify([textOf(key), axis, from, to, since?.cursor ?? '']);
}

export function isTruncated(
  { records }: Pick<FetchedPage, 'records'>,
  { limit }: Pick<FetchRequest, 'limit'>,
): boolean {
  return records >= limit || ROUND_NUMBERS.includes(records);
}

/** The extent that the answer to a query of days proves, and no more than that. */
export function extentOf(
  { key, axis, from, to, limit }: Pick<FetchRequest, 'key' | 'axis' | 'from' | 'to' | 'limit'>,
  page: Pick<FetchedPage, 'rows' | 'records'>,
  places: RecordPlaces,
  at: number,
): Extent {
  const days = daysOf(page.rows, axis, places);
  if (!isTruncated(page, { limit })) return { key, axis, from, to, at };
  // records without a date stand in no order
  const oldest = days.length === 0 ? to : Math.min(...days);
  return { key, axis, from: Math.max(from, oldest + 1), to, at, truncatedAt: oldest };
}

function daysOf(rows: readonly Row[], axis: Axis, places: RecordPlaces): Day[] {
  return rows.map((row) => dayOn(axis, row, places)).filter((day) => day !== undefined);
}

export function orderOf(
  rows: readonly Row[],
  axis: Axis,
  places: RecordPlaces,
  at: number,
): OrderEvidence | undefined {
  const days = daysOf(rows, axis, places);
  let steps = 0;
  let isDisordered = false;
  for (let index = 1; index < days.length; index++) {
    if (days[index]! < days[index - 1]!) steps += 1;
    if (days[index]! > days[index - 1]!) isDisordered = true;
  }
  return steps > 0 || isDisordered ? { at, steps, isDisordered } : undefined;
}

/** After an answer in another order, so many steps in order count as an order again: by chance they come once in 4,000. */
const STEPS_BELIEVED = 12;

/** Whether a service orders its answers by day, so that a truncated one lacks the oldest days only. */
export function isOrdered(evidence: readonly OrderEvidence[]): boolean {
  const disordered = Math.max(0, ...evidence.filter((one) => one.isDisordered).map(({ at }) => at));
  if (disordered === 0) return true;
  const since = evidence.filter(({ at, isDisordered }) => at > disordered && !isDisordered);
  return since.reduce((sum, { steps }) => sum + steps, 0) >= STEPS_BELIEVED;
}

/** The days of change of an extent which had settled when they were asked for: nothing is added to them. */
export function settledPart({ from, to, at }: Extent): readonly [Day, Day] {
  return [from, Math.min(to, settledDay(at))];
}

export function idOf(row: Row, { id }: RecordPlaces): string {
  return textAt(row, id) || JSON.stringify(row);
}
