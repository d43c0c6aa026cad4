/** Chooses the days that a sync queries next, and the days that an answer leaves to do. Pure. */
import { addDays, daysBetween } from '../../contract/dates.js';
import type { SyncSettings } from '../../contract/jobs.js';
import type { DayWindow, RequestedWindow, SyncCursor } from './job.js';

/** The most records of one request: an execution can read and write them within a minute. */
export const MAX_RECORDS = 2_000;
/** The most records of a request for one day. */
export const MAX_RECORDS_OF_DAY = 10_000;
/** The records that a window should have: fewer than MAX_RECORDS, because some days have more. */
const WANTED_RECORDS = 700;
/** Days of the first window, if the budget is large. */
const FIRST_DAYS = 7;
const MAX_DAYS = 120;
/** Windows stay well below the credits that are left. */
const SHARE_OF_BUDGET = 0.5;
/** A day may have this many times the estimate. */
const MARGIN = 2;
/** The days of a full answer have more records than the answer shows. */
const MARGIN_OF_FULL = 1.5;
/** Estimate for days without records: windows can be long, and no division by zero happens. */
const LEAST_DENSITY = 0.1;
/** Weight of the latest answer in the estimate. */
const SHARE_OF_LATEST = 1 / 9;

export function newCursor({ from }: Pick<SyncSettings, 'from'>): SyncCursor {
  const through = addDays(from, -1);
  return { through, until: through, windows: [], density: 0 };
}

/**
 * Adds the next window, unless windows are left or all days up to `last` are done. With few credits, it has
 * at most as many days as are done since `from`: only they show how full days are, and records that a cap
 * cuts off a day are paid for twice.
 * @param parts only called for new windows
 */
export function withNextWindow(
  cursor: SyncCursor,
  { from, last }: { readonly from: string; readonly last: string },
  allowed: number,
  parts: () => RequestParts,
): SyncCursor {
  if (cursor.windows.length > 0 || cursor.through >= last) return cursor;
  const start = addDays(cursor.through, 1);
  const wanted = Math.min(WANTED_RECORDS, Math.floor(allowed * SHARE_OF_BUDGET));
  const days = cursor.density > 0 ? Math.floor(wanted / cursor.density) : FIRST_DAYS;
  const maxDays = allowed > WANTED_RECORDS ? MAX_DAYS : daysBetween(from, start);
  const length = Math.max(1, Math.min(days, maxDays, MAX_DAYS));
  const end = addDays(start, Math.min(length - 1, daysBetween(start, last)));
  return withWindows({ ...cursor, until: end }, start, parts());
}

/** The paid requests that a question takes. */
export interface RequestParts {
  readonly count: number;
  /** The digest of their companies. */
  readonly companies: string;
}

/** Replaces the windows by one for all days up to `until`, of the first part if there are several. */
function withWindows(
  { companies: _, parts: __, ...cursor }: SyncCursor,
  start: string,
  { count, companies }: RequestParts,
): SyncCursor {
  const window = { start, end: cursor.until };
  if (count === 1) return { ...cursor, windows: [window] };
  return { ...cursor, companies, parts: count, windows: [{ ...window, part: 0 }] };
}

/**
 * Restarts the unfinished days for all companies if a person has sorted or changed the companies: each part would
 * now have other companies. Stored days cost nothing.
 * @param parts only called for windows with parts
 */
export function withSameCompanies(cursor: SyncCursor, parts: () => RequestParts): SyncCursor {
  if (cursor.windows.every(({ part }) => part === undefined)) return cursor;
  const current = parts();
  const first = addDays(cursor.through, 1);
  return current.companies === cursor.companies ? cursor : withWindows(cursor, first, current);
}

/** Splits the first window where stored days end or begin, so that the sync only buys missing days. */
export function withFirstDays(cursor: SyncCursor, lastOfFirst: (window: DayWindow) => string): SyncCursor {
  const [window, ...others] = cursor.windows;
  if (!window) return cursor;
  const end = lastOfFirst(window);
  const rest = end < window.end ? [{ ...window, start: addDays(end, 1) }] : [];
  return { ...cursor, windows: [{ ...window, end }, ...rest, ...others] };
}

