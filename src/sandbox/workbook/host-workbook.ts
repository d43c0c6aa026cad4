/** The host's workbook: cells, tabs, custom functions and messages, for scripts, pages and tests. */
import type { IWorkbookData } from '@univerjs/core';
import type { CellArea } from '../bridge/operations.js';
import { parseA1 } from '../grid/a1-notation.js';
import type { WorkbookData } from '../grid/workbook.js';
import { watchCalculation } from './calculation.js';
import { createCells } from './cells.js';
import { createHeadlessWorkbook } from './headless.js';
import { type LikeSheetsOptions, likeSheets } from './like-sheets.js';
import { cellFromText } from './typed-input.js';

interface HostWorkbookOptions extends Omit<LikeSheetsOptions, 'unitId'> {
  readonly id: string;
  /** The saved workbook; default: one empty tab. */
  readonly data: WorkbookData | undefined;
}

const EMPTY: Partial<IWorkbookData> = {
  name: 'Untitled spreadsheet',
  sheetOrder: ['sheet-1'],
  sheets: {
    'sheet-1': { id: 'sheet-1', name: 'Sheet1', rowCount: 1000, columnCount: 26, cellData: {} },
  },
};

export type HostWorkbook = ReturnType<typeof createHostWorkbook>;

export function createHostWorkbook({ id: unitId, data, ...options }: HostWorkbookOptions) {
  const headless = createHeadlessWorkbook({ ...structuredClone(EMPTY), ...data, id: unitId });
  const { univer, facade } = headless;
  const { custom, apply, messageAt } = likeSheets(univer, { ...options, unitId });
  const cells = createCells(headless);

  /** Parses `'Tab'!A1:B2`; without a tab, it means the first one. @throws 'Range not found'. */
  const area = (a1: string): CellArea => {
    const reference = parseA1(a1);
    const sheet = reference?.sheetName
      ? facade.getSheetByName(reference.sheetName)
      : (facade.getSheets()[0] ?? null);
    if (!reference || !sheet) throw new Error(`Range not found: ${a1}`);
    return {
      sheetId: sheet.getSheetId(),
      row: reference.row,
      column: reference.column,
      numRows: (reference.lastRow ?? sheet.getMaxRows()) - reference.row + 1,
      numColumns: (reference.lastColumn ?? sheet.getMaxColumns()) - reference.column + 1,
    };
  };

  const calculation = watchCalculation(univer);
  return {
    ...headless,
    unitId,
    cells,
    custom,
    area,
    calculation,
    /** Resolves when all custom functions have answered and all formulas are calculated. */
    settled: () => calculation.settled(() => custom.waiting() > 0),
    apply,
    name: () => facade.getName(),
    snapshot: () => facade.save(),
    copy: (id: string) => copyOf(facade.save(), id),
    /** Types a text into each cell of a range, as a person would. */
    type: (a1: string, text: string): void =>
      cells.write(area(a1), ({ pattern }) => cellFromText(text, pattern())),
    read: (a1: string) =>
      cells.see(area(a1), ({ value, pattern, formula, note, display }) => ({
        value: value(),
        pattern: pattern(),
        formula: formula(),
        note: note(),
        display: display(),
      })),
    /** Returns the message of a cell's error, or ''. */
    message(a1: string): string {
      const { sheetId, row, column } = area(a1);
      return messageAt({ sheetId, row: row - 1, column: column - 1 });
    },
  };
}

function copyOf(original: IWorkbookData, id: string): IWorkbookData {
  // the engine drops what names another workbook, such as alternating colours
  const resources = original.resources?.map((one) => ({
    ...one,
    data: one.data.replaceAll(`"unitId":"${original.id}"`, `"unitId":"${id}"`),
  }));
  return structuredClone({ ...original, ...(resources && { resources }), name: `Copy of ${original.name}` });
}
