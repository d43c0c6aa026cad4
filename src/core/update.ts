/** Plans updates of outdated days: by their changes, by a cursor of the service, or by a full request. */
import { MAX_LIMIT } from '../contract/datasets.js';
import { type Day, type DayRange, dayAt, FIRST, LAST, settledDay, subtract, union } from './days.js';
import { coverageOf, type KnownExtents } from './extents.js';
import { type FetchRequest, type KeyUse, settledPart } from './facts.js';
import { createFilterTest } from './filter-test.js';
import { closingDay, type Demand, type Moment } from './freshness.js';
import { type Lookup, missingOf, type PartLookup } from './lookup.js';
import { covers, type Query, type QueryKey, textOf } from './query.js';
import { dayOn } from './records.js';
import type { CacheState } from './state.js';

export interface PlanRules {
  /** True if records cost credits: the requests then share the limit of the question. */
  readonly isPaid: boolean;
  /** True to request all records, known or not. */
  readonly refetchesAll: boolean;
  /** True to request only the last missing days first: with their records, earlier days may not be needed. */
  readonly isStepwise: boolean;
  /**
   * The changes that update known days: those of the question's own key (`own`), or of a wider key that
   * formulas use (`wider`). A question with new filters is `cautious`, because it should cost at most its
   * limit: it uses only few changes, and only if nothing else is missing.
   */
  readonly updates: 'cautious' | 'own' | 'wider';
  /** True if no formula has asked the question. It is `cautious`, too, if it has days that were never complete. */
  readonly isNewQuestion: boolean;
  /** True to request the days again, because there are more changes than the limit. */
  readonly avoidsUpdates?: boolean;
}

/** A query with its cached state, its look-up and its demand. */
export interface Situation {
  readonly state: CacheState;
  readonly query: Query;
  readonly found: Lookup;
  readonly demand: Demand;
  readonly moment: Moment;
}

/** A wider key is updated instead of a narrower one if formulas used it within this many days. */
const WIDER_DAYS = 3;

/** A request for a part of a query. Those for equal days become one. */
export interface PartRequest extends FetchRequest {
  /** True for an update that also serves other parts and questions. */
  readonly isWider?: boolean;
}

/** True if a limit cut off the records up to a day. */
export function isCutOff({ known }: PartLookup, to: Day): boolean {
  return known.extents.some(({ axis, truncatedAt }) => axis === 'announced' && truncatedAt === to);
}

/** Returns which changes a formula may use, by the questions that formulas have asked before. */
export function updatesFor({ keys }: Query, asker: string, uses: CacheState['uses']) {
  const used = new Set(uses.map(({ key }) => textOf(key)));
  const updates = keys.every((key) => used.has(textOf(key))) ? 'wider' : 'cautious';
  return { updates, isNewQuestion: uses.every((use) => use.asker !== asker) } as const;
}

interface Update {
  readonly requests: readonly PartRequest[];
  /** The days that are still missing after the changes. */
  readonly missing: readonly DayRange[];
}

/** Plans an update of outdated extents by their changes, if that probably costs less. */
export function updateOf(situation: Situation, part: PartLookup, rules: PlanRules): Update | undefined {
  const { state, query, found, demand, moment } = situation;
  if (query.axis !== 'announced' || rules.avoidsUpdates) return undefined;
  const takesWider = rules.updates === 'wider';
  // the changes of a wider key are for outdated days; days that were never complete are requested themselves
  const wider =
    takesWider && demand.at === 0 && wasComplete(part) ? widerInUse(state, part, moment) : undefined;
  const missingWith = (known: Partial<KnownExtents>) => {
    const extents = [...part.known.extents, ...(known.extents ?? [])];
    const followed = [...part.known.followed, ...(known.followed ?? [])];
    const { segments } = coverageOf({ extents, followed }, 'announced', demand, moment.now);
    return missingOf(query.from, segments, demand);
  };
  const before = lengthOf(part.missing);
  const cursor = cursorFor(state, part, wider?.key);
  if (cursor && takesWider) {
    const { key, from, sentAt, receivedAt } = cursor;
    const missing = missingWith({ followed: [{ key, from, sentAt, receivedAt, at: moment.instant }] });
    const limit = Math.max(query.limit, wider?.limit ?? 0);
    const common = { key, axis: 'announced', from, to: LAST, limit, isWider: true } as const;
    if (lengthOf(missing) < before) return { requests: [{ ...common, since: cursor }], missing };
  }
  // the last request for a closing window is open-ended, to include corrections of the current day
  const isClosing = closingDay(query) <= settledDay(moment.now);
  const to = demand.at > 0 || isClosing ? LAST : demand.asOf;
  const key = wider?.key ?? part.key;
  const starts = [...new Set(part.coverage.segments.map(({ asOf }) => asOf + 1))].filter((day) => day <= to);
  let best: { readonly from: Day; readonly missing: readonly DayRange[] } | undefined;
  for (const from of starts.sort((a, b) => b - a)) {
    if (from <= FIRST || hasFailed(state, key, from, wider ? [key] : query.keys)) continue;
    const extent = { key, axis: 'modified', from, to, at: moment.instant } as const;
    const missing = missingWith({ extents: [extent] });
    // the latest start costs least; take an earlier one only if it completes more days
    if (lengthOf(missing) < (best ? lengthOf(best.missing) : before)) best = { from, missing };
  }
  const isPast = best !== undefined && query.to < best.from;
  // a request for days without records is free, but one for changes may cost credits
  if (isPast && !wider && found.known.length === 0) return undefined;
  if (!best) return undefined;
  const changed = { ...best, to: Math.min(to, dayAt(moment.now)) };
  if (!wider && !isCheaper(situation, part, rules, changed)) return undefined;
  const settled = union(part.known.extents.filter((one) => one.axis === 'modified').map(settledPart));
  const most = isPast ? Math.min(query.limit, found.known.length) : query.limit;
  const limit = wider ? wider.limit : withOthers(most, found);
  const common = { key, axis: 'modified', limit, isWider: wider !== undefined } as const;
  return {
    requests: subtract([[best.from, to]], settled).map(([first, last]) => ({
      ...common,
      from: first,
      to: last,
    })),
    missing: best.missing,
  };
}

