/** Converts between instants and the wall clock of a time zone. */

const DAY_MS = 86_400_000;
/** The serial number of 1970-01-01. */
const SERIAL_OF_1970 = 25_569;
const WITHOUT_OFFSET = ['Etc/GMT', 'Etc/UTC', 'GMT', 'UTC'];
/** The offset in Intl's output. */
const OFFSET = /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?$/;

export type TimeZone = ReturnType<typeof openTimeZone>;

/**
 * Returns the conversions for a time zone. Open it once for many dates, because that is slow. Wall clock
 * readings are milliseconds, as if the wall clock showed UTC.
 * @throws if the name is no time zone
 */
export function openTimeZone(name: string) {
  const offsetAt = WITHOUT_OFFSET.includes(name) ? () => 0 : offsetsOf(name);
  return {
    /** Returns the serial number (days since 1899-12-30) of the wall clock at an instant. */
    serialOf: (instantMs: number): number =>
      Number.isNaN(instantMs) ? Number.NaN : (instantMs + offsetAt(instantMs)) / DAY_MS + SERIAL_OF_1970,
    /** Returns the instant of a serial number, rounded to milliseconds. */
    instantOfSerial(serial: number): number {
      const wallMs = Math.round((serial - SERIAL_OF_1970) * DAY_MS);
      // near a clock change only the offset at the guess is right
      const guess = wallMs - offsetAt(wallMs);
      return wallMs - offsetAt(guess);
    },
  };
}

/** Returns Sheets' number format for a date; it shows the time only if there is one. */
export function datePatternOf(serial: number): string {
  return Number.isInteger(serial) ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
}

function offsetsOf(timeZone: string): (instantMs: number) => number {
  const formatter = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instantMs) => {
    const [, sign, hours = 0, minutes = 0, seconds = 0] = OFFSET.exec(formatter.format(instantMs)) ?? [];
    const total = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -total : total;
  };
}
