/** The host's workbook: Univer without a screen, behind an interface in the words of Apps Script. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type IWorkbookData, LocaleType, LogLevel, Univer } from '@univerjs/core';
import { FUniver } from '@univerjs/core/lib/facade';
import { serializeRange, UniverFormulaEnginePlugin } from '@univerjs/engine-formula';
import { UniverSheetsPlugin } from '@univerjs/sheets';
import { CalculationMode, UniverSheetsFormulaPlugin } from '@univerjs/sheets-formula';
import { UniverSheetsNumfmtPlugin } from '@univerjs/sheets-numfmt';
// these imports add their methods to FUniver
import '@univerjs/sheets/lib/facade';
import '@univerjs/engine-formula/lib/facade';
import '@univerjs/sheets-formula/lib/facade';
import type { CellArea } from '../bridge/operations.js';
import type { WorkbookData } from '../grid/workbook.js';
import { type MoveArea, onCellsMoved, rangeOf } from './areas.js';
import { watchCalculation } from './calculation.js';
import { createCells } from './cells.js';
import { newWorkbook } from './demo-workbook.js';
import { type LikeSheetsOptions, likeSheets } from './like-sheets.js';
import { createSheets } from './sheets.js';
import { cellsOf, wholeOf } from './table-references.js';

/** A calculation in which the engine has failed never ends. */
const SETTLES_WITHIN_MS = 30_000;

export type { CellView } from './cells.js';
export type HostWorkbook = ReturnType<typeof createHostWorkbook>;
/** The part of a workbook that services may use. Only tests, which act as a person does, use the engine itself. */
export type Workbook = Pick<
  HostWorkbook,
  'calculation' | 'cells' | 'custom' | 'notationOf' | 'onCellsMoved' | 'rangeOfName' | 'settled' | 'sheets'
>;

/** @param data the saved workbook; what it lacks is that of a new one */
export function createHostWorkbook(data: Partial<WorkbookData>, options: LikeSheetsOptions) {
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
  const facade = api.createWorkbook({ ...newWorkbook(), ...data, id: options.unitId });
  // plugins start together with the workbook, so their hooks follow
  const { custom, apply, messageAt } = likeSheets(univer, options);
  const cells = createCells(univer, facade);
  const calculation = watchCalculation(univer);
  return {
    api,
    facade,
    cells,
    sheets: createSheets(facade),
    /** Returns the reference of a named range. */
    rangeOfName: (name: string) => facade.getDefinedName(name)?.getFormulaOrRefString().replace(/^=/, ''),
    onCellsMoved: (move: (follow: MoveArea) => void): void => onCellsMoved(univer, move),
    custom,
    /** Returns the A1 notation of an area, without its tab. */
    notationOf: (of: CellArea) => serializeRange(rangeOf(of)),
    calculation,
    /** Resolves when all custom functions have answered and all formulas are calculated. */
    settled: () => calculation.settled(() => custom.waiting() > 0),
    apply,
    name: () => facade.getName(),
    snapshot: () => facade.save(),
    copy: (id: string) => copyOf(facade.save(), id),
    messageAt,
    /** Makes a table without totals, as **Format > Convert to table** does. @param range such as `Sheet1!A1:C9` */
    makeTable: (table: string, range: string) =>
      facade.insertDefinedName(wholeOf(table), range).insertDefinedName(table, `=${cellsOf(table, '#DATA')}`),
    async close(): Promise<void> {
      // the engine would go on with a calculation of a disposed workbook, and fail
      await Promise.race([calculation.settled(), sleep(SETTLES_WITHIN_MS, undefined, { ref: false })]);
      // drops what cells wait for: a late answer would change a disposed workbook
      custom.invalidateAll();
      univer.dispose();
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
