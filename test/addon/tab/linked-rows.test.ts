/** Companies and headlines of a synced tab get links; nothing else in the tab changes. */
import { createZone } from '../../../src/addon/question/zone.js';
import { findColumns } from '../../../src/addon/tab/synced-columns.js';
import type { IncomingRecord } from '../../../src/addon/tab/upsert-plan.js';
import { writeRows } from '../../../src/addon/tab/write-rows.js';
import { createFakeTab, type FakeTab } from './fake-tab.js';

const HEADERS = ['Company', 'Jobs', 'Headline', 'Id'];
const [COMPANY, , HEADLINE] = [1, 2, 3];

function record(id: string, jobs: number, company = `Company ${id}`.replace(/\d/, '')): IncomingRecord {
  return {
    id,
    changedOn: '2026-03-01',
    cells: new Map<string, unknown>([
      ['Company', company],
      ['Jobs', jobs],
      ['Headline', `${company} opens a plant`],
    ]),
    links: new Map([
      ['Company', `https://${id}.example`],
      ['Headline', `https://news.example/${id}`],
    ]),
  };
}

/** Opens a tab; `before` is called with it and the name of each call. */
function open(before: (call: string, tab: FakeTab) => void = () => undefined) {
  const calls: string[] = [];
  const tab: FakeTab = createFakeTab((call) => {
    calls.push(call);
    before(call, tab);
  });
  findColumns(tab, HEADERS);
  const write = (records: readonly IncomingRecord[], newRows: 'top' | 'bottom' = 'bottom') => {
    calls.length = 0;
    return writeRows(tab, records, { headers: HEADERS, newRows, zone: createZone('Etc/GMT') });
  };
  return { tab, calls, write };
}

const address = (tab: FakeTab, row: number, column: number) => tab.cells[row - 1]![column - 1]!.address;

test('new rows link to the site and to the source, with the same calls for any number of rows', () => {
  const { tab, calls, write } = open();
  write([record('a', 1)]);
  const ofOne = [...calls];
  write([record('b', 1), record('c', 1), record('d', 1)]);
  expect(calls.filter((call) => call === 'link')).toHaveLength(2);
  const ofLinks = (all: readonly string[]) => all.filter((call) => /link|formulas/.test(call));
  expect(ofLinks(calls)).toEqual(ofLinks(ofOne));
  expect(address(tab, 2, COMPANY)).toBe('https://a.example');
  expect([3, 4, 5].map((row) => address(tab, row, HEADLINE)).sort()).toEqual(
    ['b', 'c', 'd'].map((id) => `https://news.example/${id}`),
  );
  const first = tab.cells[1]!.slice(0, 4).map(({ value }) => value);
  expect(first).toEqual(['Company a', 1, 'Company a opens a plant', 'a']);
});

test('rows between two that change keep their links, a person’s own among them', () => {
  const { tab, write } = open();
  write([record('a', 1), record('b', 1), record('c', 1)]);
  const rowOf = (id: string) => tab.cells.findIndex((cells) => cells[3]?.value === id) + 1;
  tab.link({ row: 3, column: COMPANY, numRows: 1, numColumns: 1 }, () => 'https://my.example');
  const middle = tab.cells[2]![3]!.value;
  write(['a', 'b', 'c'].filter((id) => id !== middle).map((id) => record(id, 2, `Renamed ${id}`)));
  expect(address(tab, 3, COMPANY)).toBe('https://my.example');
  expect(address(tab, 3, HEADLINE)).toBe(`https://news.example/${middle}`);
  for (const id of ['a', 'b', 'c']) {
    if (id === middle) continue;
    expect(tab.cells[rowOf(id) - 1]![0]!.value).toBe(`Renamed ${id}`);
    expect(address(tab, rowOf(id), COMPANY)).toBe(`https://${id}.example`);
  }
});

test('a person’s formula in a column with links stays a formula, and the rows around it get links', () => {
  const { tab, write } = open();
  write([record('a', 1), record('b', 1), record('c', 1)]);
  tab.typeFormula(3, COMPANY, '=UPPER("b")');
  write(['a', 'b', 'c'].map((id) => record(id, 2, `Renamed ${id}`)));
  expect(tab.cells[2]![0]!.formula).toBe('=UPPER("b")');
  expect(tab.cells[1]![0]!.value).toMatch(/^Renamed/);
  expect(address(tab, 2, COMPANY)).toMatch(/example$/);
  expect(address(tab, 4, COMPANY)).toMatch(/example$/);
});

test.each(['=HYPERLINK("x")', '+1 Group', "'quoted", '2026-03-01', '5 May 2026', 'TRUE', '3M', '-', '@home'])(
  '%s is written once and never again as rich text',
  (company) => {
    const { tab, write } = open();
    write([record('a', 1, company)]);
    expect(tab.cells[1]![0]).toMatchObject({ value: company, formula: '', address: '' });
  },
);

test.each(['links', 'link'])('if %s fails, the rows are still written', (failing) => {
  const { tab, write } = open((call) => {
    if (call === failing) throw new Error('Service Spreadsheets failed');
  });
  expect(write([record('a', 1)], 'top')).toEqual({ added: 1, changed: 0 });
  expect(tab.cells[1]![0]).toMatchObject({ value: 'Company a', address: '' });
});

test('rows that a person moves before the links are set keep their texts', () => {
  const { tab, write } = open((call, moved) => {
    if (call === 'links') moved.sort(2);
  });
  write([record('a', 3), record('b', 1), record('c', 2)], 'top');
  for (const cells of tab.cells.slice(1, 4)) {
    const [company, , , id] = cells.map(({ value }) => String(value));
    expect(company).toBe(`Company ${id}`);
    expect(['', `https://${id}.example`]).toContain(cells[0]!.address);
  }
});
