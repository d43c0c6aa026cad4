/** Errors of the grid's own, which the page explains as it explains those of the script: in one bubble, and in words. */
import type { Univer } from '@univerjs/core';
import { CellAlertManagerService } from '@univerjs/preset-sheets-core';

/** The errors that a cell shows instead of a value. */
export const SHOWN_ERROR = /^#(?:ERROR!|NAME\?|VALUE!|REF!|DIV\/0!|N\/A|NUM!|NULL!|CALC!|SPILL!)$/;

const EXPLAINED: Readonly<Record<string, string>> = {
  '#NAME?': 'The formula has a name that the spreadsheet does not know. Check how the function is spelled.',
  '#VALUE!': 'A value in the formula is of the wrong kind, such as a text where a number is needed.',
  '#REF!': 'The formula refers to cells that do not exist.',
  '#DIV/0!': 'The formula divides by zero or by an empty cell.',
  '#N/A': 'What the formula looks for was not found.',
  '#NUM!': 'A number in the formula, or its result, is out of range.',
};

/** Explains an error for which no script has a message; '' for an unknown one. */
export function explainError(shown: string): string {
  return EXPLAINED[shown] ?? '';
}

/** The grid has a bubble for errors too, which would stand beside the page's and say less. */
export function showOneBubble(univer: Univer): void {
  univer.__getInjector().get(CellAlertManagerService).showAlert = () => undefined;
}
