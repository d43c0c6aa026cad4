/** The other half of the schedules of tables.test.ts, for another core. */
import { scaled } from '../support/scale.js';
import { playSchedules } from './play-schedules.js';

const HALF = scaled(500, 10_000);

playSchedules(HALF, HALF);
