/** Looks a query up in the cache: known rows, missing days, and how complete the table is. */
import { type Day, type DayRange, endOf, LAST, settledDay, subtract, union } from './days.js';
import {
  type Completeness,
  type Coverage,
  coverageOf,
  extentsCovering,
  isEnough,
  type KnownExtents,
  type Segment,
  usableExtents,
} from './extents.js';
import type { StoredRecord } from './facts.js';
import { createFilterTest } from './filter-test.js';
import type { Demand, Moment } from './freshness.js';
import { isRepeated } from './purchase.js';
import { covers, createCoverTest, isForTracked, partsOf, type Query, type QueryKey } from './query.js';
import { type Axis, byNewest, dayOn, type Row } from './records.js';
import { type CacheState, lastSeen } from './state.js';

/** A part of a query that each cached key covers completely or not at all. */
export interface PartLookup {
  readonly key: QueryKey;
  readonly known: KnownExtents;
  readonly coverage: Coverage;
  /** Days that are incomplete or outdated, the last ones first. */
  readonly missing: readonly DayRange[];
}

export interface Lookup {
  readonly parts: readonly PartLookup[];
  /** All known rows that match, newest first, without a limit. */
  readonly known: readonly KnownRow[];
  /** Known rows that match the filters but belong to companies that are not wanted. */
  readonly unwanted: readonly KnownRow[];
  /** The last missing day; NO_DAY, which is before all days, if none is missing. */
  readonly lastMissing: Day;
  /** The rows to show: those after the last missing day, and the fresh ones of that day. */
  readonly shown: readonly KnownRow[];
  /** True if nothing is missing, or nothing that would fit within the limit. */
  readonly isComplete: boolean;
}

interface KnownRow {
  readonly row: Row;
  /** The day of the date that the query compares; undefined if it is unreadable. */
  readonly day: Day | undefined;
  readonly seenAt: number;
  readonly part: PartLookup;
}

/** Stands for the last missing day if no day is missing. */
const NO_DAY: Day = -1;

export function lookUp(
  state: CacheState,
  query: Query,
  demand: Demand,
  { now }: Moment,
  isAboutCompanies: (row: Row) => boolean,
): Lookup {
  const parts = partsLookedUp(state, query, demand, now);
  const [known, unwanted] = knownRows(state, query, parts, isAboutCompanies);
  const lastMissing = parts.reduce((last, { missing }) => Math.max(last, missing[0]?.[1] ?? NO_DAY), NO_DAY);
  const found = { parts, known, unwanted, lastMissing };
  if (lastMissing === NO_DAY) return { ...found, shown: known, isComplete: true };
  // A limit may cut within a day, whose records have no order. So any fresh record of that day may be shown.
  const isShown = (one: KnownRow, day: Day) =>
    day > lastMissing || (day === lastMissing && isFreshRow(one, demand));
  const dated = known.filter((one) => one.day !== undefined && isShown(one, one.day));
  const undated = known.filter(({ day }) => day === undefined);
  return { ...found, shown: [...dated, ...undated], isComplete: dated.length >= query.limit };
}

function partsLookedUp(state: CacheState, query: Query, demand: Demand, now: number): PartLookup[] {
  const usable = usableExtents(state, now);
  const keys = [...new Set([...usable.extents, ...usable.followed].map(({ key }) => key))];
  return query.keys
    .flatMap((key) => partsOf(key, keys))
    .map((key) => {
      const known = extentsCovering(usable, key);
      const coverage = coverageOf(known, query.axis, demand, now);
      return { key, known, coverage, missing: missingOf(query.from, coverage.segments, demand) };
    });
}

/** Returns the wanted days that no segment satisfies, the last ones first. */
export function missingOf(from: Day, segments: readonly Segment[], demand: Demand): DayRange[] {
  const complete = segments.filter((one) => isEnough(one, demand));
  const wanted: DayRange[] = from <= demand.to ? [[from, demand.to]] : [];
  return subtract(wanted, union(complete.map((one): DayRange => [one.from, one.to]))).reverse();
}

/** True if a row was received, or confirmed by later changes, as recently as the demand requires. */
function isFreshRow({ seenAt, day, part }: KnownRow, demand: Demand): boolean {
  const seen = { asOf: settledDay(seenAt), at: seenAt };
  return isEnough(part.coverage.advance(seen, day ?? LAST), demand);
}

