/** Defines tests that play schedules and find every table true. */
import path from 'node:path';

/** One script of `survey.ts` and all that it loads, made before the tests: as modules of Jest it would take half as long again. */
export const SURVEY = path.resolve(__dirname, '../../out/test/survey.cjs');
const PER_TEST = 250;

/** @param first the first seed */
export function playSchedules(first: number, count: number): void {
  const { survey } = require(SURVEY) as typeof import('./survey.js');
  const seeds = Array.from({ length: count / PER_TEST }, (_, index) => first + index * PER_TEST);
  test.each(seeds)('schedules from seed %i on', (seed) => {
    const { wrong, tables } = survey(seed, PER_TEST);
    expect(wrong).toEqual([]);
    expect(tables).toBeGreaterThan(PER_TEST);
  });
}
