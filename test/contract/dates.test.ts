/** Calendar dates: which texts are dates, and their two formats in requests. */

import { addDays, isoFromWire, wireFromIso } from '../../src/contract/dates.js';
import fc from '../support/fast-check.js';

test.each(
  [
    ['2026-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00', '2026-1-5'],
    ['31/01/2026', '2026-01-31T00:00', ' 2026-01-31', ''],
  ].flat(),
)('version 2 does not read "%s"', (text) => expect(isoFromWire(text, 'YYYY-MM-DD')).toBeUndefined());

test.each(['01/31/2026', '29/02/2026', '1/1/2026', '2026-01-31'])('version 1 does not read %s', (text) =>
  expect(isoFromWire(text, 'DD/MM/YYYY')).toBeUndefined(),
);

const day = fc.integer({ min: -700_000, max: 1_000_000 }).map((days) => addDays('1970-01-01', days));

test('a day is the same after writing and reading it in either format', () => {
  fc.assert(
    fc.property(day, fc.constantFrom('YYYY-MM-DD' as const, 'DD/MM/YYYY' as const), (iso, format) => {
      fc.pre(/^\d{4}-/.test(iso));
      expect(isoFromWire(wireFromIso(iso, format), format)).toBe(iso);
    }),
  );
});

test('a date exists when the calendar of the platform has it', () => {
  const part = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'));
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 2999 }), part(13), part(32), (year, month, date) => {
      const text = `${year}-${month}-${date}`;
      const time = Date.parse(`${text}T00:00:00Z`);
      const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
      expect(isoFromWire(text, 'YYYY-MM-DD')).toBe(exists ? text : undefined);
    }),
    { numRuns: 2_000 },
  );
});

test('days are added over months, years and leap days', () => {
  expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(addDays('2026-11-20', 0)).toBe('2026-11-20');
});