function knownRows(
  state: CacheState,
  query: Query,
  parts: readonly PartLookup[],
  isAboutCompanies: (row: Row) => boolean,
): [known: KnownRow[], unwanted: KnownRow[]] {
  const { axis, keys, from, to } = query;
  const { positions } = state;
  const tests = parts.map((part) => ({
    part,
    passes: createFilterTest(part.key),
    isRemoved: createRemovalTest(state, part, axis),
  }));
  const isAboutTracked = keys.every(isForTracked);
  const sent = keys.map((key) => ({ key, isWithin: createCoverTest(key) }));
  const known: KnownRow[] = [];
  const unwanted: KnownRow[] = [];
  for (const [id, record] of state.records) {
    const { row, seenAt, sentFor, isTracked = false } = record;
    if (isAboutTracked && !isTracked) continue;
    const day = dayOn(axis, row, positions);
    if (day !== undefined && (day < from || day > to)) continue;
    // a row that the service sent for a part of the query matches it, even if our own filter test rejects it
    const isSent = sentFor.some((narrow) => sent.some(({ isWithin }) => isWithin(narrow)));
    const found = tests.filter(({ passes }) => passes(row));
    const matching =
      found.length > 0 || !isSent
        ? found
        : tests.filter(({ part }) => sentFor.some((key) => covers(part.key, key)));
    const fallback = matching.length === 0 && isSent ? tests : matching;
    const test = fallback.find(({ isRemoved }) => !isRemoved(id, record));
    if (!test) continue;
    (isAboutCompanies(row) ? known : unwanted).push({ row, day, seenAt, part: test.part });
  }
  const order = byNewest(axis, positions);
  return [known.sort((a, b) => order(a.row, b.row)), unwanted];
}

/** Tests if a later answer proves that a record left the key or moved to another day. */
function createRemovalTest({ positions, left, cursors }: CacheState, { key, known }: PartLookup, axis: Axis) {
  const complete = known.extents.filter((one) => one.axis === 'announced' || axis === 'modified');
  // an answer can be much later than the first sending; its cursor reports removals only since the answer
  const repeated = new Map(
    [...cursors, ...known.followed].filter(isRepeated).map(({ sentAt, receivedAt }) => [sentAt, receivedAt]),
  );
  return (id: string, record: StoredRecord) => {
    const { row, seenAt } = record;
    const last = lastSeen(record);
    const receivedAt = repeated.get(last) ?? last;
    const isLeft = left.get(id)?.some((one) => one.at > seenAt && covers(one.key, key)) ?? false;
    return (
      isLeft ||
      complete.some((extent) => {
        if ((extent.oldestAt ?? extent.at) <= receivedAt) return false;
        const day = dayOn(extent.axis, row, positions);
        return day !== undefined && day >= extent.from && day <= extent.to;
      })
    );
  };
}

/** Returns when a fresh table was last complete: the earliest day and instant among its days. */
export function completedOf(query: Query, found: Lookup, demand: Demand): Completeness {
  const lowest = query.axis === 'modified' ? demand.to : Math.max(query.from, found.lastMissing + 1);
  let [asOf, at] = [demand.asOf, Number.POSITIVE_INFINITY];
  for (const { coverage, known } of found.parts) {
    let wanted: DayRange[] = lowest <= demand.to ? [[lowest, demand.to]] : [];
    // no day is complete: a limit cut the day of these rows
    const isCutDay = wanted.length === 0 && found.lastMissing > NO_DAY;
    if (isCutDay) {
      const cut = known.extents.filter(
        (one) => one.axis === query.axis && (one.truncatedAt ?? NO_DAY) >= found.lastMissing,
      );
      if (cut.length > 0) at = Math.min(at, Math.max(...cut.map((one) => one.at)));
      // no limit cut the day in this part
      else wanted = [[found.lastMissing, found.lastMissing]];
    }
    const usable = coverage.segments.filter((one) => isEnough(one, demand)).sort((a, b) => b.at - a.at);
    for (const segment of usable) {
      const left = subtract(wanted, [[segment.from, segment.to]]);
      if (JSON.stringify(left) === JSON.stringify(wanted)) continue;
      wanted = left;
      asOf = Math.min(asOf, segment.asOf);
      at = Math.min(at, segment.at);
    }
    if (isCutDay && wanted.length > 0) at = 0;
  }
  return { asOf, at };
}

/** Returns the instants at which some days were complete, the last ones first. */
export function instantsOf({ parts }: Lookup): number[] {
  const instants = parts.flatMap(({ coverage }) =>
    coverage.segments.map(({ asOf, at, to, isSettled }) =>
      isSettled ? endOf(to) : Math.max(at, asOf >= 0 ? endOf(asOf) : 0),
    ),
  );
  return [...new Set(instants.filter((instant) => instant > 0))].sort((a, b) => b - a);
}
