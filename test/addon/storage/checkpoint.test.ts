/** What the log folds into its checkpoint stays, whatever comes together, and whatever another version has written. */
import { createApp } from '../../../src/addon/app.js';
import { wasStoreFull } from '../../../src/addon/storage/purchase-store.js';
import { hash } from '../../../src/addon/storage/text.js';
import { createFakePlatform, type FakePlatform } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';

const DAY = '2026-10-01';
const DAY_MS = 86_400_000;
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
  platform = createFakePlatform({
    now: `${DAY}T08:00:00Z`,
    respond({ body = '', url }) {
      if (url.endsWith('/estimate')) return { status: 404 };
      const { companyName: [name = ''] = [], limit } = JSON.parse(body) as {
        companyName?: string[];
        limit: number;
      };
      const count = name.startsWith('none') ? 0 : limit;
      sold += count;
      meanwhile();
      return { body: Array.from({ length: count }, (_, index) => recordOf(name, index)) };
    },
  });
  platform.documentProperties!.set('settings', JSON.stringify({ dailyBudget: 1_000_000 }));
});

/** Of words, as titles are: compressed, it is a fraction of its length. */
function recordOf(company: string, index: number): unknown {
  const title = `${company} opens its warehouse number ${index}. `.repeat(8);
  return {
    id: `${company} ${index}`,
    announcedDate: DAY,
    lastModified: DAY,
    company: { name: company },
    title,
  };
}

const ask = (name: string, records = 1) =>
  createApp(platform).dataset('business-expansion', [name, 'date', DAY, 'limit', records]);
const stored = () => platform.allDocumentProperties();
const set = (values: Readonly<Record<string, string>>) => platform.documentProperties!.setAll(values);
const sizeOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
/** Heads of purchases that the checkpoint does not have. */
const logged = () =>
  Object.entries(stored()).filter(([name, value]) => /^log\.\d+$/.test(name) && !value.includes('"folded"'));
const pieces = (start: string) =>
  Object.entries(stored()).filter(([name, value]) => name.startsWith(start) && value !== '');

function buy(names: readonly string[], records = 1): void {
  for (const name of names) {
    ask(name, records);
    platform.advance(1_000);
  }
}

