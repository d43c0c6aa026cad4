/** Jobs are due by the wall clock of the spreadsheet. */
import { lastSlot, nextSlot } from '../../../src/addon/jobs/schedule.js';
import { createZone } from '../../../src/addon/question/zone.js';
import type { Schedule } from '../../../src/contract/jobs.js';

const daily = (hour: number): Schedule => ({ every: 'day', hour, weekdays: [] });
const berlin = createZone('Europe/Berlin');
const utc = createZone('Etc/GMT');

const iso = (time: number) => new Date(time).toISOString();
const last = (job: Schedule, now: string, zone = utc) => iso(lastSlot(job, Date.parse(now), zone));
const next = (job: Schedule, now: string, zone = utc) => iso(nextSlot(job, Date.parse(now), zone));

test('an hourly job is due at every full hour', () => {
  const hourly: Schedule = { every: 'hour', hour: 0, weekdays: [] };
  expect(last(hourly, '2026-11-20T10:40:00Z')).toBe('2026-11-20T10:00:00.000Z');
  expect(next(hourly, '2026-11-20T10:40:00Z')).toBe('2026-11-20T11:00:00.000Z');
});

test('a daily job is due at its hour in the zone of the spreadsheet', () => {
  expect(last(daily(6), '2026-11-20T04:59:00Z', berlin)).toBe('2026-11-19T05:00:00.000Z');
  expect(last(daily(6), '2026-11-20T05:00:00Z', berlin)).toBe('2026-11-20T05:00:00.000Z');
  expect(next(daily(6), '2026-11-20T05:00:00Z', berlin)).toBe('2026-11-21T05:00:00.000Z');
});

test('the hour stays the same on the days on which clocks change', () => {
  // 2026-03-29: 02:00 becomes 03:00; 2026-10-25: 03:00 becomes 02:00
  expect(last(daily(6), '2026-03-29T12:00:00Z', berlin)).toBe('2026-03-29T04:00:00.000Z');
  expect(last(daily(6), '2026-10-25T12:00:00Z', berlin)).toBe('2026-10-25T05:00:00.000Z');
  expect(last(daily(0), '2026-10-25T12:00:00Z', berlin)).toBe('2026-10-24T22:00:00.000Z');
});

test('a weekly job is due on its days only', () => {
  const weekly: Schedule = { every: 'week', hour: 8, weekdays: [1, 4] };
  // a Friday
  expect(last(weekly, '2026-11-20T10:00:00Z')).toBe('2026-11-19T08:00:00.000Z');
  expect(next(weekly, '2026-11-20T10:00:00Z')).toBe('2026-11-23T08:00:00.000Z');
  expect(next({ ...weekly, weekdays: [5] }, '2026-11-20T10:00:00Z')).toBe('2026-11-27T08:00:00.000Z');
});
