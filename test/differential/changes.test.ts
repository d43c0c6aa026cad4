/** Weeks of overlapping formulas over a service that says what has changed: what nobody has had yet is paid, and hardly more. */
import { createApp } from '../../src/addon/app.js';
import { scaled } from '../support/scale.js';
import { createHookedPlatform } from './hooked-platform.js';
import { createRandom } from './random.js';
import { Service } from './service.js';
import { dayOf, World } from './world.js';

const START = Date.UTC(2026, 10, 1, 10);
const HOUR_MS = 3_600_000;
const PER_DAY = 12;
const DAYS = scaled(10, 30);
const DATASET = 'business-expansion';
/** Its table is compared with what is true. */
const OFFICES = [undefined, 'from', '-30d', 'limit', 1_000, 'expansionType', 'HQ'];
const FORMULAS: readonly (readonly unknown[])[] = [
  [undefined, 'from', '-30d', 'limit', 1_000],
  [undefined, 'from', '-14d', 'limit', 1_000],
  [undefined, 'from', '-7d', 'limit', 1_000],
  OFFICES,
  [undefined, 'from', '-20d', 'to', '-5d', 'limit', 1_000],
  ['dune.example', 'from', '-10d', 'limit', 1_000],
];

/** Credits for each distinct version that came after the first tables, and the requests for changes. */
function play(seed: number, changes: 'none' | 'all', mode: 'daily' | 'live', hours: number) {
  const random = createRandom(seed);
  const world = new World(random, START, 300, DATASET);
  const service = new Service(world, random);
  service.oddities = { ...service.oddities, changes };
  const hooked = createHookedPlatform(START);
  const { fake } = hooked;
  const settings = { dailyBudget: 1_000_000, freshness: { mode, minutes: 30 } };
  fake.documentProperties!.set('settings', JSON.stringify(settings));
  hooked.connect('ann');
  fake.respond((request) => service.respond(request, fake.clock.now(), 0));
  const table = (formula: readonly unknown[]) =>
    createApp(hooked.platform).dataset(DATASET, [...formula, 'columns', 'title', 'headers', false]);
  const wrong: string[] = [];
  const runAll = () => {
    // no wider table tells the offices apart that have become something else
    if (mode === 'daily') FORMULAS.map(table);
    const shown = table(OFFICES)
      .map(([title]) => String(title))
      .filter((title) => title !== '');
    const now = fake.clock.now();
    const start = dayOf(now - 30 * 24 * HOUR_MS);
    const matching = world
      .at(DATASET, now)
      .filter(({ kind, announced }) => kind === 'HQ' && announced >= start);
    const current = matching.map(({ id, number }) => `${id} v${number}`);
    if (JSON.stringify(shown.sort()) !== JSON.stringify(current.sort()))
      wrong.push(new Date(now).toISOString());
  };
  runAll();
  const first = service.credits;
  const before = service.log.length;
  for (let run = 0; run < (DAYS * 24) / hours; run++) {
    const from = fake.clock.now();
    fake.advance(hours * HOUR_MS);
    world.live(from, fake.clock.now(), PER_DAY, DATASET);
    fake.emptyCache();
    runAll();
  }
  const sent = service.log.slice(before).flatMap((entry) => entry.sent);
  const versions = new Set(sent.map(({ id, number }) => `${id} ${number}`));
  const asked = fake.requests.filter(({ url }) => url.endsWith('/changes')).length;
  return { perVersion: (service.credits - first) / versions.size, asked, wrong };
}

test.each([
  [1, 24],
  [3, 31],
])('once a day, seed %i, every %i hours: no version is paid twice', (seed, hours) => {
  const told = play(seed, 'all', 'daily', hours);
  expect([told.perVersion, told.asked >= DAYS / 2]).toEqual([1, true]);
  expect(play(seed, 'none', 'daily', hours).asked).toBe(0);
});

test.each([
  [4, 11],
  [7, 15],
])(
  'live, seed %i, every %i hours: no version is paid twice, and what was corrected away has left',
  (seed, hours) => {
    const told = play(seed, 'all', 'live', hours);
    expect([told.perVersion, told.wrong]).toEqual([1, []]);
    const untold = play(seed, 'none', 'live', hours);
    expect(untold.perVersion).toBeGreaterThan(1.3);
    expect(untold.wrong).not.toEqual([]);
  },
);
