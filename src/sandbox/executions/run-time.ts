/** The run time of an execution: its clock and time limit, and the quota of triggers. */
import { createClock, type HostClock } from '../services/clock.js';
import type { Quotas } from '../services/quotas.js';

export type RunTime = ReturnType<typeof createRunTime>;

/** The clock of one execution, which ends at its time limit. Injected time-outs move it on without waiting. */
export function createRunTime(limitMs: number, end: () => void) {
  const { now, advance } = createClock();
  let endsAt = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const watch = (): void => {
    clearTimeout(timer);
    if (isOver) return;
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
    stop(): void {
      isOver = true;
      clearTimeout(timer);
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
