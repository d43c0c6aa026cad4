/**
 * Properties that are nearly full of other things: what is paid is booked and kept all the same, in the place of what nobody
 * has used for longest; what finds no place is said; and nothing is paid where not even the payment could be noted.
 */

import { createApp } from '../../../src/addon/app.js';
import { wasStoreFull } from '../../../src/addon/storage/purchase-store.js';
import { hash } from '../../../src/addon/storage/text.js';
import { createRandom } from '../../support/random.js';
import { SEED } from '../../support/seed.js';
import { ledgerOf } from '../ledger-of.js';
import { DAY, STORE, useCrowdedStore } from './crowded-store.js';

const TITLES = new Map<string, string>();
/** Characters that others leave free, enough for one cost: a store without any record has nothing to evict for it. */
const LEAST = 500;

/** With titles of a kilobyte that no compression makes smaller. */
const store = useCrowdedStore((company, index) => {
  const id = `${company} ${index}`;
  const title = TITLES.get(id) ?? Array.from({ length: 40 }, (_, part) => hash(`${id} ${part}`)).join('');
  TITLES.set(id, title);
  return title;
});
const kept = () =>
  Object.entries(store.stored()).filter(([name, value]) => /\.came\./.test(name) && value !== '').length;

/** Twelve questions of 25 KB each. */
function fillPool(): void {
  for (let name = 0; name < 12; name++) {
    store.ask(`first ${name + 10}`, 25);
    store.platform.advance(3_600_000 / 4);
  }
}

/** Asks, and asks again without the cache. @param before the credits that were sold until now */
function expectBookedOnce(before: number): void {
  for (const _time of [1, 2]) {
    expect(store.ask('new', 20)).toHaveLength(21);
    expect(store.sold - before).toBe(20);
    expect(ledgerOf(store.platform)).toMatchObject({ today: store.sold, open: [] });
    store.meanwhile = () => undefined;
    store.platform.emptyCache();
  }
}

const FREE = [0, 300, 1_000, 3_000, 10_000, 30_000, 59_000, 100_000];

describe.each(['before the service is asked', 'while it is asked'])('the properties fill up %s', (when) => {
  test.each(FREE)('but for %d characters: a purchase is booked once and kept', (free) => {
    fillPool();
    const before = store.sold;
    if (when === 'while it is asked') store.meanwhile = () => store.fillUpTo(free);
    else store.fillUpTo(free);
    expectBookedOnce(before);
  });
});

test('if other data leaves no space for records, their cost is logged, and the store counts as full', () => {
  store.meanwhile = () => store.fillUpTo(30_000);
  expect(store.ask('new', 50)).toHaveLength(51);
  expect(ledgerOf(store.platform)).toMatchObject({ today: 50, open: [] });
  expect([wasStoreFull(store.platform), kept()]).toEqual([true, 0]);
  // as long as the cache keeps it
  expect(store.ask('new', 50)).toHaveLength(51);
  expect(store.sold).toBe(50);
});

test('where not even the payment could be noted, nothing is asked, and the cell says what to do', () => {
  store.fillUpTo(10_000);
  expect(() => store.ask('new', 20)).toThrow("#BAD_INPUT: the spreadsheet's store is full; nothing was paid");
  expect([store.platform.requests.length, store.sold]).toEqual([0, 0]);
  store.clearOthers();
  store.platform.emptyCache();
  expect(store.ask('new', 20)).toHaveLength(21);
});

test('records for which both halves of a checkpoint have no space stay in the log, and are not paid again', () => {
  store.ask('large', 200);
  store.fillUpTo(100_000);
  for (let name = 0; name < 10; name++) store.ask(`none ${name}`);
  store.platform.emptyCache();
  expect(store.ask('large', 200)).toHaveLength(201);
  expect([store.sold, wasStoreFull(store.platform)]).toEqual([200, false]);
});

test('records that no formula has used for days give way to a checkpoint, before the log takes all space', () => {
  store.ask('large', 200);
  store.platform.advance(5 * 86_400_000);
  store.fillUpTo(100_000);
  for (let name = 0; name < 10; name++) store.ask(`none ${name}`);
  expect([store.stored()['checkpoint'] !== undefined, kept() < 8]).toEqual([true, true]);
});

test('hundreds of paid formulas beside changing data: each cost is logged once, and stored records are not paid again', () => {
  const { below } = createRandom(SEED);
  const paid = new Map<string, number>();
  let refused = 0;
  for (let step = 0; step < 120; step++) {
    store.meanwhile = below(3) === 0 ? () => store.fillUpTo(LEAST + below(60_000)) : () => undefined;
    if (below(4) === 0) store.clearOthers();
    if (below(5) === 0) store.fillUpTo(LEAST + below(100_000));
    const name = `maker ${below(120) + 100}`;
    const records = 1 + below(20);
    const before = store.sold;
    try {
      const rows = store.ask(name, records).length - 1;
      expect([step, rows]).toEqual([step, records]);
      if (store.sold === before) expect([step, (paid.get(name) ?? 0) >= records]).toEqual([step, true]);
    } catch (error) {
      expect(String(error)).toMatch(/no space|store is full; nothing was paid/);
      refused += 1;
      expect([step, store.sold]).toEqual([step, before]);
    }
    expect([step, ledgerOf(store.platform)]).toMatchObject([step, { today: store.sold, open: [] }]);
    if (store.sold > before) {
      const after = store.sold;
      paid.set(name, records);
      store.clearOthers();
      const isLost = wasStoreFull(store.platform);
      store.platform.emptyCache();
      store.ask(name, records);
      if (!isLost) expect([step, store.sold]).toEqual([step, after]);
    }
    store.platform.advance(1_000);
  }
  expect(refused).toBeLessThan(30);
  expect(store.size()).toBeLessThanOrEqual(STORE);
});

