/** The spreadsheet in the page: Univer with the same custom functions, sync and adjustments as the host. */
import { cellToRange, IUndoRedoService, LocaleType, LogLevel, mergeLocales, Univer } from '@univerjs/core';
import { FUniver } from '@univerjs/core/lib/facade';
import { ERROR_TYPE_SET, type ErrorType } from '@univerjs/engine-formula';
import { CellAlertManagerService, UniverSheetsCorePreset } from '@univerjs/preset-sheets-core';
import enUS from '@univerjs/preset-sheets-core/locales/en-US';
import {
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  SheetsSelectionsService,
} from '@univerjs/sheets';
import type { FWorkbook } from '@univerjs/sheets/lib/facade';
import { CalculationMode } from '@univerjs/sheets-formula';
import type { CellArea, FunctionHelp } from '../bridge/operations.js';
import type { CellPosition } from '../grid/calls.js';
import type { Mutation } from '../grid/workbook.js';
import type { Start } from '../server/protocol.js';
import { areaOf } from '../workbook/areas.js';
import { type CellView, createCells } from '../workbook/cells.js';
import { likeSheets } from '../workbook/like-sheets.js';
import { copyTables, rankOwnFunctions } from './grid-adjustments.js';

const FOCUS_WITHIN_MS = 5000;

const EXPLAINED: Readonly<Record<string, string>> = {
  '#NAME?': 'The formula has a name that the spreadsheet does not know. Check how the function is spelled.',
  '#VALUE!': 'A value in the formula is of the wrong kind, such as a text where a number is needed.',
  '#REF!': 'The formula refers to cells that do not exist.',
  '#DIV/0!': 'The formula divides by zero or by an empty cell.',
  '#N/A': 'What the formula looks for was not found.',
  '#NUM!': 'A number in the formula, or its result, is out of range.',
};

export type PageGrid = ReturnType<typeof createGrid>;

export function createGrid(start: Start, onMutation: (mutation: Mutation) => void) {
  const univer = createUniver();
  const ready = firstFocus();
  const api = FUniver.newAPI(univer);
  const workbook = api.createWorkbook(start.snapshot);
  // the page never requests answers: the host runs the functions and sends every answer
  const like = likeSheets(univer, { ...start, ask: () => undefined, onMutation });
  const { custom } = like;
  custom.storeAnswers(start.answers);
  const setReadOnly = (): void => void workbook.getWorkbookPermission().setReadOnly();
  if (start.user.role === 'viewer') setReadOnly();

  const injector = univer.__getInjector();
  // the grid's own bubble of an error would appear beside the page's and say less
  injector.get(CellAlertManagerService).showAlert = () => undefined;
  rankOwnFunctions(univer, custom);
  copyTables(univer, workbook);
  // for the browser's console and for tests
  Object.assign(window, { univerAPI: api });
  return {
    custom,
    /** Returns the id of the open tab. */
    openTab: () => workbook.getActiveSheet().getSheetId(),
    rename: (name: string) => void workbook.setName(name),
    ...createReader(createCells(univer, workbook), workbook, like.messageAt),
    /** Resolves when the grid is drawn and accepts keys. */
    ready,
    setReadOnly,
    /** Replaces the custom functions and runs each formula again. */
    register(functions: readonly FunctionHelp[]): void {
      custom.register(functions);
      custom.invalidateAll();
    },
    apply(mutation: Mutation): void {
      like.apply(mutation);
      // the host moves alternating colours after this page's own change, too; they change no cell
      if (mutation.id.endsWith('-range-theme-style')) return;
      // undo would overwrite a later change of the script or of another person
      injector.get(IUndoRedoService).clearUndoRedo(start.unitId);
    },
    select({ sheetId, row, column, numRows, numColumns }: CellArea): void {
      const sheet = workbook.getSheetBySheetId(sheetId);
      if (!sheet) return;
      workbook.setActiveSheet(sheet);
      sheet.getRange(row - 1, column - 1, numRows, numColumns).activate();
    },
    ...createEvents(univer, api),
  };
}

