/** Finds which days of a key are complete, and as of when, from the extents of all keys that cover it. */
import { FIRST_DAY } from '../contract/datasets.js';
import { DAY_MS, type Day, type DayRange, dayAt, dayOf, FIRST, LAST, settledDay, union } from './days.js';
import { type Extent, type FollowedExtent, isOrdered, settledPart } from './facts.js';
import { AGE_DAYS, CLOCK_SLACK_MS, type Demand, demandOf } from './freshness.js';
import { createCoverTest, type Query, type QueryKey } from './query.js';
import type { Axis } from './records.js';
import type { CacheState } from './state.js';

/** Extents, such as those whose keys cover a key. */
export type KnownExtents = Pick<CacheState, 'extents' | 'followed'>;

/** The cache has all changes through the day `asOf`, and all that was visible at `at`. */
export interface Completeness {
  readonly asOf: Day;
  readonly at: number;
  /** True for settled days by the date of the last change: no record can join them any more. */
  readonly isSettled?: boolean;
}

/** Complete days. */
export interface Segment extends Completeness {
  readonly from: Day;
  readonly to: Day;
}

export interface Coverage {
  readonly segments: readonly Segment[];
  /** Moves an earlier completeness forward by the changes received since. */
  advance(complete: Completeness, from: Day): Completeness;
}

const FIRST_RECORDS = dayOf(FIRST_DAY)!;
const MONTH_MS = AGE_DAYS * DAY_MS;

/** Leaves out extents of a clock that was ahead, and truncated ones if the service does not sort by day. */
export function usableExtents(state: CacheState, now: number): KnownExtents {
  const isByDay = isOrdered(state.order);
  const latest = now + CLOCK_SLACK_MS;
  return {
    extents: state.extents.filter(
      ({ at, truncatedAt }) => at <= latest && (truncatedAt === undefined || isByDay),
    ),
    followed: state.followed.filter(({ at }) => at <= latest),
  };
}

export function extentsCovering({ extents, followed }: KnownExtents, key: QueryKey): KnownExtents {
  // stores the test of each key, because most extents share a few keys
  const tests = new Map<QueryKey, boolean>();
  const passes = (wide: QueryKey): boolean => {
    const known = tests.get(wide) ?? createCoverTest(wide)(key);
    tests.set(wide, known);
    return known;
  };
  return {
    extents: extents.filter((one) => passes(one.key)),
    followed: followed.filter((one) => passes(one.key)),
  };
}

export function isEnough(complete: Completeness, { at, asOf, hasOnlySettledDays }: Demand): boolean {
  if (complete.isSettled) return !hasOnlySettledDays || complete.at >= at;
  // everything visible at an instant was changed on that day or before
  return complete.asOf >= asOf && (complete.at >= at || complete.asOf >= dayAt(at));
}

/** True if a daily table would still show an answer for these days that was requested at an instant. */
export function isAnswerFresh(query: Pick<Query, 'axis' | 'from' | 'to'>, at: number, now: number): boolean {
  const policy = { mode: 'daily', refreshAfter: 0, refresh: '' } as const;
  const demand = demandOf(query, policy, undefined, { now, instant: now });
  const asOf = settledDay(at);
  const isSettled = query.axis === 'modified' && query.to <= asOf && at >= now - MONTH_MS;
  return isEnough({ asOf, at, isSettled }, demand);
}

