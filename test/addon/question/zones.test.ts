/** Days in many time zones: each has its midnight, dates in requests do not shift, date cells keep their values. */
import { createZone, isKnownZone, zoneOrUtc } from '../../../src/addon/question/zone.js';
import { addDays } from '../../../src/contract/dates.js';
import { scaled } from '../../support/scale.js';
import { ask } from '../ask.js';

/** From -11 to +14, with half and quarter hours, and clocks that skip or repeat midnight. */
const ZONES = `
  Pacific/Pago_Pago Pacific/Honolulu America/Anchorage America/Los_Angeles America/Denver
  America/Chicago America/New_York America/Havana America/Santiago America/Asuncion America/St_Johns
  America/Sao_Paulo America/Nuuk Atlantic/Azores Etc/GMT Europe/London Europe/Berlin Africa/Cairo
  Asia/Beirut Africa/Casablanca Asia/Tehran Asia/Kolkata Asia/Kathmandu Australia/Adelaide
  Australia/Lord_Howe Pacific/Auckland Pacific/Chatham Pacific/Apia Pacific/Kiritimati
`
  .trim()
  .split(/\s+/);

/** Every day from the beginning of 2025: all clocks of the list that change do so within a year. */
const DAYS = Array.from({ length: scaled(366, 731) }, (_, index) => addDays('2025-01-01', index));
const HOUR_MS = 3_600_000;

/** The wall clock as the platform's own formatting shows it. */
function wallClock(timeZone: string): (instant: Date) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (instant) => format.format(instant);
}

describe.each(ZONES)('%s', (timeZone) => {
  test('every day begins at its midnight, or at the first moment after the gap, and is that day in a cell', () => {
    const zone = createZone(timeZone);
    const clock = wallClock(timeZone);
    for (const day of DAYS) {
      const midnight = zone.midnight(day);
      const shown = clock(midnight);
      const before = clock(new Date(midnight.getTime() - 1000));
      if (shown !== `${day} 00:00:00`) expect(shown.slice(0, 14)).toBe(`${day} 01:`);
      // the second before is the day before, unless the clock has gone back over midnight
      if (before.slice(0, 10) !== addDays(day, -1))
        expect(`${day}: ${before}`).toBe(`${day}: the day before`);
      expect(zone.dayOf(midnight)).toBe(day);
      expect(zone.dayOf(new Date(midnight.getTime() + 22 * HOUR_MS))).toBe(day);
    }
  });

  test('dates of both versions reach the sheet as their own day', () => {
    const clock = wallClock(timeZone);
    const days = '2025-03-30 2025-09-07 2026-01-01 2026-02-28 2026-04-24 2026-10-25 2026-12-31'.split(' ');
    const dayFirst = (iso: string) => iso.split('-').reverse().join('/');
    const shown = (name: 'EXPANSIONS' | 'HIRINGS', write: (iso: string) => string) => {
      const body = days.map(write).map((day, id) => ({ id, announcedDate: day, lastModified: day }));
      const args = ['columns', 'date', 'headers', false, 'sort', 'id'];
      const { table } = ask(name, args, { timeZone, respond: () => ({ body }) });
      return table?.map(([cell]) => clock(cell as Date).slice(0, 10));
    };
    expect(shown('EXPANSIONS', (iso) => iso)).toEqual(days);
    expect(shown('HIRINGS', dayFirst)).toEqual(days);
  });

  test('a date cell goes out as its day, in the format of either version', () => {
    const zone = createZone(timeZone);
    for (const day of ['2025-03-30', '2026-04-24', '2026-09-06', '2026-10-25']) {
      const cell = zone.midnight(day);
      expect(ask('EXPANSIONS', ['from', cell], { timeZone }).bodies).toEqual([
        { startDate: day, limit: 100 },
      ]);
      const startDate = day.split('-').reverse().join('/');
      expect(ask('HIRINGS', ['from', cell], { timeZone }).bodies).toEqual([{ startDate, limit: 100 }]);
    }
  });
});

test('an unknown zone is an error; features that must not fail use UTC', () => {
  expect(() => createZone('Mars/Olympus')).toThrow('#BAD_INPUT: the time zone "Mars/Olympus" is unknown');
  expect(isKnownZone('Mars/Olympus')).toBe(false);
  expect(zoneOrUtc('Mars/Olympus').midnight('2026-01-15').toISOString()).toBe('2026-01-15T00:00:00.000Z');
  expect(zoneOrUtc('Asia/Tokyo').midnight('2026-01-15').toISOString()).toBe('2026-01-14T15:00:00.000Z');
});
