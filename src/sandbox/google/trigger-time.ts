/** The time that a trigger runs, which counts while it runs: a long one meets the end of the day's time in a call. */
import type { HostClock } from './clock.js';
import type { Quotas } from './quotas.js';

/**
 * Counts the run time of one execution against the quota of triggers.
 * @param limitMs its time limit: what a test moves the clock by while it runs is no longer run than that
 */
export function createTriggerTime(clock: HostClock, quotas: Quotas, email: string, limitMs: number) {
  const startedAt = clock.now();
  let counted = 0;
  /** Counts the time until now. */
  const count = (): void => {
    const ran = Math.min(limitMs, clock.now() - startedAt);
    if (ran <= counted) return;
    quotas.add(email, 'triggerMs', ran - counted);
    counted = ran;
  };
  return {
    count,
    /** Counts the time until now. @throws Google's error if there is none left for this day. */
    use(): void {
      count();
      quotas.check(email, 'triggerMs', 1);
    },
  };
}
