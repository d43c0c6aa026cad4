/** Converts between instants and the wall clock of a time zone. */

const DAY_MS = 86_400_000;
/** The serial number of 1970-01-01. */
const SERIAL_OF_1970 = 25_569;
const WITHOUT_OFFSET = ['Etc/GMT', 'Etc/UTC', 'GMT', 'UTC'];
/** As it is formatted, and in the names of time zones that Java knows by their distance from Greenwich. */
const DISTANCE = /GMT([+-])(\d{1,2})(?::?(\d{2}))?(?::(\d{2}))?$/;

export type TimeZone = ReturnType<typeof openTimeZone>;

/**
 * Created once for many dates, because creation is slow. The reading of a wall clock is in milliseconds, as if it were UTC.
 * @throws for a name that is no time zone
 */
export function openTimeZone(name: string) {
  const wallClockOf = wallClockReader(name);
  /** The instant at which the wall clock shows a reading. */
  const instantOf = (wallMs: number): number => {
    const guess = wallMs - (wallClockOf(wallMs) - wallMs);
    // once more: near a clock change, the offset at the guess is the right one
    return wallMs - (wallClockOf(guess) - guess);
  };
  return {
    /** The serial number (days since 1899-12-30) of the wall clock at an instant. */
    serialOf: (instantMs: number): number =>
      Number.isNaN(instantMs) ? Number.NaN : wallClockOf(instantMs) / DAY_MS + SERIAL_OF_1970,
    /** The instant that a serial number means, to the millisecond. */
    instantOfSerial: (serial: number): number => instantOf(Math.round((serial - SERIAL_OF_1970) * DAY_MS)),
  };
}

/** The number format of a date in Sheets: with the time only if there is one. */
export function datePatternOf(serial: number): string {
  return Number.isInteger(serial) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
}

function wallClockReader(timeZone: string): (instantMs: number) => number {
  if (WITHOUT_OFFSET.includes(timeZone)) return (instantMs) => instantMs;
  if (/^GMT[+-]/.test(timeZone)) return (instantMs) => instantMs + distanceOf(timeZone);
  const formatter = formatterOf(timeZone);
  return (instantMs) => instantMs + distanceOf(formatter.format(instantMs));
}

/** In milliseconds, of a text that ends in it. */
function distanceOf(text: string): number {
  const [, sign, hours = 0, minutes = 0, seconds = 0] = DISTANCE.exec(text) ?? [];
  const total = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -total : total;
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    throw new Error(`Invalid argument: timeZone ${timeZone}`);
  }
}
