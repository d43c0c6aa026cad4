/** The charts of templates: Sheets formulas calculate their figures for free, even without the table. */
import { COMMA } from '../../src/contract/formula.js';
import type { SheetInsertion } from '../../src/contract/new-sheet.js';
import { withCharts } from '../../src/sidebar/draft/starter-charts.js';
import {
  type StarterName,
  sheetOf,
  starterOf,
  TEMPLATES,
  watchListRows,
} from '../../src/sidebar/draft/starters.js';
import { textsFor } from '../../src/sidebar/texts/language.js';
import { eventually } from '../support/eventually.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';
import { useJobsSpreadsheet } from './jobs-spreadsheet.js';

const service = useService({ credits: 100_000 });
const recorder = useRecorder(service);
const sheet = useJobsSpreadsheet(() => recorder.connection);

const COUNTRY = 'United States';
const CHOICE = { group: '', industry: '', place: COUNTRY, limit: 25 };

function insertionOf(name: StarterName, place = COUNTRY): SheetInsertion {
  const starter = starterOf(name, { ...CHOICE, place });
  return withCharts(sheetOf('Tab', starter, COMMA), starter, COMMA, textsFor('en').start.charts);
}

const tabOf = (name: string) => sheet.host.workbook.facade.getSheetByName(name)!;
const chartsIn = (tab: string) => sheet.host.charts()[tabOf(tab).getSheetId()] ?? [];

async function make(insertion: SheetInsertion) {
  const { outcome } = await sheet.call('insertSheet', insertion);
  if (outcome?.kind !== 'sheet') throw new Error('no sheet');
  await sheet.host.settled();
  return { tab: outcome.name, charts: chartsIn(outcome.name) };
}

/** Returns the cells that a chart shows, without blank rows below. */
function drawn(tab: string, { ranges }: Awaited<ReturnType<typeof make>>['charts'][number]): unknown[][] {
  const [{ row, column, numRows } = { row: 0, column: 0, numRows: 0 }] = ranges;
  const sheetId = tabOf(tab).getSheetId();
  return sheet.host.workbook.cells
    .see({ sheetId, row, column, numRows, numColumns: 2 }, ({ value }) => value())
    .filter(([name]) => name !== '');
}

const firstName = (...of: Parameters<typeof drawn>) => drawn(...of)[1]?.[0];

/** Returns the values of one column of the table, without its header. */
function columnOf(tab: string, header: string): unknown[] {
  const table = sheet.valuesIn(`'${tab}'!A1:L200`);
  const at = table[0]!.findIndex((name) => String(name).startsWith(header));
  return table.slice(1).map((row) => row[at]);
}

function counted(values: readonly unknown[]): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

