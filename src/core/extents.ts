/** Finds which days of a key are complete, and as of when, from the extents of all keys that cover it. */
import { FIRST_DAY } from '../contract/datasets.js';
import { DAY_MS, type Day, type DayRange, dayAt, dayOf, FIRST, LAST, settledDay, union } from './days.js';
import { type Extent, type FollowedExtent, isOrdered, settledPart } from './facts.js';
import { AGE_DAYS, CLOCK_SLACK_MS, type Demand } from './freshness.js';
import { createCoverTest, type QueryKey } from './query.js';
import type { Axis } from './records.js';
import type { CacheState } from './state.js';

/** The knowledge about a key: the extents of keys that cover it. */
export interface KnownOf {
  readonly extents: readonly Extent[];
  readonly followed: readonly FollowedExtent[];
}

/** Days that are complete: all that was last changed through a day, and all that was visible at an instant. */
export interface Segment {
  readonly from: Day;
  readonly to: Day;
  readonly asOf: Day;
  readonly at: number;
  /** By the date of the last change: nothing is added to these days any more. */
  readonly isSettled?: boolean;
}

export interface Completeness {
  readonly asOf: Day;
  readonly at: number;
}

export interface Coverage {
  readonly segments: readonly Segment[];
  /** Moves an earlier completeness forward by the changes that were received since. */
  advance(complete: Completeness, from: Day): Completeness;
}

const FIRST_RECORDS = dayOf(FIRST_DAY)!;
const MONTH_MS = AGE_DAYS * DAY_MS;

/** The extents that count: not those of a clock that was ahead, nor truncated ones of a service that keeps no order. */
export function believedOf(state: CacheState, now: number): KnownOf {
  const isByDay = isOrdered(state.order);
  const latest = now + CLOCK_SLACK_MS;
  return {
    extents: state.extents.filter(
      ({ at, truncatedAt }) => at <= latest && (truncatedAt === undefined || isByDay),
    ),
    followed: state.followed.filter(({ at }) => at <= latest),
  };
}

export function knownOf({ extents, followed }: KnownOf, key: QueryKey): KnownOf {
  // most extents share a few keys
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

export function isEnough(
  complete: Completeness & { readonly isSettled?: boolean },
  { at, asOf, isOver }: Pick<Demand, 'at' | 'asOf' | 'isOver'>,
): boolean {
  if (complete.isSettled) return !isOver || complete.at >= at;
  // all that was visible at an instant was changed on its day at the latest
  return complete.asOf >= asOf && (complete.at >= at || complete.asOf >= dayAt(at));
}

export function coverageOf(known: KnownOf, axis: Axis, demand: Demand, now: number): Coverage {
  const oldest = demand.keepsOld ? Number.NEGATIVE_INFINITY : now - MONTH_MS;
  const firstDay = demand.keepsOld ? FIRST : dayAt(now) - AGE_DAYS;
  const announced = known.extents.filter((one) => one.axis === 'announced');
  const modified = known.extents.filter((one) => one.axis === 'modified');
  const advance = createAdvance(known, announced, modified);
  if (axis === 'modified')
    return { advance, segments: segmentsOfChanges(modified, announced, oldest, firstDay) };
  const segments = announced.flatMap((extent): Segment[] => {
    const followed = followedFrom(extent, known.followed);
    return [extent, ...followed]
      .filter(({ at }) => at >= oldest)
      .map(({ from, at }) => {
        const range = { from: Math.max(from, extent.from), to: extent.to };
        return { ...range, ...advance({ asOf: settledDay(at), at }, range.from) };
      });
  });
  // nothing is announced later than a day after its last change, as the two days may be of different zones: who knows all
  // changes from a day on knows what was announced since the day after
  const starts = [...modified.map(({ from }) => from), ...announced.map(({ at }) => settledDay(at) + 1)];
  for (const from of new Set(starts.map((start) => Math.max(start + 1, firstDay))))
    segments.push({ from, to: LAST, ...advance({ asOf: from - 2, at: 0 }, from - 1) });
  return { advance, segments: segments.filter(({ from, to }) => from <= to) };
}

/** An extent as of the answers to cursors that continue it: those answers also report the records that left the key. */
function followedFrom(extent: Extent, followed: readonly FollowedExtent[]): FollowedExtent[] {
  const steps: FollowedExtent[] = [];
  let { at } = extent;
  for (;;) {
    const next = followed.find((one) => continues(one, at));
    if (!next) return steps;
    steps.push(next);
    at = next.at;
  }
}

/** True if the changes continue a completeness: requests sent with the cursor, or after it was given, have all earlier changes. */
function continues({ sentAt, receivedAt, at }: FollowedExtent, complete: number): boolean {
  return at > complete && (sentAt === complete || receivedAt <= complete);
}

/** True if the answer had all records that there were. */
function hasAll({ from, to, at }: Extent): boolean {
  return from <= FIRST_RECORDS && to >= dayAt(at);
}

function createAdvance(
  { followed }: KnownOf,
  announced: readonly Extent[],
  modified: readonly Extent[],
): Coverage['advance'] {
  // such an answer has all changes up to its instant
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

/** By the date of the last change, days that had settled when they were asked for stay complete for good. */
function segmentsOfChanges(
  modified: readonly Extent[],
  announced: readonly Extent[],
  oldest: number,
  firstDay: Day,
): Segment[] {
  const all = announced.filter(hasAll).map(({ at }) => ({ from: FIRST, to: LAST, at }));
  return [...modified, ...all].flatMap((extent: Omit<Extent, 'key' | 'axis'>): Segment[] => {
    const { from, to, at, oldestAt = at } = extent;
    // of the days that are no month old it is known since they were over
    const first = oldestAt >= oldest ? from : Math.max(from, firstDay);
    const settled = Math.min(to, settledDay(at));
    return [
      { from: first, to: settled, asOf: LAST, at: oldestAt, isSettled: true },
      { from: Math.max(first, settled + 1), to, asOf: settledDay(at), at },
    ].filter((one) => one.from <= one.to);
  });
}
