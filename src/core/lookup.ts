/** Looks a query up in the cache: its rows, the days that are missing, and the marks that its table may have. */
import { type Day, type DayRange, endOf, LAST, settledDay, subtract, union } from './days.js';
import {
  believedOf,
  type Completeness,
  type Coverage,
  coverageOf,
  isEnough,
  type KnownOf,
  knownOf,
  type Segment,
} from './extents.js';
import type { StoredRecord } from './facts.js';
import { createFilterTest } from './filter-test.js';
import { type Demand, demandOf, type Moment } from './freshness.js';
import { LEASE_MS } from './purchase.js';
import { covers, createCoverTest, isForTracked, partsOf, type Query, type QueryKey } from './query.js';
import { byNewest, dayOn, type Row } from './records.js';
import type { CacheState } from './state.js';

/** A part of a query of which all values are known alike. */
export interface PartLookup {
  readonly key: QueryKey;
  readonly known: KnownOf;
  readonly coverage: Coverage;
  /** Days that are not complete, or not fresh, the last ones first. */
  readonly missing: readonly DayRange[];
}

export interface Lookup {
  readonly parts: readonly PartLookup[];
  /** All known rows that match, newest first, without a limit. */
  readonly known: readonly KnownRow[];
  /** Known rows that the filters find, and that are of other companies than the wanted ones. */
  readonly unwanted: readonly KnownRow[];
  /** The last day on which something is missing; before all days where nothing is. */
  readonly top: Day;
  /** The rows that can be shown: those after the last missing day, and fresh ones of this day. */
  readonly shown: readonly KnownRow[];
  /** Nothing is missing, or nothing that the limit would let in. */
  readonly isComplete: boolean;
}

export interface KnownRow {
  readonly row: Row;
  /** By the date that the query compares; undefined where it cannot be read. */
  readonly day: Day | undefined;
  readonly seenAt: number;
  readonly part: PartLookup;
}

/** The last missing day where nothing is missing: it is before all days. */
const NOTHING: Day = -1;

export function lookUp(
  state: CacheState,
  query: Query,
  demand: Demand,
  { now }: Moment,
  isWanted: (row: Row) => boolean,
): Lookup {
  const parts = partsLookedUp(state, query, demand, now);
  const [known, unwanted] = knownRows(state, query, parts, isWanted);
  const top = parts.reduce((last, { missing }) => Math.max(last, missing[0]?.[1] ?? NOTHING), NOTHING);
  const above = known.filter(({ day }) => day === undefined || day > top);
  // a limit may cut within a day, in which records have no order: any of its fresh records may be shown
  const atCut = known.filter((one) => one.day === top && isFreshRow(one, demand));
  const shown = top === NOTHING ? known : [...above.filter(({ day }) => day !== undefined), ...atCut];
  const undated = top === NOTHING ? [] : above.filter(({ day }) => day === undefined);
  return {
    parts,
    known,
    unwanted,
    top,
    shown: [...shown, ...undated],
    isComplete: top === NOTHING || shown.length >= query.limit,
  };
}

function partsLookedUp(state: CacheState, query: Query, demand: Demand, now: number): PartLookup[] {
  const believed = believedOf(state, now);
  const keys = [...new Set([...believed.extents, ...believed.followed].map(({ key }) => key))];
  return query.keys
    .flatMap((key) => partsOf(key, keys))
    .map((key) => {
      const known = knownOf(believed, key);
      const coverage = coverageOf(known, query.axis, demand, now);
      return { key, known, coverage, missing: missingOf(query, coverage.segments, demand) };
    });
}

/** The days that are missing in segments, the last ones first. */
export function missingOf(
  { from }: Pick<Query, 'from'>,
  segments: readonly Segment[],
  demand: Demand,
): DayRange[] {
  const complete = segments.filter((one) => isEnough(one, demand));
  const wanted: DayRange[] = from <= demand.to ? [[from, demand.to]] : [];
  return subtract(wanted, union(complete.map((one): DayRange => [one.from, one.to]))).reverse();
}

/** Whether a row was seen, or brought forward by changes, as lately as the demand wants. */
function isFreshRow({ seenAt, day, part }: KnownRow, demand: Demand): boolean {
  const seen = { asOf: settledDay(seenAt), at: seenAt };
  return isEnough(part.coverage.advance(seen, day ?? LAST), demand);
}

