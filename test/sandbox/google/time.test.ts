/** Wall clocks of time zones, and Java's date patterns. */
import { formatDate, parseDate } from '../../../src/sandbox/google/date-format.js';
import { openTimeZone } from '../../../src/sandbox/google/time-zone.js';

test.each([
  ['Etc/GMT', '2024-01-01T00:00:00Z', 45_292],
  ['Asia/Tokyo', '2024-01-01T00:00:00Z', 45_292.375],
  ['America/New_York', '2024-07-01T04:00:00Z', 45_474],
  ['Asia/Kolkata', '2024-01-01T00:00:00Z', 45_292 + 5.5 / 24],
])('in %s, %s has the serial number %d', (zone, iso, serial) => {
  expect(openTimeZone(zone).serialOf(Date.parse(iso))).toBeCloseTo(serial, 8);
  expect(new Date(openTimeZone(zone).instantOfSerial(serial)).toISOString()).toBe(
    new Date(iso).toISOString(),
  );
});

test('on the day that the clocks change, both midnights are found', () => {
  const day = 45_361; // 2024-03-10
  const { instantOfSerial } = openTimeZone('America/New_York');
  expect(new Date(instantOfSerial(day)).toISOString()).toBe('2024-03-10T05:00:00.000Z');
  expect(new Date(instantOfSerial(day + 1)).toISOString()).toBe('2024-03-11T04:00:00.000Z');
});

test.each([
  ['yyyy-MM-dd', 'Etc/GMT', '2024-02-03'],
  ['dd/MM/yy HH:mm:ss', 'Europe/Berlin', '03/02/24 05:06:07'],
  ["yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", 'Etc/GMT', '2024-02-03T04:06:07.008Z'],
  ['EEE d MMM, EEEE d MMMM', 'Etc/GMT', 'Sat 3 Feb, Saturday 3 February'],
  ['h:mm a Z XXX', 'America/New_York', '11:06 PM -0500 -05:00'],
  ["u 'o''clock'", 'Etc/GMT', "6 o'clock"],
])('the pattern %s in %s', (pattern, zone, text) => {
  expect(formatDate(new Date('2024-02-03T04:06:07.008Z'), zone, pattern)).toBe(text);
});

test('a date is parsed in its zone', () => {
  expect(parseDate('2024-02-03 04:05', 'Asia/Tokyo', 'yyyy-MM-dd HH:mm')).toEqual(
    new Date('2024-02-02T19:05:00Z'),
  );
  expect(() => parseDate('nonsense', 'Etc/GMT', 'yyyy-MM-dd')).toThrow('Unparseable date: "nonsense"');
});

test('an unknown zone or letter is refused', () => {
  expect(() => formatDate(new Date(), 'Mars/Olympus', 'yyyy')).toThrow('Mars/Olympus');
  expect(() => formatDate(new Date(), 'Etc/GMT', 'Q')).toThrow('Q is not emulated');
});
