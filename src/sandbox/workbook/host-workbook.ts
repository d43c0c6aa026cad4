/** The host's workbook: Univer without a screen, behind an interface in the words of Apps Script. */
import { type IWorkbookData, LocaleType, LogLevel, Univer } from '@univerjs/core';
import { FUniver } from '@univerjs/core/lib/facade';
import { serializeRange, UniverFormulaEnginePlugin } from '@univerjs/engine-formula';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import type { FWorkbook } from '@univerjs/sheets/lib/facade';
import { CalculationMode, UniverSheetsFormulaPlugin } from '@univerjs/sheets-formula';
import { UniverSheetsNumfmtPlugin } from '@univerjs/sheets-numfmt';
// these imports add their methods to FUniver
import '@univerjs/sheets/lib/facade';
import '@univerjs/engine-formula/lib/facade';
import '@univerjs/sheets-formula/lib/facade';
import type { CellArea } from '../bridge/operations.js';
import { parseA1 } from '../grid/a1-notation.js';
import type { WorkbookData } from '../grid/workbook.js';
import { type MoveArea, onCellsMoved, rangeOf } from './areas.js';
import { watchCalculation } from './calculation.js';
import { createCells } from './cells.js';
import { newWorkbook } from './demo-workbook.js';
import { type LikeSheetsOptions, likeSheets } from './like-sheets.js';
import { createSheets } from './sheets.js';
import { cellsOf, wholeOf } from './table-references.js';

export type { CellView } from './cells.js';
export type HostWorkbook = ReturnType<typeof createHostWorkbook>;
/** What services may use: nothing of the engine, which tests use in a person's place. */
export type Workbook = Pick<
  HostWorkbook,
  'calculation' | 'cells' | 'custom' | 'notationOf' | 'onCellsMoved' | 'rangeOfName' | 'settled' | 'sheets'
>;

/** @param data the saved workbook; what it lacks is that of a new one */
export function createHostWorkbook(data: Partial<WorkbookData>, options: LikeSheetsOptions) {
  const { unitId } = options;
  const { univer, api, facade } = createHeadlessWorkbook({ ...newWorkbook(), ...data, id: unitId });
  const { custom, apply, messageAt } = likeSheets(univer, options);
  const cells = createCells(univer, facade);
  const area = (a1: string): CellArea => areaIn(facade, a1);
  const calculation = watchCalculation(univer);
  return {
    api,
    facade,
    unitId,
    cells,
    sheets: createSheets(facade),
    /** Returns the reference of a named range. */
    rangeOfName: (name: string) => facade.getDefinedName(name)?.getFormulaOrRefString().replace(/^=/, ''),
    onCellsMoved: (move: (follow: MoveArea) => void): void => onCellsMoved(univer, move),
    custom,
    area,
    /** Returns the A1 notation of an area, without its tab. */
    notationOf: (of: CellArea) => serializeRange(rangeOf(of)),
    calculation,
    /** Resolves when all custom functions have answered and all formulas are calculated. */
    settled: () => calculation.settled(() => custom.waiting() > 0),
    apply,
    name: () => facade.getName(),
    snapshot: () => facade.save(),
    copy: (id: string) => copyOf(facade.save(), id),
    /** Makes a table without totals, as **Format > Convert to table** does. @param range such as `Sheet1!A1:C9` */
    makeTable: (table: string, range: string) =>
      facade.insertDefinedName(wholeOf(table), range).insertDefinedName(table, `=${cellsOf(table, '#DATA')}`),
    /** Types a text into each cell of a range, as a person would. */
    type: (a1: string, text: string): void => cells.write(area(a1), () => ({ content: text })),
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
    async close(): Promise<void> {
      // the engine would go on with a calculation of a disposed workbook, and fail
      await calculation.stopped();
      // drops what cells wait for: a late answer would change a disposed workbook
      custom.invalidateAll();
      univer.dispose();
    },
  };
}

/** Parses `'Tab'!A1:B2`; without a tab, it means the first one. @throws 'Range not found'. */
function areaIn(facade: FWorkbook, a1: string): CellArea {
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
}

/** Plugins start together with the workbook, so register hooks into them after this call. */
function createHeadlessWorkbook(data: Partial<IWorkbookData>) {
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: { [LocaleType.EN_US]: {} },
    logLevel: LogLevel.WARN,
  });
  univer.registerPlugin(UniverFormulaEnginePlugin);
  univer.registerPlugin(UniverSheetsPlugin);
  // like Sheets, calculates all formulas of an opened spreadsheet and ignores saved values
  univer.registerPlugin(UniverSheetsFormulaPlugin, { initialFormulaComputing: CalculationMode.FORCED });
  univer.registerPlugin(UniverSheetsNumfmtPlugin);
  const api = FUniver.newAPI(univer);
  return { univer, api, facade: api.createWorkbook(data) };
}

function copyOf(original: IWorkbookData, id: string): IWorkbookData {
  // the engine drops what names another workbook, such as alternating colours
  const resources = original.resources?.map((one) => ({
    ...one,
    data: one.data.replaceAll(`"unitId":"${original.id}"`, `"unitId":"${id}"`),
  }));
  return structuredClone({ ...original, ...(resources && { resources }), name: `Copy of ${original.name}` });
}
