/** The outbox of a webhook for all records: the events that it keeps and removes, and removed records. */
import { EventLog, type RecordState } from '../../../src/addon/alerts/event-log.js';
import { logFound, type ShownAnswer } from '../../../src/addon/jobs/job-events.js';
import type { Grid } from '../../../src/addon/platform.js';
import type { Row } from '../../../src/addon/table/rows.js';
import { RECORD_COLUMNS } from '../../../src/contract/datasets.js';
import { createFakeTab } from '../tab/fake-tab.js';

const DATASET = 'business-expansion';
const DAY = '2026-11-20';
const NOW = Date.UTC(2026, 10, 26);

const rowOf = (id: string, jobs: number): Row =>
  RECORD_COLUMNS[DATASET].map(
    ({ path }) => ({ id, jobs, announcedDate: DAY, lastModified: DAY })[path] ?? null,
  );
const recordOf = (id: string, jobs: number, more: Partial<RecordState> = {}): RecordState => ({
  kind: 'new',
  dataset: DATASET,
  id,
  row: rowOf(id, jobs),
  question: 'a',
  ...more,
});
const recordsOf = (count: number, more: Partial<RecordState> = {}) =>
  Array.from({ length: count }, (_, index) => recordOf(`r${index}`, index, more));

function openTab() {
  const tab = createFakeTab(() => {});
  const grid = { tabs: () => [tab], insert: () => tab, flush: () => {} } as unknown as Grid;
  return { tab, rows: () => tab.used().rows, open: () => new EventLog(grid, 'Outbox', tab.id) };
}
function send(log: EventLog): void {
  log.markSent(log.waiting(), NOW);
  log.trim();
}

test('a change after the removal of the old event has no previous values; nothing is removed twice', () => {
  const { open, rows } = openTab();
  const log = open();
  log.add(recordsOf(3_500), NOW);
  send(log);
  log.trim();
  expect(rows()).toBe(3_001);
  log.add([recordOf('r600', -1), recordOf('r100', -1, { kind: 'changed' })], NOW);
  const sent = log.read(log.waiting());
  expect(sent).toMatchObject([
    { id: 'r600', kind: 'changed', previous: { jobs: 600 } },
    { id: 'r100', kind: 'changed' },
  ]);
  expect(sent[1]).not.toHaveProperty('previous');
  send(log);
  expect(rows()).toBe(3_001);
  expect(open().latest().size).toBe(2_999);
});

test('old records without room are not written again by each run', () => {
  const { open, rows } = openTab();
  const old = recordsOf(3_400, { isOld: true });
  open().add(old, NOW);
  expect(rows()).toBe(3_001);
  const kept = [...open().latest().keys()];
  expect(kept[0]).toBe(`${DATASET} r400`);
  const log = open();
  log.add(old, NOW);
  if (log.waiting().length === 0) log.add([recordOf('another', 1)], NOW);
  send(log);
  open().add(old, NOW);
  expect(rows()).toBe(3_001);
  expect([...open().latest().keys()].slice(0, 2)).toEqual(kept.slice(1, 3));
});

test('without its column Content the outbox is refused: events would be sent without their records', () => {
  const { tab, open } = openTab();
  open().add(recordsOf(2), NOW);
  tab.deleteColumn(8);
  expect(open).toThrow(/has no column "Content" in its place; undo that/);
});

describe('a record that two questions returned', () => {
  type ByQuestion = readonly [question: string, brought: ShownAnswer];
  const broughtBy = (
    question: string,
    ids: readonly string[],
    more: Partial<ShownAnswer> = {},
  ): ByQuestion => {
    const records = ids.map(
      (id) => ({ dataset: DATASET, id, modified: DAY }) as ShownAnswer['records'][number],
    );
    const window = { start: '2026-11-01', end: '' };
    const rows = ids.map((id) => rowOf(id, 1));
    return [
      question,
      { dataset: DATASET, records, rows, isTruncated: false, window, axis: 'announced', ...more },
    ];
  };
  const windowed = (start: string, end: string) => broughtBy('b', ['r1'], { window: { start, end } });
  const removedAfter = (second: readonly ByQuestion[], isAll = true, hasAllAnswers = true) => {
    const log = openTab().open();
    const note = (all: readonly ByQuestion[], known = { isAll: true, hasAllAnswers: true }) =>
      logFound(log, new Map(all), new Map(), known, NOW);
    note([broughtBy('a', ['r1', 'r2']), broughtBy('b', ['r1', 'r2'])]);
    note(second, { isAll, hasAllAnswers });
    return log.waiting().map(({ kind, id }) => [kind, id]);
  };
  const REMOVED = [['removed', 'r2']];

  test('is removed if the other question lacks it, even if no formula asks the first any more', () => {
    expect(removedAfter([broughtBy('b', ['r1'])])).toEqual(REMOVED);
    expect(removedAfter([broughtBy('a', ['r1']), broughtBy('b', ['r1'])])).toEqual(REMOVED);
  });

  test.each([
    ['a question was not answered', [broughtBy('b', ['r1'])], false, true],
    ['a formula could not be read', [broughtBy('b', ['r1'])], true, false],
    ['a limit truncated the table', [broughtBy('b', ['r1'], { isTruncated: true })], true, true],
    ['its day is before the window', [windowed('2026-11-25', '')], true, true],
    ['its day is after the window', [windowed('2026-11-01', '2026-11-10')], true, true],
    ['no question is about its dataset', [], true, true],
  ])('is not removed if %s', (_, second, isAll, hasAllAnswers) => {
    expect(removedAfter(second, isAll, hasAllAnswers)).toEqual([]);
  });
});
