/**
 * Random worlds, queries, clocks, zones, groups, budgets, evictions, failures, kills and interleaved
 * executions: every shown table is true. A failure prints its seed for `runSchedule(seed, console.log)`.
 */
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { SCHEDULES_SCRIPT } from './schedules-script.js';

const PER_TEST = 250;
const TESTS = scaled(1, 80);

const { runSchedules } = require(SCHEDULES_SCRIPT) as typeof import('./run-schedules.js');

test.each(Array.from({ length: TESTS }, (_, index) => SEED + index * PER_TEST))(
  'schedules from seed %i on',
  (seed) => {
    const { violations, tables } = runSchedules(seed, PER_TEST);
    expect(violations).toEqual([]);
    expect(tables).toBeGreaterThan(PER_TEST);
  },
);

// changes that exceeded the limit on one day, so that they completed none, ended a table before its days were asked for
test('a schedule that has shown a wrong table once', () => {
  expect(runSchedules(120_197, 1).violations).toEqual([]);
});
