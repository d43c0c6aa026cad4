/** Which days a sync queries, with any answer of the service: it skips none, and it ends. */
import fc from 'fast-check';
import type { SyncPlace } from '../../../src/addon/jobs/job.js';
import {
  afterAnswer,
  limitFor,
  lowerLimit,
  MAX_RECORDS_OF_DAY,
  withNextWindow,
} from '../../../src/addon/jobs/sync-window.js';
import { errorOf } from '../../../src/addon/service/statuses.js';
import { addDays } from '../../../src/contract/dates.js';

const FIRST = '2026-01-01';
const NEW: SyncPlace = { through: addDays(FIRST, -1), until: addDays(FIRST, -1), windows: [], density: 0 };

interface Asked {
  readonly start: string;
  readonly end: string;
  readonly got: number;
}

/** Runs a complete back-fill against a service with the given number of records a day, which answers newest first. */
function play(
  perDay: readonly number[],
  allowed: number,
): { asked: Asked[]; seen: Set<string>; place: SyncPlace } {
  const last = addDays(FIRST, perDay.length - 1);
  const asked: Asked[] = [];
  const seen = new Set<string>();
  let place = NEW;
  for (let step = 0; step < 5_000; step++) {
    place = withNextWindow(place, last, allowed, () => 1);
    const [window] = place.windows;
    if (!window) return { asked, seen, place };
    const limit = limitFor(window, allowed, place);
    const names = perDay
      .flatMap((count, day) => Array.from({ length: count }, (_, index) => `${addDays(FIRST, day)} ${index}`))
      .filter((name) => name.slice(0, 10) >= window.start && name.slice(0, 10) <= window.end)
      .reverse()
      .slice(0, limit);
    for (const name of names) seen.add(name);
    asked.push({ ...window, got: names.length });
    const isFull = names.length >= limit;
    const lastDay = isFull ? (names[names.length - 1] ?? '').slice(0, 10) : '';
    place = afterAnswer(place, { asked: { ...window, limit }, records: names.length, isFull, lastDay });
  }
  throw new Error('it does not come to an end');
}

test('every record of every day is seen, whatever the days hold', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 25 }), (perDay) => {
      const { seen, place } = play(perDay, Number.POSITIVE_INFINITY);
      expect(seen.size).toBe(perDay.reduce((sum, count) => sum + count, 0));
      expect(place.through).toBe(addDays(FIRST, perDay.length - 1));
    }),
    { numRuns: 30 },
  );
});

test('quiet days are asked in large windows, busy ones in small ones', () => {
  const quiet = play(
    Array.from({ length: 365 }, () => 2),
    Number.POSITIVE_INFINITY,
  );
  expect(quiet.asked.length).toBeLessThan(8);
  const busy = play(
    Array.from({ length: 60 }, () => 300),
    Number.POSITIVE_INFINITY,
  );
  expect(Math.max(...busy.asked.slice(1).map(({ got }) => got))).toBeLessThanOrEqual(1_000);
});

test('a full window of many days continues with the days that may be missing, not with all of them', () => {
  const place = { ...NEW, windows: [{ start: FIRST, end: '2026-01-07' }], until: '2026-01-07' };
  const asked = { start: FIRST, end: '2026-01-07', limit: 100 };
  const next = afterAnswer(place, { asked, records: 100, isFull: true, lastDay: '2026-01-03' });
  expect(next.windows).toEqual([{ start: FIRST, end: '2026-01-03' }]);
  expect(next.through).toBe(place.through);
});

test('a day that is full at the highest limit is done: nothing more can be had of it', () => {
  const place = { ...NEW, windows: [{ start: FIRST, end: FIRST }], until: FIRST };
  const answer = { records: MAX_RECORDS_OF_DAY, isFull: true, lastDay: FIRST };
  const asked = { start: FIRST, end: FIRST, limit: MAX_RECORDS_OF_DAY };
  expect(afterAnswer(place, { ...answer, asked })).toMatchObject({ windows: [], through: FIRST });
  const small = { ...asked, limit: 50 };
  expect(afterAnswer(place, { ...answer, asked: small }).windows).toEqual([{ start: FIRST, end: FIRST }]);
});

test('a window is made to fit what may still be spent', () => {
  const place = { ...NEW, density: 10 };
  expect(withNextWindow(place, '2026-12-31', 100, () => 1).windows).toEqual([
    { start: FIRST, end: '2026-01-07' },
  ]);
  expect(withNextWindow(place, '2026-12-31', 5, () => 1).windows).toEqual([{ start: FIRST, end: FIRST }]);
});

test('the limit that a service names is found however long its message is', () => {
  const message = `The request cannot be processed because the value of limit is larger than what this subscription allows, which is 1,500 records.`;
  const refusal = errorOf({
    endpoint: 'expansions',
    status: 400,
    text: JSON.stringify({ message }),
    fromProxy: false,
    limit: 2_000,
    group: '',
  });
  expect(refusal.message).not.toContain('1,500');
  expect(refusal.reason).toBe(message);
  expect(lowerLimit(refusal.reason, 2_000)).toBe(1_500);
});
