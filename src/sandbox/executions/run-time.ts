/** The run time of an execution: its clock and time limit. */
import { createClock } from '../services/clock.js';
import { endedError } from './script-error.js';

export type RunTime = ReturnType<typeof createRunTime>;

/**
 * The clock of one execution. Injected time-outs move it on without waiting.
 * @param over ends the execution: at its time limit, or before
 */
export function createRunTime(limitMs: number, over: AbortController) {
  const { now, advance } = createClock();
  let endsAt = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  over.signal.addEventListener('abort', () => clearTimeout(timer));
  const end = () => over.abort(endedError('Exceeded maximum execution time'));
  const watch = (): void => {
    clearTimeout(timer);
    if (over.signal.aborted) return;
    if (now() < endsAt) timer = setTimeout(end, endsAt - now());
    else end();
  };
  return {
    now,
    start(): void {
      endsAt = now() + limitMs;
      watch();
    },
    advance(ms: number): void {
      advance(ms);
      watch();
    },
  };
}
