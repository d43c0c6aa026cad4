/**
 * Random worlds, questions, clocks, zones, groups, budgets, evictions, failures, deaths and interleaved executions: every
 * table that is shown is true. A failure names its seed; `runSchedule(seed, console.log)` tells every step.
 */
import { scaled } from '../support/scale.js';
import { playSchedules } from './play-schedules.js';

playSchedules(0, scaled(500, 10_000));
