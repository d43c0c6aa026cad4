/** The wall clocks of time zones. */
import { openTimeZone } from '../../../src/sandbox/services/time-zone.js';

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

test('both midnights around a clock change are right', () => {
  const day = 45_361; // 2024-03-10
  const { instantOfSerial } = openTimeZone('America/New_York');
  expect(new Date(instantOfSerial(day)).toISOString()).toBe('2024-03-10T05:00:00.000Z');
  expect(new Date(instantOfSerial(day + 1)).toISOString()).toBe('2024-03-11T04:00:00.000Z');
});

test('an unknown zone is refused', () => expect(() => openTimeZone('Mars/Olympus')).toThrow('Mars/Olympus'));
