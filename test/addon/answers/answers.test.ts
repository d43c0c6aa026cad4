/** Answers over time: what is queried again, what it costs, and that the table stays correct. */
import { createApp } from '../../../src/addon/app.js';
import { addDays } from '../../../src/contract/dates.js';
import type { FakePlatform } from '../fake-platform.js';
import { daysFrom, openWorld, type World } from './world.js';

const FIRST_DAY = '2026-10-01';

let world: World;
let platform: FakePlatform;

beforeEach(() => {
  ({ world, platform } = openWorld('2026-08-01', FIRST_DAY, 3));
});

/** The cells below the header, by id. */
function idsOf(...args: unknown[]): string[] {
  const [, ...rows] = createApp(platform).dataset('business-expansion', [...args, 'columns', 'id']);
  return rows.map(([id]) => String(id));
}

function headerOf(...args: unknown[]): string {
  return String(createApp(platform).dataset('business-expansion', args)[0]![0]);
}

/** What the table should show: newest first, announced in the window and known by the end of `through`. */
function truth(start: string, through: string): string[] {
  return world
    .records()
    .filter(({ announcedDate = '' }) => announcedDate >= start && announcedDate <= through)
    .sort((a, b) => (`${a.announcedDate} ${a.id}` < `${b.announcedDate} ${b.id}` ? 1 : -1))
    .map(({ id }) => id!);
}

/** A day passes at the service; formulas run on the next morning. */
function passDay(day: string): void {
  world.add(day, 3);
  platform.setNow(`${addDays(day, 1)}T10:00:00Z`);
}

test('after a long absence, the whole answer is requested if that is cheaper', () => {
  idsOf('startDate', '-7d');
  for (const day of daysFrom('2026-10-02', '2026-10-30')) passDay(day);
  platform.forgetCalls();
  expect(idsOf('startDate', '-7d')).toEqual(truth('2026-10-24', '2026-10-30'));
  expect(platform.bodies()).toEqual([{ startDate: '2026-10-24', limit: 100 }]);
});

test('an old table that manual mode shows is updated as soon as the mode is daily', () => {
  headerOf('startDate', '-5d');
  world.add('2026-10-02', 2);
  platform.setNow('2026-10-03T10:00:00Z');
  platform.saveSettings({ freshness: { mode: 'manual' } });
  // the first call only begins a version of cached tables; the second one caches its table
  expect(headerOf('startDate', '-5d')).toBe('Announced (as of 1 Oct)');
  expect(headerOf('startDate', '-5d')).toBe('Announced (as of 1 Oct)');
  platform.saveSettings({ freshness: { mode: 'daily' } });
  expect(headerOf('startDate', '-5d')).toBe('Announced (to 2 Oct)');
});

describe('freshness', () => {
  beforeEach(() => platform.saveSettings({ freshness: { mode: 'manual' } }));

  test('manual: nothing is spent without a refresh', () => {
    expect(() => idsOf('startDate', '-30d')).toThrow(/^#BUDGET: .*Refresh/);
    expect(platform.requests).toHaveLength(0);
    expect(idsOf('startDate', '-30d', 'refresh', 'now').length).toBeGreaterThan(0);
    passDay('2026-10-02');
    passDay('2026-10-03');
    expect(headerOf('startDate', '-30d')).toBe('Announced (as of 1 Oct)');
    expect(platform.requests).toHaveLength(1);
  });

  test('manual: the records of a narrower question are no table, and no budget is named as the reason', () => {
    idsOf('type', 'HQ', 'startDate', '-30d', 'refresh', 'now');
    expect(() => idsOf('startDate', '-60d')).toThrow(/^#BUDGET: .*Refresh/);
    expect(platform.requests).toHaveLength(1);
  });

  test('manual: free questions are requested anyway', () => {
    platform.respond(() => ({ body: [] }));
    createApp(platform).dataset('major-hiring', []);
    expect(platform.requests).toHaveLength(1);
  });
});

test.each(['soon', '2026-02-30'])(
  'records without a readable date (%s) are shown, and stay',
  (announcedDate) => {
    world.add('2026-09-15', 1, { announcedDate, title: 'unreadable' });
    const { respond } = world;
    // the service sends what it thinks matches
    platform.respond((request) => {
      const { body } = respond(request) as { body: { title?: string }[] };
      const strange = world.records().find(({ title }) => title === 'unreadable')!;
      return { body: body.some(({ title }) => title === 'unreadable') ? body : [...body, strange] };
    });
    const titles = () =>
      createApp(platform)
        .dataset('business-expansion', ['startDate', '-30d', 'columns', 'title|date'])
        .filter(([title]) => title === 'unreadable');
    expect(titles()).toEqual([['unreadable', announcedDate]]);
    passDay('2026-10-02');
    expect(titles()).toEqual([['unreadable', announcedDate]]);
  },
);

test.each([
  ['CEO', 'Chief Executive Officer ( CEO)/President/Managing Director'],
  ['Chair', 'Chair/Vice-Chair'],
  ['CIO', 'Chief Information Officer ( CIO) / Head of IT'],
  ['Chief Information Officer', 'Chief Information Officer ( CIO) / Head of IT'],
  ['CHRO', 'Chief Human Resource / People Officer'],
  ['Board', 'Board of Director'],
])('a question for %s shows stored records of the category %s, and sends no request', (title, category) => {
  const record = { announcedDate: '28/09/2026', lastModified: '28/09/2026', company: { id: 'c_1' } };
  const categories = [category, 'Head of Customer Success/Support', 'Other'];
  const body = categories.map((one, index) => ({
    ...record,
    id: `ec_${index}`,
    executiveTitleCategory: [one],
  }));
  platform.respond(() => ({ body }));
  const ask = (...args: unknown[]) =>
    createApp(platform).dataset('executive-change', ['from', '-30d', ...args]);
  expect(ask()).toHaveLength(4);
  expect(ask('title', title, 'columns', 'category', 'headers', false)).toEqual([[category]]);
  expect(platform.requests).toHaveLength(1);
});
