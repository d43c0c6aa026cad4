/** Calendar dates in the spreadsheet's time zone. A day is a 'YYYY-MM-DD' text; an instant is a Date. */

import { errors } from '../errors.js';
import type { Platform } from '../platform.js';

export interface Zone {
  dayOf(instant: Date): string;
  /** The local hour, from 0 to 23. */
  hourOf(instant: Date): number;
  /** The instant at which a day begins. */
  midnight(day: string): Date;
}

/** Returns the current day in the spreadsheet's zone. */
export function todayIn(zone: Pick<Zone, 'dayOf'>, { clock }: Pick<Platform, 'clock'>): string {
  return zone.dayOf(new Date(clock.now()));
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * @param name the spreadsheet's zone, such as Europe/Berlin
 * @throws BAD_INPUT for a name that V8 does not know: in another zone, dates would be silently wrong
 */
export function createZone(name: string): Zone {
  const format = dateTimeFormat(name);
  if (!format) throw errors.unknownZone(name);
  const known = new Map<string, Date>();
  const offsets = new Map<number, number>();

  /** Returns the local time of an instant, read as if it were UTC. */
  const wallClock = (time: number): number => {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(time)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour % 24, minute, second);
  };

  /** Returns the milliseconds that local time is ahead of UTC at an instant. */
  function offsetAt(time: number): number {
    const offset = offsets.get(time) ?? wallClock(time) - time;
    offsets.set(time, offset);
    return offset;
  }

  /** Returns the first instant of a day: midnight, or the end of the gap if the clock skips midnight. */
  function findMidnight(day: string): Date {
    const wanted = Date.parse(`${day}T00:00:00Z`);
    const weekBefore = offsetAt(Math.floor((wanted - DAY_MS) / WEEK_MS) * WEEK_MS);
    const weekAfter = offsetAt(Math.ceil((wanted + DAY_MS) / WEEK_MS) * WEEK_MS);
    // no zone changes its offset twice in two weeks: equal offsets at both ends mean no change
    if (weekBefore === weekAfter) return new Date(wanted - weekBefore);
    const before = offsetAt(wanted - DAY_MS);
    const after = offsetAt(wanted + DAY_MS);
    // the offset changes near this midnight, which may occur twice or not at all
    const candidates = [wanted - before, wanted - after].sort((a, b) => a - b);
    const exact = candidates.find((time) => wallClock(time) === wanted);
    return new Date(exact ?? Math.max(...candidates));
  }

  return {
    dayOf: (instant) => new Date(wallClock(instant.getTime())).toISOString().slice(0, 10),
    hourOf: (instant) => new Date(wallClock(instant.getTime())).getUTCHours(),
    midnight(day) {
      const found = known.get(day) ?? findMidnight(day);
      known.set(day, found);
      return found;
    },
  };
}

/** Uses UTC for an unknown zone: for features that must not fail and show no dates of records. */
export function zoneOrUtc(name: string): Zone {
  return createZone(isKnownZone(name) ? name : 'UTC');
}

export function isKnownZone(name: string): boolean {
  return dateTimeFormat(name) !== undefined;
}

function dateTimeFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  const parts = {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hour12: false,
  } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone });
  } catch {
    return undefined;
  }
}
