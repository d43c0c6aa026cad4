/** A cached table is only shown for what it was made for: the same days, payer and mode. */
import { createApp } from '../../../src/addon/app.js';
import type { FakePlatform } from '../fake-platform.js';
import { openWorld, type World } from './world.js';

let world: World;
let platform: FakePlatform;

beforeEach(() => {
  ({ world, platform } = openWorld('2026-09-20', '2026-10-01', 2));
});

const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
const headerOf = (...args: unknown[]) => String(table(...args)[0]![0]);
const announcedOn = (day: string) =>
  world.records().flatMap(({ id, announcedDate }) => (announcedDate === day ? [id] : []));

test('after midnight, a table of yesterday is one of another day', () => {
  const idsOfYesterday = () =>
    table('date', 'yesterday', 'columns', 'id', 'headers', false)
      .map(([id]) => id)
      .sort();
  platform.setNow('2026-10-01T22:00:00Z');
  expect(idsOfYesterday()).toEqual(announcedOn('2026-09-30'));
  platform.setNow('2026-10-02T00:30:00Z');
  expect(idsOfYesterday()).toEqual(announcedOn('2026-10-01'));
});

test('another payer does not see the table, but buys it', () => {
  table('from', '-5d');
  table('from', '-5d');
  expect(platform.requests).toHaveLength(1);
  platform.connect('payer-2', 'key_live_of_another_payer');
  platform.documentCache!.removeAll(['context']);
  table('from', '-5d');
  expect(platform.requests).toHaveLength(2);
});

test('an old table that manual mode shows is updated as soon as the mode is daily', () => {
  table('from', '-5d');
  world.add('2026-10-02', 2);
  platform.setNow('2026-10-03T10:00:00Z');
  platform.saveSettings({ freshness: { mode: 'manual' } });
  // the first call only begins a version of cached tables; the second one caches its table
  expect(headerOf('from', '-5d')).toBe('Announced (as of 1 Oct)');
  expect(headerOf('from', '-5d')).toBe('Announced (as of 1 Oct)');
  platform.saveSettings({ freshness: { mode: 'daily' } });
  expect(headerOf('from', '-5d')).toBe('Announced (to 2 Oct)');
});
