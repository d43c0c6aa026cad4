/** Days as whole numbers since 1970 in UTC, the service's time, and operations on ranges of days. */
import { isoFromWire } from '../contract/dates.js';

export type Day = number;

/** Includes both ends. */
export type DayRange = readonly [from: Day, to: Day];

/** Stand for the open ends of a range. */
export const FIRST: Day = 0;
export const LAST: Day = 99_999;

const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
/** A day settles this long after its end. Until then, unfinished changes of the day may still appear. */
const SETTLING_MS = 3 * HOUR_MS;

/** Returns the day of a date 'YYYY-MM-DD', at least FIRST; undefined for other texts, and for 2026-02-30. */
export function dayOf(iso: string): Day | undefined {
  if (!isoFromWire(iso, 'YYYY-MM-DD')) return undefined;
  return Math.min(LAST, Math.max(FIRST, Date.parse(`${iso}T00:00:00Z`) / DAY_MS));
}

export function isoOf(day: Day): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

export function dayAt(instant: number): Day {
  return Math.floor(instant / DAY_MS);
}

/** Returns the last day whose changes are all visible at an instant. */
export function settledDay(instant: number): Day {
  return dayAt(instant - SETTLING_MS) - 1;
}

/** Returns the instant from which all changes of a day are visible. */
export function settledAt(day: Day): number {
  return (day + 1) * DAY_MS + SETTLING_MS;
}

/** Returns the last instant of a day. */
export function endOf(day: Day): number {
  return (day + 1) * DAY_MS - 1;
}

/** Merges ranges to a sorted list without overlaps. */
export function union(ranges: readonly DayRange[]): DayRange[] {
  const joined: DayRange[] = [];
  const sorted = ranges.filter(([from, to]) => from <= to).sort((a, b) => a[0] - b[0]);
  for (const [from, to] of sorted) {
    const last = joined[joined.length - 1];
    if (last && from <= last[1] + 1) joined[joined.length - 1] = [last[0], Math.max(last[1], to)];
    else joined.push([from, to]);
  }
  return joined;
}

export function subtract(ranges: readonly DayRange[], minus: readonly DayRange[]): DayRange[] {
  let left = [...ranges];
  for (const [from, to] of minus) {
    left = left.flatMap(([start, end]): DayRange[] => {
      if (end < from || start > to) return [[start, end]];
      const parts: DayRange[] = [
        [start, from - 1],
        [to + 1, end],
      ];
      return parts.filter(([a, b]) => a <= b);
    });
  }
  return left;
}
