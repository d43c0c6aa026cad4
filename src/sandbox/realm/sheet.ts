/** Sheet: one tab of the spreadsheet. */

import { parseA1 } from '../bridge/a1-notation.js';
import type { CellContent, SheetInfo } from '../bridge/operations.js';
import { requireArgument } from '../services/arguments.js';
import { Exception } from '../services/exception.js';
import { createChartBuilder, createEmbeddedChart, infoOf } from './charts.js';
import { emulate } from './not-emulated.js';
import { createRange } from './range.js';
import { numericId, type ServiceContext } from './services.js';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;
type Range = GoogleAppsScript.Spreadsheet.Range;

export function createSheet(
  context: ServiceContext,
  spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet,
  info: SheetInfo,
): Sheet {
  const { call, permissions } = context;
  const { id } = info;
  let known: { rows: number; columns: number } | undefined;
  /** Read once per object, as long as the object does not change the size. */
  const max = () => {
    known ??= call('Sheet.getMaxSize', id);
    return known;
  };
  const last = () => call('Sheet.getLastUsed', id);
  const bounds = () => call('internal.sheetBounds', id);
  const changing =
    <A extends unknown[]>(method: string, change: (...args: A) => void) =>
    (...args: A): Sheet => {
      permissions.write(method);
      change(...args);
      known = undefined;
      return sheet;
    };
  const inserting =
    (method: string, offset: number) =>
    (at: number, howMany: number = 1): Sheet => {
      permissions.write(method);
      call('Sheet.insertRows', id, at + offset, howMany);
      if (known) known = { ...known, rows: known.rows + howMany };
      return sheet;
    };
  const area = (row: number, column: number, numRows: number, numColumns: number, size = bounds()): Range => {
    const { rows: maxRows, columns: maxColumns } = size;
    if (![row, column, numRows, numColumns].every(Number.isInteger)) throw new Exception('Range not found');
    if (row < 1) throw new Exception('The starting row of the range is too small.');
    if (column < 1) throw new Exception('The starting column of the range is too small.');
    if (numRows < 1) throw new Exception('The number of rows in the range must be at least 1.');
    if (numColumns < 1) throw new Exception('The number of columns in the range must be at least 1.');
    if (row + numRows - 1 > maxRows || column + numColumns - 1 > maxColumns) {
      throw new Exception('The coordinates of the range are outside the dimensions of the sheet.');
    }
    return createRange(context, sheet, { sheetId: id, row, column, numRows, numColumns });
  };

  const sheet: Sheet = emulate<Sheet>('Sheet', {
    getName: () => call('Spreadsheet.getSheets').find((one) => one.id === id)?.name ?? info.name,
    getSheetName: () => sheet.getName(),
    getSheetId: () => numericId(id),
    getIndex: () => call('Spreadsheet.getSheets').findIndex((one) => one.id === id) + 1,
    getParent: () => spreadsheet,
    getRange(row: string | number, column?: number, numRows: number = 1, numColumns: number = 1) {
      if (typeof row !== 'string') return area(row, column ?? Number.NaN, numRows, numColumns);
      const reference = parseA1(row);
      if (!reference) throw new Exception('Range not found');
      if (reference.sheetName !== undefined && reference.sheetName !== sheet.getName()) {
        throw new Exception('Range not found');
      }
      const size = bounds();
      const lastRow = reference.lastRow ?? size.rows;
      const lastColumn = reference.lastColumn ?? size.columns;
      return area(
        reference.row,
        reference.column,
        lastRow - reference.row + 1,
        lastColumn - reference.column + 1,
        size,
      );
    },
    getDataRange() {
      const { row, column } = last();
      return area(1, 1, Math.max(1, row), Math.max(1, column));
    },
    getLastRow: () => last().row,
    getLastColumn: () => last().column,
    getMaxRows: () => max().rows,
    getMaxColumns: () => max().columns,
    setName: changing('setName', (name: string) => {
      requireArgument('name', name);
      call('Sheet.setName', id, String(name));
    }),
    insertRowsBefore: inserting('insertRowsBefore', 0),
    insertRowBefore: inserting('insertRowBefore', 0),
    insertRowsAfter: inserting('insertRowsAfter', 1),
    insertRowAfter: inserting('insertRowAfter', 1),
    insertRows: inserting('insertRows', 0),
    deleteRows: changing('deleteRows', (at: number, howMany: number) =>
      call('Sheet.deleteRows', id, at, howMany),
    ),
    deleteRow: changing('deleteRow', (at: number) => call('Sheet.deleteRows', id, at, 1)),
    insertColumns: changing('insertColumns', (at: number, howMany: number = 1) =>
      call('Sheet.insertColumns', id, at, howMany),
    ),
    insertColumnsBefore: changing('insertColumnsBefore', (before: number, howMany: number) =>
      call('Sheet.insertColumns', id, before, howMany),
    ),
    insertColumnsAfter: changing('insertColumnsAfter', (after: number, howMany: number) =>
      call('Sheet.insertColumns', id, after + 1, howMany),
    ),
    insertColumnAfter: changing('insertColumnAfter', (after: number) =>
      call('Sheet.insertColumns', id, after + 1, 1),
    ),
    deleteColumns: changing('deleteColumns', (at: number, howMany: number) =>
      call('Sheet.deleteColumns', id, at, howMany),
    ),
    deleteColumn: changing('deleteColumn', (at: number) => call('Sheet.deleteColumns', id, at, 1)),
    getFrozenRows: () => call('Sheet.getFrozenRows', id),
    getColumnWidth: (column: number) => call('Sheet.getColumnWidth', id, column),
    setFrozenRows: changing('setFrozenRows', (rows: number) => call('Sheet.setFrozenRows', id, rows)),
    setColumnWidth: changing('setColumnWidth', (column: number, pixels: number) =>
      call('Sheet.setColumnWidth', id, column, pixels),
    ),
    appendRow: changing('appendRow', (values: readonly CellContent[]) => {
      requireArgument('rowContents', values);
      call('Sheet.appendRow', id, values);
    }),
    clear: changing('clear', () => void sheet.getDataRange().clear()),
    clearContents: changing('clearContents', () => void sheet.getDataRange().clearContent()),
    clearNotes: changing('clearNotes', () => void sheet.getDataRange().clearNote()),
    activate: changing('activate', () => call('Spreadsheet.setActiveSheet', id)),
    newChart: createChartBuilder,
    insertChart: changing('insertChart', (chart: GoogleAppsScript.Spreadsheet.EmbeddedChart) =>
      call('Sheet.insertChart', id, infoOf(chart)),
    ),
    removeChart: changing('removeChart', (chart: GoogleAppsScript.Spreadsheet.EmbeddedChart) =>
      call('Sheet.removeChart', id, infoOf(chart).id),
    ),
    getCharts: () => call('Sheet.getCharts', id).map(createEmbeddedChart),
  });
  return sheet;
}