test.each([
  ['rows would have to be given up', 10_000],
  ['the checkpoint would not be whole', 45_000],
])('free matches are evicted before anything paid if %s', (_when, free) => {
  const names = Array.from({ length: 120 }, (_, number) => `Maker ${number + 100}`);
  const matches = () => createApp(store.platform).matchCompanies([names.map((name) => [name])]);
  const matched = matches();
  const isKept = () =>
    Object.entries(store.stored()).some(([name, value]) => /^matches\.\d/.test(name) && value);
  expect(isKept()).toBe(true);
  const pool = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'];
  for (const name of pool) {
    store.ask(name, 8);
    store.platform.advance(1_000);
  }
  store.fillUpTo(free);
  store.ask('new', 2);
  store.clearOthers();
  expect([isKept(), wasStoreFull(store.platform)]).toEqual([false, false]);
  store.platform.emptyCache();
  for (const name of [...pool, 'new']) store.ask(name, name === 'new' ? 2 : 8);
  expect(store.sold).toBe(66);
  expect(matches()).toEqual(matched);
});

test('a question about 450 companies takes the place of stored records, as one about a single company does', () => {
  for (let name = 0; name < 7; name++) store.ask(`first ${name}`, 8);
  // moves them into the checkpoint
  createApp(store.platform).dataset('executive-change', ['none', 'limit', 1]);
  store.fillUpTo(15_000);
  const companies = Array.from({ length: 450 }, (_, number) => [`Maker of machines ${number + 1_000}`]);
  const ask = () =>
    createApp(store.platform).dataset('business-expansion', [companies, 'date', DAY, 'limit', 5]);
  expect(ask()).toHaveLength(6);
  expect(ledgerOf(store.platform)).toMatchObject({ today: 61, open: [] });
});

describe('a question about 2,500 companies, whose requests take 130 KB', () => {
  const makers = Array.from({ length: 2_500 }, (_, number) => [`Maker of machines ${number + 1_000}`]);
  const earlier = ['first', 'second', 'third'];
  const askAll = () =>
    createApp(store.platform).dataset('business-expansion', [makers, 'date', DAY, 'limit', 25]);
  const match = (names: typeof makers) => createApp(store.platform).matchCompanies([names]);
  /** Returns the credits that a question costs with an empty cache. */
  const costOf = (work: () => unknown) => {
    const before = store.sold;
    store.platform.emptyCache();
    work();
    return store.sold - before;
  };
  const costsOf = (names: readonly string[]) => names.map((name) => costOf(() => store.ask(name, 15)));

  beforeEach(() => {
    for (const name of earlier) {
      store.ask(name, 15);
      store.platform.advance(1_000);
    }
  });

  test.each([10_000, 25_000, 100_000])(
    'without space, nothing is asked or evicted, and the cell says what to do: %d characters are free',
    (free) => {
      store.fillUpTo(free);
      const asked = store.platform.requests.length;
      expect(askAll).toThrow("#BAD_INPUT: the spreadsheet's store is full; nothing was paid: split the comp");
      expect(store.platform.requests).toHaveLength(asked);
      store.clearOthers();
      expect([costsOf(earlier), costOf(askAll)]).toEqual([[0, 0, 0], 25]);
      expect(ledgerOf(store.platform)).toMatchObject({ today: 70, open: [] });
    },
  );

  test('free matches give way to it, and nothing else', () => {
    match(makers.slice(0, 120));
    store.fillUpTo(80_000);
    expect([costOf(askAll), costsOf(earlier)]).toEqual([25, [0, 0, 0]]);
    expect(wasStoreFull(store.platform)).toBe(false);
  });

  test('a repetition needs no space for its requests once more', () => {
    store.meanwhile = () => {
      throw new Error('Address unavailable');
    };
    expect(askAll).toThrow('#SERVICE: the service did not answer');
    store.meanwhile = () => undefined;
    store.platform.advance(61_000);
    store.fillUpTo(59_000);
    expect(ledgerOf(store.platform).open).toHaveLength(1);
    askAll();
    expect(ledgerOf(store.platform)).toMatchObject({ today: 70, open: [] });
    expect([store.sold, costsOf(earlier), wasStoreFull(store.platform)]).toEqual([70, [0, 0, 0], false]);
  });

  test('its answer takes the place of as few records as possible', () => {
    store.meanwhile = () => store.fillUpTo(5_000);
    expect(askAll()).toHaveLength(26);
    store.clearOthers();
    expect([costOf(askAll), costsOf(['second', 'third'])]).toEqual([0, [0, 0]]);
  });

  test('MATCH_COMPANIES shows as many without any space', () => {
    store.fillUpTo(0);
    expect(match(makers)).toHaveLength(2_501);
  });
});
