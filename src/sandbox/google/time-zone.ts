/** Converts between instants and the wall clock of a time zone. */

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** The serial number of 1970-01-01. */
const SERIAL_OF_1970 = 25_569;
const WITHOUT_OFFSET = ['Etc/GMT', 'Etc/UTC', 'GMT', 'UTC'];
/** Java knows time zones by their distance from Greenwich, too. */
const DISTANCE = /^GMT([+-])(\d{1,2})(?::?(\d{2}))?$/;

/** The reading of a wall clock is in milliseconds, as if it were UTC. */
export interface TimeZone {
  wallClockOf(instantMs: number): number;
  /** The instant at which the wall clock shows a reading. */
  instantOf(wallMs: number): number;
  /** The serial number (days since 1899-12-30) of the wall clock at an instant. */
  serialOf(instantMs: number): number;
  /** The instant that a serial number means, to the millisecond. */
  instantOfSerial(serial: number): number;
}

/** Created once for many dates, because creation is slow. @throws for a name that is no time zone. */
export function openTimeZone(name: string): TimeZone {
  const wallClockOf = WITHOUT_OFFSET.includes(name)
    ? (instantMs: number) => instantMs
    : wallClockReader(name);
  const instantOf = (wallMs: number): number => {
    const guess = wallMs - (wallClockOf(wallMs) - wallMs);
    // once more: near a clock change, the offset at the guess is the right one
    return wallMs - (wallClockOf(guess) - guess);
  };
  return {
    wallClockOf,
    instantOf,
    serialOf: (instantMs) =>
      Number.isNaN(instantMs) ? Number.NaN : wallClockOf(instantMs) / DAY_MS + SERIAL_OF_1970,
    instantOfSerial: (serial) => instantOf(Math.round((serial - SERIAL_OF_1970) * DAY_MS)),
  };
}

/** The number format of a date in Sheets: with the time only if there is one. */
export function datePatternOf(serial: number): string {
  return Number.isInteger(serial) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
}

function wallClockReader(timeZone: string): (instantMs: number) => number {
  const [, sign, hours, minutes = 0] = DISTANCE.exec(timeZone) ?? [];
  if (hours !== undefined) {
    const distanceMs = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS * (sign === '-' ? -1 : 1);
    return (instantMs) => instantMs + distanceMs;
  }
  const formatter = formatterOf(timeZone);
  return (instantMs) => {
    const parts = Object.fromEntries(
      formatter.formatToParts(instantMs).map(({ type, value }) => [type, Number(value)]),
    ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
    const wall = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
    return wall + (((instantMs % 1000) + 1000) % 1000);
  };
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw new Error(`Invalid argument: timeZone ${timeZone}`);
  }
}
