/** The days that a sync queries, for any answers of the service: it skips none, and it ends. */

import type { SyncCursor } from '../../../src/addon/jobs/job.js';
import {
  afterAnswer,
  lowerLimit,
  mayExceedBudget,
  requestLimit,
  withNextWindow,
  withSameCompanies,
} from '../../../src/addon/jobs/sync-window.js';
import { errorOf } from '../../../src/addon/service/statuses.js';
import { addDays, daysBetween } from '../../../src/contract/dates.js';
import fc from '../../support/fast-check.js';
import { createRandom } from '../../support/random.js';

const FIRST = '2026-01-01';
const ONE = { count: 1, companies: '' };
const NEW: SyncCursor = { through: addDays(FIRST, -1), until: addDays(FIRST, -1), windows: [], density: 0 };

/**
 * Runs a complete back-fill against a service with the given number of records a day, which answers newest first.
 * Only answers show how many records exist.
 * @param cap the credits of each run
 */
function play(perDay: readonly number[], cap = Number.POSITIVE_INFINITY) {
  const last = addDays(FIRST, perDay.length - 1);
  const asked: { readonly start: string; readonly end: string; readonly got: number }[] = [];
  /** The records of each day that an answer has shown. */
  const seen = perDay.map(() => 0);
  let place = NEW;
  for (let run = 0; run < 500; run++) {
    for (let allowed = cap; ; ) {
      place = withNextWindow(place, { from: FIRST, last }, allowed, () => ONE);
      const [window] = place.windows;
      if (!window) return { asked, seen, place };
      if (allowed < 1 || (allowed < cap && mayExceedBudget(window, place.density, allowed))) break;
      const limit = requestLimit(window, allowed, place);
      let records = 0;
      let lastDay = '';
      for (let day = window.end; day >= window.start && records < limit; day = addDays(day, -1)) {
        const at = daysBetween(FIRST, day);
        const shown = Math.min(limit - records, perDay[at]!);
        seen[at] = Math.max(seen[at]!, shown);
        records += shown;
        lastDay = day;
      }
      asked.push({ start: window.start, end: window.end, got: records });
      allowed -= records;
      const isFull = records >= limit;
      const missing = isFull ? [{ start: window.start, end: lastDay }] : [];
      place = afterAnswer(place, { requested: { ...window, limit }, records, isFull, missing });
      if (isFull && window.start === window.end) break;
    }
  }
  throw new Error('it does not come to an end');
}

test('every record of every day is seen, for any number of records a day', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 1, maxLength: 25 }), (perDay) => {
      const { seen, place } = play(perDay);
      expect(seen).toEqual(perDay);
      expect(place.through).toBe(addDays(FIRST, perDay.length - 1));
    }),
    { numRuns: 30 },
  );
});

test('windows are large for quiet days and small for busy ones', () => {
  const quiet = play(Array(365).fill(2));
  expect(quiet.asked.length).toBeLessThan(8);
  const busy = play(Array(60).fill(300));
  expect(Math.max(...busy.asked.slice(1).map(({ got }) => got))).toBeLessThanOrEqual(1_000);
});

test('a full window of many days without one complete day continues with its halves', () => {
  const window = { start: FIRST, end: '2026-01-07', part: 1 };
  const place = { ...NEW, windows: [window], until: '2026-01-07' };
  const asked = { ...window, limit: 100 };
  const next = afterAnswer(place, { requested: asked, records: 100, isFull: true, missing: [window] });
  expect(next.windows).toEqual([
    { start: FIRST, end: '2026-01-04', part: 1 },
    { start: '2026-01-05', end: '2026-01-07', part: 1 },
  ]);
});

test('with few credits, no window has more days than are done', () => {
  const { asked } = play(Array(200).fill(0), 500);
  const lengths = asked.map(({ start, end }) => daysBetween(start, end) + 1);
  expect(lengths).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 72]);
});

