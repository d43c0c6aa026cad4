import path from 'node:path';

/** `run-schedules.ts` and its imports as one script, built before the tests: Jest modules would take 50% longer. */
export const SCHEDULES_SCRIPT = path.resolve(__dirname, '../../out/test/run-schedules.cjs');
