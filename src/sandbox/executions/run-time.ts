/** The run time of an execution: its clock and time limit, and the quota of triggers. */
import { createClock, type HostClock } from '../services/clock.js';
import type { Quotas } from '../services/quotas.js';
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

/**
 * Charges a trigger's run time to its daily quota while it runs, so a long run can exceed it in a call.
 * @param limitMs the execution's time limit: the most that is charged, even if a test moves the clock on
 * @returns a function that charges the time until now, and throws Google's error if the quota is used up
 */
export function triggerTime(clock: HostClock, quotas: Quotas, email: string, limitMs: number) {
  const startedAt = clock.now();
  let charged = 0;
  return (isOver = false): void => {
    const ran = Math.max(charged, Math.min(limitMs, clock.now() - startedAt));
    quotas.add(email, 'triggerMs', ran - charged);
    charged = ran;
    if (!isOver) quotas.check(email, 'triggerMs', 1);
  };
}
