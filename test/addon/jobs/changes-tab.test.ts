/** The list of changes: each version once, whatever other tables show and people do to the tab. */
import type { NewRecord } from '../../../src/addon/alerts/alert.js';
import { writeChanges } from '../../../src/addon/jobs/changes-tab.js';
import type { Grid } from '../../../src/addon/platform.js';
import { createZone } from '../../../src/addon/question/zone.js';
import { recordOf } from '../alerts/support.js';
import { createFakeTab, type FakeTab } from '../tab/fake-tab.js';

const NOW = Date.UTC(2026, 10, 20, 9, 30);
const zone = createZone('Etc/GMT');

/** A spreadsheet that logs its calls, and a job that stores the tab's id. */
function openSpreadsheet() {
  const tabs: FakeTab[] = [];
  const calls: string[] = [];
  let ids = 0;
  let place: number | undefined;
  const log = (call: string) => void calls.push(call);
  const grid: Grid = {
    cell: () => undefined,
    selection: () => undefined,
    values: () => [],
    range: () => undefined,
    tabs() {
      log('tabs');
      return tabs;
    },
    names: () => tabs.map((tab) => tab.name()),
    insert(name) {
      log('insert');
      ids += 1;
      const tab = createFakeTab(log, ids, () => name);
      tabs.push(tab);
      return tab;
    },
    flush: () => log('flush'),
  };
  return {
    tabs,
    calls,
    write(records: readonly NewRecord[], now = NOW) {
      calls.length = 0;
      const clock = { now: () => now, sleep: () => {} };
      const storeTab = (next: number) => {
        log('keep');
        place = next;
      };
      return { ...writeChanges({ grid, clock }, records, zone, place, storeTab), place };
    },
    only(): FakeTab {
      expect(tabs).toHaveLength(1);
      return tabs[0]!;
    },
  };
}

const record = (id: string, day = 19, more: Partial<NewRecord> = {}, tab = 'Sheet1'): NewRecord =>
  recordOf(id, { announced: `2026-11-${day}`, modified: `2026-11-${day}`, tab, ...more });

/** The tab as people see it, without blank rows and columns at its ends. */
function seenIn(tab: FakeTab): unknown[][] {
  const { rows, columns } = tab.used();
  return tab.cells.slice(0, rows).map((cells) => cells.slice(0, columns).map(({ value }) => value));
}

function columnIn(tab: FakeTab, header: string): unknown[] {
  const [names = [], ...rows] = seenIn(tab);
  return rows.map((cells) => cells[names.indexOf(header)]);
}

const HEADER = [
  ['First seen', 'Dataset', 'Company', 'What', 'Headline', 'Place'],
  ['Investment', 'Currency', 'Jobs', 'Announced', 'Source', 'Table', 'Id'],
].flat();

test('each version has a row, newest first, in a formatted tab', () => {
  const sheet = openSpreadsheet();
  const { investment: _investment, jobs: _jobs, ...bare } = record('b', 20);
  const executive = { ...bare, dataset: 'executive-change', announced: 'soon', currency: '' } as const;
  const written = sheet.write([record('a'), { ...executive, tab: 'People' }]);
  expect(written).toMatchObject({ added: 2, place: 1 });
  expect(sheet.tabs[0]?.name()).toBe('Signals changes');
  // once, before the header: later runs leave the format to the person
  expect(sheet.calls.filter((call) => call === 'format')).toHaveLength(1);
  expect(sheet.calls.indexOf('format')).toBeLessThan(sheet.calls.indexOf('write'));
  const seen = new Date(NOW);
  const about = (id: string) => [
    ...[`Company ${id}`, 'Factory/Plant', `Headline ${id}`, 'Austin, Texas, United States'],
  ];
  const day = zone.midnight('2026-11-19');
  const link = (id: string) => `https://news.example/${id}`;
  expect(seenIn(sheet.only())).toEqual([
    HEADER,
    [seen, 'EXEC_CHANGES', ...about('b'), '', '', '', 'soon', link('b'), 'People', 'b 2026-11-20'],
    [seen, 'EXPANSIONS', ...about('a'), 5_000_000, 'USD', 200, day, link('a'), 'Sheet1', 'a 2026-11-19'],
  ]);
});

test('the same version again changes nothing, another version is a new row', () => {
  const sheet = openSpreadsheet();
  sheet.write([record('a'), record('a', 19, {}, 'Sheet2'), record('', 19)]);
  const before = seenIn(sheet.only());
  expect(before).toHaveLength(2);
  const again = record('a', 19, { headline: 'another headline' }, 'Sheet3');
  expect(sheet.write([again], NOW + 86_400_000)).toMatchObject({ added: 0 });
  expect(seenIn(sheet.only())).toEqual(before);
  sheet.write([again, record('a', 20)]);
  expect(sheet.calls).not.toContain('format');
  expect(columnIn(sheet.only(), 'Id')).toEqual(['a 2026-11-20', 'a 2026-11-19']);
  const cells = sheet.only().cells.flat();
  expect(cells.every(({ note }) => note === '')).toBe(true);
});

test('all texts of a record stay texts', () => {
  const sheet = openSpreadsheet();
  const hostile = '=IMPORTDATA("https://evil.example")';
  const more = { company: hostile, what: "'+1", headline: '-1-2', where: '@x', currency: hostile };
  const days = { announced: hostile, link: 'javascript:alert(1)', headline: 'x'.repeat(60_000) };
  const other = record('r', 19, { announced: '2026-02-30' });
  sheet.write([record(hostile, 19, { ...more, ...days }, hostile), other]);
  const cells = sheet.only().cells.flat();
  expect(cells.every(({ formula }) => formula === '')).toBe(true);
  expect(cells.every(({ value }) => String(value).length < 50_000)).toBe(true);
  expect(columnIn(sheet.only(), 'What')).toEqual(["'+1", 'Factory/Plant']);
  expect(columnIn(sheet.only(), 'Announced')).toEqual([hostile, '2026-02-30']);
  expect(sheet.write([record(hostile), record('r')])).toMatchObject({ added: 0 });
});

const OLD = [record('a', 11), record('b', 12), record('c', 13)];
const NEW = [record('d', 14), record('e', 15), record('f', 16)];

test('a deleted tab is created again', () => {
  const sheet = openSpreadsheet();
  sheet.write(OLD);
  sheet.tabs.length = 0;
  expect(sheet.write(NEW)).toMatchObject({ added: 3, place: 2 });
  expect(columnIn(sheet.only(), 'Id')).toHaveLength(3);
});

test('more rows need no more calls', () => {
  const callsFor = (count: number) => {
    const sheet = openSpreadsheet();
    sheet.write(OLD);
    sheet.write(Array.from({ length: count }, (_, index) => record(`n${index}`)));
    return [...sheet.calls];
  };
  expect(callsFor(1)).toEqual(callsFor(400));
});

test('a full tab takes no more rows and reports it', () => {
  const sheet = openSpreadsheet();
  sheet.write(Array.from({ length: 19_999 }, (_, index) => record(`n${index}`)));
  expect(sheet.write(OLD.slice(0, 1))).toMatchObject({ added: 1 });
  const tab = sheet.only();
  const before = columnIn(tab, 'Id');
  expect(sheet.write(NEW)).toEqual({ added: 0, changed: 0, isFull: true, place: 1 });
  expect(columnIn(tab, 'Id')).toEqual(before);
  // rows that a person deletes make room
  tab.deleteRow(20_001);
  expect(sheet.write(NEW.slice(0, 1))).toMatchObject({ added: 1 });
});
