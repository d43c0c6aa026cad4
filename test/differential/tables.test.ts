/**
 * Random worlds, queries, clocks, zones, groups, budgets, evictions, failures, kills and interleaved
 * executions: every shown table is true. A failure prints its seed for `runSchedule(seed, console.log)`.
 */
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { SURVEY } from './survey-script.js';

const PER_TEST = 250;
const TESTS = scaled(1, 80);

const { survey } = require(SURVEY) as typeof import('./survey.js');

test.each(Array.from({ length: TESTS }, (_, index) => SEED + index * PER_TEST))(
  'schedules from seed %i on',
  (seed) => {
    const { wrong, tables } = survey(seed, PER_TEST);
    expect(wrong).toEqual([]);
    expect(tables).toBeGreaterThan(PER_TEST);
  },
);

// changes that exceeded the limit on one day, so that they completed none, ended a table before its days were asked for
test('a schedule that has shown a wrong table once', () => {
  expect(survey(120_197, 1).wrong).toEqual([]);
});
