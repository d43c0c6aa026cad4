/** Sheet: the rows, columns and charts of a tab. */
import type { ChartInfo } from '../bridge/operations.js';
import type { HandlersOf } from '../methods/define.js';
import { SHEET } from '../methods/sheet.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import type { Caller } from './caller.js';
import { type Service, serviceOf } from './dispatch.js';
import { WHOLE_TAB } from './protections.js';
import { createCellWriter } from './range.js';
import type { SpreadsheetParts } from './spreadsheet-parts.js';

/** Google's default width of a column in pixels. */
const DEFAULT_WIDTH = 100;
const MAX_CELLS = 10_000_000;

type SheetHandlers = HandlersOf<Caller, typeof SHEET>;

export function sheetService(options: SpreadsheetParts): Service {
  return serviceOf(SHEET, {
    ...rowsAndColumns(options),
    ...rowAppender(options),
    ...look(options.workbook),
    ...chartHandlers(options),
  });
}

export function openTab({ workbook }: HostWorkbook, sheetId: string) {
  const sheet = workbook.getSheetBySheetId(sheetId);
  if (!sheet) throw new Error('The sheet does not exist');
  return sheet;
}

function rowsAndColumns({ workbook: host, protections }: SpreadsheetParts) {
  const open = (sheetId: string) => openTab(host, sheetId);
  const sizeOf = (_caller: Caller, sheetId: string) => ({
    rows: open(sheetId).getMaxRows(),
    columns: open(sheetId).getMaxColumns(),
  });
  return {
    getMaxSize: sizeOf,
    bounds: sizeOf,
    getLastUsed: async (_caller, sheetId) => {
      await host.calculation.settled();
      open(sheetId);
      return host.cells.lastUsed(sheetId);
    },
    insertRows: (caller, sheetId, before, howMany) => {
      const sheet = open(sheetId);
      const last = sheet.getMaxRows();
      checkPlace(before, howMany, last + 1);
      // no source says when Google refuses new rows beside protected ones; here, the next row decides
      protections.check(caller, { ...WHOLE_TAB, sheetId, row: Math.min(before, last), numRows: 1 });
      checkGrowth(host, howMany * sheet.getMaxColumns());
      if (before > last) sheet.insertRowsAfter(last - 1, howMany);
      else sheet.insertRowsBefore(before - 1, howMany);
    },
    deleteRows: (caller, sheetId, from, howMany) => {
      const sheet = open(sheetId);
      const last = sheet.getMaxRows();
      checkPlace(from, howMany, last);
      if (howMany >= last) throw new Error("You can't delete all the rows on the sheet.");
      checkPlace(from + howMany - 1, howMany, last);
      protections.check(caller, { ...WHOLE_TAB, sheetId, row: from, numRows: howMany });
      sheet.deleteRows(from - 1, howMany);
    },
    insertColumns: (caller, sheetId, before, howMany) => {
      const sheet = open(sheetId);
      const last = sheet.getMaxColumns();
      checkPlace(before, howMany, last + 1);
      protections.check(caller, { ...WHOLE_TAB, sheetId, column: Math.min(before, last), numColumns: 1 });
      checkGrowth(host, howMany * sheet.getMaxRows());
      if (before > last) sheet.insertColumnsAfter(last - 1, howMany);
      else sheet.insertColumnsBefore(before - 1, howMany);
    },
  } satisfies Partial<SheetHandlers>;
}

/** In one step: of rows that are appended at the same moment, none takes the place of another. */
function rowAppender(parts: SpreadsheetParts) {
  const { workbook: host } = parts;
  const { setValues } = createCellWriter(parts);
  return {
    appendRow: async (caller, sheetId, contents) => {
      await host.calculation.settled();
      const sheet = openTab(host, sheetId);
      const row = host.cells.lastUsed(sheetId).row + 1;
      if (contents.length > sheet.getMaxColumns())
        throw new Error('Sheet.appendRow of more cells than the sheet has columns is not emulated');
      if (row > sheet.getMaxRows()) {
        checkGrowth(host, sheet.getMaxColumns());
        sheet.insertRowsAfter(row - 2, 1);
      }
      const area = { sheetId, row, column: 1, numRows: 1, numColumns: contents.length };
      setValues(caller, area, (_r, c) => contents[c] ?? '');
    },
  } satisfies Partial<SheetHandlers>;
}

function look(host: HostWorkbook) {
  const open = (sheetId: string) => openTab(host, sheetId);
  const openWithColumn = (sheetId: string, column: number) => {
    const sheet = open(sheetId);
    if (column < 1 || column > sheet.getMaxColumns()) throw new Error('Those columns are out of bounds.');
    return sheet;
  };
  return {
    getFrozenRows: (_caller, sheetId) => Math.max(0, open(sheetId).getFrozenRows()),
    getColumnWidth: (_caller, sheetId, column) =>
      openWithColumn(sheetId, column).getSheet().getConfig().columnData[column - 1]?.w ?? DEFAULT_WIDTH,
    setFrozenRows: (_caller, sheetId, rows) => {
      if (rows >= open(sheetId).getMaxRows())
        throw new Error("You can't freeze all visible rows on the sheet.");
      open(sheetId).setFrozenRows(rows);
    },
    setColumnWidth: (_caller, sheetId, column, pixels) =>
      void openWithColumn(sheetId, column).setColumnWidth(column - 1, pixels),
  } satisfies Partial<SheetHandlers>;
}

function chartHandlers({ workbook, charts, protections }: SpreadsheetParts) {
  // no source says if people may change a chart over protected cells; here, the chart's anchor cell decides
  const checkChart = (caller: Caller, sheetId: string, { row, column }: ChartInfo) =>
    protections.check(caller, { sheetId, row, column, numRows: 1, numColumns: 1 });
  return {
    getCharts: (_caller, sheetId) => charts.of(sheetId),
    insertChart(caller, sheetId, chart) {
      openTab(workbook, sheetId);
      checkChart(caller, sheetId, chart);
      charts.set(sheetId, [...charts.of(sheetId), chart]);
    },
    removeChart(caller, sheetId, chartId) {
      const all = charts.of(sheetId);
      for (const chart of all) if (chart.id === chartId) checkChart(caller, sheetId, chart);
      charts.set(
        sheetId,
        all.filter(({ id }) => id !== chartId),
      );
    },
  } satisfies Partial<SheetHandlers>;
}

function checkPlace(from: number, howMany: number, last: number): void {
  if (!Number.isInteger(from) || from < 1 || from > last)
    throw new Error('Those rows or columns are out of bounds.');
  if (!Number.isInteger(howMany) || howMany < 1)
    throw new Error('The number of rows or columns must be at least 1.');
}

/** @throws Google's error if the workbook would exceed the limit of cells */
export function checkGrowth({ workbook }: HostWorkbook, added: number): void {
  const sizes = workbook.getSheets().map((sheet) => sheet.getMaxRows() * sheet.getMaxColumns());
  if (sizes.reduce((sum, size) => sum + size, added) <= MAX_CELLS) return;
  throw new Error(
    `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS} cells.`,
  );
}
