/** A month of twelve overlapping formulas under a tight daily budget: never a credit above it, and none refused below it. */
import { createApp } from '../../src/addon/app.js';
import { scaled } from '../support/scale.js';
import { createHookedPlatform } from './hooked-platform.js';
import { createRandom } from './random.js';
import { Service } from './service.js';
import { World } from './world.js';

const START = Date.UTC(2026, 10, 1, 10);
const DAY_MS = 86_400_000;
const PER_DAY = 12;
const DATASET = 'business-expansion';

const FORMULAS: readonly (readonly unknown[])[] = [
  [undefined, 'from', '-30d', 'limit', 1_000],
  [undefined, 'from', '-14d', 'limit', 1_000],
  [undefined, 'from', '-7d', 'limit', 20],
  [undefined, 'from', '-60d', 'limit', 1_000, 'expansionType', 'HQ'],
  [undefined, 'from', '-30d', 'limit', 1_000, 'expansionType', 'HQ|Mine'],
  [undefined, 'from', '-30d', 'limit', 100, 'expansionType', 'Store'],
  [undefined, 'from', '-20d', 'to', '-5d', 'limit', 1_000],
  [undefined, 'from', '-30d', 'limit', 1_000, 'companyIndustry', 'retail'],
  [[['dune.example'], ['beta.example']], 'from', '-30d', 'limit', 1_000],
  ['dune.example', 'from', '-10d', 'limit', 50],
  [undefined, 'from', '-30d', 'limit', 1_000, 'jobs', '>=20'],
  [undefined, 'from', 'this month', 'limit', 1_000],
];

test.each(scaled([5, 150], [1, 2, 5, 13, 20, 40, 80, 150, 300]))('%i credits a day', (budget) => {
  const random = createRandom(budget);
  const world = new World(random, START, 600, DATASET);
  const service = new Service(world, random);
  service.oddities = { ...service.oddities, estimates: random.chance(0.5) };
  const hooked = createHookedPlatform(START);
  const { fake } = hooked;
  fake.documentProperties!.set('settings', JSON.stringify({ dailyBudget: budget }));
  hooked.connect('ann');
  fake.respond((request) => service.respond(request, fake.clock.now(), 0));
  const wrong: string[] = [];
  let refused = 0;
  for (let day = 0; day < 30; day++) {
    const before = service.credits;
    for (const formula of random.shuffle([...FORMULAS])) {
      try {
        createApp(hooked.platform).dataset(DATASET, [...formula]);
      } catch (error) {
        refused += 1;
        const left = budget - (service.credits - before);
        const isRefusal = String(error).includes('#BUDGET');
        if (!isRefusal || left > 0) wrong.push(`day ${day}, ${left} left: ${String(error)}`);
      }
      fake.advance(60_000);
    }
    const spent = service.credits - before;
    if (spent > budget) wrong.push(`day ${day}: ${spent} of ${budget}`);
    const from = fake.clock.now();
    fake.advance(DAY_MS - FORMULAS.length * 60_000);
    world.live(from, fake.clock.now(), PER_DAY, DATASET);
    fake.emptyCache();
  }
  expect(wrong).toEqual([]);
  // the budget is tight, and does not stand still
  expect(refused).toBeGreaterThan(0);
  expect(service.credits).toBeGreaterThan(10 * Math.min(budget, PER_DAY));
});
