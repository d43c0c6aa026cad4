/**
 * Random worlds, questions, clocks, zones, evictions, failures, deaths and interleaved executions: every table that is
 * shown is true. A failure names its seed; `runSchedule(seed, console.log)` tells every step.
 */
import { scaled } from '../support/scale.js';
import { survey } from './survey.js';

const SCHEDULES = scaled(1_000, 20_000);
const PER_TEST = 250;

test.each(Array.from({ length: SCHEDULES / PER_TEST }, (_, index) => index * PER_TEST))(
  'schedules from seed %i on',
  (seed) => {
    const { wrong, tables } = survey(seed, PER_TEST);
    expect(wrong).toEqual([]);
    expect(tables).toBeGreaterThan(PER_TEST);
  },
  600_000,
);
