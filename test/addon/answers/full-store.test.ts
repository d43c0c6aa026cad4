/**
 * Properties that are nearly full of other things: what is paid is booked and kept all the same, in the place of what nobody
 * has used for longest; what finds no place is said; and nothing is paid where not even the payment could be noted.
 */

import { createApp } from '../../../src/addon/app.js';
import { wasStoreFull } from '../../../src/addon/storage/purchase-store.js';
import { hash } from '../../../src/addon/storage/text.js';
import { createRandom } from '../../support/random.js';
import { SEED } from '../../support/seed.js';
import { createFakePlatform, type FakePlatform } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';

const DAY = '2026-10-01';
const STORE = 500_000;
const PIECE = 8_000;

let platform: FakePlatform;
/** Records sold, each for a credit. */
let sold: number;
/** What happens to the store while the service is asked. */
let meanwhile: () => void;

beforeEach(() => {
  sold = 0;
  meanwhile = () => undefined;
  const given = new Map<string, unknown[]>();
  platform = createFakePlatform({
    now: `${DAY}T08:00:00Z`,
    respond({ body = '', headers }) {
      const key = String(headers['idempotency-key']);
      const { companyName: [name = ''] = [], limit } = JSON.parse(body) as {
        companyName?: string[];
        limit: number;
      };
      const known = given.get(key);
      const records = known ?? Array.from({ length: limit }, (_, index) => recordOf(name, index));
      if (!known) sold += records.length;
      given.set(key, records);
      meanwhile();
      return { body: records };
    },
  });
  platform.documentProperties!.set('settings', JSON.stringify({ dailyBudget: 1_000_000 }));
});

const TITLES = new Map<string, string>();

/** Of a kilobyte that no compression makes smaller. */
function recordOf(company: string, index: number): unknown {
  const id = `${company} ${index}`;
  const title = TITLES.get(id) ?? Array.from({ length: 40 }, (_, part) => hash(`${id} ${part}`)).join('');
  TITLES.set(id, title);
  return { id, announcedDate: DAY, lastModified: DAY, company: { name: company }, title };
}

const ask = (name: string, records: number) =>
  createApp(platform).dataset('business-expansion', [name, 'date', DAY, 'limit', records]);
const sizeOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
const stored = () => platform.allDocumentProperties();
const kept = () =>
  Object.entries(stored()).filter(([name, value]) => /\.came\./.test(name) && value !== '').length;

/** As formulas that are out of their cells for a refresh do: whatever is free but some characters. */
function fillUpTo(free: number): void {
  clearOthers();
  const room = STORE - sizeOf(stored()) - free;
  for (let piece = 0; piece * PIECE < room; piece++) {
    const name = `journal.${piece}`;
    const characters = Math.min(PIECE, room - piece * PIECE) - name.length;
    if (characters > 0) platform.documentProperties!.set(name, 'x'.repeat(characters));
  }
}

function clearOthers(): void {
  for (const name of Object.keys(stored())) {
    if (name.startsWith('journal.')) platform.documentProperties!.remove(name);
  }
}

/** Twelve questions of 25 KB each. */
function fillPool(): void {
  for (let name = 0; name < 12; name++) {
    ask(`first ${name + 10}`, 25);
    platform.advance(3_600_000 / 4);
  }
}

const FREE = [0, 300, 1_000, 3_000, 10_000, 30_000, 59_000, 100_000];

test.each(FREE)('a purchase that begins with %d characters free is booked once and kept', (free) => {
  fillPool();
  fillUpTo(free);
  const before = sold;
  expect(ask('new', 20)).toHaveLength(21);
  expect(sold - before).toBe(20);
  expect(ledgerOf(platform)).toMatchObject({ today: sold, open: [] });

  platform.emptyCache();
  expect(ask('new', 20)).toHaveLength(21);
  expect(sold - before).toBe(20);
});

test.each(FREE)('what fills up to %d characters while the service is asked drives out no payment', (free) => {
  fillPool();
  const before = sold;
  meanwhile = () => fillUpTo(free);
  expect(ask('new', 20)).toHaveLength(21);
  meanwhile = () => undefined;
  expect(sold - before).toBe(20);
  expect(ledgerOf(platform)).toMatchObject({ today: sold, open: [] });

  platform.emptyCache();
  expect(ask('new', 20)).toHaveLength(21);
  expect(sold - before).toBe(20);
});

test('where other things leave the pool no place, what is paid is booked, and that it is not kept is said', () => {
  meanwhile = () => fillUpTo(30_000);
  expect(ask('new', 50)).toHaveLength(51);
  expect(ledgerOf(platform)).toMatchObject({ today: 50, open: [] });
  expect([wasStoreFull(platform), kept()]).toEqual([true, 0]);
  // as long as the cache keeps it
  expect(ask('new', 50)).toHaveLength(51);
  expect(sold).toBe(50);
});

test('where not even the payment could be noted, nothing is asked, and the cell says what to do', () => {
  fillUpTo(10_000);
  expect(() => ask('new', 20)).toThrow("#BAD_INPUT: the spreadsheet's store is full; nothing was paid");
  expect([platform.requests.length, sold]).toEqual([0, 0]);
  clearOthers();
  platform.emptyCache();
  expect(ask('new', 20)).toHaveLength(21);
});

test('hundreds of paid formulas, while other things come and go: each is booked once, and none twice as long as it is kept', () => {
  const { below } = createRandom(SEED);
  const paid = new Map<string, number>();
  let refused = 0;
  for (let step = 0; step < 120; step++) {
    meanwhile = below(3) === 0 ? () => fillUpTo(below(60_000)) : () => undefined;
    if (below(4) === 0) clearOthers();
    if (below(5) === 0) fillUpTo(below(100_000));
    const name = `maker ${below(120) + 100}`;
    const records = 1 + below(20);
    const before = sold;
    try {
      const rows = ask(name, records).length - 1;
      expect([step, rows]).toEqual([step, records]);
      if (sold === before) expect([step, (paid.get(name) ?? 0) >= records]).toEqual([step, true]);
    } catch (error) {
      expect(String(error)).toMatch(/no space|store is full; nothing was paid/);
      refused += 1;
      expect([step, sold]).toEqual([step, before]);
    }
    expect([step, ledgerOf(platform).today, ledgerOf(platform).open]).toEqual([step, sold, []]);
    if (sold > before) {
      const after = sold;
      paid.set(name, records);
      clearOthers();
      const isLost = wasStoreFull(platform);
      platform.emptyCache();
      ask(name, records);
      if (!isLost) expect([step, sold]).toEqual([step, after]);
    }
    platform.advance(1_000);
  }
  expect(refused).toBeLessThan(30);
  expect(sizeOf(stored())).toBeLessThanOrEqual(STORE);
});