/** Returns the limit for a window within the affordable records and the service's own limit. */
export function requestLimit({ start, end }: DayWindow, allowed: number, { most }: SyncCursor): number {
  return Math.min(start === end ? MAX_RECORDS_OF_DAY : MAX_RECORDS, allowed, most ?? allowed);
}

export function maxLimitOfDay({ most = MAX_RECORDS_OF_DAY }: SyncCursor): number {
  return Math.min(most, MAX_RECORDS_OF_DAY);
}

/** Returns the limit to try after a refusal: the highest that the service names, else a common one. */
export function lowerLimit(refusal: string, refused: number): number | undefined {
  const numbers = /\blimit\b/i.test(refusal) ? [...refusal.matchAll(/\d[\d,]*/g)] : [];
  const named = numbers.map(([text]) => Number(text.replace(/,/g, '')));
  // between 1 and 1000: the first number is the lowest limit
  const lower = named.filter((limit) => limit > 1 && limit < refused);
  if (lower.length > 0) return Math.max(...lower);
  return [1_000, 100].find((limit) => limit < refused);
}

export function halved({ windows: [window, ...others], ...cursor }: SyncCursor): SyncCursor {
  return { ...cursor, windows: [...halvesOf(window!), ...others] };
}

/** True if one day may exceed the rest of a budget: query it with a whole budget instead. */
export function mayExceedBudget({ start, end }: DayWindow, density: number, allowed: number): boolean {
  return start === end && MARGIN * density > allowed;
}

export interface WindowAnswer {
  readonly requested: RequestedWindow;
  /** The number of records in the answer; without a request, of known records. */
  readonly records: number;
  /** True if the answer reached its limit: there may be more records. */
  readonly isFull: boolean;
  /** Days whose records may still be incomplete. */
  readonly missing: readonly DayWindow[];
}

/** Returns the progress after an answer was written. Days that may be incomplete are still to do. */
export function afterAnswer(cursor: SyncCursor, answer: WindowAnswer): SyncCursor {
  const { requested, records, isFull } = answer;
  const days = daysBetween(requested.start, requested.end) + 1;
  const estimate = nextDensity(cursor.density, records, days, isFull);
  // the part with the most records decides how short windows are; the first part resets this
  const isLaterPart = requested.part !== undefined && requested.part > 0;
  const density = isLaterPart ? Math.max(cursor.density, estimate) : estimate;
  const left = [...remainingWindows(answer, maxLimitOfDay(cursor)), ...cursor.windows.slice(1)];
  const part = (requested.part ?? 0) + 1;
  const isPartDone = left.length === 0 && part < (cursor.parts ?? 1);
  const windows = isPartDone ? [{ start: addDays(cursor.through, 1), end: cursor.until, part }] : left;
  return { ...cursor, density, windows, through: windows.length === 0 ? cursor.until : cursor.through };
}

/** A full answer may only raise the estimate: it lacks records, and a truncated day is paid for twice. */
function nextDensity(before: number, records: number, days: number, isFull: boolean): number {
  const observed = records / days;
  if (isFull) return Math.max(before, days === 1 ? records + 1 : MARGIN_OF_FULL * observed);
  return Math.max(observed, before === 0 ? LEAST_DENSITY : before + SHARE_OF_LATEST * (observed - before));
}

/** A day is done if it is full at the highest limit, or if the service has truncated it. */
function remainingWindows(
  { requested, isFull, missing }: WindowAnswer,
  maxLimit: number,
): readonly DayWindow[] {
  const { limit, ...window } = requested;
  if (window.start === window.end) return isFull && limit < maxLimit ? [window] : [];
  const [first] = missing;
  return first?.start === window.start && first.end === window.end ? halvesOf(window) : missing;
}

function halvesOf(window: DayWindow): DayWindow[] {
  const { start, end } = window;
  const middle = addDays(start, Math.floor(daysBetween(start, end) / 2));
  return [
    { ...window, end: middle },
    { ...window, start: addDays(middle, 1) },
  ];
}
