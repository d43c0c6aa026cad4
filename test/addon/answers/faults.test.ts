/** Fourteen ways in which tables were once wrong, or dear; docs/architecture.md has the rules that they broke. */
import { startRefresh } from '../../../src/addon/account/context.js';
import { createApp } from '../../../src/addon/app.js';
import type { HttpRequest } from '../../../src/addon/platform.js';
import { type CannedAnswer, createFakePlatform, type FakePlatform } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';
import { createWorld, daysFrom, type World } from './world.js';

let world: World;
let platform: FakePlatform;
/** Instead of the world's answer, where it gives one. */
let trouble: (request: HttpRequest, answer: () => CannedAnswer) => CannedAnswer | undefined;

function begin(now: string, timeZone = 'Etc/GMT'): void {
  world = createWorld();
  trouble = () => undefined;
  platform = createFakePlatform({
    now,
    timeZone,
    respond: (request) => trouble(request, () => world.respond(request)) ?? world.respond(request),
  });
}

const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
const ids = (...args: unknown[]) =>
  table(...args, 'columns', 'id', 'headers', false).flatMap(([id]) => (id === '' ? [] : [String(id)]));
const header = (...args: unknown[]) => String(table(...args)[0]![0]);
/** The id of the record that is added. */
const add = (day: string, change: object = {}): string => {
  world.add(day, 1, change);
  return world.records().at(-1)!.id!;
};

describe('1. an answer that is given again is as old as its first sending', () => {
  test.each([
    ['America/New_York', 'the execution dies', { fails: 'killed' }],
    ['Asia/Tokyo', 'the answer comes too late', { takesMs: 60_000 }],
  ])('%s, %s', (timeZone, _what, lost) => {
    begin('2026-11-17T21:00:00Z', timeZone);
    const before = add('2026-11-10');
    trouble = (_request, answer) => {
      answer();
      return lost;
    };
    expect(() => table('limit', 100)).toThrow();
    trouble = () => undefined;
    platform.setNow('2026-11-17T23:00:00Z');
    const after = add('2026-11-17');
    platform.setNow('2026-11-18T03:30:00Z');
    expect(ids('limit', 100, 'refresh', 1)).toEqual([after, before]);
    expect(ids('limit', 100)).toEqual([after, before]);
  });
});

describe('2. a window whose end moves is asked for what it moves to', () => {
  test('the day before yesterday, in Auckland', () => {
    // 17:00 there, and nine in the morning of the next day
    begin('2026-11-19T04:00:00Z', 'Pacific/Auckland');
    const [first, second] = [add('2026-11-17'), add('2026-11-18')];
    expect(ids('date', '-2d')).toEqual([first]);
    platform.setNow('2026-11-19T20:00:00Z');
    expect(ids('date', '-2d')).toEqual([second]);
  });

  test('last month, in New York on the last evening of a month', () => {
    begin('2026-12-01T03:30:00Z', 'America/New_York');
    const [october, november] = [add('2026-10-15'), add('2026-11-15')];
    expect(ids('date', 'last month')).toEqual([october]);
    platform.setNow('2026-12-01T15:00:00Z');
    expect(ids('date', 'last month')).toEqual([november]);
  });

  test('taken from a wider answer', () => {
    begin('2026-11-19T04:00:00Z', 'Pacific/Auckland');
    const [first, second] = [add('2026-11-17'), add('2026-11-18')];
    table('to', '-2d');
    expect(ids('date', '-2d')).toEqual([first]);
    platform.setNow('2026-11-19T20:00:00Z');
    expect(ids('date', '-2d')).toEqual([second]);
  });
});

test('3. a record that is corrected on the day of asking comes before its window closes', () => {
  begin('2026-11-17T12:00:00Z');
  const question = ['from', '2026-11-10', 'to', '2026-11-18'];
  table(...question);
  // within a week of the end of the window, and corrected on the day on which it is asked for
  const late = add('2026-11-18', { lastModified: '2026-11-25' });
  world.correct(late, '2026-11-26');
  platform.setNow('2026-11-26T12:00:00Z');
  expect(ids(...question)).toEqual([late]);
  platform.setNow('2026-12-10T12:00:00Z');
  expect(ids(...question)).toEqual([late]);
});

