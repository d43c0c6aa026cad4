/** Makes room for a table: without room, Sheets shows #REF! although the records are paid for. */
import { sheetPrefix } from '../../contract/formula-sheet.js';
import type { CellReference, CellState } from '../../contract/sidebar-api.js';
import type { Platform, Size, Tab } from '../platform.js';
import { a1Of } from '../refresh/find-formulas.js';

/**
 * Adds the rows and columns that the tab lacks.
 * @returns the first cell beside the formula's own that is in the way; then nothing is added
 */
export function makeRoom(
  { grid, sheets }: Platform,
  { sheet, a1 }: CellReference,
  { rows, columns }: Size,
): CellState | undefined {
  const place = grid.range(sheetPrefix(sheet) + a1);
  if (!place) return undefined;
  const { tab, area } = place;
  const last = { rows: area.row + rows - 1, columns: area.column + Math.max(1, columns) - 1 };
  const taken = findTaken(tab, area, last);
  if (taken) return sheets.read({ sheet, a1: a1Of(taken) });
  const size = tab.size();
  if (last.rows > size.rows) tab.addRows(last.rows - size.rows);
  if (last.columns > size.columns) tab.addColumns(last.columns - size.columns);
  return undefined;
}

function findTaken(
  tab: Tab,
  { row, column }: { readonly row: number; readonly column: number },
  last: Size,
): { readonly row: number; readonly column: number } | undefined {
  const used = tab.used();
  const numRows = Math.min(last.rows, used.rows) - row + 1;
  const numColumns = Math.min(last.columns, used.columns) - column + 1;
  if (numRows < 1 || numColumns < 1) return undefined;
  const area = { row, column, numRows, numColumns };
  const formulas = tab.formulas(area);
  const cells = tab.values(area).flatMap((values, r) =>
    values.map((value, c) => ({
      row: row + r,
      column: column + c,
      // a cell with a formula is taken although it shows nothing
      isTaken: (r > 0 || c > 0) && (value !== '' || formulas[r]?.[c] !== ''),
    })),
  );
  return cells.find(({ isTaken }) => isTaken);
}
