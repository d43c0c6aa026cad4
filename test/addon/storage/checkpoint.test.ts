/** What the log folds into its checkpoint stays, whatever comes together, and whatever another version has written. */
import { wasStoreFull } from '../../../src/addon/storage/purchase-store.js';
import { hash } from '../../../src/addon/storage/text.js';
import { scaled } from '../../support/scale.js';
import { useCrowdedStore } from '../answers/crowded-store.js';
import { ledgerOf } from '../ledger-of.js';

const DAY_MS = 86_400_000;

/** With titles of words: compressed, a record is a fraction of its length. */
const store = useCrowdedStore((company, index) =>
  `${company} opens its warehouse number ${index}. `.repeat(8),
);
const set = (values: Readonly<Record<string, string>>) => store.platform.documentProperties!.setAll(values);
/** Heads of purchases that the checkpoint does not have. */
const logged = () =>
  Object.entries(store.stored()).filter(
    ([name, value]) => /^log\.\d+$/.test(name) && !value.includes('"folded"'),
  );
const pieces = (start: string) =>
  Object.entries(store.stored()).filter(([name, value]) => name.startsWith(start) && value !== '');

function buy(names: readonly string[], records = 1): void {
  for (const name of names) {
    store.ask(name, records);
    store.platform.advance(1_000);
  }
}

const named = (start: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${start} ${index + 10}`);

/** Returns the credits that a question costs with an empty cache. */
function costOf(name: string, records = 1): number {
  const before = store.sold;
  store.platform.emptyCache();
  store.ask(name, records);
  return store.sold - before;
}

test('hundreds of formulas that open together are folded all the time, and each is counted once', () => {
  const count = scaled(200, 340);
  const names = named('maker', count);
  buy(names);
  expect(logged().length).toBeLessThan(20);
  expect(Math.max(...Object.values(store.stored()).map(({ length }) => length))).toBeLessThan(9_000);
  expect(ledgerOf(store.platform)).toMatchObject({ today: count, open: [], logged: count });
  expect([...names.slice(0, 2), ...names.slice(-2)].map((name) => costOf(name))).toEqual([0, 0, 0, 0]);
});

test('a large answer leaves enough space for the checkpoint', () => {
  buy(named('first', 9));
  store.fillUpTo(240_000);
  store.ask('large', 450);
  buy(named('second', 9));
  expect(costOf('large', 450)).toBe(0);
  expect(named('first', 9).map((name) => costOf(name))).toEqual(named('first', 9).map(() => 0));
  expect(wasStoreFull(store.platform)).toBe(false);
});

test('pieces of an interrupted checkpoint take no space from the next one, and are removed', () => {
  store.ask('large', 450);
  buy(named('first', 9));
  const [, name = '', half = ''] = /"name":"(cache\.\d+)([ab])"/.exec(store.stored()['checkpoint']!)!;
  const other = `${name}${half === 'a' ? 'b' : 'a'}`;
  const unfinished = Array.from({ length: 20 }, (_, index) => [`${other}.${index}`, 'x'.repeat(8_700)]);
  set(Object.fromEntries(unfinished));
  store.fillUpTo(60_000);
  buy(named('second', 9));
  expect([costOf('large', 450), costOf('first 10')]).toEqual([0, 0]);
  expect(pieces(name).some(([, text]) => text.startsWith('xx'))).toBe(false);
});

test('a checkpoint with little space keeps the records that were used last', () => {
  buy(named('first', 9), 3);
  store.platform.advance(DAY_MS);
  store.fillUpTo(45_000);
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
  const { checkpoint = '' } = store.stored();
  set({ [name]: changed, checkpoint: checkpoint.replace(hash(text), hash(changed)) });
  expect(store.ask('new')).toHaveLength(2);
  expect(['maker 11', 'maker 17', 'last'].map((one) => costOf(one))).toEqual([0, 0, 0]);
});

test('a purchase of a dataset that this version does not know is counted, and folded like others', () => {
  buy(['other']);
  const [name, head] = logged()[0]!;
  set({ [name]: head.replace('"dataset":"business-expansion"', '"dataset":"toString"') });
  buy(named('maker', 20));
  expect(logged().length).toBeLessThan(10);
  expect(ledgerOf(store.platform)).toMatchObject({ today: 21, open: [] });
});

test('an open purchase whose requests are stored without their number, as before, still counts', () => {
  buy(['other']);
  const [[name = '', head = ''] = []] = logged();
  const [[piece = '', text = ''] = []] = pieces(`${name}.asked`);
  const { count, ...before } = JSON.parse(head) as Record<string, unknown>;
  expect([count, piece]).toEqual([1, `${name}.asked1.0`]);
  set({ [piece]: '', [`${name}.asked.0`]: text, [name]: JSON.stringify({ ...before, state: 'requested' }) });
  expect(ledgerOf(store.platform).open).toHaveLength(1);
});

test.each([
  ['an open purchase with filters that this version lacks', 'asked', '"companyName"', '"companyMood"'],
  ['answers in another form', 'came', '"rows":', '"lines":'],
])('%s: it counts, and breaks no formula', (_, part, before, after) => {
  buy(['other']);
  const [[name, head = ''] = []] = logged();
  const [piece, text = ''] = pieces(`${name}.${part}`)[0]!;
  const changed = text.replace(before, after);
  expect(changed).not.toBe(text);
  const state = part === 'asked' ? 'requested' : 'answered';
  const marked = head.replace(hash(text), hash(changed)).replace('"state":"answered"', `"state":"${state}"`);
  set({ [piece]: changed, [name!]: marked });
  expect(store.ask('new')).toHaveLength(2);
  expect(store.ask('other')).toHaveLength(2);
  const { today, open } = ledgerOf(store.platform);
  expect(today + open.reduce((sum, { amount }) => sum + amount, 0)).toBe(3);
});

test('a slot that cannot be read is used again', () => {
  set({ 'log.0': '{"token":' });
  store.ask('maker');
  expect(JSON.parse(store.stored()['log.0']!)).toMatchObject({ state: 'answered' });
});

test('records of a former key are evicted only when space is short', () => {
  buy(named('first', 9));
  store.platform.connect('payer-2', 'another_key');
  store.platform.emptyCache();
  buy(named('second', 10));
  store.platform.advance(40 * DAY_MS);
  buy(named('third', 9));
  const payers = () =>
    (JSON.parse(store.stored()['checkpoint']!) as { payer: string }[]).map(({ payer }) => payer).sort();
  expect(payers()).toEqual(['payer-1', 'payer-2']);
  const before = pieces('cache.').length;
  store.fillUpTo(50_000);
  store.ask('fourth');
  expect(payers()).toEqual(['payer-2']);
  expect(pieces('cache.').length).toBeLessThan(before);
});

test('if rows must be evicted, those of the oldest purchases are the first', () => {
  buy([...named('none', 8), 'maker 1', 'maker 2', 'maker 3', 'maker 4', 'maker 5'], 15);
  const slots = ['log.8', 'log.9', 'log.10', 'log.11', 'log.12'];
  expect(logged().map(([name]) => name)).toEqual(slots);
  // less than the checkpoint, which goes before the log, and an answer have
  store.meanwhile = () => store.fillUpTo(0);
  store.ask('new', 15);
  const kept = slots.filter((slot) => pieces(`${slot}.came`).length > 0);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept).toEqual(slots.slice(-kept.length));
  expect(kept.length).toBeLessThan(slots.length);
});
