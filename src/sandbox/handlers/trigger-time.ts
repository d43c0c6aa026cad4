/** Charges a trigger's run time to its daily quota while it runs, so a long run can exceed it in a call. */
import type { HostClock } from './clock.js';
import type { Quotas } from './quotas.js';

/** @param limitMs the execution's time limit: the most that is charged, even if a test moves the clock on */
export function createTriggerTime(clock: HostClock, quotas: Quotas, email: string, limitMs: number) {
  const startedAt = clock.now();
  let counted = 0;
  /** Charges the time until now. */
  const count = (): void => {
    const ran = Math.min(limitMs, clock.now() - startedAt);
    if (ran <= counted) return;
    quotas.add(email, 'triggerMs', ran - counted);
    counted = ran;
  };
  return {
    count,
    /** Charges the time until now. @throws Google's error if the quota is used up. */
    use(): void {
      count();
      quotas.check(email, 'triggerMs', 1);
    },
  };
}
