/** What a question has to know at a moment, by the spreadsheet's freshness and by the last refresh. Pure. */
import { addDays } from '../../contract/dates.js';
import type { Freshness } from '../account/settings.js';
import { settledDay, utcDay, type Window } from '../question/window.js';
import { monthBefore, originOf, youngPart } from './age.js';
import { FIRST, LAST } from './places.js';
import type { Piece, Region } from './regions.js';

/** The window of a question, and the date of a record that it is compared with. */
export interface ComparedWindow {
  readonly window: Window;
  /** The date of the last change, not of the announcement. */
  readonly byModified: boolean;
}

export interface Demand {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly freshness: Freshness;
  /** Everything up to this instant has to be known, because of a refresh. 0 without one. */
  readonly since: number;
}

/** A window of announcements that ended so many days ago is not asked about again: corrections come within days. */
const CLOSING_DAYS = 7;
/** A clock that was ahead when something was asked must not make it known until then. */
export const CLOCK_SLACK_MS = 3_600_000;

/** Whether what was known once, through a day and as of an instant, of days until another one, is enough for a demand. */
export function isFresh(
  { through, seen, until }: Pick<Piece, 'through' | 'seen'> & { readonly until: string },
  wanted: ComparedWindow,
  demand: Demand,
): boolean {
  const { end } = rangeOf(wanted, demand);
  const isSettled = wanted.byModified && through >= end;
  if (seen > demand.now + CLOCK_SLACK_MS) return false;
  // of the day that runs nothing was asked
  if (wanted.byModified && demand.freshness.mode === 'live' && until < end) return false;
  if (isSettled && (demand.since === 0 || !isOver(wanted, demand))) return true;
  return usableFor(wanted, demand)({ start: FIRST, end: LAST, floor: '', through, seen });
}

/** Whether nothing in a window can change any more but for corrections that leave it. */
export function isOver({ window }: Pick<ComparedWindow, 'window'>, { now }: Demand): boolean {
  return window.end !== '' && window.end <= settledDay(now);
}

/** Whether nothing is asked any more about a window after it has been asked now. */
export function isClosing({ window, byModified }: ComparedWindow, now: number): boolean {
  return !byModified && window.end !== '' && settledDay(now) >= addDays(window.end, CLOSING_DAYS);
}

/**
 * What is left of regions without what may hide too much that was corrected away: of changes the days that are no month old.
 * What was over when it was asked for holds for good, and nobody wants to have everything brought forward.
 */
export function trusted(regions: readonly Region[], wanted: ComparedWindow, demand: Demand): Region[] {
  const isKept = demand.freshness.mode === 'manual' && demand.since === 0;
  return regions.flatMap((region) => {
    const isYoung = originOf(region) >= monthBefore(demand.now);
    if (isYoung || isKept || isClosing(wanted, originOf(region))) return [region];
    if (region.by === 'modified') return youngPart(region, demand.now);
    return rangeOf(wanted, demand).start >= utcDay(monthBefore(demand.now)) ? [region] : [];
  });
}

/** The days that have to be known. */
export function rangeOf({ window, byModified }: ComparedWindow, { now, freshness, since }: Demand): Window {
  const [start, end] = [window.start || FIRST, window.end || LAST];
  if (!byModified) return { start, end };
  const last = since > 0 || freshness.mode === 'live' ? utcDay(now) : settledDay(now);
  return { start, end: start <= last && end > last ? last : end };
}

export function usableFor(wanted: ComparedWindow, demand: Demand): (piece: Piece) => boolean {
  const { now, freshness, since } = demand;
  const { window, byModified } = wanted;
  const settled = settledDay(now);
  const isClosed = (seen: number) =>
    !byModified && window.end !== '' && settledDay(seen) >= addDays(window.end, CLOSING_DAYS);
  return ({ through, seen, final = false }) => {
    if (since > 0) return seen >= since || (final && !isOver(wanted, demand));
    if (final || freshness.mode === 'manual' || isClosed(seen)) return true;
    if (freshness.mode === 'live') return seen >= now - freshness.minutes * 60_000;
    return byModified ? settledDay(seen) >= settled : through >= settled;
  };
}
