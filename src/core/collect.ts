/** Shrinks the cache: compacts its facts, and evicts the least needed keys and days if space is short. */
import { DAY_MS, type Day, dayAt, FIRST, settledDay } from './days.js';
import { continues } from './extents.js';
import type { Extent, FollowedExtent, StoredRecord } from './facts.js';
import { createFilterTest } from './filter-test.js';
import { AGE_DAYS } from './freshness.js';
import { groupedBy } from './grouped.js';
import { isRepeated } from './purchase.js';
import { covers, textOf } from './query.js';
import { dayOn } from './records.js';
import type { CacheState } from './state.js';

const MONTH_MS = AGE_DAYS * DAY_MS;
const UNUSED_DAYS = 7;
/** A formula that runs on each working day uses its keys again within this time. */
const RECENT_DAYS = 4;

/** Compacts the state: joins facts that follow each other, and drops those that no longer matter. */
export function compacted(state: CacheState, now: number): CacheState {
  const isYoung = ({ at }: { readonly at: number }) => at >= now - 2 * MONTH_MS;
  // a record that left a key would come back into its tables
  const left = new Map(
    [...state.left]
      .map(([id, list]) => [id, list.filter((one) => state.records.has(id) || isYoung(one))] as const)
      .filter(([, list]) => list.length > 0),
  );
  const followed = joinedChanges(state.followed, now);
  // without its first changes, an extent would be known as of its own answer, and requested again
  const isContinuing = (one: FollowedExtent) =>
    [...state.extents, ...followed].some(({ key, at }) => continues(one, at) && covers(one.key, key));
  return {
    ...state,
    left,
    extents: joined(state.extents),
    followed: followed.filter((one) => isYoung(one) || isContinuing(one)),
    pages: state.pages.filter(({ at }) => at >= now - 2 * DAY_MS),
    uses: state.uses.filter(({ day }) => day >= dayAt(now) - AGE_DAYS),
  };
}

/** Joins adjacent settled days of change to one extent, with the first and the last time of their requests. */
function joined(extents: readonly Extent[]): Extent[] {
  const isSettled = ({ axis, to, at, truncatedAt }: Extent) =>
    axis === 'modified' && truncatedAt === undefined && to <= settledDay(at);
  const others = extents.filter((one) => !isSettled(one));
  const groups = groupedBy(extents.filter(isSettled), ({ key }) => textOf(key));
  const settled = [...groups.values()].flatMap((group) => {
    const list: Extent[] = [];
    for (const one of group.sort((a, b) => a.from - b.from)) {
      const last = list[list.length - 1];
      if (!last || one.from > last.to + 1) {
        list.push(one);
        continue;
      }
      const [to, at] = [Math.max(last.to, one.to), Math.max(last.at, one.at)];
      const oldestAt = Math.min(last.oldestAt ?? last.at, one.oldestAt ?? one.at);
      list[list.length - 1] = { ...last, to, at, oldestAt };
    }
    return list;
  });
  return [...others, ...settled];
}

/**
 * Joins the changes since a cursor and since the next one. A look-up needs both times of a repeated answer. Changes
 * of a clock that was ahead stay apart: a look-up leaves them out, and the earlier ones must not go with them.
 */
function joinedChanges(followed: readonly FollowedExtent[], now: number): FollowedExtent[] {
  const groups = groupedBy(followed, ({ key, from }) => `${from} ${textOf(key)}`);
  return [...groups.values()].flatMap((group) => {
    const list: FollowedExtent[] = [];
    for (const one of group.sort((a, b) => a.sentAt - b.sentAt)) {
      const before = list.findIndex(
        ({ receivedAt, at }) => receivedAt <= one.sentAt && continues(one, at) && !isRepeated(one),
      );
      if (before < 0 || one.at > now) list.push(one);
      else list[before] = { ...list[before]!, at: one.at };
    }
    return list;
  });
}

/** Returns the keys with the day of their last use or request, the latest first. */
function keysByUse({ extents, uses }: CacheState): [key: string, day: Day][] {
  const days = new Map<string, Day>();
  const note = (text: string, day: Day) => days.set(text, Math.max(day, days.get(text) ?? 0));
  for (const { key, equals = key, day } of uses)
    for (const used of [key, equals]) note(textOf(used), day + 0.5);
  for (const { key, at } of extents) note(textOf(key), at / DAY_MS);
  return [...days].sort((a, b) => b[1] - a[1]);
}

/**
 * Evicts records in this order, each time the oldest first: keys that nobody has used for a week; days more
 * than a month before the last one; the keys used least recently; the older days of the last key.
 * @param most the number of records that may stay
 */
export function shrunk(state: CacheState, most: number): CacheState {
  const byUse = keysByUse(state);
  const keys = byUse.map(([key]) => key);
  const used = byUse.filter(([, day]) => day > byUse[0]![1] - UNUSED_DAYS).length;
  const all = [...state.records.values()].map(({ row }) => dayOn('announced', row, state.positions) ?? FIRST);
  const days = [...new Set(all)].sort((a, b) => a - b);
  const month = (days[days.length - 1] ?? FIRST) - AGE_DAYS;
  const steps: (readonly [keys: number, first: Day])[] = [
    ...keys.slice(used).map((_, dropped) => [keys.length - dropped, FIRST] as const),
    ...days.filter((day) => day < month).map((day) => [used, day + 1] as const),
    ...keys.slice(0, used).map((_, dropped) => [used - dropped, month] as const),
    ...days.filter((day) => day >= month).map((day) => [1, day + 1] as const),
    [0, FIRST],
  ];
  const after = (step: number) => narrowed(state, keys.slice(0, steps[step]![0]), steps[step]![1]);
  let [low, high] = [0, steps.length - 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (after(middle).records.size > most) low = middle + 1;
    else high = middle;
  }
  return after(low);
}

/** True if a shrunk state has all records of the keys that were used last. */
export function keepsRecent(state: CacheState, rest: CacheState): boolean {
  const byUse = keysByUse(state);
  const recent = byUse.filter(([, day]) => day > byUse[0]![1] - RECENT_DAYS).map(([key]) => key);
  return [...narrowed(state, recent, FIRST).records.keys()].every((id) => rest.records.has(id));
}

/** Returns the part of the state that belongs to some keys, from a day on. */
function narrowed(state: CacheState, keys: readonly string[], first: Day): CacheState {
  const stays = ({ key }: { readonly key: Extent['key'] }) => keys.includes(textOf(key));
  const extents = state.extents
    .filter((one) => stays(one) && one.to >= first)
    .map(({ from, truncatedAt, ...one }) => ({
      ...one,
      from: Math.max(from, first),
      ...(truncatedAt !== undefined && { truncatedAt: Math.max(truncatedAt, first - 1) }),
    }));
  const followed = state.followed.filter(stays);
  const tests = new Map(extents.map(({ key }) => [textOf(key), createFilterTest(key)]));
  const isCovered = ({ row, sentFor }: StoredRecord) =>
    extents.some(({ key, axis, from, to, truncatedAt = from }) => {
      const day = dayOn(axis, row, state.positions);
      // the table also shows records of the day at which a limit truncated the answer
      const isInDays = day === undefined || (day >= Math.min(from, truncatedAt) && day <= to);
      return isInDays && (tests.get(textOf(key))!(row) || sentFor.some((narrow) => covers(key, narrow)));
    });
  const records = new Map([...state.records].filter(([, record]) => isCovered(record)));
  const cursors = state.cursors.filter(stays);
  return { ...state, extents, followed, cursors, records, pages: [] };
}
