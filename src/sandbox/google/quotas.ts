/** Google's quotas per day: of each person and script, over all spreadsheets. */
import type { Switches } from '../bridge/switches.js';
import { COUNTERS, type Counter } from '../services/define.js';
import type { HostClock } from './clock.js';

export interface QuotaUse {
  /** In the last 24 hours. */
  readonly used: number;
  readonly limit: number;
  /** Of reads and writes of properties, what both may still take. */
  readonly left: number;
}

/** The counts, which all spreadsheets of one script share. */
export interface DayUse {
  /** In the last 24 hours. */
  of(email: string, counter: Counter): number;
  add(email: string, counter: Counter, amount: number): void;
  /** Those who have used something. */
  people(): readonly string[];
}

export interface Quotas {
  of(email: string): Readonly<Record<Counter, QuotaUse>>;
  /** Of each person who has used something. */
  byPerson(): Readonly<Record<string, Readonly<Record<Counter, QuotaUse>>>>;
  /** Counts what has happened, past the limit, too. */
  add(email: string, counter: Counter, amount: number): void;
  /** @throws Google's error if so many more would pass the limit. */
  check(email: string, counter: Counter, amount: number): void;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 1_440;

const LIMITS = {
  consumer: { properties: 50_000, fetches: 20_000, recipients: 100, triggerMs: 90 * MINUTE_MS },
  workspace: { properties: 500_000, fetches: 100_000, recipients: 1_500, triggerMs: 6 * HOUR_MS },
} as const satisfies Record<Switches['account'], Record<string, number>>;

interface Rule {
  readonly limit: keyof (typeof LIMITS)['consumer'];
  /** What has the limit together. */
  readonly with: readonly Counter[];
  readonly message: string;
}

const PROPERTIES = ['propertyReads', 'propertyWrites'] as const;

// "graphite property writes" is reported in apps-script-oauth2 #217; of reads no report has the words
const RULES: Readonly<Record<Counter, Rule>> = {
  propertyReads: { limit: 'properties', with: PROPERTIES, message: tooMany('graphite property reads') },
  propertyWrites: { limit: 'properties', with: PROPERTIES, message: tooMany('graphite property writes') },
  fetches: { limit: 'fetches', with: ['fetches'], message: tooMany('urlfetch') },
  recipients: { limit: 'recipients', with: ['recipients'], message: tooMany('email') },
  triggerMs: {
    limit: 'triggerMs',
    with: ['triggerMs'],
    message: 'Service using too much computer time for one day',
  },
};

function tooMany(what: string): string {
  return `Service invoked too many times for one day: ${what}.`;
}

/**
 * By Google's guide a quota is reset 24 hours after the first request. Here each use counts for 24 hours, to the minute:
 * wherever Google's day begins, it has not counted more.
 */
export function createDayUse(clock: HostClock): DayUse {
  const counts = new Map<string, { readonly minute: number; amount: number }[]>();
  const people = new Set<string>();
  const open = (email: string, counter: Counter) => {
    const name = `${counter} ${email}`;
    const minute = Math.floor(clock.now() / MINUTE_MS);
    const kept = (counts.get(name) ?? []).filter((one) => one.minute > minute - DAY_MINUTES);
    counts.set(name, kept);
    return { kept, minute };
  };
  return {
    of: (email, counter) => open(email, counter).kept.reduce((sum, { amount }) => sum + amount, 0),
    add(email, counter, amount) {
      const { kept, minute } = open(email, counter);
      const last = kept.at(-1);
      people.add(email);
      if (last?.minute === minute) last.amount += amount;
      else kept.push({ minute, amount });
    },
    people: () => [...people],
  };
}

/** The quotas as one spreadsheet's switches have them. */
export function createQuotas(dayUse: DayUse, switches: Pick<Switches, 'account'>): Quotas {
  const useOf = (email: string, counter: Counter): QuotaUse => {
    const rule = RULES[counter];
    const limit = LIMITS[switches.account][rule.limit];
    const together = rule.with.reduce((sum, one) => sum + dayUse.of(email, one), 0);
    return { used: dayUse.of(email, counter), limit, left: Math.max(0, limit - together) };
  };
  const of: Quotas['of'] = (email) =>
    Object.fromEntries(COUNTERS.map((counter) => [counter, useOf(email, counter)])) as Record<
      Counter,
      QuotaUse
    >;
  return {
    of,
    byPerson: () => Object.fromEntries(dayUse.people().map((email) => [email, of(email)])),
    add: dayUse.add,
    check(email, counter, amount) {
      if (useOf(email, counter).left < amount) throw new Error(RULES[counter].message);
    },
  };
}
