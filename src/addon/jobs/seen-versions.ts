/**
 * Stores the record versions that a job has seen, by question: any other version is new. Only versions of the
 * last days are stored. A record whose last change is older, or no day, counts as seen.
 */
import { addDays } from '../../contract/dates.js';
import { dayAt, isoOf } from '../../core/days.js';
import type { NewRecord } from '../alerts/alert.js';
import type { Values } from '../platform.js';
import { type RecordSummary, versionName } from '../table/record-summary.js';

export interface SeenVersions {
  /** Versions that changed before this day are not stored. */
  readonly from: string;
  readonly versions: ReadonlySet<string>;
}

/** The service corrects records within days. */
const KEPT_DAYS = 7;
/** Their names fit into a property, for which Google allows 9 KB. */
const MAX_VERSIONS = 1_000;
const DAY = /^\d{4}-\d\d-\d\d/;
const STORED = /^\d{4}-\d{2}-\d{2} (?:[0-9a-f]{8})*$/;

/** Returns a job's seen versions by the keys of its questions. Skips damaged values. */
export function readSeen(properties: Values, job: string): Map<string, SeenVersions> {
  const prefix = nameOf(job, '');
  const seen = new Map<string, SeenVersions>();
  for (const [name, text] of Object.entries(properties)) {
    if (!name.startsWith(prefix) || !STORED.test(text)) continue;
    const versions = new Set(text.slice(11).match(/.{8}/g));
    seen.set(name.slice(prefix.length), { from: text.slice(0, 10), versions });
  }
  return seen;
}

/**
 * Adds seen versions for new questions. A question that a person has changed, such as its list of companies, is
 * a new one: it inherits the versions of the questions that are no longer asked, as of their last answers.
 */
export function withNewQuestions(
  seen: ReadonlyMap<string, SeenVersions>,
  asked: ReadonlySet<string>,
): ReadonlyMap<string, SeenVersions> {
  const ended = [...seen].filter(([question]) => !asked.has(question)).map(([, one]) => one);
  if (ended.length === 0) return seen;
  const days = ended.map(({ from }) => addDays(from, KEPT_DAYS)).sort();
  const versions = new Set(ended.flatMap((one) => [...one.versions]));
  const inherited = { from: days[days.length - 1]!, versions };
  return new Map([...[...asked].map((question) => [question, inherited] as const), ...seen]);
}

/** Returns the new records, each once, and the properties that mark all returned records as seen. */
export function findNewVersions(
  job: string,
  answers: ReadonlyMap<string, { readonly records: readonly NewRecord[] }>,
  seen: ReadonlyMap<string, SeenVersions>,
  now: number,
): { readonly news: readonly NewRecord[]; readonly values: Values } {
  const known = new Set([...seen.values()].flatMap(({ versions }) => [...versions]));
  const news: NewRecord[] = [];
  const values: Record<string, string> = {};
  for (const [key, { records }] of answers) {
    for (const one of records.filter((record) => isNewVersion(record, seen.get(key)))) {
      if (!known.has(versionName(one))) news.push(one);
      known.add(versionName(one));
    }
    const { from, versions } = versionsAfter(records, now);
    values[nameOf(job, key)] = `${from} ${[...versions].join('')}`;
  }
  return { news, values };
}

/** Returns the name of a question's property. Remove it with the question. */
export function nameOf(job: string, question: string): string {
  return `seen:${job}:${question}`;
}

/** Returns a question's seen versions after these records. @param now in milliseconds since 1970 */
function versionsAfter(records: readonly RecordSummary[], now: number): SeenVersions {
  const week = isoOf(dayAt(now) - KEPT_DAYS);
  const days = records.flatMap(({ modified }) => DAY.exec(modified) ?? []).sort();
  const leftOut = days[days.length - 1 - MAX_VERSIONS] ?? '';
  const from = leftOut < week ? week : addDays(leftOut, 1);
  return { from, versions: new Set(records.filter((one) => isSince(one, from)).map(versionName)) };
}

/** True without an answer for a week: a formula that cannot be read keeps its versions that long. */
export function isExpired({ from }: SeenVersions, now: number): boolean {
  return from < isoOf(dayAt(now) - 2 * KEPT_DAYS);
}

/** True if the question did not return this version before. In its first answer no record is new. */
export function isNewVersion(record: RecordSummary, before: SeenVersions | undefined): boolean {
  return before !== undefined && isSince(record, before.from) && !before.versions.has(versionName(record));
}

function isSince({ modified }: RecordSummary, day: string): boolean {
  return modified >= day && DAY.test(modified);
}
