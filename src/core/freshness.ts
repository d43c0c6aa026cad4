/** How fresh a table has to be: by the spreadsheet's policy, by a refresh, and by the days of the question. */
import { type Day, LAST, settledAt, settledDay } from './days.js';
import type { Query } from './query.js';
import type { CachePart } from './state.js';

export interface FreshnessPolicy {
  /** Once a day, or only by a refresh. */
  readonly mode: 'daily' | 'manual';
  /** When a person chose a refresh in the menu: facts that were asked for before do not count. 0 for none. */
  readonly refreshAfter: number;
  /** The value of `refresh`; empty for none. */
  readonly refresh: string;
}

/** The facts that the cache must have for a table to be fresh. */
export interface Demand {
  /** The cache must have everything that was last changed up to this day. */
  readonly asOf: Day;
  /** The cache must have everything that was visible at this instant; 0 if whole days suffice. */
  readonly at: number;
  /** The last day that has to be complete, by the date that the question compares. */
  readonly to: Day;
  /** Facts that are older than a month still count: nothing can change any more, or only a refresh may ask. */
  readonly keepsOld: boolean;
  /** The value of `refresh` is new: facts that were asked for before do not count. */
  readonly isNew: boolean;
  /** The question compares the date of the last change, and all of its days have settled: only a refresh asks again. */
  readonly isOver: boolean;
}

/** The time by the clock, and an instant that is later than all earlier requests, also those of a clock that was ahead. */
export interface Moment {
  readonly now: number;
  readonly instant: number;
}

/** @param refreshAfter a refresh from the menu; 0 for none */
export function momentOf(
  { extents, followed, refreshes, pages }: Pick<CachePart, 'extents' | 'followed' | 'refreshes' | 'pages'>,
  now: number,
  refreshAfter: number,
): Moment {
  const instants = [...extents, ...followed, ...refreshes, ...pages].map(({ at }) => at);
  // later than this, what is asked next would not count
  const latest = now + CLOCK_SLACK_MS - 1_000;
  const last = instants.filter((at) => at <= latest).reduce((a, b) => Math.max(a, b), 0);
  return { now, instant: Math.max(now, refreshAfter, last + 1) };
}

/** A window of announcements that ended so many days ago is not asked about again: corrections come within days. */
const CLOSING_DAYS = 7;
/** Facts that were asked for later than this after now do not count: they are of a clock that was ahead. */
export const CLOCK_SLACK_MS = 3_600_000;
/** Older facts are requested again, because changes do not report records that no longer match. */
export const AGE_DAYS = 31;

/** The day after which nothing is asked any more about a window of announcements. */
export function closingDay({ axis, to }: Pick<Query, 'axis' | 'to'>): Day {
  return axis === 'announced' && to < LAST ? to + CLOSING_DAYS : LAST;
}

/** @param askedAt when the value of `refresh` was first asked for; undefined for a new one, or for none */
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
  // after its day the daily update asks for later changes anyway; a closed window is not updated, so its refresh still counts
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
    isOver: query.axis === 'modified' && query.to <= settled,
  };
}
