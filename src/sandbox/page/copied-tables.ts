/** Cells that a formula has filled are copied as any others: the grid alone would copy what is stored in them, nothing. */
import { CellValueType, type ICellData, type Nullable, type Univer } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { ISheetClipboardService } from '@univerjs/preset-sheets-core';

/** @param cellAt what a cell of a tab shows */
export function copyTables(
  univer: Univer,
  cellAt: (sheetId: string, row: number, column: number) => Nullable<ICellData>,
): void {
  const injector = univer.__getInjector();
  const formulas = injector.get(FormulaDataModel);
  let from = { unitId: '', sheetId: '' };
  injector.get(ISheetClipboardService).addClipboardHook({
    id: 'filled-by-formulas',
    onBeforeCopy(unitId, sheetId) {
      from = { unitId, sheetId };
    },
    getCellValueBySpecialMatrix(row, column) {
      const { unitId, sheetId } = from;
      const filled = formulas.getArrayFormulaCellData()?.[unitId]?.[sheetId]?.[row]?.[column];
      const shown = cellAt(sheetId, row, column);
      // a formula's own cell is copied as the formula
      if (!filled || shown?.f || shown?.si) return undefined;
      const { v: display = filled.v } = shown ?? {};
      const text = display === undefined || display === null ? '' : String(display);
      // a date is a number with a format, which the clipboard loses: then what it shows
      const isFormatted = typeof filled.v === 'number' && text !== String(filled.v);
      return { ...(isFormatted ? { v: text, t: CellValueType.STRING } : filled), displayV: text };
    },
  });
}
