/** What was bought waits outside the pool for the next section under the lock: nothing of it is lost, or counted twice. */
import { settledPool } from '../../../src/addon/answers/put-away.js';
import { createApp } from '../../../src/addon/app.js';
import { createFakePlatform, type FakePlatform } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';
import { createWorld, daysFrom, type World } from './world.js';

const FIRST_DAY = '2026-10-01';

let world: World;
let platform: FakePlatform;

beforeEach(() => {
  world = createWorld();
  for (const day of daysFrom('2026-09-01', FIRST_DAY)) world.add(day, 2);
  platform = createFakePlatform({
    now: `${FIRST_DAY}T10:00:00Z`,
    respond: (request) => world.respond(request),
  });
});

const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
const only = (date: string) => ['from', date, 'to', date];
const day = (number: number) => only(`2026-09-${String(number).padStart(2, '0')}`);
const stored = (prefix: string) =>
  Object.entries(platform.allDocumentProperties()).filter(
    ([name, value]) => name.startsWith(prefix) && value !== '',
  );
const arrivals = () => stored('came.').filter(([name]) => /^came\.\d+$/.test(name));

test('it is known before it has its place, and after, without a request; the receipt counts once', () => {
  const shown = table('startDate', '-30d');
  expect(stored('came.').length).toBeGreaterThan(0);
  expect(stored('pool:')).toHaveLength(0);
  expect(ledgerOf(platform)).toMatchObject({ today: 62, open: [], logged: 1 });

  platform.emptyCache();
  expect(table('startDate', '-30d')).toEqual(shown);
  settledPool(platform, '', new Map());
  expect(stored('came.')).toHaveLength(0);
  platform.emptyCache();
  expect(table('startDate', '-30d')).toEqual(shown);
  expect(platform.requests).toHaveLength(1);
  table(...only('2026-08-01'));
  expect(ledgerOf(platform)).toMatchObject({ today: 62, logged: 2 });
});

test('each purchase has one section under the lock, and what has arrived never becomes much', () => {
  for (let count = 1; count <= 28; count++) {
    platform.forgetCalls();
    expect(table(...day(count))).toHaveLength(3);
    expect(platform.calls.get('lock.run')).toBe(1);
    expect(arrivals().length).toBeLessThanOrEqual(8);
  }
  platform.emptyCache();
  platform.forgetCalls();
  for (let count = 1; count <= 28; count++) expect(table(...day(count))).toHaveLength(3);
  expect(platform.requests).toHaveLength(0);
  expect(ledgerOf(platform)).toMatchObject({ today: 56, open: [] });
});

test('a slot is used again only when its cost and its records have found their places', () => {
  table(...day(1));
  table(...day(2));
  expect(arrivals().map(([name]) => name)).toEqual(['came.0', 'came.1']);
  settledPool(platform, '', new Map());
  table(...day(3));
  expect(arrivals().map(([name]) => name)).toEqual(['came.0']);
  expect(ledgerOf(platform)).toMatchObject({ today: 6, open: [], logged: 3 });
});

test('what the last call of a purchase has written in part is bought again under the same name', () => {
  const { setAll } = platform.documentProperties!;
  let written = 0;
  platform.documentProperties!.setAll = (values) => {
    const names = Object.keys(values);
    if (!names.some((name) => name.startsWith('came.'))) return setAll(values);
    setAll(Object.fromEntries(Object.entries(values).slice(0, written)));
    throw new Error('Service invoked too many times');
  };
  for (written of [0, 1, 2]) {
    table('startDate', '-30d');
    platform.emptyCache();
    platform.advance(60_000);
  }
  platform.documentProperties!.setAll = setAll;
  expect(table('startDate', '-30d')).toHaveLength(63);
  expect(world.credits()).toBe(62);
  expect(ledgerOf(platform)).toMatchObject({ today: 62, open: [] });
});

test('where there is no room for two places at a time, it moves from one to the other', () => {
  const { setAll, remove } = platform.documentProperties!;
  const shown = table('startDate', '-30d');
  const limit = stored('').reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const sizeWith = (values: Readonly<Record<string, string>>) =>
    Object.entries({ ...platform.allDocumentProperties(), ...values }).reduce(
      (sum, [name, value]) => sum + name.length + value.length,
      0,
    );
  platform.documentProperties!.setAll = (values) => {
    // as Google may do it: the old and the new values count together
    const before = Object.keys(values).reduce(
      (sum, name) => sum + (platform.allDocumentProperties()[name]?.length ?? 0),
      0,
    );
    if (sizeWith(values) > limit || sizeWith({}) + before > limit + 20_000) throw new Error('quota');
    setAll(values);
  };
  platform.documentProperties!.remove = remove;
  settledPool(platform, '', new Map());
  expect(stored('came.')).toHaveLength(0);
  platform.emptyCache();
  expect(table('startDate', '-30d')).toEqual(shown);
  expect(platform.requests).toHaveLength(1);
});