describe('4. a new value of `refresh` reaches the service', () => {
  test('though a wider answer is there', () => {
    begin('2026-11-17T12:00:00Z');
    add('2026-11-16');
    table('from', '-30d');
    const added = add('2026-11-17');
    expect(ids('from', '-10d', 'refresh', 1)).toContain(added);
    expect(platform.requests).toHaveLength(2);
  });

  test('shortly after a wider formula has asked', () => {
    begin('2026-11-17T12:00:00Z');
    table('from', '-30d', 'refresh', 1);
    platform.advance(5_000);
    const added = add('2026-11-17');
    expect(ids('from', '-10d', 'refresh', 1)).toEqual([added]);
  });
});

test('5. of a service that answers in no order, nothing is known below or above a cut', () => {
  begin('2026-11-17T12:00:00Z');
  const days = daysFrom('2026-11-01', '2026-11-12');
  for (const day of days) add(day);
  trouble = (request) => {
    const { limit } = JSON.parse(request.body!) as { limit: number };
    const records = [...world.records()].filter(({ announcedDate = '' }) =>
      request.body!.includes('2026-11-10') ? announcedDate >= '2026-11-10' : true,
    );
    return { body: records.slice(0, limit) };
  };
  expect(header('limit', 5)).toBe('Announced (first 5)');
  // not one of the five lies there
  expect(ids('from', '2026-11-10')).toHaveLength(3);
});

test('6. a record that has left the filters goes when everything is asked for again', () => {
  begin('2026-11-17T12:00:00Z');
  const stays = add('2026-11-10');
  const goes = add('2026-11-11');
  expect(ids('type', 'HQ', 'from', '-30d')).toEqual([goes, stays]);
  const record = world.records().find(({ id }) => id === goes)!;
  Object.assign(record, { expansionType: 'Mine', lastModified: '2026-11-17' });
  platform.setNow('2026-11-18T12:00:00Z');
  // the filters of the question hide the correction
  expect(ids('type', 'HQ', 'from', '-30d')).toEqual([goes, stays]);
  expect(ids('type', 'HQ', 'from', '-30d', 'refresh', 'whole 1')).toEqual([stays]);
});

test('6. a record that another question knows to have changed goes at once', () => {
  begin('2026-11-17T12:00:00Z');
  const stays = add('2026-11-10');
  const goes = add('2026-11-11');
  expect(ids('type', 'HQ', 'from', '-30d')).toEqual([goes, stays]);
  const record = world.records().find(({ id }) => id === goes)!;
  Object.assign(record, { expansionType: 'Mine', lastModified: '2026-11-17' });
  platform.setNow('2026-11-18T12:00:00Z');
  expect(ids('type', 'Mine', 'from', '-30d')).toEqual([goes]);
  expect(ids('type', 'HQ', 'from', '-30d')).toEqual([stays]);
});

describe('7. a range of last changes that is over', () => {
  const question = ['dateType', 'LAST-MODIFIED', 'from', '2026-11-01', 'to', '2026-11-12'];

  test('is asked again by a refresh, and carries no mark', () => {
    begin('2026-11-15T12:00:00Z');
    add('2026-11-05');
    expect(header(...question)).toBe('Announced');
    platform.setNow('2026-11-16T12:00:00Z');
    startRefresh(platform);
    expect(header(...question)).toBe('Announced');
    expect(platform.requests).toHaveLength(2);
  });

  test('costs nothing from then on: no request, no lock, no line in the log', () => {
    begin('2026-11-15T12:00:00Z');
    add('2026-11-05');
    table(...question);
    platform.setNow('2026-11-16T12:00:00Z');
    table(...question);
    platform.advance(3_600_000);
    platform.forgetCalls();
    table(...question);
    expect(platform.requests).toHaveLength(0);
    expect(platform.calls.get('lock.run') ?? 0).toBe(0);
    expect(ledgerOf(platform)).toMatchObject({ logged: 1 });
  });
});

test('8. a domain and a name have as many places as the limit has', () => {
  begin('2026-11-17T12:00:00Z');
  for (const day of ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04']) {
    add(day, { company: { name: 'Dune', domain: 'd.example' } });
  }
  add('2026-11-05', { company: { name: 'Other', domain: 'beta.example' } });
  expect(ids([['dune'], ['beta.example']], 'limit', 5)).toHaveLength(5);
});