const named = (start: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${start} ${index + 10}`);

/** What jobs, and formulas that are out of their cells, keep there. */
function fillUpTo(free: number): void {
  const room = STORE - sizeOf(stored()) - free;
  for (let from = 0; from < room; from += PIECE) {
    const name = `journal.${from}`;
    const characters = Math.min(PIECE, room - from) - name.length;
    if (characters > 0) set({ [name]: 'x'.repeat(characters) });
  }
}

/** What it costs to ask again, when the cache has forgotten everything. */
function costOf(name: string, records = 1): number {
  const before = sold;
  platform.emptyCache();
  ask(name, records);
  return sold - before;
}

test('hundreds of formulas that open together are folded all the time, and each is counted once', () => {
  const names = named('maker', 340);
  for (const name of names) {
    ask(name);
    platform.advance(1_000);
  }
  expect(logged().length).toBeLessThan(20);
  expect(Math.max(...Object.values(stored()).map(({ length }) => length))).toBeLessThan(9_000);
  expect(ledgerOf(platform)).toMatchObject({ today: 340, open: [], logged: 340 });
  expect([...names.slice(0, 2), ...names.slice(-2)].map((name) => costOf(name))).toEqual([0, 0, 0, 0]);
});

test('a book of an earlier version is read with the purchases that it counts', () => {
  buy(named('maker', 9));
  const { ledger = '', ...others } = stored();
  const { tokens: _tokens, ...book } = JSON.parse(ledger) as Record<string, unknown>;
  const counted = Object.entries(others).flatMap(([name, value]) =>
    /^log\.\d+$/.test(name) && value.includes('"folded"')
      ? [(JSON.parse(value) as { token: string }).token]
      : [],
  );
  expect(counted).toHaveLength(8);
  set({ ledger: JSON.stringify({ ...book, counted }) });
  buy(named('baker', 9));
  expect(ledgerOf(platform)).toMatchObject({ today: 18, open: [] });
});

test('a large answer leaves the checkpoint the room that it needs', () => {
  buy(named('first', 9));
  fillUpTo(240_000);
  ask('large', 450);
  buy(named('second', 9));
  expect(costOf('large', 450)).toBe(0);
  expect(named('first', 9).map((name) => costOf(name))).toEqual(named('first', 9).map(() => 0));
  expect(wasStoreFull(platform)).toBe(false);
});

test('a checkpoint with little room keeps what was used last', () => {
  buy(named('first', 9), 3);
  platform.advance(DAY_MS);
  fillUpTo(45_000);
  const second = named('second', 9);
  buy(second);
  expect(second.map((name) => costOf(name))).toEqual(second.map(() => 0));
});

test('a part that another version has stored in another shape, or with filters that this one lacks, costs no table', () => {
  buy([...named('maker', 8), 'last']);
  const [name, text = ''] = pieces('cache.')[0]!;
  const changed = text
    .replace('"companyName":["maker 10"]', '"companyMood":["maker 10"]')
    .replace('"uses":[', '"uses":[7,');
  expect(changed).toContain('companyMood');
  const { checkpoint = '' } = stored();
  set({ [name]: changed, checkpoint: checkpoint.replace(hash(text), hash(changed)) });
  expect(ask('new')).toHaveLength(2);
  expect(['maker 11', 'maker 17', 'last'].map((one) => costOf(one))).toEqual([0, 0, 0]);
});

test('a purchase of a dataset that this version does not know is counted, and folded like others', () => {
  buy(['other']);
  const [name, head] = logged()[0]!;
  set({ [name]: head.replace('"dataset":"business-expansion"', '"dataset":"toString"') });
  buy(named('maker', 20));
  expect(logged().length).toBeLessThan(10);
  expect(ledgerOf(platform)).toMatchObject({ today: 21, open: [] });
});

test('a slot that cannot be read is used again', () => {
  set({ 'log.0': '{"token":' });
  ask('maker');
  expect(JSON.parse(stored()['log.0']!)).toMatchObject({ state: 'answered' });
});

test('what a key of before has bought makes room when room is scarce, and not before', () => {
  buy(named('first', 9));
  const pair = { baseUrl: 'https://signals.example', apiKey: 'another_key', payer: 'payer-2' };
  platform.userProperties.set('connection', JSON.stringify(pair));
  platform.documentProperties!.set('spends:payer-2', 'spreadsheet-1 ');
  platform.emptyCache();
  buy(named('second', 10));
  platform.advance(40 * DAY_MS);
  buy(named('third', 9));
  const payers = () =>
    (JSON.parse(stored()['checkpoint']!) as { payer: string }[]).map(({ payer }) => payer).sort();
  expect(payers()).toEqual(['payer-1', 'payer-2']);
  const before = pieces('cache.').length;
  fillUpTo(50_000);
  ask('fourth');
  expect(payers()).toEqual(['payer-2']);
  expect(pieces('cache.').length).toBeLessThan(before);
});

test('where rows have to be given up, those of the oldest purchases go first', () => {
  buy([...named('none', 8), 'maker 1', 'maker 2', 'maker 3', 'maker 4', 'maker 5'], 15);
  const slots = ['log.8', 'log.9', 'log.10', 'log.11', 'log.12'];
  expect(logged().map(([name]) => name)).toEqual(slots);
  // less than the checkpoint, which goes before the log, and an answer have
  meanwhile = () => fillUpTo(0);
  ask('new', 15);
  const kept = slots.filter((slot) => pieces(`${slot}.came`).length > 0);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept).toEqual(slots.slice(-kept.length));
  expect(kept.length).toBeLessThan(slots.length);
});
