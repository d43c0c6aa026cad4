/** Sheet: the rows, columns and charts of one tab of the spreadsheet. */

import type { ChartInfo } from '../bridge/operations.js';
import { parseA1 } from '../grid/a1-notation.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { SpreadsheetParts } from './cell-writer.js';
import { infoOf, openBuilder, openChart } from './charts.js';
import type { Caller } from './define.js';
import {
  type Call,
  chained,
  change,
  dataOf,
  local,
  type MembersOf,
  Remote,
  recorded,
  type Table,
  tableOf,
} from './define.js';
import { WHOLE_TAB } from './protections.js';
import type { RangeData } from './range.js';
import { checkGrowth, checkPlace, infosOf, openTab, type Tab, type TabData } from './tabs.js';

/** Google's default width of a column in pixels. */
const DEFAULT_WIDTH = 100;

type Sheet = GoogleAppsScript.Spreadsheet.Sheet & Ranges;
type Members = MembersOf<Sheet, TabData>;
/** The call of a method of a tab. */
type At = Call & TabData;

/** All overloads in one. */
interface Ranges {
  getRange(
    row: string | number,
    column?: number,
    numRows?: number,
    numColumns?: number,
  ): GoogleAppsScript.Spreadsheet.Range;
}

export function sheetTable(parts: SpreadsheetParts, range: Table): Table {
  return tableOf<Sheet, TabData>('Sheet', {
    ...content(parts.workbook, range),
    ...sizes(parts.workbook),
    ...rows(parts),
    ...columns(parts),
    ...charts(parts),
  });
}

function content(host: HostWorkbook, range: Table) {
  return {
    getName: recorded(
      'Spreadsheet.getSheets',
      ({ tab }: At) => infosOf(host).find(({ id }) => id === tab.id)?.name ?? tab.name,
    ),
    getType: local(({ tab }) => tab.type ?? 'GRID'),
    // Google's ids of tabs are numbers
    getSheetId: local(({ tab }) => numericId(tab.id)),
    getRange: local((call, row, column = Number.NaN, numRows = 1, numColumns = 1) => {
      const sheet = openTab(host, call.tab);
      const bounds = { rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() };
      if (typeof row === 'string') return rangeNamed(call, range, row, bounds);
      return rangeAt(call.self, range, [row, column, numRows, numColumns], bounds);
    }),
    getDataRange: recorded('Sheet.getLastUsed', async ({ self, tab }: At) => {
      await host.calculation.settled();
      openTab(host, tab);
      const { row, column } = host.cells.lastUsed(tab.id);
      return rangeAt(self, range, [1, 1, Math.max(1, row), Math.max(1, column)]);
    }),
    clear: chained(async ({ invoke, self }: Call) => invoke(await invoke(self, 'getDataRange'), 'clear')),
    activate: change(({ ui, tab }: At) => {
      openTab(host, tab);
      ui.select({ sheetId: tab.id, row: 1, column: 1, numRows: 1, numColumns: 1 });
    }, 'Spreadsheet.setActiveSheet'),
  } satisfies Members;
}

/** A tab's object remembers the size until the object changes the tab. */
function sizes(host: HostWorkbook) {
  const read = (side: 'rows' | 'columns') => ({
    local: ({ tab }: TabData) => tab.size !== undefined,
    records: 'Sheet.getMaxSize',
    handle({ tab }: TabData) {
      const sheet = openTab(host, tab);
      tab.size ??= { rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() };
      return tab.size[side];
    },
  });
  return { getMaxRows: read('rows'), getMaxColumns: read('columns') } satisfies Members;
}

function rows({ workbook: host, protections }: SpreadsheetParts) {
  const insert = (call: At, before: number, howMany: number): void => {
    const { tab } = call;
    const sheet = openTab(host, tab);
    const last = sheet.getMaxRows();
    checkPlace(before, howMany, last + 1);
    // no source says when Google refuses new rows beside protected ones; here, the next row decides
    protections.check(call, { ...WHOLE_TAB, sheetId: tab.id, row: Math.min(before, last), numRows: 1 });
    checkGrowth(host, howMany * sheet.getMaxColumns());
    if (before > last) sheet.insertRowsAfter(last - 1, howMany);
    else sheet.insertRowsBefore(before - 1, howMany);
    if (tab.size) tab.size = { ...tab.size, rows: tab.size.rows + howMany };
  };
  return {
    insertRowsBefore: change(insert, 'Sheet.insertRows'),
    insertRowsAfter: change(
      (call: At, after: number, howMany: number) => insert(call, after + 1, howMany),
      'Sheet.insertRows',
    ),
    deleteRows: change((call: At, from: number, howMany: number) => {
      const { tab } = call;
      const sheet = openTab(host, tab);
      const last = sheet.getMaxRows();
      checkPlace(from, howMany, last);
      if (howMany >= last) throw new Error("You can't delete all the rows on the sheet.");
      checkPlace(from + howMany - 1, howMany, last);
      if (from <= sheet.getFrozenRows() + 1 && from + howMany > last)
        throw new Error('Sorry, it is not possible to delete all non-frozen rows.');
      protections.check(call, { ...WHOLE_TAB, sheetId: tab.id, row: from, numRows: howMany });
      sheet.deleteRows(from - 1, howMany);
      tab.size = undefined;
    }),
    getFrozenRows: ({ tab }) => Math.max(0, openTab(host, tab).getFrozenRows()),
    setFrozenRows: change(({ tab }: At, count: number) => {
      const sheet = openTab(host, tab);
      if (count >= sheet.getMaxRows()) throw new Error("You can't freeze all visible rows on the sheet.");
      sheet.setFrozenRows(count);
    }),
  } satisfies Members;
}

