/** Defines tests that play schedules and find every table true. */
import { survey } from './survey.js';

const PER_TEST = 250;

/** @param first the first seed */
export function playSchedules(first: number, count: number): void {
  const seeds = Array.from({ length: count / PER_TEST }, (_, index) => first + index * PER_TEST);
  test.each(seeds)('schedules from seed %i on', (seed) => {
    const { wrong, tables } = survey(seed, PER_TEST);
    expect(wrong).toEqual([]);
    expect(tables).toBeGreaterThan(PER_TEST);
  });
}
