/** Utilities.formatDate and parseDate: the patterns of Java, in time zones. */
import { type Rule, thrownBy } from './rule.js';

/** A Monday in winter, late in the evening. */
const WINTER = Date.UTC(2026, 0, 5, 23, 4, 7, 89);
const SUMMER = Date.UTC(2026, 6, 5, 23, 4, 7);

/** Each: rule, pattern, time zone, expected, instant. */
const FORMATS: readonly (readonly [string, string, string, string, number])[] = [
  ['a date and a time', 'yyyy-MM-dd HH:mm:ss', 'GMT', '2026-01-05 23:04:07', WINTER],
  ['a zone in the west, in winter', 'yyyy-MM-dd HH:mm', 'America/New_York', '2026-01-05 18:04', WINTER],
  ['a zone in the west, in summer', 'yyyy-MM-dd HH:mm', 'America/New_York', '2026-07-05 19:04', SUMMER],
  ['a zone in the east is a day ahead', 'yyyy-MM-dd HH:mm', 'Asia/Tokyo', '2026-01-06 08:04', WINTER],
  ['a zone with half an hour', 'HH:mm', 'Asia/Kolkata', '04:34', WINTER],
  ['a zone by its distance from Greenwich', 'HH:mm', 'GMT+2', '01:04', WINTER],
  ['the manifest zone of the add-on', 'HH:mm', 'Etc/GMT', '23:04', WINTER],
  ['a year of two digits', 'yy', 'GMT', '26', WINTER],
  ['a month and a day without zeros', 'M/d', 'GMT', '1/5', WINTER],
  ['names of months', 'MMM MMMM', 'GMT', 'Jan January', WINTER],
  ['names of days', 'EEE EEEE', 'GMT', 'Mon Monday', WINTER],
  ['the number of the day in the week', 'u', 'GMT', '1', WINTER],
  ['twelve hours', 'h:mm a', 'GMT', '11:04 PM', WINTER],
  ['milliseconds', 'ss.SSS', 'GMT', '07.089', WINTER],
  ['letters in quotes', "yyyy-MM-dd'T'HH:mm:ss'Z'", 'GMT', '2026-01-05T23:04:07Z', WINTER],
  ['a quote', "h 'o''clock'", 'GMT', "11 o'clock", WINTER],
  ['the offset', 'Z', 'America/New_York', '-0500', WINTER],
  ['the offset as in ISO 8601', 'XXX', 'Asia/Kolkata', '+05:30', WINTER],
  ['no offset as in ISO 8601', 'XXX', 'GMT', 'Z', WINTER],
  ['the name of the zone', 'z', 'GMT', 'GMT', WINTER],
];

const parsed = (text: string, zone: string, pattern: string): string =>
  Utilities.parseDate(text, zone, pattern).toISOString();

export const dateRules: readonly Rule[] = [
  ...FORMATS.map(
    ([name, pattern, zone, expected, instant]): Rule => ({
      name: `formatDate: ${name} (${pattern}, ${zone})`,
      source: 'docs',
      expected,
      see: () => Utilities.formatDate(new Date(instant), zone, pattern),
    }),
  ),
  {
    name: 'formatDate refuses a text',
    source: 'known',
    expected:
      /The parameters \(String,String,String\) don't match the method signature for Utilities\.formatDate/,
    see: () => thrownBy(() => Utilities.formatDate('2026-01-05' as unknown as Date, 'GMT', 'yyyy')),
  },
  {
    name: 'parseDate reads a text by its pattern',
    source: 'gas-fakes',
    expected: '2023-01-01T12:00:00.000Z',
    see: () => parsed('2023-01-01T12:00:00Z', 'GMT', "yyyy-MM-dd'T'HH:mm:ss'Z'"),
  },
  {
    name: 'parseDate reads in the zone',
    source: 'docs',
    expected: '2026-01-05T05:00:00.000Z',
    see: () => parsed('2026-01-05', 'America/New_York', 'yyyy-MM-dd'),
  },
  {
    name: 'parseDate refuses what has not the pattern',
    source: 'gas-fakes',
    expected: /^Exception: /,
    see: () => thrownBy(() => Utilities.parseDate('invalid date', 'GMT', 'yyyy')),
  },
];
