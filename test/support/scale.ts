/**
 * How far the long proofs go. `npm test` takes a part of each, another one in each run; `PROOFS=full` takes all of it, as
 * `.ci/nightly` does. `grep -rl support/scale test` lists them.
 */
import { createRandom } from './random.js';
import { SEED } from './seed.js';

const SETTING = process.env['PROOFS'] || 'everyday';

/** Whether the long proofs run at full scale. @throws for a value of PROOFS that has no meaning */
export function isFull(): boolean {
  if (SETTING !== 'full' && SETTING !== 'everyday') {
    throw new Error(`PROOFS must be full or everyday, and is ${SETTING}`);
  }
  return SETTING === 'full';
}

/** The size of a long proof in this run. */
export function scaled<T>(everyday: T, full: T): T {
  return isFull() ? full : everyday;
}

/**
 * The points at which an execution is cut, from 1 to `last`: all of them at full scale. Everyday runs take `count` of them
 * at random, and `also` what a test knows to matter.
 */
export function scaledPoints(last: number, count: number, also: readonly number[] = []): number[] {
  const points = Array.from({ length: last }, (_, index) => index + 1);
  const chosen = [...scaledSample(points, count), ...also];
  return points.filter((point) => chosen.includes(point));
}

/** All of a list at full scale; everyday runs take `count` of it at random, in its order, others for each `turn`. */
export function scaledSample<T>(list: readonly T[], count: number, turn = 0): readonly T[] {
  return isFull() ? list : createRandom(SEED + turn).some(list, count);
}
