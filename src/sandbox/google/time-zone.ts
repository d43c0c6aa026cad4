/** Between instants and the wall clock of a time zone. */

const DAY_MS = 86_400_000;
/** The serial number of 1970-01-01. */
const SERIAL_OF_1970 = 25_569;

/** @throws for a name that is no time zone. */
export function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone });
  } catch {
    throw new Error(`Invalid argument: timeZone ${timeZone}`);
  }
}

/** The wall clock's reading at an instant, as if that reading were UTC, in milliseconds. */
export function wallClockOf(instantMs: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>;
  const wall = Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second);
  return wall + (((instantMs % 1000) + 1000) % 1000);
}

/** The instant at which the wall clock shows a reading (milliseconds as if UTC). */
export function instantOf(wallMs: number, timeZone: string): number {
  const guess = wallMs - (wallClockOf(wallMs, timeZone) - wallMs);
  // once more: the offset at the guess is the right one around a change of the clock
  return wallMs - (wallClockOf(guess, timeZone) - guess);
}

/** The serial number (days since 1899-12-30) of the wall clock at an instant. */
export function serialOf(instantMs: number, timeZone: string): number {
  return wallClockOf(instantMs, timeZone) / DAY_MS + SERIAL_OF_1970;
}

/** The instant that a serial number means, to the millisecond. */
export function instantOfSerial(serial: number, timeZone: string): number {
  return instantOf(Math.round((serial - SERIAL_OF_1970) * DAY_MS), timeZone);
}

/** The number format that Sheets gives to a date: with the time only where there is one. */
export function datePatternOf(serial: number): string {
  return Number.isInteger(serial) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
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
}
