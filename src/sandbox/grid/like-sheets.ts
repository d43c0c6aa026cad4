/** Makes a Univer workbook behave like Google Sheets, the same in page and host. */
import type { Univer } from '@univerjs/core';
import { type CustomCall, CustomFunctions } from './custom-functions.js';
import { refuseEndlessFormulas } from './endless-formulas.js';
import type { FunctionHelp } from './function-help.js';
import { type Mutation, syncMutations } from './mutations.js';
import type { CellPosition } from './recalculation.js';
import { dropResultFormats } from './result-formats.js';
import { registerSheetsFunctions } from './sheets-functions.js';
import { installSheetsRendering } from './sheets-rendering.js';
import { Spills } from './spills.js';
import { discardStaleCalculations } from './stale-calculations.js';
import { isErrorValue } from './values.js';

export interface LikeSheetsOptions {
  readonly unitId: string;
  readonly functions: readonly FunctionHelp[];
  readonly ask: (call: CustomCall) => void;
  /** Called for each change that starts in this copy. */
  readonly onMutation: (mutation: Mutation) => void;
}

export function likeSheets(univer: Univer, { unitId, functions, ask, onMutation }: LikeSheetsOptions) {
  installSheetsRendering(univer);
  dropResultFormats(univer);
  registerSheetsFunctions(univer);
  refuseEndlessFormulas(univer);
  const custom = new CustomFunctions(univer, unitId, ask);
  custom.register(functions);
  const spills = new Spills(univer, unitId);
  discardStaleCalculations(univer, unitId);
  return {
    custom,
    /** Applies a change from another copy of the workbook. */
    apply: syncMutations(univer, unitId, onMutation),
    /** Returns the message of the error of a cell's function or table, or ''. */
    messageAt(position: CellPosition): string {
      const outcome = custom.answerAt(position)?.outcome;
      return (isErrorValue(outcome) && outcome.message) || spills.messageAt(position);
    },
  };
}
