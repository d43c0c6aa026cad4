/** Ways in which tables were once wrong, or dear, of which the random schedules of test/differential see only some. */
import { startRefresh } from '../../../src/addon/account/context.js';
import { createApp } from '../../../src/addon/app.js';
import { createFakePlatform, type FakePlatform } from '../fake-platform.js';
import { ledgerOf } from '../ledger-of.js';
import { createWorld, daysFrom, type World } from './world.js';

let world: World;
let platform: FakePlatform;

beforeEach(() => {
  world = createWorld();
  platform = createFakePlatform({ now: '2026-11-17T12:00:00Z', respond: world.respond });
});

const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
const ids = (...args: unknown[]) =>
  table(...args, 'columns', 'id', 'headers', false).flatMap(([id]) => (id === '' ? [] : [String(id)]));
const header = (...args: unknown[]) => String(table(...args)[0]![0]);
/** The id of the record that is added. */
const add = (day: string, change: object = {}): string => {
  world.add(day, 1, change);
  return world.records().at(-1)!.id!;
};

test('a record stays if the service sends an older version of it later, also beyond a checkpoint', () => {
  const id = add('2026-11-10', { lastModified: '2026-11-14', jobs: 20 });
  const question = ['type', 'HQ', 'from', '-30d', 'columns', 'id,jobs', 'headers', false];
  expect(table(...question)).toEqual([[id, 20]]);
  const record = world.records().find((one) => one.id === id)!;
  Object.assign(record, { jobs: 10, lastModified: '2026-11-13' });
  platform.advance(3_600_000);
  expect(table(...question, 'refresh', 'whole 1')).toEqual([[id, 20]]);
  for (let value = 2; value < 12; value++) {
    platform.advance(3_600_000);
    expect(table(...question, 'refresh', `whole ${value}`)).toEqual([[id, 20]]);
  }
});

describe('a range of last changes that is over', () => {
  const question = ['dateType', 'LAST-MODIFIED', 'from', '2026-11-01', 'to', '2026-11-12'];

  beforeEach(() => {
    platform.setNow('2026-11-15T12:00:00Z');
    add('2026-11-05');
  });

  test('is requested again by a refresh, and has no mark', () => {
    expect(header(...question)).toBe('Announced');
    platform.setNow('2026-11-16T12:00:00Z');
    startRefresh(platform);
    expect(header(...question)).toBe('Announced');
    expect(platform.requests).toHaveLength(2);
  });

  test('costs nothing from then on: no request, no lock, no log entry', () => {
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

test('records of the current day do not count as those of a settled day', () => {
  for (const day of daysFrom('2026-11-08', '2026-11-16')) world.add(day, 2);
  world.add('2026-11-17', 40);
  table('from', '-9d', 'limit', 100);
  const before = world.credits();
  platform.setNow('2026-11-18T12:00:00Z');
  table('from', '-9d', 'limit', 100);
  expect(world.credits() - before).toBeLessThanOrEqual(58);
});

test('changes above a small limit are not paid in addition to the whole answer', () => {
  for (const day of daysFrom('2026-11-01', '2026-11-16')) world.add(day, 1);
  table('limit', 5);
  const before = world.credits();
  world.add('2026-11-17', 40);
  platform.setNow('2026-11-18T12:00:00Z');
  const newest = world.records().slice(-5).reverse();
  expect(ids('limit', 5)).toEqual(newest.map(({ id }) => id));
  expect(world.credits() - before).toBe(5);
});

const DUNE = { name: 'Dune Foods', domain: 'dune.example' };
const ACME = { name: 'Acme', domain: 'acme.example' };

test.each([
  [[['acme.example'], ['dune']], DUNE, ACME],
  [[['dune.example'], ['acme']], ACME, DUNE],
  [[['dune'], ['acme.example']], DUNE, ACME],
  [[['acme'], ['dune.example']], ACME, DUNE],
])(
  'what one request brings is there, though another one of the same moment does not bring it any more: %j',
  (companies, before, after) => {
    const id = add('2026-11-10', { company: before });
    const rows = (...options: unknown[]) =>
      table(companies, 'from', '-30d', 'columns', 'id|company', 'headers', false, ...options);
    expect(rows()).toEqual([[id, before.name]]);
    // corrected on the day of its last change, as far as days tell
    Object.assign(world.records()[0]!, { company: after });
    platform.advance(60_000);
    expect(rows('refresh', 'whole 1')).toEqual([[id, after.name]]);
  },
);
