/**
 * Stores the record versions that a refresh has seen: another version is new. Days that were settled at the last run
 * with all answers get no further changes, so only versions of later days are stored.
 */
import { addDays } from '../../contract/dates.js';
import { isoOf, settledDay } from '../../core/days.js';
import type { Properties } from '../platform.js';
import { type RecordSummary, versionName } from '../table/record-summary.js';

export interface SeenVersions {
  /** A record that was last changed before this day is not new. */
  readonly from: string;
  readonly versions: ReadonlySet<string>;
}

/** Their names fit into a property, for which Google allows 9 KB. */
const MAX_VERSIONS = 1_000;
const DAY = /^\d{4}-\d\d-\d\d/;
const STORED = /^\d{4}-\d{2}-\d{2} (?:[0-9a-f]{8})*$/;

/** Returns the name of a job's property. Remove it with the job. */
export function seenName(job: string): string {
  return `seen:${job}`;
}

/** Returns undefined before a job's first run: then no record is new. */
export function readSeen(properties: Properties, job: string): SeenVersions | undefined {
  const text = properties.get(seenName(job)) ?? '';
  return STORED.test(text)
    ? { from: text.slice(0, 10), versions: new Set(text.slice(11).match(/.{8}/g)) }
    : undefined;
}

export function seenValues(job: string, { from, versions }: SeenVersions): Readonly<Record<string, string>> {
  return { [seenName(job)]: `${from} ${[...versions].join('')}` };
}

export function isNewVersion(record: RecordSummary, seen: SeenVersions | undefined): boolean {
  return seen !== undefined && isSince(record, seen.from) && !seen.versions.has(versionName(record));
}

/** Returns the new records, each version once. */
export function newRecordsIn<Found extends RecordSummary>(
  records: readonly Found[],
  seen: SeenVersions | undefined,
): readonly Found[] {
  const found = records.filter((record) => isNewVersion(record, seen));
  // the first one of a version counts
  return [...new Map(found.reverse().map((record) => [versionName(record), record])).values()].reverse();
}

/**
 * Returns the seen versions after a run with these records.
 * @param isAll true if all questions were answered; otherwise, records of the same days can still be new
 * @param at when the run began, in milliseconds since 1970
 */
export function seenAfter(
  before: SeenVersions | undefined,
  records: readonly RecordSummary[],
  isAll: boolean,
  at: number,
): SeenVersions {
  const latest = versionsSince(isoOf(settledDay(at) + 1), records);
  if (isAll || !before) return latest;
  const { from, versions } = versionsSince(before.from, records);
  const all = new Set([...before.versions, ...versions]);
  return all.size > MAX_VERSIONS ? latest : { from, versions: all };
}

/** Returns the versions from a day on; from a later one, if there are too many. */
function versionsSince(day: string, records: readonly RecordSummary[]): SeenVersions {
  const days = records.flatMap(({ modified }) => DAY.exec(modified) ?? []).sort();
  const leftOut = days[days.length - 1 - MAX_VERSIONS] ?? '';
  const from = leftOut < day ? day : addDays(leftOut, 1);
  return { from, versions: new Set(records.filter((one) => isSince(one, from)).map(versionName)) };
}

function isSince({ modified }: RecordSummary, day: string): boolean {
  return modified >= day && DAY.test(modified);
}
