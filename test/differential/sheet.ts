/** A spreadsheet of formulas over a service in memory, whose records appear and change over time. */
import { createApp } from '../../src/addon/app.js';
import type { Table } from '../../src/addon/question/cells.js';
import type { DatasetName } from '../../src/contract/datasets.js';
import { createRandom, type Random } from '../support/random.js';
import { createHookedPlatform } from './hooked-platform.js';
import { type Behaviour, Service } from './service.js';
import { World } from './world.js';

export interface SheetOptions {
  readonly seed: number;
  /** The start in milliseconds since 1970. */
  readonly start: number;
  /** The number of records at the start. */
  readonly records: number;
  /** New and changed records per day. */
  readonly perDay: number;
  readonly settings?: object;
  readonly behaviour?: (random: Random) => Partial<Behaviour>;
}

export type Sheet = ReturnType<typeof openSheet>;

export const DATASET: DatasetName = 'business-expansion';

export function openSheet({ seed, start, records, perDay, settings, behaviour }: SheetOptions) {
  const random = createRandom(seed);
  const world = new World(random, start, records, DATASET);
  const service = new Service(world, random);
  service.behaviour = { ...service.behaviour, ...behaviour?.(random) };
  const hooked = createHookedPlatform(start);
  const { fake } = hooked;
  if (settings) fake.documentProperties!.set('settings', JSON.stringify(settings));
  hooked.connect('ann');
  fake.respond((request) => service.respond(request, fake.clock.now(), 0));
  return {
    random,
    world,
    service,
    fake,
    platform: hooked.platform,
    ask: (formula: readonly unknown[]): Table => createApp(hooked.platform).dataset(DATASET, [...formula]),
    /** Advances the world and the clock, and empties the cache. */
    pass(ms: number): void {
      const from = fake.clock.now();
      fake.advance(ms);
      world.live(from, fake.clock.now(), perDay, DATASET);
      fake.emptyCache();
    },
  };
}

export function meanOf(ratios: readonly number[]): number {
  return ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
}

/** Options by name, and companies with | between them. */
export type Formula = Readonly<Record<string, string | number>>;

export const OVERLAPPING: readonly Formula[] = [
  { from: '-30d', limit: 1_000 },
  { from: '-14d', limit: 1_000 },
  { from: '-7d', limit: 20 },
  { from: '-60d', limit: 1_000, expansionType: 'HQ' },
  { from: '-30d', limit: 1_000, expansionType: 'HQ|Mine' },
  { from: '-30d', limit: 100, expansionType: 'Store' },
  { from: '-20d', to: '-5d', limit: 1_000 },
  { from: '-30d', limit: 1_000, companyIndustry: 'retail' },
  { from: '-30d', limit: 1_000, companies: 'dune.example|beta.example' },
  { from: '-10d', limit: 50, companies: 'dune.example' },
  { from: '-30d', limit: 1_000, jobs: '>=20' },
  { from: 'this month', limit: 1_000 },
];

export function argumentsOf({ companies, ...options }: Formula): unknown[] {
  const cells = companies === undefined ? undefined : [String(companies).split('|')];
  return [cells, ...Object.entries(options).flat()];
}
