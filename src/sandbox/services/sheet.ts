/** Sheet: the rows, columns and charts of one tab of the spreadsheet. */
import { parseA1 } from '../grid/a1-notation.js';
import { EMBEDDED_CHART, openBuilder } from './charts.js';
import { type Call, CHANGE, LATENCY, LOCAL, READ, tableOf } from './define.js';
import { WHOLE_TAB } from './protections.js';
import { RANGE } from './range.js';
import { checkGrowth, checkPlace, firstCell, openTab, type Tab } from './tabs.js';

/** Google's default width of a column in pixels. */
const DEFAULT_WIDTH = 100;

interface TabData {
  readonly tab: Tab;
}

/** The call of a method of a tab. */
type At = Call<GoogleAppsScript.Spreadsheet.Sheet> & TabData;

export const SHEET = tableOf<GoogleAppsScript.Spreadsheet.Sheet, TabData>('Sheet', {
  getName: {
    latencyMs: LATENCY.read,
    handle: ({ workbook, tab }) => workbook.sheets.find(tab.id)?.name ?? tab.name,
  },
})
  .with(READ, {
    async getDataRange(call) {
      await call.workbook.calculation.settled();
      const { row, column } = call.workbook.cells.lastUsed(call.tab.id);
      return rangeAt(call, [1, 1, Math.max(1, row), Math.max(1, column)]);
    },
    getMaxRows: sizeOf('rows'),
    getMaxColumns: sizeOf('columns'),
    getFrozenRows: ({ tab, workbook }) => openTab(workbook, tab).getFrozenRows(),
    getColumnWidth: (call, column) => openWithColumn(call, column).getColumnWidth(column) ?? DEFAULT_WIDTH,
    getCharts: ({ charts, tab }) => charts.of(tab.id).map((chart) => EMBEDDED_CHART.open(chart)),
  })
  .with(LOCAL, {
    getType: ({ tab }) => tab.type ?? 'GRID',
    // Google's ids of tabs are numbers
    getSheetId: ({ tab }) => numericId(tab.id),
    // all overloads in one
    getRange(call, row: string | number, column = Number.NaN, numRows = 1, numColumns = 1) {
      if (typeof row === 'string') return rangeNamed(call, row);
      return rangeAt(call, [row, column, numRows, numColumns]);
    },
    newChart: openBuilder,
  })
  .chain(LOCAL, {
    clear: async ({ invoke, self }) => invoke(await invoke(self, 'getDataRange'), 'clear'),
  })
  .chain(CHANGE, {
    activate({ tab, ui, workbook }) {
      openTab(workbook, tab);
      ui.select(firstCell(tab.id));
    },
    insertColumnsAfter,
    setColumnWidth: (call, column, pixels) => openWithColumn(call, column).setColumnWidth(column, pixels),
    // no source says that Google takes a place beside no row, so both need one that exists
    insertRowsBefore: (call, row, howMany) => insertRows(call, row, howMany, row),
    insertRowsAfter: (call, row, howMany) => insertRows(call, row, howMany, row + 1),
  })
  .with(CHANGE, {
    deleteRows,
    setFrozenRows({ tab, workbook }, count) {
      const sheet = openTab(workbook, tab);
      if (count >= sheet.getMaxRows()) throw new Error("You can't freeze all visible rows on the sheet.");
      sheet.setFrozenRows(count);
    },
    insertChart({ charts, tab, workbook }, given) {
      const chart = EMBEDDED_CHART.argument(given, 'Sheet.insertChart');
      openTab(workbook, tab);
      charts.set(tab.id, [...charts.of(tab.id), chart]);
    },
    removeChart({ charts, tab }, given) {
      const { id } = EMBEDDED_CHART.argument(given, 'Sheet.removeChart');
      const others = charts.of(tab.id).filter((chart) => chart.id !== id);
      charts.set(tab.id, others);
    },
  });

