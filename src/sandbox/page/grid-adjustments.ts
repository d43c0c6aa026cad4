/** Changes the grid for the page: suggested functions and copied tables. */
import { CellValueType, type Univer } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { ISheetClipboardService } from '@univerjs/preset-sheets-core';
import type { FWorkbook } from '@univerjs/sheets/lib/facade';
import { IDescriptionService } from '@univerjs/sheets-formula';
import type { CustomFunctions } from '../workbook/custom-functions.js';

/** Suggests the script's functions before the grid's own, as Sheets does for an installed add-on. */
export function rankOwnFunctions(univer: Univer, custom: CustomFunctions): void {
  const isOwn = ({ name }: { readonly name: string }) => custom.has(name);
  const descriptions = univer.__getInjector().get(IDescriptionService);
  const search = descriptions.getSearchListByNameFirstLetter.bind(descriptions);
  descriptions.getSearchListByNameFirstLetter = (text) => {
    const found = search(text);
    return [...found.filter(isOwn), ...found.filter((one) => !isOwn(one))];
  };
}

/** Copies spilled cells like others. The grid alone would copy what these cells store, which is nothing. */
export function copyTables(univer: Univer, workbook: FWorkbook): void {
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
      const shown = workbook.getSheetBySheetId(sheetId)?.getSheet().getCell(row, column);
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
