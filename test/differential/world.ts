/** The world behind the service: records of the three datasets in all their versions, and the companies that they are about. */
import type { DatasetName } from '../../src/contract/datasets.js';
import type { Random } from '../support/random.js';

/** What a record was from one instant to the next. */
export interface Version {
  readonly dataset: DatasetName;
  readonly id: string;
  /** Counts the versions of a record from 1; the title tells it. */
  readonly number: number;
  /** Milliseconds since 1970: the service tells of it from then on. */
  readonly since: number;
  /** 'YYYY-MM-DD'. */
  readonly announced: string;
  readonly modified: string;
  readonly company: Company;
  /** Type of an expansion, or reason of an executive change; empty where it is not disclosed. */
  readonly kind: string;
  readonly place: string;
  readonly investment: number | null;
  readonly currency: string;
  readonly jobs: number | null;
  /** Categories of an executive's title. */
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
  /** Of a public company. */
  readonly tickers: readonly string[];
}

const company = (
  id: string,
  name: string,
  domain: string,
  industries: readonly string[],
  location: string,
  type: string,
  segments: readonly string[],
  tickers: readonly string[] = [],
): Company => ({ id, name, domain, industries, location, type, segments, tickers });

export const COMPANIES: readonly Company[] = [
  company(
    'c_000101',
    'Acme Robotics',
    'acme.example',
    ['automobile'],
    'Detroit, Michigan, Canada',
    'Public',
    ['robots', 'electric vehicles'],
    ['ACM', 'ACM.TO'],
  ),
  company(
    'c_000102',
    'Dune Foods',
    'dune.example',
    ['retail', 'tourism & hospitality'],
    'Lyon, France',
    'Private',
    ['grocery'],
  ),
  company('c_000103', 'Grand Dune', 'grand-dune.example', ['retail'], 'Paris, France', 'Private', []),
  company(
    'c_000104',
    'Beta Works',
    'beta.example',
    ['automobile', 'retail'],
    'Oslo, Norway',
    'Public',
    ['electric vehicles', 'grocery'],
    ['BET'],
  ),
  company('c_000105', 'Beta Dune', 'eta.example', ['technology'], 'Oslo, Norway', 'Others', ['robots']),
];

/** Of the datasets that the schedules play with. */
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

  /** Lets things happen between two instants: new records and corrections. */
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

  /** What was true of every record of a dataset at an instant. */
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
    // what is young is corrected most
    const id = random.chance(0.5)
      ? ids[ids.length - 1 - random.below(Math.min(5, ids.length))]!
      : random.pick(ids);
    const versions = this.#records.get(id)!;
    const last = versions[versions.length - 1]!;
    const fields = this.#fields(last.dataset);
    // most corrections leave the record within whatever filters it was in
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

/** The day of an instant at the service, which keeps its dates in UTC. */
export function dayOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
