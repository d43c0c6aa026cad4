/** Explains the grid's own errors in the page's bubble, like the errors of the script. */
import type { Univer } from '@univerjs/core';
import { CellAlertManagerService } from '@univerjs/preset-sheets-core';

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