/** Creates a method that remembers the size until the object of the tab changes it. */
function sizeOf(side: 'rows' | 'columns') {
  return {
    local: ({ tab }: TabData) => tab.size !== undefined,
    handle({ tab, workbook }: At) {
      const sheet = openTab(workbook, tab);
      tab.size ??= { rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() };
      return tab.size[side];
    },
  };
}

function insertRows(call: At, row: number, howMany: number, before: number): void {
  const { protections, tab, workbook } = call;
  const sheet = openTab(workbook, tab);
  const last = sheet.getMaxRows();
  checkPlace(row, howMany, last);
  // no source says when Google refuses new rows beside protected ones; here, the next row decides
  protections.check(call, { ...WHOLE_TAB, sheetId: tab.id, row: Math.min(before, last), numRows: 1 });
  checkGrowth(workbook, howMany * sheet.getMaxColumns());
  sheet.insertRows(before, howMany);
  if (tab.size) tab.size = { ...tab.size, rows: tab.size.rows + howMany };
}

function insertColumnsAfter(call: At, after: number, howMany: number): void {
  const { protections, tab, workbook } = call;
  const sheet = openTab(workbook, tab);
  const [before, last] = [after + 1, sheet.getMaxColumns()];
  checkPlace(after, howMany, last);
  protections.check(call, { ...WHOLE_TAB, sheetId: tab.id, column: Math.min(before, last), numColumns: 1 });
  checkGrowth(workbook, howMany * sheet.getMaxRows());
  sheet.insertColumns(before, howMany);
  tab.size = undefined;
}

function deleteRows(call: At, from: number, howMany: number): void {
  const { protections, tab, workbook } = call;
  const sheet = openTab(workbook, tab);
  const last = sheet.getMaxRows();
  checkPlace(from, howMany, last);
  if (howMany >= last) throw new Error("You can't delete all the rows on the sheet.");
  checkPlace(from + howMany - 1, howMany, last);
  if (from <= sheet.getFrozenRows() + 1 && from + howMany > last)
    throw new Error('Sorry, it is not possible to delete all non-frozen rows.');
  protections.check(call, { ...WHOLE_TAB, sheetId: tab.id, row: from, numRows: howMany });
  sheet.deleteRows(from, howMany);
  tab.size = undefined;
}

function openWithColumn({ tab, workbook }: At, column: number) {
  const sheet = openTab(workbook, tab);
  if (column < 1 || column > sheet.getMaxColumns()) throw new Error('Those columns are out of bounds.');
  return sheet;
}

async function rangeNamed(call: At, a1: string) {
  const { invoke, self, tab, workbook } = call;
  const sheet = openTab(workbook, tab);
  const reference = parseA1(a1);
  const sheetName = reference?.sheetName;
  const isElsewhere = sheetName !== undefined && sheetName !== (await invoke(self, 'getName'));
  if (!reference || isElsewhere) throw new Error('Range not found');
  const { row, column, lastRow = sheet.getMaxRows(), lastColumn = sheet.getMaxColumns() } = reference;
  return rangeAt(call, [row, column, lastRow - row + 1, lastColumn - column + 1]);
}

/** @throws Google's error for a range that is invalid or outside the tab */
function rangeAt(
  { self, tab, workbook }: At,
  numbers: readonly [row: number, column: number, numRows: number, numColumns: number],
) {
  const sheet = openTab(workbook, tab);
  const [row, column, numRows, numColumns] = numbers;
  if (!numbers.every(Number.isInteger)) throw new Error('Range not found');
  const [lastRow, lastColumn] = [row + numRows - 1, column + numColumns - 1];
  if (Math.min(...numbers) < 1 || lastRow > sheet.getMaxRows() || lastColumn > sheet.getMaxColumns())
    throw new Error('The coordinates of the range are outside the dimensions of the sheet.');
  return RANGE.open({ sheet: self, area: { sheetId: tab.id, row, column, numRows, numColumns } });
}

function numericId(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 2_147_483_647;
  return hash;
}