function columns({ workbook: host, protections }: SpreadsheetParts) {
  const openWithColumn = (tab: Tab, column: number) => {
    const sheet = openTab(host, tab);
    if (column < 1 || column > sheet.getMaxColumns()) throw new Error('Those columns are out of bounds.');
    return sheet;
  };
  return {
    insertColumnsAfter: change((call: At, after: number, howMany: number) => {
      const { tab } = call;
      const sheet = openTab(host, tab);
      const [before, last] = [after + 1, sheet.getMaxColumns()];
      checkPlace(before, howMany, last + 1);
      const column = Math.min(before, last);
      protections.check(call, { ...WHOLE_TAB, sheetId: tab.id, column, numColumns: 1 });
      checkGrowth(host, howMany * sheet.getMaxRows());
      if (before > last) sheet.insertColumnsAfter(last - 1, howMany);
      else sheet.insertColumnsBefore(before - 1, howMany);
      tab.size = undefined;
    }, 'Sheet.insertColumns'),
    getColumnWidth: ({ tab }, column) =>
      openWithColumn(tab, column).getSheet().getConfig().columnData[column - 1]?.w ?? DEFAULT_WIDTH,
    setColumnWidth: change(
      ({ tab }: At, column: number, pixels: number) =>
        void openWithColumn(tab, column).setColumnWidth(column - 1, pixels),
    ),
  } satisfies Members;
}

function charts({ workbook, charts: stored, protections }: SpreadsheetParts) {
  // no source says if people may change a chart over protected cells; here, the chart's anchor cell decides
  const checkChart = (caller: Caller, sheetId: string, { row, column }: ChartInfo) =>
    protections.check(caller, { sheetId, row, column, numRows: 1, numColumns: 1 });
  return {
    newChart: local(openBuilder),
    getCharts: ({ tab }) => stored.of(tab.id).map(openChart),
    insertChart: change((call: At, given: unknown) => {
      const chart = infoOf(given);
      const { tab } = call;
      openTab(workbook, tab);
      checkChart(call, tab.id, chart);
      stored.set(tab.id, [...stored.of(tab.id), chart]);
    }),
    removeChart: change((call: At, given: unknown) => {
      const { id } = call.tab;
      const gone = infoOf(given).id;
      const all = stored.of(id);
      for (const chart of all) if (chart.id === gone) checkChart(call, id, chart);
      const others = all.filter((chart) => chart.id !== gone);
      stored.set(id, others);
    }),
  } satisfies Members;
}

interface Bounds {
  readonly rows: number;
  readonly columns: number;
}

async function rangeNamed({ invoke, self }: Call, table: Table, a1: string, bounds: Bounds) {
  const reference = parseA1(a1);
  if (!reference) throw new Error('Range not found');
  const { sheetName, row, column, lastRow = bounds.rows, lastColumn = bounds.columns } = reference;
  if (sheetName !== undefined && sheetName !== (await invoke(self, 'getName')))
    throw new Error('Range not found');
  return rangeAt(self, table, [row, column, lastRow - row + 1, lastColumn - column + 1], bounds);
}

/** @throws Google's error for a range that is invalid or outside the bounds */
function rangeAt(
  sheet: Remote,
  table: Table,
  numbers: readonly [row: number, column: number, numRows: number, numColumns: number],
  { rows, columns }: Bounds = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY },
): Remote {
  const [row, column, numRows, numColumns] = numbers;
  if (!numbers.every(Number.isInteger)) throw new Error('Range not found');
  if (row < 1) throw new Error('The starting row of the range is too small.');
  if (column < 1) throw new Error('The starting column of the range is too small.');
  if (numRows < 1) throw new Error('The number of rows in the range must be at least 1.');
  if (numColumns < 1) throw new Error('The number of columns in the range must be at least 1.');
  if (row + numRows - 1 > rows || column + numColumns - 1 > columns)
    throw new Error('The coordinates of the range are outside the dimensions of the sheet.');
  const sheetId = dataOf<TabData>('Sheet', sheet)!.tab.id;
  return new Remote(table, {
    sheet,
    area: { sheetId, row, column, numRows, numColumns },
  } satisfies RangeData);
}

function numericId(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 2_147_483_647;
  return hash;
}