function createReader(
  cells: ReturnType<typeof createCells>,
  workbook: FWorkbook,
  messageAt: (position: CellPosition) => string,
) {
  /** Reads the part of an area that is inside its tab. */
  const read = <T>(area: CellArea, select: (cell: CellView) => T): T[][] => {
    const sheet = workbook.getSheetBySheetId(area.sheetId);
    if (!sheet) return [];
    const numRows = Math.min(area.numRows, sheet.getMaxRows() - area.row + 1);
    const numColumns = Math.min(area.numColumns, sheet.getMaxColumns() - area.column + 1);
    return cells.see({ ...area, numRows, numColumns }, select);
  };
  const messagesIn = (cell: CellView) => {
    // check what the cell shows: an answer outlives its formula, and IFERROR can hide it
    const shown = cell.display();
    const isError = ERROR_TYPE_SET.has(shown as ErrorType);
    return { error: isError ? messageAt(cell.at) || (EXPLAINED[shown] ?? '') : '', note: cell.note() };
  };
  return {
    read,
    /** Returns what an area's first cell says beside its value: its error's message and its note, each or ''. */
    messagesOf(area: CellArea | undefined) {
      const [[found] = []] = area ? read({ ...area, numRows: 1, numColumns: 1 }, messagesIn) : [];
      return found ?? { error: '', note: '' };
    },
  };
}

function createEvents(univer: Univer, api: FUniver) {
  return {
    /** Calls the listener soon, and once per frame after anything that can change cells or tabs. */
    onChange(listener: () => void): void {
      let frame = 0;
      const report = (): void => {
        cancelAnimationFrame(frame);
        frame = requestAnimationFrame(listener);
      };
      report();
      // each change of cells and tabs in the grid is a command
      api.addEvent(api.Event.CommandExecuted, report);
      api.getFormula().calculationEnd(report);
    },
    selected: () => selectedArea(univer, api),
    /** Calls the listener with the selected cells, now and at each change. */
    onSelection(listener: (area: CellArea) => void): void {
      const report = () => {
        const area = selectedArea(univer, api);
        if (area) listener(area);
      };
      api.addEvent(api.Event.CommandExecuted, ({ id }) => {
        if (id === SetSelectionsOperation.id || id === SetWorksheetActiveOperation.id) report();
      });
      report();
    },
    /** Calls the listener with the cell when the pointer enters it. */
    onHover(listener: (cell: CellArea) => void): void {
      api.addEvent(api.Event.CellHover, ({ worksheet, row, column }) =>
        listener(areaOf(worksheet.getSheetId(), cellToRange(row, column))),
      );
    },
  };
}

function createUniver(): Univer {
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: { [LocaleType.EN_US]: mergeLocales(enUS) },
    logLevel: LogLevel.WARN,
    darkMode: matchMedia('(prefers-color-scheme: dark)').matches,
  });
  const { plugins } = UniverSheetsCorePreset({
    container: 'grid',
    ribbonType: 'simple',
    // without this, a reload would lose spilled values
    formula: { initialFormulaComputing: CalculationMode.FORCED },
  });
  for (const plugin of plugins) {
    if (Array.isArray(plugin)) univer.registerPlugin(plugin[0], plugin[1]);
    else univer.registerPlugin(plugin);
  }
  return univer;
}

/** Does not use the facade's range, which throws while a person deletes selected rows or columns. */
function selectedArea(univer: Univer, api: FUniver): CellArea | undefined {
  const range = univer.__getInjector().get(SheetsSelectionsService).getCurrentLastSelection()?.range;
  const sheet = api.getActiveWorkbook()?.getActiveSheet();
  if (!range || !sheet) return undefined;
  const startRow = Math.max(0, range.startRow || 0);
  const startColumn = Math.max(0, range.startColumn || 0);
  const endRow = Math.max(startRow, Math.min(range.endRow, sheet.getMaxRows() - 1));
  const endColumn = Math.max(startColumn, Math.min(range.endColumn, sheet.getMaxColumns() - 1));
  return areaOf(sheet.getSheetId(), { startRow, startColumn, endRow, endColumn });
}

/** Resolves when the drawn grid takes the focus, or after a time-out: a background page may never get it. */
function firstFocus(): Promise<void> {
  return new Promise((resolve) => {
    document.getElementById('grid')!.addEventListener('focusin', () => resolve(), { once: true });
    setTimeout(resolve, FOCUS_WITHIN_MS);
  });
}
