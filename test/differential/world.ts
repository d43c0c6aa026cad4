/** The world behind the service: all versions of the records of three datasets, and their companies. */
import type { DatasetName } from '../../src/contract/datasets.js';
import type { Random } from '../support/random.js';
import { rowsOf } from '../support/rows.js';

/** The state of a record from one instant to the next. */
export interface Version {
  readonly dataset: DatasetName;
  readonly id: string;
  /** Counts a record's versions from 1; the title contains it. */
  readonly number: number;
  /** Milliseconds since 1970; the service returns this version from then on. */
  readonly since: number;
  /** 'YYYY-MM-DD'. */
  readonly announced: string;
  readonly modified: string;
  readonly company: Company;
  /** The type of an expansion or the reason of an executive change; empty if undisclosed. */
  readonly kind: string;
  readonly place: string;
  readonly investment: number | null;
  readonly currency: string;
  readonly jobs: number | null;
  /** The categories of an executive's title. */
  readonly titles: readonly string[];
}

export interface Company {
  readonly id: string;
  readonly name: string;
  readonly domain: string;
  readonly industries: readonly string[];
  readonly location: string;
  readonly type: string;
  readonly segments: readonly string[];
  /** Only public companies have tickers. */
  readonly tickers: readonly string[];
}

const listed = (text = '') => (text === '' ? [] : text.split(', '));

/** Id, name, domain, industries, location, type, segments and tickers. */
export const COMPANIES: readonly Company[] = rowsOf(`
c_000101 → Acme Robotics → acme.example → automobile → Detroit, Michigan, Canada → Public → robots, electric vehicles → ACM, ACM.TO
c_000102 → Dune Foods → dune.example → retail, tourism & hospitality → Lyon, France → Private → grocery
c_000103 → Grand Dune → grand-dune.example → retail → Paris, France → Private
c_000104 → Beta Works → beta.example → automobile, retail → Oslo, Norway → Public → electric vehicles, grocery → BET
c_000105 → Beta Dune → eta.example → technology → Oslo, Norway → Others → robots
`).map(([id = '', name = '', domain = '', industries, location = '', type = '', segments, tickers]) => ({
  ...{ id, name, domain, location, type },
  ...{ industries: listed(industries), segments: listed(segments), tickers: listed(tickers) },
}));

/** For the datasets of the schedules. */
export const KINDS: Readonly<Partial<Record<DatasetName, readonly string[]>>> = {
  'business-expansion': ['HQ', 'Mine', 'Store', ''],
  'major-hiring': [''],
  'executive-change': ['Retired', 'Resigned', ''],
};
export const PLACES = ['Lyon, France', 'Oslo, Norway', 'Toronto, Ontario, Canada'];
export const CURRENCIES = ['USD', 'EUR', ''];
export const TITLES: readonly (readonly string[])[] = [['CEO'], ['CFO'], ['CEO', 'CFO'], ['CTO'], []];
const DATASETS: readonly DatasetName[] = ['business-expansion', 'major-hiring', 'executive-change'];

const HOUR_MS = 3_600_000;

export class World {
  readonly #random: Random;
  readonly #records = new Map<string, Version[]>();
  #last = 0;

  constructor(random: Random, begins: number, records: number, only?: DatasetName) {
    this.#random = random;
    for (let count = 0; count < records; count++) {
      this.#add(begins - random.below(50 * 24) * HOUR_MS - 1, only);
    }
    for (let count = 0; count < records / 4; count++) {
      this.#correct(begins - random.below(20 * 24) * HOUR_MS);
    }
  }

  /** Adds records and corrections between two instants. */
  live(from: number, to: number, perDay: number, only?: DatasetName): void {
    const days = (to - from) / (24 * HOUR_MS);
    const count = Math.floor(days * perDay) + (this.#random.chance((days * perDay) % 1) ? 1 : 0);
    const instants = Array.from({ length: count }, () => from + 1 + this.#random.below(to - from)).sort(
      (a, b) => a - b,
    );
    for (const instant of instants) {
      if (this.#random.chance(0.6)) this.#add(instant, only);
      else this.#correct(instant);
    }
  }

  /** Returns the version of each record of a dataset at an instant. */
  at(dataset: DatasetName, instant: number): Version[] {
    const newest: Version[] = [];
    for (const versions of this.#records.values()) {
      if (versions[0]!.dataset !== dataset) continue;
      const known = versions.filter(({ since }) => since <= instant);
      if (known.length > 0) newest.push(known[known.length - 1]!);
    }
    return newest;
  }

  versionsOf(id: string): readonly Version[] {
    return this.#records.get(id) ?? [];
  }

  #add(since: number, only?: DatasetName): void {
    const random = this.#random;
    this.#last += 1;
    const dataset = only ?? (random.chance(0.7) ? DATASETS[0]! : random.pick(DATASETS));
    const day = dayOf(since);
    const id = `r-${String(random.below(9_000) + 1_000)}-${this.#last}`;
    const announced = random.chance(0.7) ? day : dayOf(since - random.below(6) * 24 * HOUR_MS);
    this.#records.set(id, [
      { dataset, id, number: 1, since, announced, modified: day, ...this.#fields(dataset) },
    ]);
  }

  #correct(since: number): void {
    const ids = [...this.#records.keys()].filter((id) => {
      const versions = this.#records.get(id)!;
      return versions[versions.length - 1]!.since < since;
    });
    if (ids.length === 0) return;
    const random = this.#random;
    // new records are corrected most often
    const id = random.chance(0.5)
      ? ids[ids.length - 1 - random.below(Math.min(5, ids.length))]!
      : random.pick(ids);
    const versions = this.#records.get(id)!;
    const last = versions[versions.length - 1]!;
    const fields = this.#fields(last.dataset);
    // most corrections do not change which filters the record matches
    const changed = random.chance(0.25) ? fields : { jobs: fields.jobs };
    const announced = random.chance(0.05) ? dayOf(since) : last.announced;
    versions.push({ ...last, ...changed, announced, number: last.number + 1, since, modified: dayOf(since) });
  }

  #fields(dataset: DatasetName) {
    const random = this.#random;
    return {
      company: random.pick(COMPANIES),
      kind: random.pick(KINDS[dataset] ?? ['']),
      place: random.pick(PLACES),
      investment: random.chance(0.6) ? random.below(10) * 10 : null,
      currency: random.pick(CURRENCIES),
      jobs: random.chance(0.8) ? (random.chance(0.4) ? 10 * random.below(4) : random.below(50)) : null,
      titles: random.pick(TITLES),
    };
  }
}

/** Returns the day of an instant at the service, which uses UTC. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