/** True if all missing days were complete once, so that they are only outdated. */
export function wasComplete({ known, missing }: PartLookup): boolean {
  const announced = known.extents.filter(({ axis }) => axis === 'announced');
  return (
    subtract(
      missing,
      announced.map(({ from, to }): DayRange => [from, to]),
    ).length === 0
  );
}

/** True if an update of these keys, this one among them, found more changes since a day than its limit. */
function hasFailed({ extents }: CacheState, key: QueryKey, from: Day, keys: readonly QueryKey[]): boolean {
  return extents.some(
    (one) =>
      one.axis === 'modified' &&
      one.truncatedAt !== undefined &&
      one.truncatedAt >= from &&
      covers(one.key, key) &&
      keys.some((widest) => covers(widest, one.key)),
  );
}

/** True if the changes probably cost less than the known records requested again. */
function isCheaper(
  { state, query, found }: Situation,
  part: PartLookup,
  { updates }: PlanRules,
  { from, to, missing }: { readonly from: Day; readonly to: Day; readonly missing: readonly DayRange[] },
): boolean {
  const gained = subtract(part.missing, missing);
  // the gained days are all among the changed ones, so a request for the days themselves returns the same
  if (gained.every(([first]) => first >= from)) return false;
  const days = daysBefore(from, part, state);
  const oldest = days.records.reduce((a, b) => Math.min(a, b), from);
  // without a complete day, the number of changes is unknown
  if (oldest >= from) return updates !== 'cautious' || days.complete.length > 0;
  const perDay = days.records.length / lengthOf(clipped(days.complete, oldest, from));
  const whole = Math.min(withOthers(query.limit, found), perDay * lengthOf(clipped(gained, oldest, to)));
  // changes above the limit would be paid for in vain, so a question that may not cost more avoids the risk
  const caution = updates === 'cautious' ? 3 : 1;
  return caution * perDay * (to - from + 1) < Math.max(1, whole);
}

/** Returns the limit with which an answer probably has enough records of the wanted companies among others. */
function withOthers(limit: number, { known, unwanted }: Lookup): number {
  const share = (known.length + 1) / (known.length + 1 + unwanted.length);
  return Math.min(MAX_LIMIT, Math.ceil(limit / share));
}

/** Returns the once complete days before a day, which show their number of records, and those records' days. */
function daysBefore(day: Day, { key, known }: PartLookup, { records, positions }: CacheState) {
  const announced = known.extents.filter(({ axis, from }) => axis === 'announced' && from < day);
  const complete = union(announced.map(({ from, to }): DayRange => [from, Math.min(to, day - 1)]));
  const passes = createFilterTest(key);
  const days = [...records.values()].flatMap(({ row }) => {
    const at = dayOn('announced', row, positions);
    const isIn = at !== undefined && complete.some(([first, last]) => first <= at && at <= last);
    return isIn && passes(row) ? [at] : [];
  });
  return { complete, records: days };
}

function clipped(ranges: readonly DayRange[], from: Day, to: Day): DayRange[] {
  return ranges
    .map(([first, last]): DayRange => [Math.max(first, from), Math.min(last, to)])
    .filter(([first, last]) => first <= last);
}

function lengthOf(ranges: readonly DayRange[]): number {
  return ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0);
}

/** Returns the key to update in place of a narrower one; not one whose changes have exceeded its limit lately. */
function widerInUse(state: CacheState, { key, known }: PartLookup, { now }: Moment) {
  const since = dayAt(now) - WIDER_DAYS;
  const has = new Set(known.extents.map((one) => textOf(one.key)));
  return state.uses
    .filter(
      (use) =>
        use.day >= since &&
        has.has(textOf(use.key)) &&
        !covers(key, use.key) &&
        covers(use.key, key) &&
        !hasFailed(state, use.key, since, [use.key]),
    )
    .reduce<KeyUse | undefined>((a, b) => (a && !isBetter(b, a) ? a : b), undefined);
}

/** True for the higher limit, and of the same limit for the wider key: its changes also serve narrower ones. */
function isBetter(one: KeyUse, other: KeyUse): boolean {
  return one.limit > other.limit || (one.limit === other.limit && covers(one.key, other.key));
}

function cursorFor(state: CacheState, { key }: PartLookup, wider: QueryKey | undefined) {
  const wanted = textOf(wider ?? key);
  return state.cursors.find((one) => one.cursor !== '' && textOf(one.key) === wanted);
}
