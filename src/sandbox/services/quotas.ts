/** Google's daily quotas, per person and script, for all spreadsheets together. */
import type { HostClock } from './clock.js';

const DAY_MS = 86_400_000;

/** The limits of a consumer's account, the stricter ones, by the names in Google's error. */
const LIMITS = {
  // reads and written keys
  properties: 50_000,
  urlfetch: 20_000,
  // recipients
  email: 100,
};

export type Counter = keyof typeof LIMITS;

export type Quotas = ReturnType<typeof createQuotas>;

/** Google resets a quota 24 hours after its first use. */
export function createQuotas(clock: HostClock) {
  const days = new Map<string, { readonly since: number; readonly used: number }>();
  const dayOf = (email: string, counter: Counter) => {
    const day = days.get(`${email} ${counter}`);
    return day && clock.now() < day.since + DAY_MS ? day : { since: clock.now(), used: 0 };
  };
  return {
    left: (email: string, counter: Counter): number =>
      Math.max(0, LIMITS[counter] - dayOf(email, counter).used),
    /** Counts an amount, even over the limit. */
    add(email: string, counter: Counter, amount: number): void {
      const { since, used } = dayOf(email, counter);
      days.set(`${email} ${counter}`, { since, used: used + amount });
    },
  };
}
