/** Copies spilled cells like others. The grid alone would copy what these cells store, which is nothing. */
import { CellValueType, type ICellData, type Nullable, type Univer } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { ISheetClipboardService } from '@univerjs/preset-sheets-core';

/** @param cellAt returns what a cell shows */
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
      // the clipboard copies the formula of a formula's own cell
      if (!filled || shown?.f || shown?.si) return undefined;
      const { v: display = filled.v } = shown ?? {};
      const text = display === undefined || display === null ? '' : String(display);
      // the clipboard loses the number format, for example of a date, so copy the displayed text
      const isFormatted = typeof filled.v === 'number' && text !== String(filled.v);
      return { ...(isFormatted ? { v: text, t: CellValueType.STRING } : filled), displayV: text };
    },
  });
}
