/** The requests to the service, its answers, and what an answer proves. */
import { type Day, settledDay } from './days.js';
import { type QueryKey, textOf } from './query.js';
import { type Axis, dayOn, type RecordPositions, type Row, textAt } from './records.js';

export interface FetchRequest {
  readonly key: QueryKey;
  readonly axis: Axis;
  readonly from: Day;
  readonly to: Day;
  readonly limit: number;
  /** True to send the day as the exact date that a person has typed. */
  readonly isExactDate?: boolean;
  /** Set to request only changes since this cursor, on any day. */
  readonly since?: ChangeCursor;
}

/** The service's answer to one request. */
export interface FetchedPage {
  readonly rows: readonly Row[];
  /** The number of records in the answer, readable or not. */
  readonly records: number;
  /** The cursor for later changes of this key, if the service sends one. */
  readonly cursor?: string;
  /** When the answer arrived. The service made the cursor between the request and this time. */
  readonly receivedAt: number;
  /** Set in an answer to a cursor: ids that no longer match, and true if the limit left changes out. */
  readonly removed?: readonly string[];
  readonly isPart?: boolean;
}

/** Days of a key of which the cache has every version that was visible at an instant. */
export interface Extent {
  readonly key: QueryKey;
  readonly axis: Axis;
  /** The range is empty, with `from` after `to`, if a limit left no day complete. */
  readonly from: Day;
  readonly to: Day;
  /** When the days were first requested, in milliseconds since 1970. */
  readonly at: number;
  /** For an extent joined from several: when the first of them was requested. */
  readonly oldestAt?: number;
  /** The day at which a limit truncated the answer. Such an extent only counts if the service sorts by day. */
  readonly truncatedAt?: Day;
}

/** The cache has all changes from a cursor to the instant `at`, for records announced on `from` or later. */
export interface FollowedExtent extends Omit<ChangeCursor, 'cursor'> {
  readonly at: number;
}

/** A key's position in the service's sequence of changes. An empty cursor was given up. */
export interface ChangeCursor {
  readonly key: QueryKey;
  readonly from: Day;
  readonly cursor: string;
  /** When the request for the cursor was sent and answered. */
  readonly sentAt: number;
  readonly receivedAt: number;
}

/** The record ids of a truncated answer. They answer the same request again, even if they complete no day. */
export interface TruncatedPage {
  readonly request: string;
  readonly at: number;
  readonly limit: number;
  readonly ids: readonly string[];
}

/** The order of days in an answer: the steps to an older day, and true if any step led to a newer one. */
export interface OrderEvidence {
  readonly at: number;
  readonly steps: number;
  readonly isDisordered: boolean;
}

export interface StoredRecord {
  readonly row: Row;
  /** The time of the last request whose answer had exactly this version. */
  readonly seenAt: number;
  /** The time of a later request that got an older version: the record exists. Absent without one. */
  readonly existedAt?: number;
  /** Keys for which the service sent this version, although our own filter test rejects it. */
  readonly sentFor: readonly QueryKey[];
  /** True if an answer about all tracked companies had it. A record does not show who is tracked. */
  readonly isTracked?: boolean;
}

/** A record that no longer matches a key, as the service reported at an instant. */
export interface LeftRecord {
  readonly id: string;
  readonly key: QueryKey;
  readonly at: number;
}

/** The use of a key by a question of formulas. If one used key covers another, an update of the wider one serves both. */
export interface KeyUse {
  readonly key: QueryKey;
  /** The digest of the question. */
  readonly asker: string;
  /** The last day on which a formula asked the question. */
  readonly day: Day;
  readonly limit: number;
  /** The key with all values of a filter, for which the service counted as many records on this day. */
  readonly equals?: QueryKey;
}

/** An answer with this number of records, below the limit, may be cut by a limit of the service's own. */
const ROUND_NUMBERS = [100, 250, 500, 1_000, 2_000, 5_000, 10_000];

/** Returns a text that is equal for requests that differ only in their limits. */
export function requestText({ key, axis, from, to, since }: FetchRequest): string {
  return JSON.stringify([textOf(key), axis, from, to, since?.cursor ?? '']);
}

export function isTruncated(records: number, limit: number): boolean {
  return records >= limit || ROUND_NUMBERS.includes(records);
}

/** Returns the days that an answer proves complete. */
export function extentOf(
  { key, axis, from, to, limit }: FetchRequest,
  { rows, records }: FetchedPage,
  positions: RecordPositions,
  at: number,
): Extent {
  if (!isTruncated(records, limit)) return { key, axis, from, to, at };
  const days = daysOf(rows, axis, positions);
  // records without a date have no position in the order
  const oldest = days.length === 0 ? to : Math.min(...days);
  return { key, axis, from: Math.max(from, oldest + 1), to, at, truncatedAt: oldest };
}

function daysOf(rows: readonly Row[], axis: Axis, positions: RecordPositions): Day[] {
  return rows.map((row) => dayOn(axis, row, positions)).filter((day) => day !== undefined);
}

export function orderOf(rows: readonly Row[], axis: Axis, positions: RecordPositions, at: number) {
  const days = daysOf(rows, axis, positions);
  const steps = days.filter((day, index) => index > 0 && day < days[index - 1]!).length;
  const isDisordered = days.some((day, index) => index > 0 && day > days[index - 1]!);
  return steps > 0 || isDisordered ? { at, steps, isDisordered } : undefined;
}

/** The ordered steps that outweigh an earlier disorder. By chance they occur once in 4,000 answers. */
const STEPS_BELIEVED = 12;

/** True if the service sorts answers by day, so that a truncated answer lacks only the oldest days. */
export function isOrdered(evidence: readonly OrderEvidence[]): boolean {
  const disordered = Math.max(0, ...evidence.filter((one) => one.isDisordered).map(({ at }) => at));
  if (disordered === 0) return true;
  const since = evidence.filter(({ at, isDisordered }) => at > disordered && !isDisordered);
  return since.reduce((sum, { steps }) => sum + steps, 0) >= STEPS_BELIEVED;
}

/** Returns the days of an extent that had settled before their request. No change can join them any more. */
export function settledPart({ from, to, at }: Extent): readonly [Day, Day] {
  return [from, Math.min(to, settledDay(at))];
}

export function idOf(row: Row, { id }: RecordPositions): string {
  return textAt(row, id) || JSON.stringify(row);
}
