/** Whether a stored answer is fresh, and if not, what to query: only the changes, or everything. */
import { addDays } from '../../contract/dates.js';
import type { Freshness } from '../account/settings.js';
import type { Question } from '../question/question.js';
import { daysBetween, settledDay, utcDay, type Window } from '../question/window.js';
import { comparesModified, layoutOf, textAt } from '../table/record-layout.js';
import type { StoredAnswer } from './stored-answer.js';

export interface FreshnessCheck {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly window: Window;
  readonly freshness: Freshness;
  /** A refresh was requested: by a new value of `refresh`, or from the menu. */
  readonly forced: boolean;
}

/** The query that brings a stored answer up to date. */
export interface Update {
  /** Days of modification. */
  readonly changes: Window;
  /** Days of the compared date that were never asked for and now lie in the window. */
  readonly hole?: Window;
  /** Most records that can matter: those that lie in a window that is over are known but for their corrections. */
  readonly most?: number;
}

/** Corrections of a record come within days; a window that closed longer ago than this is left as it is. */
const CLOSING_DAYS = 7;
/** A clock that was ahead when the answer was stored must not keep it forever. */
const CLOCK_SLACK_MS = 86_400_000;

export function isFresh(held: StoredAnswer, { now, window, freshness, forced }: FreshnessCheck): boolean {
  if (forced || !isPlausible(held, now)) return false;
  switch (freshness.mode) {
    case 'manual':
      return true;
    case 'live':
      return isClosed(held, window) || now - held.askedAt < freshness.minutes * 60_000;
    default:
      return held.through >= settledDay(now) || isClosed(held, window);
  }
}

/** The last day that an answer fetched now includes: a day that still runs would be paid again tomorrow. */
export function lastDayOf({ now, freshness, forced }: FreshnessCheck): string {
  return freshness.mode === 'live' || forced ? utcDay(now) : settledDay(now);
}

/**
 * What has changed since the answer was held, when asking for that is right and not dearer than asking for all.
 * Undefined: ask for all.
 */
export function updateOf(question: Question, held: StoredAnswer, moment: FreshnessCheck): Update | undefined {
  const { window, now } = moment;
  if (held.derived || !isPlausible(held, now)) return undefined;
  if (held.start !== '' && (window.start === '' || window.start < held.start)) return undefined;
  const last = lastDayOf(moment);
  const changes = { start: addDays(held.through, 1), end: last };
  if (comparesModified(question.dataset, question.filters['dateType'])) {
    // what is modified after the window has closed lies outside of it
    if (window.end !== '' && window.end < last) changes.end = window.end;
  } else if (window.start > changes.start) {
    return undefined;
  }
  const hole = held.hole && (window.end === '' || window.end >= held.hole.start) ? { hole: held.hole } : {};
  const count = Math.max(1, held.rows.length);
  const perDay = recordsPerDay(question, held, window);
  const days = daysOf(changes) + (hole.hole ? daysOf(hole.hole) : 0);
  if (perDay * days >= count) return undefined;
  const isOver = window.end !== '' && window.end < changes.start;
  return { changes, ...hole, ...(isOver && { most: count }) };
}

function isPlausible(held: StoredAnswer, now: number): boolean {
  return held.askedAt <= now + CLOCK_SLACK_MS;
}

function isClosed(held: StoredAnswer, { end }: Window): boolean {
  return end !== '' && !(held.hole && end >= held.hole.start) && held.through >= addDays(end, CLOSING_DAYS);
}

/** Records that come per day, as far as the held ones tell. */
function recordsPerDay(
  question: Question,
  { rows, floor, start, through }: StoredAnswer,
  { end }: Window,
): number {
  const oldest = rows[rows.length - 1];
  if (!oldest) return 0;
  const { compared } = layoutOf(question);
  // above its floor an answer is complete from its oldest record on, without one from the window's first day on
  const first = floor === '' && start !== '' ? start : textAt(oldest, compared);
  const last = end !== '' && end < through ? end : through;
  return rows.length / Math.max(1, daysOf({ start: first, end: last }));
}

function daysOf({ start, end }: Window): number {
  return Math.max(0, daysBetween(start, end) + 1);
}
