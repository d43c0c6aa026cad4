/** Chooses the days that a sync asks for next, and those that an answer leaves. Pure. */
import { addDays } from '../../contract/dates.js';
import type { SyncSettings } from '../../contract/jobs.js';
import { daysBetween } from '../question/window.js';
import type { DayWindow, RequestedWindow, SyncPlace } from './job.js';

/** The most records of one request: what an execution can read and write within a minute. */
export const MAX_RECORDS = 2_000;
/** For a day that alone has more than that. */
export const MAX_RECORDS_OF_DAY = 10_000;
/** A window is made for so many records, which leaves room for days with more. */
const WANTED_RECORDS = 700;
/** The days of the first window, if much may be spent. */
const FIRST_DAYS = 7;
const MAX_DAYS = 120;
/** Windows are kept well below what may still be spent. */
const SHARE_OF_ALLOWANCE = 0.5;
/** Days differ. */
const MARGIN = 2;
/** A full answer has fewer records than its days. */
const MARGIN_OF_FULL = 1.5;
/** Records a day where none have come: windows can be long, and nothing is divided by zero. */
const LEAST_DENSITY = 0.1;
/** A new answer counts so much beside all before it. */
const SHARE_OF_LATEST = 1 / 9;

/** The place of a sync that begins. */
export function startOf({ from }: Pick<SyncSettings, 'from'>): SyncPlace {
  const through = addDays(from, -1);
  return { through, until: through, windows: [], density: 0 };
}

/**
 * The place with the next window to ask first; without windows when all days up to `last` are done. Where little
 * may be spent, it has no more days than those that are done since `from`, because nothing else tells how full days are:
 * what a cap cuts off a day is paid for twice.
 * @param parts how many requests that cost the question takes; only looked up for new windows
 */
export function withNextWindow(
  place: SyncPlace,
  { from, last }: { readonly from: string; readonly last: string },
  allowed: number,
  parts: () => number,
): SyncPlace {
  if (place.windows.length > 0 || place.through >= last) return place;
  const start = addDays(place.through, 1);
  const wanted = Math.min(WANTED_RECORDS, Math.floor(allowed * SHARE_OF_ALLOWANCE));
  const days = place.density > 0 ? Math.floor(wanted / place.density) : FIRST_DAYS;
  const most = allowed > WANTED_RECORDS ? MAX_DAYS : daysBetween(from, start);
  const length = Math.max(1, Math.min(days, most, MAX_DAYS));
  const end = addDays(start, Math.min(length - 1, daysBetween(start, last)));
  const count = parts();
  const windows = Array.from({ length: count }, (_, part) => ({ start, end, ...(count > 1 && { part }) }));
  return { ...place, windows, until: end };
}

/**
 * The place with its first window cut where what is known ends or begins, so that only what is missing is bought.
 * @param lastOfFirst the last of the first days of a window that are all known, or all missing
 */
export function withFirstDays(place: SyncPlace, lastOfFirst: (window: DayWindow) => string): SyncPlace {
  const [window, ...others] = place.windows;
  if (!window) return place;
  const end = lastOfFirst(window);
  const rest = end < window.end ? [{ ...window, start: addDays(end, 1) }] : [];
  return { ...place, windows: [{ ...window, end }, ...rest, ...others] };
}

/** The limit for a window, given how many records may still be paid for, and the most that the service takes. */
export function limitFor({ start, end }: DayWindow, allowed: number, { most }: SyncPlace): number {
  return Math.min(start === end ? MAX_RECORDS_OF_DAY : MAX_RECORDS, allowed, most ?? allowed);
}

/** The most records of one day that can be had. */
export function mostOfDay({ most = MAX_RECORDS_OF_DAY }: SyncPlace): number {
  return Math.min(most, MAX_RECORDS_OF_DAY);
}

/** The limit to try when a service has refused one: what it names, else what services usually take. */
export function lowerLimit(refusal: string, refused: number): number | undefined {
  if (!/\blimit\b/i.test(refusal)) return undefined;
  const named = [...refusal.matchAll(/\d[\d,]*/g)].map(([text]) => Number(text.replace(/,/g, '')));
  return [...named, 1_000, 100].find((limit) => limit >= 1 && limit < refused);
}

/** The place with its first window in two halves. */
export function halved({ windows: [window, ...others], ...place }: SyncPlace): SyncPlace {
  return { ...place, windows: [...halvesOf(window!), ...others] };
}

/** Whether one day has more records than a whole budget, as far as known: asking would be paid for again and again. */
export function isTooMuch({ start, end }: DayWindow, density: number, allowed: number): boolean {
  return start === end && density > allowed;
}

/** Whether one day may not fit into the rest of a budget: then it is better asked with a whole one. */
export function mayBeTooMuch(window: DayWindow, density: number, allowed: number): boolean {
  return isTooMuch(window, MARGIN * density, allowed);
}

/** The outcome of a window. */
export interface WindowAnswer {
  readonly asked: RequestedWindow;
  readonly records: number;
  /** As long as its limit: records may be missing. */
  readonly isFull: boolean;
  /** Days of which records may be missing. */
  readonly missing: readonly DayWindow[];
}

/** The place after an answer has been written: the days that may be incomplete are still to do. */
export function afterAnswer(place: SyncPlace, answer: WindowAnswer): SyncPlace {
  const { asked, records, isFull } = answer;
  const days = daysBetween(asked.start, asked.end) + 1;
  const seen = nextDensity(place.density, records, days, isFull);
  // windows are as short as the part with the most records wants them; the first part begins anew
  const isLaterPart = asked.part !== undefined && asked.part > 0;
  const density = isLaterPart ? Math.max(place.density, seen) : seen;
  const windows = [...leftOf(answer, mostOfDay(place)), ...place.windows.slice(1)];
  return { ...place, density, windows, through: windows.length === 0 ? place.until : place.through };
}

/** A full answer says only that there are more. Full days are remembered: what a cap cuts off a day is paid for twice. */
function nextDensity(before: number, records: number, days: number, isFull: boolean): number {
  const seen = records / days;
  if (isFull) return Math.max(before, days === 1 ? records + 1 : MARGIN_OF_FULL * seen);
  return Math.max(seen, before === 0 ? LEAST_DENSITY : before + SHARE_OF_LATEST * (seen - before));
}

/** Nothing more can be had of a day that is full at the highest limit, or that the service has cut. */
function leftOf({ asked, isFull, missing }: WindowAnswer, most: number): readonly DayWindow[] {
  const { limit, ...window } = asked;
  if (window.start === window.end) return isFull && limit < most ? [window] : [];
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
