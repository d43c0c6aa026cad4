/** Weeks of overlapping formulas with a service that reports changes pay little more than new versions. */
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { DATASET, meanOf, openSheet } from './sheet.js';
import { dayOf } from './world.js';

const MONTH = { start: Date.UTC(2026, 10, 1, 10), perDay: 12 };
const HOUR_MS = 3_600_000;
const DAYS = scaled(10, 30);
/** The formula whose table the test compares with the true records. */
const OFFICES = [undefined, 'from', '-30d', 'limit', 1_000, 'expansionType', 'HQ'];
const FORMULAS: readonly (readonly unknown[])[] = [
  [undefined, 'from', '-30d', 'limit', 1_000],
  [undefined, 'from', '-14d', 'limit', 1_000],
  [undefined, 'from', '-7d', 'limit', 1_000],
  OFFICES,
  [undefined, 'from', '-20d', 'to', '-5d', 'limit', 1_000],
  ['dune.example', 'from', '-10d', 'limit', 1_000],
];

/**
 * Returns the credits per distinct version received, and the number of requests for changes.
 * @param ordered the order of the formulas in all runs but the first
 */
function play(
  seed: number,
  changes: 'none' | 'all',
  mode: 'daily' | 'refreshed',
  hours: number,
  ordered: readonly (readonly unknown[])[] = FORMULAS,
) {
  const { world, service, fake, ask, pass } = openSheet({
    ...MONTH,
    seed,
    records: 300,
    settings: { dailyBudget: 1_000_000 },
    behaviour: () => ({ changes }),
  });
  let runs = 0;
  const table = (formula: readonly unknown[]) => {
    const refresh = mode === 'refreshed' ? ['refresh', `run ${runs}`] : [];
    return ask([...formula, 'columns', 'title', 'headers', false, ...refresh]);
  };
  const wrong: string[] = [];
  const runAll = (formulas: readonly (readonly unknown[])[]) => {
    runs += 1;
    // no wider table could show which records are no longer offices
    if (mode === 'daily') formulas.map(table);
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
  runAll(FORMULAS);
  for (let run = 0; run < (DAYS * 24) / hours; run++) {
    pass(hours * HOUR_MS);
    runAll(ordered);
  }
  const sent = service.log.flatMap((entry) => entry.sent);
  const versions = new Set(sent.map(({ id, number }) => `${id} ${number}`));
  const asked = fake.requests.filter(({ url }) => url.endsWith('/changes')).length;
  return { perVersion: service.credits / versions.size, asked, wrong };
}

test.each([
  [SEED, 24],
  [SEED + 1, 31],
])('once a day, seed %i, every %i hours: no version is paid twice', (seed, hours) => {
  const told = play(seed, 'all', 'daily', hours);
  expect([told.perVersion, told.asked >= DAYS / 2]).toEqual([1, true]);
  expect(play(seed, 'none', 'daily', hours).asked).toBe(0);
});

// the wider table counts as used for three days after its own last purchase; in single worlds of a month it was up to 1.11
test('narrower queries first each day pay hardly any version twice, on average', () => {
  const worlds = Array.from({ length: scaled(2, 6) }, (_, index) => index);
  const ratios = worlds.map((world) => {
    const hours = world % 2 === 0 ? 24 : 31;
    return play(SEED + 10 + world, 'all', 'daily', hours, [...FORMULAS].reverse()).perVersion;
  });
  expect(meanOf(ratios)).toBeLessThanOrEqual(1.1);
  expect(Math.max(...ratios)).toBeLessThanOrEqual(scaled(1.1, 1.15));
});

test.each([
  [SEED + 4, 11],
  [SEED + 5, 15],
])(
  'refreshed, seed %i, every %i hours: no version is paid twice, and records that no longer match are gone',
  (seed, hours) => {
    const told = play(seed, 'all', 'refreshed', hours);
    expect([told.perVersion, told.wrong]).toEqual([1, []]);
  },
);

test('for comparison: a service without change reports is paid again, and records that no longer match stay', () => {
  const unreported = play(4, 'none', 'refreshed', 11);
  expect(unreported.perVersion).toBeGreaterThan(1.3);
  expect(unreported.wrong).not.toEqual([]);
});

test('a table that is followed for months is right, and its days are not queried again', () => {
  const sheet = openSheet({
    ...{ ...MONTH, seed: SEED, records: 100 },
    behaviour: () => ({ changes: 'all' }),
  });
  const { world, service, fake, pass } = sheet;
  const wrong: string[] = [];
  for (let day = 0; day < 80; day++) {
    const shown = sheet.ask([
      undefined,
      ...['from', '-90d', 'limit', 1_000, 'expansionType', 'HQ', 'refresh', day],
      ...['columns', 'title', 'headers', false],
    ]);
    const start = dayOf(fake.clock.now() - 90 * 24 * HOUR_MS);
    const matching = world
      .at(DATASET, fake.clock.now())
      .filter(({ kind, announced }) => kind === 'HQ' && announced >= start)
      .map(({ id, number }) => `${id} v${number}`);
    if (JSON.stringify(shown.flat().sort()) !== JSON.stringify(matching.sort())) wrong.push(`day ${day}`);
    pass(24 * HOUR_MS);
  }
  const [, ...later] = service.log.map(({ body }) => body);
  const again = later.filter(({ cursor }) => cursor === undefined);
  expect([wrong, again, later.length]).toEqual([[], [], 79]);
});

test.each([
  ['changes', '/changes'],
  ['a wider table', 'expansion'],
])('a request for %s that times out is not replaced by another purchase', (_what, end) => {
  const changes = end === '/changes' ? 'all' : 'none';
  const sheet = openSheet({ ...MONTH, seed: SEED, records: 100, behaviour: () => ({ changes }) });
  const { service, fake, pass } = sheet;
  let isLost = false;
  fake.respond((request) => {
    const answer = service.respond(request, fake.clock.now(), 0);
    if (!isLost || !request.url.endsWith(end) || (answer.body as { cursor?: string }).cursor === '')
      return answer;
    isLost = false;
    return { fails: 'Timeout' };
  });
  const ask = (...options: unknown[]) => sheet.ask([undefined, 'from', '-30d', 'limit', 100, ...options]);
  ask();
  pass(24 * HOUR_MS);
  ask();
  pass(24 * HOUR_MS);
  const before = service.log.length;
  isLost = true;
  const table = end === '/changes' ? ask() : ask('expansionType', 'HQ');
  expect(isLost).toBe(false);
  expect(String(table[0]![0])).toMatch(/as of/);
  expect(service.log.slice(before)).toHaveLength(1);
});
