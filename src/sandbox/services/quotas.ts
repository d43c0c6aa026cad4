/** Google's daily quotas, per person and script, for all spreadsheets together. */
import type { Switches } from '../bridge/switches.js';
import type { HostClock } from './clock.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The daily quotas, and Google's error. Reads and writes of properties share one limit. */
const COUNTERS = {
  // apps-script-oauth2 #217 reports "graphite property writes"; no report quotes the error for reads
  propertyReads: { consumer: 50_000, workspace: 500_000, error: tooOften('graphite property reads') },
  propertyWrites: { consumer: 50_000, workspace: 500_000, error: tooOften('graphite property writes') },
  fetches: { consumer: 20_000, workspace: 100_000, error: tooOften('urlfetch') },
  recipients: { consumer: 100, workspace: 1_500, error: tooOften('email') },
  triggerMs: {
    consumer: 90 * MINUTE_MS,
    workspace: 6 * HOUR_MS,
    error: 'Service using too much computer time for one day',
  },
} as const satisfies Record<string, Readonly<Record<Switches['account'], number>> & { error: string }>;

export type Counter = keyof typeof COUNTERS;

function tooOften(what: string): string {
  return `Service invoked too many times for one day: ${what}.`;
}

type DayUse = ReturnType<typeof createDayUse>;

/** The counts that all spreadsheets of a script share. Google resets a quota 24 hours after its first use. */
export function createDayUse(clock: HostClock) {
  const days = new Map<string, { readonly since: number; readonly amount: number }>();
  const keyOf = (email: string, counter: Counter) => `${email} ${counter}`;
  const running = (key: string) => {
    const day = days.get(key);
    return day && clock.now() < day.since + DAY_MS ? day : undefined;
  };
  return {
    /** Returns the amount used since the last reset. */
    of: (email: string, counter: Counter): number => running(keyOf(email, counter))?.amount ?? 0,
    add(email: string, counter: Counter, amount: number): void {
      const key = keyOf(email, counter);
      const { since, amount: used } = running(key) ?? { since: clock.now(), amount: 0 };
      days.set(key, { since, amount: used + amount });
    },
  };
}

export type Quotas = ReturnType<typeof createQuotas>;

/** The quotas of one spreadsheet: the shared counts against the limits of its switches. */
export function createQuotas(dayUse: DayUse, switches: Pick<Switches, 'account'>) {
  const useOf = (email: string, counter: Counter) => {
    const limit = COUNTERS[counter][switches.account];
    const used = dayUse.of(email, counter);
    const counted = counter.startsWith('property')
      ? dayUse.of(email, 'propertyReads') + dayUse.of(email, 'propertyWrites')
      : used;
    return { used, limit, left: Math.max(0, limit - counted) };
  };
  return {
    /** Returns what has been used since the last reset, the limits and what is left. */
    of(email: string) {
      const uses = Object.keys(COUNTERS).map((counter) => [counter, useOf(email, counter as Counter)]);
      return Object.fromEntries(uses) as Readonly<Record<Counter, ReturnType<typeof useOf>>>;
    },
    /** Counts an amount, even over the limit. */
    add: dayUse.add,
    /** @throws Google's error if the amount would exceed the limit. */
    check(email: string, counter: Counter, amount: number): void {
      if (useOf(email, counter).left < amount) throw new Error(COUNTERS[counter].error);
    },
  };
}
