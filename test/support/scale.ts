/**
 * The scale of exhaustive tests. `npm test` runs a random part of each; `PROOFS=full` runs all, as `.ci/nightly`
 * does, but interrupts at most a hundred points. `grep -rl support/scale test` lists these tests.
 */
import { createRandom } from './random.js';
import { SEED } from './seed.js';

const SETTING = process.env['PROOFS'] || 'everyday';

/** True if exhaustive tests run at full scale. @throws for another value of PROOFS */
export function isFull(): boolean {
  if (SETTING !== 'full' && SETTING !== 'everyday') {
    throw new Error(`PROOFS must be full or everyday, and is ${SETTING}`);
  }
  return SETTING === 'full';
}

/** Returns the size of an exhaustive test in this run. */
export function scaled<T>(everyday: T, full: T): T {
  return isFull() ? full : everyday;
}

/** The most random points of a test in one night: with all points, some tests would take half an hour. */
const MOST_POINTS = 100;

/**
 * Returns the points, from 1 to `last`, at which a test interrupts an execution: `count` random ones, or many
 * more at full scale, and those in `also`, which a test knows to matter.
 */
export function scaledPoints(last: number, count: number, also: readonly number[] = []): number[] {
  const points = Array.from({ length: last }, (_, index) => index + 1);
  const chosen = [...createRandom(SEED).some(points, scaled(count, MOST_POINTS)), ...also];
  return points.filter((point) => chosen.includes(point));
}

/** Returns the list at full scale; else `count` random items in its order, different ones for each `turn`. */
export function scaledSample<T>(list: readonly T[], count: number, turn = 0): readonly T[] {
  return isFull() ? list : createRandom(SEED + turn).some(list, count);
}
