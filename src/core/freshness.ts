/** Decides how fresh a table must be: by the spreadsheet's policy, by a refresh, and by the question's days. */
import { type Day, LAST, settledAt, settledDay } from './days.js';
import type { Query } from './query.js';
import type { CacheState } from './state.js';

export interface FreshnessPolicy {
  /** `daily`: tables are updated once a day. `manual`: only a refresh updates them. */
  readonly mode: 'daily' | 'manual';
  /** When a person chose a refresh in the menu; facts from before that time are outdated. 0 for none. */
  readonly refreshAfter: number;
  /** The value of `refresh`; empty for none. */
  readonly refresh: string;
}

/** The facts that the cache needs for a fresh table. */
export interface Demand {
  /** The cache must have everything that was last changed up to this day. */
  readonly asOf: Day;
  /** The cache must have everything that was visible at this instant; 0 if whole days suffice. */
  readonly at: number;
  /** The last day that has to be complete, by the date that the question compares. */
  readonly to: Day;
  /** True if facts older than a month still count: nothing can change any more, or only a refresh may query. */
  readonly keepsOld: boolean;
  /** True if the value of `refresh` is new, so that earlier facts are outdated. */
  readonly isNew: boolean;
  /** True if the question's days, by last change, have all settled: only a refresh queries them again. */
  readonly hasOnlySettledDays: boolean;
}

/** The clock's time, and an instant after every earlier request, even one of a clock that was ahead. */
export interface Moment {
  readonly now: number;
  readonly instant: number;
}

/** @param refreshAfter a refresh from the menu; 0 for none */
export function momentOf(state: CacheState, now: number, refreshAfter: number): Moment {
  const { extents, followed, refreshes, pages } = state;
  const instants = [...extents, ...followed, ...refreshes, ...pages].map(({ at }) => at);
  // facts that are later than this would not count
  const latest = now + CLOCK_SLACK_MS - 1_000;
  const last = instants.filter((at) => at <= latest).reduce((a, b) => Math.max(a, b), 0);
  return { now, instant: Math.max(now, refreshAfter, last + 1) };
}

/** A window of announcements needs the corrections up to this many days after its end: they come within days. */
const CLOSING_DAYS = 7;
/** Facts that are this much later than now do not count, because their clock was ahead. */
export const CLOCK_SLACK_MS = 3_600_000;
/** Older facts are requested again, because changes do not report records that no longer match. */
export const AGE_DAYS = 31;

/** Returns the day after which a window of announcements is not queried again. */
export function closingDay({ axis, to }: Pick<Query, 'axis' | 'to'>): Day {
  return axis === 'announced' && to < LAST ? to + CLOSING_DAYS : LAST;
}

/** @param askedAt when the value of `refresh` was first used; undefined for a new value, or for none */
export function demandOf(
  query: Pick<Query, 'axis' | 'from' | 'to'>,
  policy: FreshnessPolicy,
  askedAt: number | undefined,
  { now, instant }: Moment,
): Demand {
  const settled = settledDay(now);
  const closes = closingDay(query);
  const isClosed = settled >= closes;
  const isNew = policy.refresh !== '' && askedAt === undefined;
  // on later days, the daily update replaces the refresh; a closed window has no updates, so its refresh counts
  const served = askedAt !== undefined && (isClosed || settledDay(askedAt) >= settled) ? askedAt : 0;
  const forced = Math.max(policy.refreshAfter, served, isNew ? instant : 0);
  const isRunning = query.from > settled;
  const at = Math.max(forced, isClosed ? 0 : isRunning ? settledAt(settled) : 0);
  return {
    asOf: isClosed ? closes : settled,
    at,
    to: at > 0 ? query.to : Math.min(query.to, settled),
    keepsOld: isClosed || (policy.mode === 'manual' && forced === 0),
    isNew,
    hasOnlySettledDays: query.axis === 'modified' && query.to <= settled,
  };
}
