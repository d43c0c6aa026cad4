/** What a job finds in the pool: known days, and newer versions than an answer that is given again. */
import { findKnownChanges, wantedChanges, withNewest } from '../../../src/addon/answers/changes.js';
import { createApp } from '../../../src/addon/app.js';
import { textAt } from '../../../src/addon/table/record-layout.js';
import { createFakePlatform } from '../fake-platform.js';
import { createWorld, daysFrom } from './world.js';

const NOW = '2026-10-01T10:00:00Z';
const PAYER = 'another payer';

function prepare() {
  const world = createWorld();
  for (const day of daysFrom('2026-09-01', '2026-10-01')) world.add(day, 2);
  const platform = createFakePlatform({ now: NOW, respond: (request) => world.respond(request) });
  const { payer } = JSON.parse(platform.userProperties.get('connection') ?? '{}') as { payer: string };
  const table = (...args: unknown[]) => createApp(platform).dataset('business-expansion', args);
  const wanted = (start: string, end: string, limit = 1_000) =>
    wantedChanges({
      question: { dataset: 'business-expansion', companies: [], groups: [], filters: {} },
      targets: {},
      part: undefined,
      days: { start, end },
      limit,
    });
  const known = (start: string, end: string, limit?: number) =>
    findKnownChanges(platform, payer, wanted(start, end, limit), new Map());
  return { world, platform, payer, table, wanted, known };
}

const BY_CHANGE = ['dateType', 'LAST-MODIFIED', 'limit', 100] as const;

test('days of which nothing, something and everything is known', () => {
  const { table, known } = prepare();
  expect(known('2026-09-10', '2026-09-20')).toEqual({ until: '2026-09-20' });
  table(...BY_CHANGE, 'from', '2026-09-12', 'to', '2026-09-14');
  expect(known('2026-09-10', '2026-09-20')).toEqual({ until: '2026-09-11' });
  expect(known('2026-09-12', '2026-09-20')).toMatchObject({ until: '2026-09-14' });
  expect(known('2026-09-12', '2026-09-20').rows).toHaveLength(6);
  expect(known('2026-09-15', '2026-09-20')).toEqual({ until: '2026-09-20' });
  expect(known('2026-09-13', '2026-09-14').rows).toHaveLength(4);
});

test('as many rows as the limit are no answer: there may be more', () => {
  const { table, known } = prepare();
  table(...BY_CHANGE, 'from', '2026-09-12', 'to', '2026-09-14');
  expect(known('2026-09-12', '2026-09-14', 6)).toEqual({ until: '2026-09-14' });
  expect(known('2026-09-12', '2026-09-14', 7).rows).toHaveLength(6);
});

test('what another payer has bought is not known', () => {
  const { platform, table, wanted } = prepare();
  table(...BY_CHANGE, 'from', '2026-09-12', 'to', '2026-09-14');
  const found = findKnownChanges(platform, PAYER, wanted('2026-09-12', '2026-09-14'), new Map());
  expect(found).toEqual({ until: '2026-09-14' });
});

test('an answer that is given again puts no older version in the place of a newer one', () => {
  const { world, platform, payer, table, wanted, known } = prepare();
  table(...BY_CHANGE, 'from', '2026-09-12', 'to', '2026-09-14');
  const { rows: before = [] } = known('2026-09-12', '2026-09-14');
  const question = wanted('2026-09-12', '2026-09-14');
  const { id, columns } = question.layout;
  const corrected = textAt(before[0]!, id);
  world.correct(corrected, '2026-09-20');
  const sent = Date.parse(NOW);
  platform.advance(60_000);
  table(...BY_CHANGE, 'from', '2026-09-19', 'to', '2026-09-21');
  const jobs = columns.findIndex(({ path }) => path === 'jobs');
  const after = withNewest(platform, payer, question, before, sent);
  expect(after.map((row) => textAt(row, id))).toEqual(before.map((row) => textAt(row, id)));
  expect(Number(textAt(after[0]!, jobs))).toBe(Number(textAt(before[0]!, jobs)) + 1_000_000);
  expect(after.slice(1)).toEqual(before.slice(1));
});
