/**
 * The record versions that a job has seen, by their question: any later one is new. Only those of
 * the last days are stored one by one. A record that was changed before them counts as seen.
 */
import { addDays } from '../../contract/dates.js';
import { dayAt, isoOf } from '../../core/days.js';
import type { NewRecord } from '../alerts/alert.js';
import type { Platform, Properties } from '../platform.js';
import { hash } from '../storage/text.js';
import type { RecordSummary } from '../table/record-summary.js';

export interface SeenVersions {
  /** The first day of changes whose versions are kept. */
  readonly from: string;
  readonly versions: ReadonlySet<string>;
}

const SEEN = 'seen:';
/** Corrections arrive within days. */
const KEPT_DAYS = 7;
const NAME_CHARACTERS = 8;
/** A value may have 9 KB. */
const MAX_VERSIONS = 1_000;
const STORED = /^\d{4}-\d{2}-\d{2} (?:[0-9a-f]{8})*$/;

/** Reads what a job has seen, by the keys of its questions; a damaged value is left out. */
export function readSeen(
  platform: Pick<Platform, 'allDocumentProperties'>,
  job: string,
): Map<string, SeenVersions> {
  const values = platform.allDocumentProperties();
  const prefix = `${SEEN}${job}:`;
  const names = Object.keys(values).filter((name) => name.startsWith(prefix));
  return new Map(
    names.flatMap((name) => {
      const text = values[name] ?? '';
      if (!STORED.test(text)) return [];
      const versions = new Set(text.slice(11).match(/.{8}/g));
      return [[name.slice(prefix.length), { from: text.slice(0, 10), versions }]];
    }),
  );
}

/** Records that are new, each once, and what has to be written so that all that questions have brought counts as seen. */
export function newAmong(
  job: string,
  brought: ReadonlyMap<string, { readonly records: readonly NewRecord[] }>,
  seen: ReadonlyMap<string, SeenVersions>,
  now: number,
): { readonly news: readonly NewRecord[]; readonly values: Readonly<Record<string, string>> } {
  const known = new Set([...seen.values()].flatMap(({ versions }) => [...versions]));
  const news: NewRecord[] = [];
  const values: Record<string, string> = {};
  for (const [key, { records }] of brought) {
    for (const one of records.filter((record) => isNewVersion(record, seen.get(key)))) {
      if (!known.has(versionName(one))) news.push(one);
      known.add(versionName(one));
    }
    const { from, versions } = seenAfter(records, now);
    values[nameOf(job, key)] = `${from} ${[...versions].join('')}`;
  }
  return { news, values };
}

/** The property of a question, to be removed with it. */
export function nameOf(job: string, question: string): string {
  return `${SEEN}${job}:${question}`;
}

/** To be called when a job is gone. */
export function forgetSeen(
  platform: Pick<Platform, 'allDocumentProperties'>,
  properties: Properties,
  job: string,
): void {
  for (const name of Object.keys(platform.allDocumentProperties()))
    if (name.startsWith(nameOf(job, ''))) properties.remove(name);
}

/** Makes what a question has seen once it has brought these records. @param now in milliseconds since 1970 */
function seenAfter(records: readonly RecordSummary[], now: number): SeenVersions {
  let from = isoOf(dayAt(now) - KEPT_DAYS);
  const late = () => records.filter(({ modified }) => modified >= from);
  while (late().length > MAX_VERSIONS) from = addDays(from, 1);
  return { from, versions: new Set(late().map(versionName)) };
}

/** True where the question has brought nothing for a week: what a formula has seen that cannot be read for a while is kept as long. */
export function isOld({ from }: SeenVersions, now: number): boolean {
  return from < isoOf(dayAt(now) - 2 * KEPT_DAYS);
}

/** True where the question has not brought the record before; at its first time no record is new. */
export function isNewVersion(record: RecordSummary, before: SeenVersions | undefined): boolean {
  return before !== undefined && record.modified >= before.from && !before.versions.has(versionName(record));
}

/** A short name of a record's version. */
function versionName({ dataset, id, modified }: RecordSummary): string {
  return hash(`${dataset} ${id} ${modified}`).slice(0, NAME_CHARACTERS);
}
