/** Google's daily quotas, per person and script, for all spreadsheets together. */
import type { Switches } from '../bridge/switches.js';
import type { HostClock } from './clock.js';

/** The counters of Google's daily quotas. Reads and writes of properties share one limit. */
const COUNTERS = ['propertyReads', 'propertyWrites', 'fetches', 'recipients', 'triggerMs'] as const;
export type Counter = (typeof COUNTERS)[number];

interface QuotaUse {
  /** Since the last reset. */
  readonly used: number;
  readonly limit: number;
  /** Reads and writes of properties share one limit. */
  readonly left: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const LIMITS = {
  consumer: { properties: 50_000, fetches: 20_000, recipients: 100, triggerMs: 90 * MINUTE_MS },
  workspace: { properties: 500_000, fetches: 100_000, recipients: 1_500, triggerMs: 6 * HOUR_MS },
} as const satisfies Record<Switches['account'], Record<string, number>>;

// apps-script-oauth2 #217 reports "graphite property writes"; no report quotes the error for reads
const WORDS: Readonly<Record<Counter, string>> = {
  propertyReads: 'Service invoked too many times for one day: graphite property reads.',
  propertyWrites: 'Service invoked too many times for one day: graphite property writes.',
  fetches: 'Service invoked too many times for one day: urlfetch.',
  recipients: 'Service invoked too many times for one day: email.',
  triggerMs: 'Service using too much computer time for one day',
};

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
  const useOf = (email: string, counter: Counter): QuotaUse => {
    const limits = LIMITS[switches.account];
    const used = dayUse.of(email, counter);
    if (counter !== 'propertyReads' && counter !== 'propertyWrites')
      return { used, limit: limits[counter], left: Math.max(0, limits[counter] - used) };
    const both = dayUse.of(email, 'propertyReads') + dayUse.of(email, 'propertyWrites');
    return { used, limit: limits.properties, left: Math.max(0, limits.properties - both) };
  };
  return {
    of: (email: string) =>
      Object.fromEntries(COUNTERS.map((counter) => [counter, useOf(email, counter)])) as Readonly<
        Record<Counter, QuotaUse>
      >,
    /** Counts an amount, even over the limit. */
    add: dayUse.add,
    /** @throws Google's error if the amount would exceed the limit. */
    check(email: string, counter: Counter, amount: number): void {
      if (useOf(email, counter).left < amount) throw new Error(WORDS[counter]);
    },
  };
}
