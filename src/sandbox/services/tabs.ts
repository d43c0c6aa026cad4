/** The tabs of a spreadsheet, and Google's limits of their sizes. */
import type { CellArea } from '../bridge/operations.js';
import type { Workbook } from '../workbook/host-workbook.js';

const MAX_CELLS = 10_000_000;

export interface Tab {
  readonly id: string;
  readonly name: string;
  readonly type?: 'OBJECT' | undefined;
  size?: { readonly rows: number; readonly columns: number } | undefined;
}

/** @throws Google's error for a sheet without cells, or one that is deleted */
export function openTab({ sheets }: Workbook, { id, type }: Pick<Tab, 'id' | 'type'>) {
  if (type) throw new Error(`The action is not supported for ${type} sheet`);
  const sheet = sheets.find(id);
  if (!sheet) throw new Error('The sheet does not exist');
  return sheet;
}

export function firstCell(sheetId: string): CellArea {
  return { sheetId, row: 1, column: 1, numRows: 1, numColumns: 1 };
}

export function checkPlace(from: number, howMany: number, last: number): void {
  if (!(from >= 1 && from <= last && howMany >= 1))
    throw new Error('Those rows or columns are out of bounds.');
}

/** @throws Google's error if the workbook would exceed the limit of cells */
export function checkGrowth({ sheets }: Workbook, added: number): void {
  const sizes = sheets.list().map((sheet) => sheet.getMaxRows() * sheet.getMaxColumns());
  if (sizes.reduce((sum, size) => sum + size, added) <= MAX_CELLS) return;
  throw new Error(
    `This action would increase the number of cells in the workbook above the limit of ${MAX_CELLS} cells.`,
  );
}
