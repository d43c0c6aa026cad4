/**
 * How far the long proofs go. Everyday runs take a part that still shows a mistake; `PROOFS=full` takes all of it, as
 * `.ci/run` does. CONTRIBUTING.md lists the long proofs by name.
 */
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
 * The points at which an execution is cut, from 1 to `last`: all of them at full scale. Everyday runs take every
 * `every`-th and always the first and the last, and `also` what a test knows to matter.
 */
export function scaledPoints(last: number, every: number, also: readonly number[] = []): number[] {
  const points = Array.from({ length: last }, (_, index) => index + 1);
  return points.filter((point) => isFull() || point % every === 1 || point === last || also.includes(point));
}

/** All of a list at full scale; everyday runs take every `every`-th, and another share for each `turn`. */
export function scaledShare<T>(list: readonly T[], every: number, turn: number): readonly T[] {
  return list.filter((_, index) => isFull() || index % every === turn % every);
}