test('9. what a narrower question has taken from a wider one stays known', () => {
  begin('2026-11-01T12:00:00Z');
  for (const day of daysFrom('2026-10-01', '2026-10-31')) world.add(day, 2);
  const mines = [add('2026-10-20', { expansionType: 'Mine' }), add('2026-10-21', { expansionType: 'Mine' })];
  table('from', '-40d', 'limit', 1_000);
  const narrow = ['type', 'Mine', 'from', '-40d'];
  table(...narrow);
  const before = world.credits();
  for (const day of daysFrom('2026-11-02', '2026-11-12')) {
    platform.setNow(`${day}T12:00:00Z`);
    expect(ids(...narrow).sort()).toEqual(mines);
  }
  expect(world.credits()).toBe(before);
});

test('10. the records of the day that runs do not count as those of a settled day', () => {
  begin('2026-11-17T12:00:00Z');
  for (const day of daysFrom('2026-11-08', '2026-11-16')) world.add(day, 2);
  world.add('2026-11-17', 40);
  table('from', '-9d', 'limit', 100);
  const before = world.credits();
  platform.setNow('2026-11-18T12:00:00Z');
  table('from', '-9d', 'limit', 100);
  expect(world.credits() - before).toBeLessThanOrEqual(58);
});

test('11. more changes than a small limit are not paid beside the whole', () => {
  begin('2026-11-17T12:00:00Z');
  for (const day of daysFrom('2026-11-01', '2026-11-16')) world.add(day, 1);
  table('limit', 5);
  const before = world.credits();
  world.add('2026-11-17', 40);
  platform.setNow('2026-11-18T12:00:00Z');
  const newest = world
    .records()
    .map(({ id }) => id)
    .slice(-5)
    .reverse();
  expect(ids('limit', 5)).toEqual(newest);
  expect(world.credits() - before).toBe(5);
});

test('12. one failing call to Google shows neither its error nor costs the table', () => {
  begin('2026-11-17T12:00:00Z');
  add('2026-11-10');
  const whole = table('from', '-30d');
  const cache = platform.documentCache!;
  const { getAll, putAll, removeAll } = cache;
  let calls = 0;
  let failing = 0;
  const once =
    <A extends unknown[], R>(call: (...args: A) => R) =>
    (...args: A): R => {
      calls += 1;
      if (calls === failing) throw new Error('Service error: Spreadsheets');
      return call(...args);
    };
  Object.assign(cache, { getAll: once(getAll), putAll: once(putAll), removeAll: once(removeAll) });
  for (failing = 1; failing <= 8; failing += 1) {
    calls = 0;
    platform.emptyCache();
    expect(table('from', '-30d')).toEqual(whole);
  }
  expect(platform.requests).toHaveLength(1);
});

test('13. what came before the budget was used up is in every table', () => {
  begin('2026-11-17T12:00:00Z');
  for (const day of daysFrom('2026-11-01', '2026-11-15')) world.add(day, 1);
  const whole = ['from', '-30d', 'columns', 'jobs', 'headers', false] as const;
  table(...whole);
  platform.documentProperties!.set('settings', JSON.stringify({ dailyBudget: world.credits() + 5 }));
  platform.emptyCache();
  const old = table(...whole);
  for (const { id } of world.records().slice(0, 6)) world.correct(id!, '2026-11-17');
  platform.advance(60_000);
  // five of the six changes come, and nothing is left for the question itself
  expect(header('from', '-30d', 'limit', 5, 'refresh', '1')).toContain('as of');
  expect(world.credits()).toBe(20);
  const corrected = table(...whole).filter(([jobs]) => Number(jobs) > 1_000_000);
  expect(old).toHaveLength(15);
  expect(corrected).toHaveLength(5);
});

test('14. a table that could not be brought up to date is not taken for a new one later', () => {
  begin('2026-11-17T12:00:00Z');
  const companies = [{ id: 'c_001', name: 'Acme', domain: 'acme.example' }];
  let isDown = false;
  trouble = ({ url }) => {
    if (isDown) return { status: 503, text: 'down for maintenance' };
    return url.includes('tracked') ? { body: { status: '200', message: 'Success', companies } } : undefined;
  };
  const id = add('2026-11-10', { company: { name: 'Acme', domain: 'acme.example' } });
  const question = ['group', 'Key accounts', 'type', 'HQ', 'from', '-30d'];
  expect(ids(...question)).toEqual([id]);
  Object.assign(world.records()[0]!, { expansionType: 'Mine', lastModified: '2026-11-17' });
  expect(ids('type', 'Mine', 'from', '-30d')).toEqual([id]);
  isDown = true;
  platform.advance(60_000);
  startRefresh(platform);
  expect(header(...question)).toContain('as of');
  isDown = false;
  platform.advance(300_000);
  expect(ids(...question)).toEqual([]);
});