export function coverageOf(known: KnownExtents, axis: Axis, demand: Demand, now: number): Coverage {
  const oldest = demand.keepsOld ? Number.NEGATIVE_INFINITY : now - MONTH_MS;
  const firstDay = demand.keepsOld ? FIRST : dayAt(now) - AGE_DAYS;
  const announced = known.extents.filter((one) => one.axis === 'announced');
  const modified = known.extents.filter((one) => one.axis === 'modified');
  const advance = createAdvance(known, announced, modified);
  if (axis === 'modified')
    return { advance, segments: segmentsOfChanges(modified, announced, oldest, firstDay) };
  const inOrder = [...known.followed].sort((a, b) => a.at - b.at);
  const segments = announced.flatMap((extent): Segment[] =>
    followedFrom(extent, inOrder)
      .filter(({ at }) => at >= oldest)
      .map(({ from, at }) => ({ from, to: extent.to, ...advance({ asOf: settledDay(at), at }, from) })),
  );
  // A record is announced at most one day after its last change, because the two days may be of different
  // zones. So all changes from a day on include all announcements from the day after.
  const starts = [...modified.map(({ from }) => from), ...announced.map(({ at }) => settledDay(at) + 1)];
  for (const from of new Set(starts.map((start) => Math.max(start + 1, firstDay))))
    segments.push({ from, to: LAST, ...advance({ asOf: from - 2, at: 0 }, from - 1) });
  return { advance, segments: segments.filter(({ from, to }) => from <= to) };
}

/**
 * Returns the first day and the instant of an extent, and of its continuations by cursors. These also report records
 * that left the key, but only of the days from which all changes since the extent are known.
 * @param followed by their instants
 */
function followedFrom({ from, at }: Extent, followed: readonly FollowedExtent[]) {
  const complete = [{ from, at }];
  for (const next of followed) {
    const before = complete.filter((one) => continues(next, one.at));
    const first = Math.max(next.from, Math.min(...before.map((one) => one.from)));
    if (before.length > 0) complete.push({ from: first, at: next.at });
  }
  return complete;
}

/**
 * True if the changes continue a complete state: the request for the cursor was sent at that time, or the
 * cursor was received before it, so no earlier change is missing.
 */
export function continues({ sentAt, receivedAt, at }: FollowedExtent, complete: number): boolean {
  return at > complete && (sentAt === complete || receivedAt <= complete);
}

/** True if the answer had every existing record. */
function hasAll({ from, to, at }: Extent): boolean {
  return from <= FIRST_RECORDS && to >= dayAt(at);
}

function createAdvance(
  { followed }: KnownExtents,
  announced: readonly Extent[],
  modified: readonly Extent[],
): Coverage['advance'] {
  // an answer with every record includes all changes up to its instant
  const all = announced.filter(hasAll);
  const settled = union([
    ...modified.map(settledPart),
    ...all.map(({ at }): DayRange => [FIRST, settledDay(at)]),
  ]);
  const open = [
    ...modified.filter(({ to, at }) => to >= dayAt(at)),
    ...all.map(({ at }) => ({ from: FIRST, at })),
  ];
  return (complete, from) => {
    let { asOf, at } = complete;
    for (;;) {
      const days = settled.find(([start, end]) => start <= asOf + 1 && end > asOf);
      const tail = open.find((one) => one.from <= asOf + 1 && one.at > at);
      const step = followed.find((one) => one.from <= from && continues(one, at));
      if (days) asOf = days[1];
      else if (tail ?? step) {
        at = (tail ?? step)!.at;
        asOf = Math.max(asOf, settledDay(at));
      } else return { asOf, at };
    }
  };
}

/** Returns segments by last change. Days that had settled before their request stay complete for good. */
function segmentsOfChanges(
  modified: readonly Extent[],
  announced: readonly Extent[],
  oldest: number,
  firstDay: Day,
): Segment[] {
  const all = announced.filter(hasAll).map(({ at }) => ({ from: FIRST, to: LAST, at }));
  return [...modified, ...all].flatMap((extent: Omit<Extent, 'key' | 'axis'>): Segment[] => {
    const { from, to, at, oldestAt = at } = extent;
    // days younger than a month were requested after their end
    const first = oldestAt >= oldest ? from : Math.max(from, firstDay);
    const settled = Math.min(to, settledDay(at));
    return [
      { from: first, to: settled, asOf: LAST, at: oldestAt, isSettled: true },
      { from: Math.max(first, settled + 1), to, asOf: settledDay(at), at },
    ].filter((one) => one.from <= one.to);
  });
}
