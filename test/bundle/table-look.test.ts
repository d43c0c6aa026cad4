/** Tables from Build and of syncs are formatted once, at their creation, and a person's own formats stay. */
import { tableStyleOf } from '../../src/contract/table-style.js';
import { DAY_MS, syncOf, useJobsSpreadsheet } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const FORMULA = '=EXPANSIONS(, "columns", "announcedDate|company.name|investment|currency")';
const LOOK = tableStyleOf(['announcedDate', 'company.name', 'investment', 'currency']);
/** Matches calls that set formats. */
const FORMATTING = /\.(?!get)\w*(?:Width|Frozen|FontWeight|Background|Wrap|NumberFormat)/;

const service = useSmallService();
const sheet = useJobsSpreadsheet(() => service.connection);

const tabOf = (name: string) => sheet.host.workbook.facade.getSheetByName(name)!;
const insert = (a1: string, more: object = {}) => {
  const cell = { sheet: 'Sheet1', a1 };
  return sheet.call('insertFormula', { formula: FORMULA, cell, ...LOOK, ...more });
};
const cellOf = (tab: string, row: number, column: number) => tabOf(tab).getRange(row - 1, column - 1);
const styleOf = (...cell: Parameters<typeof cellOf>) => cellOf(...cell).getCellStyleData();
/** The format calls since the records were cleared. */
const formatting = () =>
  sheet.host.executions.records
    .flatMap(({ calls }) => calls.map(({ name }) => String(name)))
    .filter((name) => FORMATTING.test(name));

beforeEach(() => service.add(3, sheet.dayAgo(1)));

test('an inserted table has a frozen header, widths and formats, each set by one call', async () => {
  sheet.host.executions.records.splice(0);
  await insert('A1');
  // three for the header, two formats, four widths, the frozen row
  expect(formatting()).toHaveLength(10);
  const tab = tabOf('Sheet1');
  expect(tab.getFrozenRows()).toBe(1);
  expect([0, 1, 2, 3].map((column) => tab.getColumnWidth(column))).toEqual(LOOK.widths);
  expect(styleOf('Sheet1', 1, 4)).toMatchObject({ bl: 1, bg: { rgb: '#e0f2ee' } });
  expect(styleOf('Sheet1', 1, 5)?.bl).toBeFalsy();
  expect(styleOf('Sheet1', 1000, 1)?.n?.pattern).toBe('yyyy-mm-dd');
  expect(styleOf('Sheet1', 900, 3)?.n?.pattern).toBe('#,##0');
  expect(styleOf('Sheet1', 900, 2)?.n).toBeFalsy();
});

test('below another table nothing is frozen or narrowed, and cells from the next filled row on stay', async () => {
  sheet.host.workbook.type('B30', 'mine');
  await insert('A5');
  const tab = tabOf('Sheet1');
  expect(tab.getFrozenRows()).toBeLessThanOrEqual(0);
  expect(tab.getColumnWidth(1)).toBe(240);
  expect(tab.getColumnWidth(3)).not.toBe(80);
  expect(styleOf('Sheet1', 29, 1)?.n?.pattern).toBe('yyyy-mm-dd');
  expect(styleOf('Sheet1', 30, 1)?.n).toBeFalsy();
  expect(styleOf('Sheet1', 4, 1)?.n).toBeFalsy();
});

test('a person’s formats stay: header, column, width, frozen rows', async () => {
  const tab = tabOf('Sheet1');
  tab.getRange(0, 1).setFontWeight('bold');
  tab.getRange(7, 2).setValue({ s: { n: { pattern: '0.0' } } });
  tab.setColumnWidth(0, 55);
  tab.setFrozenRows(3);
  await insert('A1');
  expect(styleOf('Sheet1', 1, 1)?.bl).toBeFalsy();
  expect(styleOf('Sheet1', 2, 3)?.n).toBeFalsy();
  expect(styleOf('Sheet1', 8, 3)?.n?.pattern).toBe('0.0');
  expect(tab.getColumnWidth(0)).toBe(55);
  expect(tab.getFrozenRows()).toBe(3);
  // the rest has our formats
  expect(styleOf('Sheet1', 2, 1)?.n?.pattern).toBe('yyyy-mm-dd');
  expect(tab.getColumnWidth(1)).toBe(240);
});

test('a formula that replaces another changes no format', async () => {
  sheet.host.workbook.type('A1', 'mine');
  sheet.host.executions.records.splice(0);
  await insert('A1', { expected: 'mine' });
  expect(formatting()).toEqual([]);
});

test('a table at the edge of its tab is formatted, and wrong widths are refused', async () => {
  await insert('Z1000');
  expect(styleOf('Sheet1', 1000, 26)?.bl).toBe(1);
  await expect(insert('A1', { widths: 'wide' })).rejects.toThrow('a formula starts with =');
});

test('a sync’s tab is formatted only when its header is written', async () => {
  const id = await sheet.makeAndRun(syncOf(sheet, { formula: FORMULA, from: sheet.dayAgo(1) }));
  const tab = tabOf('Synced');
  expect(sheet.rowsById('Synced').size).toBe(3);
  expect(tab.getFrozenRows()).toBe(1);
  expect(styleOf('Synced', 1, 2)?.bl).toBe(1);
  expect(styleOf('Synced', 2, 3)?.n?.pattern).toBe('#,##0');
  expect(tab.getColumnWidth(1)).toBe(240);
  tab.setColumnWidth(1, 100);
  tab.getRange(0, 1).setFontWeight('normal');
  sheet.host.clock.advance(DAY_MS);
  service.add(3, sheet.dayAgo(1));
  sheet.host.executions.records.splice(0);
  await sheet.runNow(id);
  expect(sheet.rowsById('Synced').size).toBe(6);
  expect(formatting()).toEqual([]);
  // new rows at the top have the format of records, not of the header above them
  for (const row of [2, 4, 5]) {
    expect(styleOf('Synced', row, 2)?.bg).toBeFalsy();
    expect(styleOf('Synced', row, 2)?.bl).toBeFalsy();
    expect(styleOf('Synced', row, 3)?.n?.pattern).toBe('#,##0');
  }
  expect(tab.getColumnWidth(1)).toBe(100);
  expect(styleOf('Synced', 1, 2)?.bl).toBe(0);
});
