/** Changes the grid for the page: suggested functions, copied tables and the messages of errors. */
import { CellValueType, type ICellData, type Nullable, type Univer } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { CellAlertManagerService, ISheetClipboardService } from '@univerjs/preset-sheets-core';
import { IDescriptionService } from '@univerjs/sheets-formula';
import type { CustomFunctions } from '../grid/custom-functions.js';

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

/**
 * Copies spilled cells like others. The grid alone would copy what these cells store, which is nothing.
 * @param cellAt returns what a cell shows
 */
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

/** The error values of cells. */
export const SHOWN_ERROR = /^#(?:ERROR!|NAME\?|VALUE!|REF!|DIV\/0!|N\/A|NUM!|NULL!|CALC!|SPILL!)$/;

const EXPLAINED: Readonly<Record<string, string>> = {
  '#NAME?': 'The formula has a name that the spreadsheet does not know. Check how the function is spelled.',
  '#VALUE!': 'A value in the formula is of the wrong kind, such as a text where a number is needed.',
  '#REF!': 'The formula refers to cells that do not exist.',
  '#DIV/0!': 'The formula divides by zero or by an empty cell.',
  '#N/A': 'What the formula looks for was not found.',
  '#NUM!': 'A number in the formula, or its result, is out of range.',
};

/** Explains an error without a message from a script; returns '' for an unknown error. */
export function explainError(shown: string): string {
  return EXPLAINED[shown] ?? '';
}

/** Disables the grid's own error bubble, which would appear beside the page's and say less. */
export function showOneBubble(univer: Univer): void {
  univer.__getInjector().get(CellAlertManagerService).showAlert = () => undefined;
}
