/** The spreadsheet in the page: Univer with the same custom functions, sync and adjustments as the host. */
import {
  ICommandService,
  IUndoRedoService,
  LocaleType,
  LogLevel,
  mergeLocales,
  Univer,
} from '@univerjs/core';
import { FUniver } from '@univerjs/core/lib/facade';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { UniverSheetsCorePreset } from '@univerjs/preset-sheets-core';
import enUS from '@univerjs/preset-sheets-core/locales/en-US';
import {
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  SheetsSelectionsService,
} from '@univerjs/sheets';
import type { FWorkbook } from '@univerjs/sheets/lib/facade';
import { CalculationMode } from '@univerjs/sheets-formula';
import type { CellArea } from '../bridge/operations.js';
import type { FunctionHelp } from '../grid/function-help.js';
import { likeSheets } from '../grid/like-sheets.js';
import type { Mutation } from '../grid/mutations.js';
import type { CellPosition } from '../grid/recalculation.js';
import type { Start } from '../server/protocol.js';
import { element } from './elements.js';
import {
  copyTables,
  explainError,
  rankOwnFunctions,
  SHOWN_ERROR,
  showOneBubble,
} from './grid-adjustments.js';

const CONTAINER = 'grid';
const FOCUS_WITHIN_MS = 5000;

export type PageGrid = ReturnType<typeof createGrid>;

export function createGrid(start: Start, onMutation: (mutation: Mutation) => void) {
  const { unitId } = start;
  const univer = createUniver();
  const ready = firstFocus();
  const api = FUniver.newAPI(univer);
  const workbook = api.createWorkbook(start.snapshot);
  // the page never requests answers: the host runs the functions and sends every answer
  const like = likeSheets(univer, { ...start, ask: () => undefined, onMutation });
  const { custom } = like;
  for (const answer of start.answers) custom.storeAnswer(answer);
  const setReadOnly = (): void => void workbook.getWorkbookPermission().setReadOnly();
  if (start.user.role === 'viewer') setReadOnly();

  const injector = univer.__getInjector();
  const sheetOf = (sheetId: string) => workbook.getSheetBySheetId(sheetId)?.getSheet();
  showOneBubble(univer);
  rankOwnFunctions(univer, custom);
  const formulas = injector.get(FormulaDataModel);
  copyTables(univer, (sheetId, row, column) => sheetOf(sheetId)?.getCell(row, column));
  return {
    api,
    custom,
    ...createMessages(workbook, like.messageAt),
    /** Resolves when the grid is drawn and accepts keys. */
    ready,
    setReadOnly,
    /** Returns the unformatted value of a cell, including spilled cells. */
    valueAt({ sheetId, row, column }: CellPosition): unknown {
      const spilled = formulas.getArrayFormulaCellData()[unitId]?.[sheetId]?.[row]?.[column];
      return spilled?.v ?? sheetOf(sheetId)?.getCellRaw(row, column)?.v;
    },
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
      injector.get(IUndoRedoService).clearUndoRedo(unitId);
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

function createEvents(univer: Univer, api: FUniver) {
  return {
    /** Calls the listener with the selected cells, now and at each change. */
    onSelection(listener: (area: CellArea) => void): void {
      const report = () => {
        const area = selectedArea(univer, api);
        if (area) listener(area);
      };
      univer
        .__getInjector()
        .get(ICommandService)
        .onCommandExecuted(({ id }) => {
          if (id === SetSelectionsOperation.id || id === SetWorksheetActiveOperation.id) report();
        });
      report();
    },
    /** Calls the listener with the cell under the pointer, or undefined. */
    onHover(listener: (position: CellPosition | undefined) => void): void {
      api.addEvent(api.Event.CellHover, ({ worksheet, row, column }) =>
        listener({ sheetId: worksheet.getSheetId(), row, column }),
      );
      element(CONTAINER).addEventListener('pointerleave', () => listener(undefined));
    },
  };
}

function createMessages(workbook: FWorkbook, messageAt: (position: CellPosition) => string) {
  return {
    /** Returns what a cell says beside its value: the message of its error and its note, each or ''. */
    messagesOf(position: CellPosition | undefined) {
      const sheet = position && workbook.getSheetBySheetId(position.sheetId)?.getSheet();
      if (!sheet) return { error: '', note: '' };
      const { row, column } = position;
      // check what the cell shows: an answer outlives its formula, and IFERROR can hide it
      const shown = sheet.getCell(row, column)?.v;
      const isError = typeof shown === 'string' && SHOWN_ERROR.test(shown);
      const raw = sheet.getCellRaw(row, column);
      return {
        error: isError ? messageAt(position) || explainError(shown) : '',
        note: String(raw?.custom?.['note'] ?? ''),
      };
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
    container: CONTAINER,
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
  const row = Math.max(0, range.startRow || 0);
  const column = Math.max(0, range.startColumn || 0);
  return {
    sheetId: sheet.getSheetId(),
    row: row + 1,
    column: column + 1,
    numRows: Math.max(1, Math.min(range.endRow, sheet.getMaxRows() - 1) - row + 1),
    numColumns: Math.max(1, Math.min(range.endColumn, sheet.getMaxColumns() - 1) - column + 1),
  };
}

/** Resolves when the drawn grid takes the focus, or after a time-out: a background page may never get it. */
function firstFocus(): Promise<void> {
  return new Promise((resolve) => {
    element(CONTAINER).addEventListener('focusin', () => resolve(), { once: true });
    setTimeout(resolve, FOCUS_WITHIN_MS);
  });
}