test.each([
  ['territory', ['BAR', 'GEO'], 'State'],
  ['investors', ['BAR', 'BAR'], ''],
  ['accounts', ['BAR', 'BAR'], 'Company'],
  ['pipeline', ['BAR', 'GEO'], 'Type'],
  ['suppliers', ['BAR', 'PIE'], 'Company'],
  ['board', ['PIE', 'BAR'], 'Company'],
] as const)('%s: the charts fit the table’s columns', async (name, types, header) => {
  const { tab, charts } = await make(insertionOf(name));
  await eventually(() => firstName(tab, charts[0]!) !== 'nothing yet');
  expect(charts.map(({ type }) => type)).toEqual(types);
  if (name === 'territory') expect(charts[1]?.options).toMatchObject({ region: 'US' });
  for (const chart of charts) {
    const [, ...rows] = drawn(tab, chart);
    expect(rows.length).toBeGreaterThan(0);
    for (const [label, number] of rows) {
      expect(String(label)).toMatch(/^[^#]/);
      expect(typeof number).toBe('number');
    }
    // the chart is beside the table, and its figures are beside the chart
    expect(chart.column).toBeGreaterThan(starterOf(name, CHOICE).columns.length);
    expect(chart.ranges[0]!.column).toBeGreaterThanOrEqual(chart.column + 7);
  }
  if (header === '') return;
  const counts = counted(columnOf(tab, header));
  const chart = charts.find((one) => drawn(tab, one)[0]?.[0] === header);
  const [, ...rows] = drawn(tab, chart!);
  for (const [label, number] of rows) expect([label, counts.get(label)]).toEqual([label, number]);
  const numbers = rows.map(([, number]) => Number(number));
  expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
});

test('investments are summed in the most frequent currency, which the header names', async () => {
  const { tab, charts } = await make(insertionOf('investors'));
  await eventually(() => /^Investment \([A-Z]{3}\)$/.test(String(drawn(tab, charts[0]!)[0]?.[1])));
  const [header, ...rows] = drawn(tab, charts[1]!);
  const currency = /\((.*)\)/.exec(String(header?.[1]))?.[1];
  const [amounts, currencies] = [columnOf(tab, 'Investment'), columnOf(tab, 'Currency')];
  const most = [...counted(currencies)].sort((a, b) => b[1] - a[1])[0]?.[1];
  expect(counted(currencies).get(currency)).toBe(most);
  const sum = amounts.reduce<number>(
    (all, one, at) => all + (currencies[at] === currency ? Number(one) : 0),
    0,
  );
  expect(rows.reduce((all, [, number]) => all + Number(number), 0)).toBe(sum);
  const [, ...companies] = drawn(tab, charts[0]!);
  const total = companies.reduce((all, [, number]) => all + Number(number), 0);
  expect(total > 0 && total <= sum).toBe(true);
});

test('the watch list costs nothing while it is empty, and then asks for its companies alone', async () => {
  const domain = 'ambervalepower.example';
  const name = 'Watch list';
  recorder.clear();
  await make({ name, rows: watchListRows({ name, note: 'Enter domains.' }, COMMA) });
  expect(sheet.valuesIn(`'${name}'!C4`)).toEqual([['']]);
  expect(recorder.requests).toEqual([]);
  sheet.host.workbook.type(`'${name}'!A5`, domain);
  await sheet.host.settled();
  const bodies = recorder.requests.map(({ body }) => JSON.parse(body) as { companyDomain?: unknown });
  expect(bodies.length).toBeGreaterThan(0);
  for (const { companyDomain } of bodies) expect(companyDomain).toEqual([domain]);
});

test('without records, or with an error, the figures say that there is nothing yet', async () => {
  for (const place of ['Atlantis', '']) {
    for (const name of TEMPLATES) {
      const insertion = insertionOf(name, place);
      const rows = insertion.rows.map((row) => [...row]);
      rows[0]![0] = place === '' ? { formula: '=EXPANSIONS(, "nonsense", 1)' } : '';
      const { tab, charts } = await make({ ...insertion, rows });
      for (const chart of charts) {
        expect(drawn(tab, chart).slice(1)).toEqual([['nothing yet', 0]]);
        expect(drawn(tab, chart)[0]?.[1]).toMatch(/^(Records|Investment)$/);
      }
    }
  }
});

test('the figures follow the table; a second click creates another tab, and a person’s own cells stay', async () => {
  const insertion = insertionOf('accounts');
  const first = await make(insertion);
  await eventually(() => firstName(first.tab, first.charts[0]!) !== 'nothing yet');
  sheet.host.workbook.type(`'${first.tab}'!A60`, 'mine');
  const second = await make(insertion);
  expect(second.tab).toBe('Tab 2');
  expect([first.charts.length, second.charts.length]).toEqual([2, 2]);
  expect(sheet.valuesIn(`'${first.tab}'!A60`)).toEqual([['mine']]);
  const { formula } = insertion.rows[0]![0] as { formula: string };
  sheet.host.workbook.type(`'${first.tab}'!A1`, formula.replace('"limit", 25', '"limit", 3'));
  const records = () => {
    const [, ...rows] = drawn(first.tab, first.charts[0]!);
    return rows.reduce((sum, [, count]) => sum + Number(count), 0);
  };
  await eventually(() => records() === 3);
});

test('the header is no name, even below a row that a person inserts above it', async () => {
  const { tab } = await make(insertionOf('accounts'));
  await eventually(() => firstName(tab, chartsIn(tab)[0]!) !== 'nothing yet');
  const names = () => chartsIn(tab).map((chart) => drawn(tab, chart).map(([name]) => name));
  const before = names();
  tabOf(tab).insertRowBefore(0);
  await sheet.host.settled();
  expect(names()).toEqual(before);
});

test('invalid charts are refused', async () => {
  const insertion = insertionOf('board');
  const [chart] = insertion.charts!;
  for (const charts of ['all', [{}], [{ ...chart, type: 'LINE' }], [{ ...chart, row: 0 }]])
    await expect(sheet.call('insertSheet', { ...insertion, charts })).rejects.toThrow(/sheet/);
});