test.each([
  ['a month of weekdays with 12 to 27, weekends with fewer than 5', 30, [12, 27, 4], 1.01, 1.05],
  ['a month of days with up to 40', 30, [0, 40, 40], 1.02, 1.12],
  ['twelve days with 3 to 99, which cannot be predicted', 12, [3, 99, 99], 1.05, 1.3],
])('a cap of 100 credits for each run: %s', (_name, days, [least, most, weekend], mean, worst) => {
  // exact figures need a fixed seed
  const { below } = createRandom(7);
  const recordsOn = (day: number) => (day % 7 > 4 ? below(weekend! + 1) : least! + below(most! - least! + 1));
  const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count);
  /** Credits per record. */
  const costs = Array.from({ length: 200 }, () => {
    const perDay = Array.from({ length: days }, (_one, day) => recordsOn(day));
    return sumOf(play(perDay, 100).asked.map(({ got }) => got)) / sumOf(perDay);
  });
  expect(sumOf(costs) / costs.length).toBeLessThan(mean);
  expect(Math.max(...costs)).toBeLessThan(worst);
});

test('companies that are sorted or added while parts are left to do: these days begin again for all', () => {
  const days = { from: FIRST, last: '2026-01-03' };
  const before = { count: 2, companies: 'a b' };
  const begun = withNextWindow({ ...NEW, density: 1 }, days, 1_000, () => before);
  const [first] = begun.windows;
  expect(begun).toMatchObject({ parts: 2, windows: [{ part: 0 }] });
  const asked = { requested: { ...first!, limit: 100 }, records: 3, isFull: false, missing: [] };
  const next = afterAnswer(begun, asked);
  expect(next).toMatchObject({ through: NEW.through, windows: [{ ...first, part: 1 }] });
  expect(withSameCompanies(next, () => before)).toBe(next);
  const changed = { count: 3, companies: 'b a c' };
  const again = withSameCompanies(next, () => changed);
  const windows = [{ start: FIRST, part: 0 }];
  expect(again).toMatchObject({ through: NEW.through, until: begun.until, parts: 3, windows });
  expect(withSameCompanies(again, () => changed)).toBe(again);
  expect(withSameCompanies(next, () => ONE).windows).toEqual([{ start: FIRST, end: begun.until }]);
});

test('of 300 requests for the same days each is sent once, and the progress has room in a property', () => {
  const days = { from: FIRST, last: '2026-01-03' };
  let place = withNextWindow({ ...NEW, density: 1 }, days, 1_000, () => ({ count: 300, companies: 'x' }));
  const asked: unknown[] = [];
  for (let [window] = place.windows; window; [window] = place.windows) {
    asked.push([window.start, window.end, window.part]);
    expect(JSON.stringify(place).length).toBeLessThan(300);
    const requested = { ...window, limit: 100 };
    place = afterAnswer(place, { requested, records: 1, isFull: false, missing: [] });
  }
  expect(asked).toEqual(Array.from({ length: 300 }, (_, part) => [FIRST, '2026-01-03', part]));
  expect(place.through).toBe('2026-01-03');
});

test.each([
  ['limit must be between 1 and 1000', 2_000, 1_000],
  ['limit must be a whole number of at least 1 and at most 1,500', 2_000, 1_500],
  ['limit 2000 is too high', 2_000, 1_000],
  ['limit must be at least 1', 1_000, 100],
  ['the limit of 5000 was exceeded', 100, undefined],
])('%s, after %i: %p', (message, refused, lower) => expect(lowerLimit(message, refused)).toBe(lower));

test('the limit that a service names is found in a long message', () => {
  const message = `The request cannot be processed because the value of limit is larger than what this subscription allows, which is 1,500 records.`;
  const answer = { endpoint: 'expansions', status: 400, text: JSON.stringify({ message }) } as const;
  const refusal = errorOf({ ...answer, fromProxy: false, limit: 2_000, group: '' });
  expect(refusal.message).not.toContain('1,500');
  expect(refusal.reason).toBe(message);
  expect(lowerLimit(refusal.reason, 2_000)).toBe(1_500);
});
