/** The time that a trigger runs, which counts while it runs: a long one meets the end of the day's time in a call. */
import type { HostClock } from './clock.js';
import type { Quotas } from './quotas.js';

export interface TriggerTime {
  /** Counts the time until now. @throws Google's error if there is none left for this day. */
  use(): void;
  /** Counts the time until now, at the end of the execution. */
  end(): void;
}

/** Of one execution. @param limitMs its time limit: what a test moves the clock by while it runs is no longer run than that */
export function startTriggerTime(
  { clock, quotas }: { readonly clock: HostClock; readonly quotas: Quotas },
  email: string,
  limitMs: number,
): TriggerTime {
  const startedAt = clock.now();
  let counted = 0;
  const end = (): void => {
    const ran = Math.min(limitMs, clock.now() - startedAt);
    if (ran <= counted) return;
    quotas.add(email, 'triggerMs', ran - counted);
    counted = ran;
  };
  return {
    use() {
      end();
      quotas.check(email, 'triggerMs', 1);
    },
    end,
  };
}
