/** A tab that may hold six records: the oldest go, as long as they are known and hold nothing of a person's. */
import { createZone } from '../../../src/addon/question/zone.js';
import { findColumns } from '../../../src/addon/tab/synced-columns.js';
import { writeRows } from '../../../src/addon/tab/write-rows.js';
import { createFakeTab, type FakeTab } from './fake-tab.js';

const HEADERS = ['Seen', 'Company', 'Id'];
const MOST = 6;
const zone = createZone('Etc/GMT');

class Killed extends Error {}

/** A tab with records seen on the days from 1 on, two a day. @param before each call, by its number and name */
function openTab(
  days: number,
  before: (calls: number, call: string, tab: FakeTab) => void = () => undefined,
) {
  let calls = Number.NEGATIVE_INFINITY;
  const tab: FakeTab = createFakeTab((call) => {
    calls += 1;
    before(calls, call, tab);
  });
  findColumns(tab, HEADERS);
  const write = (day: number) => {
    const written = writeRows(
      tab,
      ['a', 'b'].map((name) => ({
        id: `${name}${day}`,
        changedOn: '',
        cells: new Map(),
        whenAdded: new Map<string, unknown>([
          ['Seen', zone.midnight(`2026-03-0${day}`)],
          ['Company', `company of ${name}${day}`],
        ]),
      })),
      {
        headers: HEADERS,
        newRows: 'top',
        zone,
        unnoted: [],
        most: MOST,
      },
    );
    return written;
  };
  for (let day = 1; day <= days; day++) write(day);
  return {
    tab,
    write(day: number) {
      calls = 0;
      return write(day);
    },
    ids: () =>
      tab.cells
        .map((cells) => cells[columnOf(tab, 'Id') - 1]?.value)
        .filter((id) => id !== '')
        .slice(1),
  };
}

function columnOf(tab: FakeTab, header: string): number {
  return tab.cells[0]!.findIndex(({ value }) => value === header) + 1;
}

test('the oldest rows go, from the bottom, and the tab grows no longer', () => {
  const { tab, write, ids } = openTab(3);
  const rows = tab.cells.length;
  expect(ids()).toEqual(['a3', 'b3', 'a2', 'b2', 'a1', 'b1']);
  for (let day = 4; day <= 7; day++) expect(write(day)).toEqual({ added: 2, changed: 0 });
  expect(ids()).toEqual(['a7', 'b7', 'a6', 'b6', 'a5', 'b5']);
  expect(tab.cells).toHaveLength(rows);
});

test('what a person has written below the records moves up with them', () => {
  const { tab, write } = openTab(3);
  tab.type(9, 5, 'below');
  expect(write(4)).toMatchObject({ added: 2 });
  expect(tab.cells[8]?.[4]?.value).toBe('below');
});

test.each<[string, (tab: FakeTab) => void]>([
  ['a cell in a column of their own', (tab) => tab.type(6, 4, 'mine')],
  ['a check box', (tab) => tab.type(7, 5, false)],
  ['a formula in their own column', (tab) => tab.typeFormula(7, 4, '=A7')],
  ['a formula in ours', (tab) => tab.typeFormula(7, 2, '=UPPER("x")')],
  ['a note', (tab) => tab.writeNotes({ row: 6, column: 2, numRows: 1, numColumns: 1 }, [['call them']])],
  ['a row in our columns', (tab) => tab.type(7, columnOf(tab, 'Id'), '')],
  [
    'a row of their own between',
    (tab) => {
      tab.insertRows(7, 1);
      tab.type(7, 2, 'mine');
    },
  ],
  ['another order', (tab) => tab.sort(columnOf(tab, 'Company'))],
  ['a column of times that is gone', (tab) => tab.deleteColumn(columnOf(tab, 'Seen'))],
])('nothing is removed or added where there is %s', (title, act) => {
  const { tab, write } = openTab(3);
  act(tab);
  // the row without an id is not counted
  if (title === 'a row in our columns') tab.type(8, columnOf(tab, 'Id'), 'typed');
  const before = JSON.stringify(tab.cells);
  expect(write(4)).toEqual({ added: 0, changed: 0, isFull: true });
  expect(JSON.stringify(tab.cells)).toBe(before);
});

test('what a person has written into newer rows does not keep the oldest', () => {
  const { tab, write, ids } = openTab(3);
  tab.type(5, 4, 'mine');
  expect(write(4)).toMatchObject({ added: 2 });
  expect(ids()).toEqual(['a4', 'b4', 'a3', 'b3', 'a2', 'b2']);
  expect(tab.cells[6]?.[3]?.value).toBe('mine');
});

test('ended after any call and repeated, only the oldest are gone, and the new ones are there once', () => {
  for (let dies = 0; ; dies++) {
    const { tab, write, ids } = openTab(3, (calls) => {
      if (calls > dies && calls < 1_000) throw new Killed();
    });
    const rows = tab.cells.length;
    let isOver = true;
    try {
      write(4);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      isOver = false;
    }
    dies += 1_000;
    write(4);
    dies -= 1_000;
    expect(ids()).toEqual(['a4', 'b4', 'a3', 'b3', 'a2', 'b2']);
    expect(tab.cells).toHaveLength(rows);
    if (isOver) {
      expect(dies).toBeGreaterThan(8);
      return;
    }
  }
});

test('a person who acts before any call loses nothing', () => {
  for (let at = 1; at < 25; at++) {
    const { tab, write, ids } = openTab(3, (calls, call, open) => {
      const isRead = ['size', 'used', 'values', 'formulas', 'notes'].includes(call);
      if (calls === at && isRead) {
        open.type(7, 4, 'mine');
        open.sort(columnOf(open, 'Company'));
      }
    });
    write(4);
    const mine = tab.cells.flatMap((cells) => cells.filter(({ value }) => value === 'mine'));
    const shown = ids();
    expect(new Set(shown).size).toBe(shown.length);
    expect(shown.length).toBe(MOST);
    expect(mine.length).toBeLessThanOrEqual(1);
    // as late as right before the last look
    if (at <= 6) expect([at, mine.length, shown]).toEqual([at, 1, ['a1', 'a2', 'a3', 'b1', 'b2', 'b3']]);
  }
});
