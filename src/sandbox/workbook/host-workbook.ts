/** The host's workbook: cells, tabs, custom functions and their messages, for scripts, pages and tests. */
import type { IWorkbookData } from '@univerjs/core';
import { parseA1 } from '../bridge/a1-notation.js';
import type { CellArea } from '../bridge/operations.js';
import { type CustomCall, CustomFunctions } from '../grid/custom-functions.js';
import type { FunctionHelp } from '../grid/function-help.js';
import { lookLikeGoogle } from '../grid/google-look.js';
import { type Mutation, syncMutations } from '../grid/mutations.js';
import { dropOvertaken } from '../grid/overtaken.js';
import { dropResultFormats } from '../grid/result-formats.js';
import { registerSheetsFunctions } from '../grid/sheets-functions.js';
import { Spills } from '../grid/spills.js';
import { isErrorValue } from '../grid/values.js';
import { createBandings } from './bandings.js';
import { watchCalculation } from './calculation.js';
import { Cells } from './cells.js';
import { createHeadlessWorkbook } from './headless.js';
import { cellFromText } from './typed-input.js';

export interface HostWorkbookOptions {
  readonly data: Partial<IWorkbookData> & { readonly id: string };
  readonly functions: readonly FunctionHelp[];
  readonly ask: (call: CustomCall) => void;
  /** Called for each change made in this copy. */
  readonly onMutation: (mutation: Mutation) => void;
}

export type HostWorkbook = ReturnType<typeof createHostWorkbook>;

export function createHostWorkbook({ data, functions, ask, onMutation }: HostWorkbookOptions) {
  const headless = createHeadlessWorkbook(data);
  const { univer, workbook } = headless;
  lookLikeGoogle(univer);
  dropResultFormats(univer);
  registerSheetsFunctions(univer);
  const unitId = data.id;
  const custom = new CustomFunctions(univer, unitId, ask);
  custom.register(functions);
  const spills = new Spills(univer, unitId);
  dropOvertaken(univer, unitId);
  const apply = syncMutations(univer, unitId, onMutation);
  const cells = new Cells(headless);

  /** `'Tab'!A1:B2`; without a tab, the first one. @throws 'Range not found'. */
  const area = (a1: string): CellArea => {
    const reference = parseA1(a1);
    const sheet = reference?.sheetName
      ? workbook.getSheetByName(reference.sheetName)
      : (workbook.getSheets()[0] ?? null);
    if (!reference || !sheet) throw new Error(`Range not found: ${a1}`);
    return {
      sheetId: sheet.getSheetId(),
      row: reference.row,
      column: reference.column,
      numRows: (reference.lastRow ?? sheet.getMaxRows()) - reference.row + 1,
      numColumns: (reference.lastColumn ?? sheet.getMaxColumns()) - reference.column + 1,
    };
  };

  return {
    ...headless,
    unitId,
    cells,
    custom,
    area,
    calculation: watchCalculation(univer),
    bandings: createBandings(headless),
    /** Applies a change that another copy of the workbook made. */
    apply,
    snapshot: () => workbook.save(),
    /** Types a text into each cell of a range, as a person would. */
    type(a1: string, text: string): void {
      const place = area(a1);
      cells.write(
        place,
        cells.patterns(place).map((row) => row.map((pattern) => cellFromText(text, pattern))),
      );
    },
    read: (a1: string) => cells.read(area(a1)),
    /** The message of a cell's error; '' for none. */
    message(a1: string): string {
      const { sheetId, row, column } = area(a1);
      const place = { sheetId, row: row - 1, column: column - 1 };
      const outcome = custom.answerAt(place)?.outcome;
      return isErrorValue(outcome) ? (outcome.message ?? '') : spills.messageAt(place);
    },
  };
}
