/** Calendar dates in the spreadsheet's time zone. A day is a 'YYYY-MM-DD' text; an instant is a Date. */

import { errors } from '../errors.js';

export interface Zone {
  /** The day that an instant falls on. */
  dayOf(instant: Date): string;
  /** The hour that a clock on the wall shows then, from 0 to 23. */
  hourOf(instant: Date): number;
  /** The instant at which a day begins. */
  midnight(day: string): Date;
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * @param name as the spreadsheet says it, such as Europe/Berlin
 * @throws BAD_INPUT for a name that V8 does not know: by any other zone, dates would be wrong without a word
 */
export function createZone(name: string): Zone {
  const format = dateTimeFormat(name);
  if (!format) throw errors.unknownZone(name);
  return zoneOf(format);
}

/** The same for what has to work all the same, and shows no dates of records: UTC stands in for an unknown zone. */
export function zoneOrUtc(name: string): Zone {
  return isKnownZone(name) ? createZone(name) : createZone('UTC');
}

export function isKnownZone(name: string): boolean {
  return dateTimeFormat(name) !== undefined;
}

function zoneOf(format: Intl.DateTimeFormat): Zone {
  const known = new Map<string, Date>();
  const offsets = new Map<number, number>();

  /** The wall clock of an instant, read as if it were UTC. */
  function wallClock(time: number): number {
    const part: Record<string, number> = {};
    for (const { type, value } of format.formatToParts(time)) part[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
    return Date.UTC(year, month - 1, day, hour % 24, minute, second);
  }

  /** How far the wall clock is ahead of UTC at an instant. */
  function offsetAt(time: number): number {
    const offset = offsets.get(time) ?? wallClock(time) - time;
    offsets.set(time, offset);
    return offset;
  }

  /** The first instant of a day: midnight, or where the clock skips midnight, the moment after the gap. */
  function findMidnight(day: string): Date {
    const wanted = Date.parse(`${day}T00:00:00Z`);
    const weekBefore = offsetAt(Math.floor((wanted - DAY_MS) / WEEK_MS) * WEEK_MS);
    const weekAfter = offsetAt(Math.ceil((wanted + DAY_MS) / WEEK_MS) * WEEK_MS);
    // no clock changes twice within two weeks: where it is the same at both ends, it is the same between them
    if (weekBefore === weekAfter) return new Date(wanted - weekBefore);
    const before = offsetAt(wanted - DAY_MS);
    const after = offsetAt(wanted + DAY_MS);
    if (before === after) return new Date(wanted - before);
    // the clock changes at about this midnight, which may come twice or not at all
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