function knownRows(
  state: CacheState,
  query: Query,
  parts: readonly PartLookup[],
  isWanted: (row: Row) => boolean,
): [known: KnownRow[], unwanted: KnownRow[]] {
  const { axis, keys, from, to } = query;
  const { places } = state;
  const tests = parts.map((part) => ({
    part,
    passes: createFilterTest(part.key),
    isGone: goneTest(state, part, axis),
  }));
  const isAboutTracked = keys.every(isForTracked);
  const sent = keys.map((key) => ({ key, isWithin: createCoverTest(key) }));
  const known: KnownRow[] = [];
  const unwanted: KnownRow[] = [];
  for (const [id, record] of state.records) {
    const { row, seenAt, sentFor, isTracked = false } = record;
    if (isAboutTracked && !isTracked) continue;
    const day = dayOn(axis, row, places);
    if (day !== undefined && (day < from || day > to)) continue;
    // what the service sent for a part of the query matches it, even if our own test of the filters says no
    const isSent = sentFor.some((narrow) => sent.some(({ isWithin }) => isWithin(narrow)));
    const found = tests.filter(({ passes }) => passes(row));
    const matching =
      found.length > 0 || !isSent
        ? found
        : tests.filter(({ part }) => sentFor.some((key) => covers(part.key, key)));
    const fallback = matching.length === 0 && isSent ? tests : matching;
    const test = fallback.find(({ isGone }) => !isGone(id, record));
    if (!test) continue;
    (isWanted(row) ? known : unwanted).push({ row, day, seenAt, part: test.part });
  }
  const order = byNewest(axis, places);
  return [known.sort((a, b) => order(a.row, b.row)), unwanted];
}

/** Tests whether a later answer should have brought a record and has not: the record left the key, or is on another day now. */
function goneTest(
  { places, left, cursors }: CacheState,
  { key, known }: PartLookup,
  axis: Query['axis'],
): (id: string, record: StoredRecord) => boolean {
  const complete = known.extents.filter((one) => one.axis === 'announced' || axis === 'modified');
  // a repeated request may be answered long after its first sending, and its cursor tells what was removed since then
  const repeated = new Map(
    [...cursors, ...known.followed]
      .filter(({ sentAt, receivedAt }) => receivedAt - sentAt >= LEASE_MS)
      .map(({ sentAt, receivedAt }) => [sentAt, receivedAt]),
  );
  return (id, { row, seenAt }) => {
    const cameAt = repeated.get(seenAt) ?? seenAt;
    const isLeft = left.get(id)?.some((one) => one.at > seenAt && covers(one.key, key)) ?? false;
    return (
      isLeft ||
      complete.some((extent) => {
        if ((extent.oldestAt ?? extent.at) <= cameAt) return false;
        const day = dayOn(extent.axis, row, places);
        return day !== undefined && day >= extent.from && day <= extent.to;
      })
    );
  };
}

/** As of when a fresh table is complete: the earliest instant and day of all the days that it is made of. */
export function completedOf(query: Query, found: Lookup, demand: Demand): Completeness {
  const lowest = query.axis === 'modified' ? demand.to : Math.max(query.from, found.top + 1);
  let [asOf, at] = [demand.asOf, Number.POSITIVE_INFINITY];
  for (const { coverage, known } of found.parts) {
    let wanted: DayRange[] = lowest <= demand.to ? [[lowest, demand.to]] : [];
    // no day is whole: the rows are of a day that a limit has cut, in an answer about all days or in changes alone
    const isCutDay = wanted.length === 0 && found.top > NOTHING;
    if (isCutDay) {
      const cut = known.extents.filter(
        (one) => one.axis === query.axis && (one.truncatedAt ?? NOTHING) >= found.top,
      );
      if (cut.length > 0)
        at = Math.min(
          at,
          cut.reduce((last, one) => Math.max(last, one.at), 0),
        );
      // no limit has cut the day in this part
      else wanted = [[found.top, found.top]];
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

/** The instants as of which some days were complete, the last ones first. */
export function instantsOf({ parts }: Lookup): number[] {
  const instants = parts.flatMap(({ coverage }) =>
    coverage.segments.map(({ asOf, at, to, isSettled }) =>
      isSettled ? endOf(to) : Math.max(at, asOf >= 0 ? endOf(asOf) : 0),
    ),
  );
  return [...new Set(instants.filter((instant) => instant > 0))].sort((a, b) => b - a);
}

/** Whether an answer of these days, asked for at an instant, is what a daily table would show. */
export function isAnswerFresh(
  { dataset, axis, from, to }: Pick<Query, 'dataset' | 'axis' | 'from' | 'to'>,
  at: number,
  now: number,
): boolean {
  const query = { axis, from, to };
  const policy = { mode: 'daily', refreshAfter: 0, refresh: '' } as const;
  const demand = demandOf(query, policy, undefined, { now, instant: now });
  const key: QueryKey = { dataset, filters: {} };
  const known = { extents: [{ key, axis, from, to, at }], followed: [] };
  return missingOf(query, coverageOf(known, axis, demand, now).segments, demand).length === 0;
}
