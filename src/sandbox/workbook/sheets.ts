/** The tabs in the words of Apps Script: positions count from 1, those of the engine from 0. */
import type { FWorkbook, FWorksheet } from '@univerjs/sheets/lib/facade';

export function createSheets(facade: FWorkbook) {
  return {
    list: () => facade.getSheets().map(openSheet),
    find(id: string) {
      const sheet = facade.getSheetBySheetId(id);
      return sheet ? openSheet(sheet) : undefined;
    },
    /** Adds a tab behind the others and returns its id. */
    insert: (name: string, rowCount: number, columnCount: number): string =>
      facade
        .insertSheet(name, { index: facade.getSheets().length, sheet: { rowCount, columnCount } })
        .getSheetId(),
    delete: (id: string): void => void facade.deleteSheet(id),
  };
}

function openSheet(sheet: FWorksheet) {
  const config = sheet.getSheet().getConfig();
  return {
    id: sheet.getSheetId(),
    name: sheet.getSheetName(),
    /** A sheet of its own for a chart, which is marked as such in the workbook's data, has no cells. */
    type: config.custom?.['type'] === 'OBJECT' ? ('OBJECT' as const) : undefined,
    getMaxRows: () => sheet.getMaxRows(),
    getMaxColumns: () => sheet.getMaxColumns(),
    getFrozenRows: () => Math.max(0, sheet.getFrozenRows()),
    setFrozenRows: (count: number): void => void sheet.setFrozenRows(count),
    /** In pixels; undefined for the default width. */
    getColumnWidth: (column: number) => config.columnData[column - 1]?.w,
    setColumnWidth: (column: number, pixels: number): void => void sheet.setColumnWidth(column - 1, pixels),
    /** Inserts rows before one, or behind the last. */
    insertRows(before: number, howMany: number): void {
      if (before > sheet.getMaxRows()) sheet.insertRowsAfter(before - 2, howMany);
      else sheet.insertRowsBefore(before - 1, howMany);
    },
    insertColumns(before: number, howMany: number): void {
      if (before > sheet.getMaxColumns()) sheet.insertColumnsAfter(before - 2, howMany);
      else sheet.insertColumnsBefore(before - 1, howMany);
    },
    deleteRows: (from: number, howMany: number): void => void sheet.deleteRows(from - 1, howMany),
  };
}
