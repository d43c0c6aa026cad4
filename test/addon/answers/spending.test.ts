/** Regression tests for credits and for answers of other payers. */
import { createApp } from '../../../src/addon/app.js';
import type { HttpRequest } from '../../../src/addon/platform.js';
import { wasStoreFull } from '../../../src/addon/storage/purchase-store.js';
import { addDays } from '../../../src/contract/dates.js';
import { type CannedAnswer, type FakePlatform, FEW_CREDITS } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';
import { daysFrom, openWorld, type World } from './world.js';

const FIRST_DAY = '2026-10-01';

let world: World;
let platform: FakePlatform;
/** Replaces the world's answer, if defined. */
let trouble: (request: HttpRequest) => CannedAnswer | undefined;

function begin(perDay: number): void {
  ({ world, platform } = openWorld('2026-08-01', FIRST_DAY, perDay));
  trouble = () => undefined;
  platform.respond((request) => trouble(request) ?? world.respond(request));
  platform.saveSettings({ dailyBudget: 100_000 });
}

const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
const ids = (...args: unknown[]) =>
  table(...args, 'columns', 'id', 'headers', false).map(([id]) => String(id));
const limitOf = ({ body }: HttpRequest) => (JSON.parse(body ?? '{}') as { limit: number }).limit;

function passDay(day: string, added: number): void {
  world.add(day, added);
  platform.setNow(`${addDays(day, 1)}T10:00:00Z`);
}

/** The credits that the next days cost, with the given number of new records each. */
function costOfDays(last: string, added: number, ...args: unknown[]): number {
  const before = world.credits();
  for (const day of daysFrom('2026-10-02', last)) {
    passDay(day, added);
    table(...args);
  }
  return world.credits() - before;
}

test('if as many changes arrive as the limit allows, and they fill the table, nothing else is bought', () => {
  begin(3);
  table('from', '-60d', 'limit', 100);
  passDay('2026-10-02', 150);
  const before = world.credits();
  let calls = 0;
  trouble = () => {
    calls += 1;
    return calls === 1 ? undefined : { status: 500, body: { message: 'down' } };
  };
  for (let run = 0; run < 10; run += 1) {
    expect(String(table('from', '-60d', 'limit', 100)[0]![0])).toBe('Announced (first 100, to 2 Oct)');
    platform.advance(61_000);
  }
  expect(world.credits() - before).toBe(100);
});

test('a past window requests corrections, and no later announcements', () => {
  begin(0);
  world.add('2026-09-26', 2);
  const question = ['from', '2026-09-26', 'to', '2026-09-27'];
  table(...question);
  // at most what the table holds for the changes, and as much again for the whole
  expect(costOfDays('2026-10-06', 100, ...question)).toBeLessThanOrEqual(5 * 4);
});

test('a narrower question never pays for a wider one that no formula asks any more', () => {
  begin(20);
  table('from', '-30d', 'limit', 5_000);
  world.add(FIRST_DAY, 1, { expansionType: 'Mine' });
  const narrow = ['type', 'Mine', 'from', '-7d', 'limit', 10];
  table(...narrow);
  const daily = daysFrom('2026-10-02', '2026-10-12').map((day) => {
    const before = world.credits();
    world.add(day, 1, { expansionType: 'Mine' });
    passDay(day, 20);
    table(...narrow);
    return world.credits() - before;
  });
  expect(daily.slice(4).every((credits) => credits <= 10)).toBe(true);
});

test('where a wider question has more changes than its limit, a narrower one asks for its own changes', () => {
  begin(20);
  for (const day of daysFrom('2026-09-02', FIRST_DAY)) world.add(day, 3, { expansionType: 'Mine' });
  const narrow = ['type', 'Mine', 'from', '-30d', 'limit', 1_000];
  const wide = ['from', '-30d', 'limit', 10];
  table(...wide);
  table(...narrow);
  const daily = daysFrom('2026-10-02', '2026-10-12').map((day) => {
    world.add(day, 3, { expansionType: 'Mine' });
    passDay(day, 20);
    table(...wide);
    const before = world.credits();
    expect(ids(...narrow)).toHaveLength(90);
    return world.credits() - before;
  });
  // it tries the wider question's changes once in three days, for at most that one's limit
  expect(daily.slice(1).filter((credits) => credits > 3)).toEqual([13, 13, 13]);
  expect(daily[0]).toBeLessThan(20);
});

test('where parts of a question are known as of different days, the changes of a wider one are paid once', () => {
  begin(3);
  const both = ['type', 'HQ|Mine', 'from', '-30d', 'limit', 1_000];
  table(...both);
  table('from', '-30d', 'limit', 1_000);
  passDay('2026-10-02', 3);
  table('type', 'Mine', 'from', '-30d', 'limit', 1_000);
  passDay('2026-10-03', 3);
  const before = world.credits();
  table(...both);
  // of 1 October, which was running then, and of the two days since
  expect(world.credits() - before).toBe(3 * 3);
});

test('a narrower question sends its own request if the wider answer is damaged', () => {
  begin(20);
  table('from', '-30d', 'limit', 5_000);
  platform.emptyCache();
  const piece = Object.keys(platform.allDocumentProperties()).find((name) => /\.came\./.test(name))!;
  platform.documentProperties!.set(piece, 'damaged');
  const before = world.credits();
  expect(ids('from', '-7d', 'limit', 5)).toHaveLength(5);
  expect(world.credits() - before).toBe(5);
});

test('the error of a wider question is not shown by a narrower one', () => {
  begin(3);
  trouble = (request) => (limitOf(request) > 1_000 ? FEW_CREDITS : undefined);
  expect(() => table('from', '-60d', 'limit', 5_000)).toThrow(/^#FEW_CREDITS/);
  expect(ids('from', '-3d', 'limit', 10)).toHaveLength(10);
});

test('very long lists of companies neither fail nor evict other answers', () => {
  begin(1);
  ids('type', 'HQ', 'from', '-10d');
  const listed = Array.from({ length: 3_000 }, (_, index) => [`company-number-${index}.example`]);
  for (const from of ['-20d', '-21d']) {
    expect(ids(listed, 'from', from, 'limit', 4_000).length).toBeGreaterThan(0);
  }
  // a hundred companies a shelf: long lists have room too
  expect(wasStoreFull(platform)).toBe(false);
  platform.emptyCache();
  platform.forgetCalls();
  ids('type', 'HQ', 'from', '-10d');
  expect(platform.requests).toHaveLength(0);
});

test.each([
  [{ creditsConsumed: -5_000, closingBalance: 10 }, 1],
  [{ openingBalance: 100, closingBalance: 90 }, 10],
  [{ openingBalance: 90, closingBalance: 100 }, 1],
])('the reported charge counts if it is plausible: %j', (balances, credits) => {
  begin(0);
  trouble = () => ({ body: { ...balances, data: [{ id: '1', title: 'x', announcedDate: '2026-09-01' }] } });
  table('type', 'HQ');
  expect(ledgerOf(platform)).toMatchObject({ today: credits });
});
