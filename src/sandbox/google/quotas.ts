/** Google's quotas per day: of each person and script, over all spreadsheets. */
import type { Switches } from '../bridge/switches.js';
import { COUNTERS, type Counter } from '../services/define.js';
import type { HostClock } from './clock.js';

export interface QuotaUse {
  /** In the last 24 hours. */
  readonly used: number;
  readonly limit: number;
  /** The rest of the limit. Reads and writes of properties share one limit. */
  readonly left: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MINUTES = 1_440;

const LIMITS = {
  consumer: { properties: 50_000, fetches: 20_000, recipients: 100, triggerMs: 90 * MINUTE_MS },
  workspace: { properties: 500_000, fetches: 100_000, recipients: 1_500, triggerMs: 6 * HOUR_MS },
} as const satisfies Record<Switches['account'], Record<string, number>>;

// "graphite property writes" is reported in apps-script-oauth2 #217; of reads no report has the words
const WORDS: Readonly<Record<Counter, string>> = {
  propertyReads: 'Service invoked too many times for one day: graphite property reads.',
  propertyWrites: 'Service invoked too many times for one day: graphite property writes.',
  fetches: 'Service invoked too many times for one day: urlfetch.',
  recipients: 'Service invoked too many times for one day: email.',
  triggerMs: 'Service using too much computer time for one day',
};

/**
 * The counts, which all spreadsheets of one script share. By Google's guide a quota is reset 24 hours after the first request.
 * Here each use counts for 24 hours, to the minute: wherever Google's day begins, it has not counted more.
 */
export class DayUse {
  readonly #clock: HostClock;
  /** By person and counter, the amount of each minute. */
  readonly #people = new Map<string, Map<Counter, Map<number, number>>>();

  constructor(clock: HostClock) {
    this.#clock = clock;
  }

  /** In the last 24 hours. */
  of(email: string, counter: Counter): number {
    const since = this.#minute() - DAY_MINUTES;
    const minutes = this.#people.get(email)?.get(counter) ?? new Map<number, number>();
    for (const minute of minutes.keys()) if (minute <= since) minutes.delete(minute);
    return [...minutes.values()].reduce((sum, amount) => sum + amount, 0);
  }

  add(email: string, counter: Counter, amount: number): void {
    const counters = this.#people.get(email) ?? new Map<Counter, Map<number, number>>();
    const minutes = counters.get(counter) ?? new Map<number, number>();
    this.#people.set(email, counters.set(counter, minutes));
    minutes.set(this.#minute(), (minutes.get(this.#minute()) ?? 0) + amount);
  }

  /** Those who have used something. */
  people(): readonly string[] {
    return [...this.#people.keys()];
  }

  #minute(): number {
    return Math.floor(this.#clock.now() / MINUTE_MS);
  }
}

/** The quotas as one spreadsheet's switches have them. */
export class Quotas {
  readonly #dayUse: DayUse;
  readonly #switches: Pick<Switches, 'account'>;

  constructor(dayUse: DayUse, switches: Pick<Switches, 'account'>) {
    this.#dayUse = dayUse;
    this.#switches = switches;
  }

  of(email: string): Readonly<Record<Counter, QuotaUse>> {
    const uses = COUNTERS.map((counter) => [counter, this.#useOf(email, counter)]);
    return Object.fromEntries(uses) as Record<Counter, QuotaUse>;
  }

  /** The use of each person who has used something. */
  byPerson(): Readonly<Record<string, Readonly<Record<Counter, QuotaUse>>>> {
    return Object.fromEntries(this.#dayUse.people().map((email) => [email, this.of(email)]));
  }

  /** Counts what has happened, past the limit, too. */
  add(email: string, counter: Counter, amount: number): void {
    this.#dayUse.add(email, counter, amount);
  }

  /** @throws Google's error if so many more would pass the limit. */
  check(email: string, counter: Counter, amount: number): void {
    if (this.#useOf(email, counter).left < amount) throw new Error(WORDS[counter]);
  }

  #useOf(email: string, counter: Counter): QuotaUse {
    const limits = LIMITS[this.#switches.account];
    const used = this.#dayUse.of(email, counter);
    if (counter !== 'propertyReads' && counter !== 'propertyWrites')
      return { used, limit: limits[counter], left: Math.max(0, limits[counter] - used) };
    const both = this.#dayUse.of(email, 'propertyReads') + this.#dayUse.of(email, 'propertyWrites');
    return { used, limit: limits.properties, left: Math.max(0, limits.properties - both) };
  }
}
