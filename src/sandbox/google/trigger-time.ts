/** The time that a trigger runs, which counts while it runs: a long one meets the end of the day's time in a call. */
import type { HostClock } from './clock.js';
import type { Quotas } from './quotas.js';

/** Counts the run time of one execution against the quota of triggers. */
export class TriggerTime {
  readonly #clock: HostClock;
  readonly #quotas: Quotas;
  readonly #email: string;
  readonly #limitMs: number;
  readonly #startedAt: number;
  #counted = 0;

  /** @param limitMs its time limit: what a test moves the clock by while it runs is no longer run than that */
  constructor(clock: HostClock, quotas: Quotas, email: string, limitMs: number) {
    this.#clock = clock;
    this.#quotas = quotas;
    this.#email = email;
    this.#limitMs = limitMs;
    this.#startedAt = clock.now();
  }

  /** Counts the time until now. */
  count(): void {
    const ran = Math.min(this.#limitMs, this.#clock.now() - this.#startedAt);
    if (ran <= this.#counted) return;
    this.#quotas.add(this.#email, 'triggerMs', ran - this.#counted);
    this.#counted = ran;
  }

  /** Counts the time until now. @throws Google's error if there is none left for this day. */
  use(): void {
    this.count();
    this.#quotas.check(this.#email, 'triggerMs', 1);
  }
}
