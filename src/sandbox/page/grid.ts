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
import { UniverSheetsCorePreset } from '@univerjs/preset-sheets-core';
import enUS from '@univerjs/preset-sheets-core/locales/en-US';
import {
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  SheetsSelectionsService,
} from '@univerjs/sheets';
import { CalculationMode } from '@univerjs/sheets-formula';
import type { CellArea } from '../bridge/operations.js';
import { linkOf } from '../grid/cell-link.js';
import { type CustomAnswer, type CustomFunctions, createCustomFunctions } from '../grid/custom-functions.js';
import { lookLikeGoogle } from '../grid/google-look.js';
import { createMutationSync, type Mutation } from '../grid/mutations.js';
import { dropOvertaken } from '../grid/overtaken.js';
import type { CellPosition } from '../grid/recalculation.js';
import { dropResultFormats } from '../grid/result-formats.js';
import { registerSheetsFunctions } from '../grid/sheets-functions.js';
import { createSpills } from '../grid/spills.js';
import { isErrorValue } from '../grid/values.js';
import type { Start } from '../server/protocol.js';
import { copyTables } from './copied-tables.js';
import { explainError, SHOWN_ERROR, showOneBubble } from './grid-errors.js';
import { rankOwnFunctions } from './own-functions-first.js';

const FOCUS_WITHIN_MS = 5000;

export interface PageGrid {
  readonly api: FUniver;
  readonly custom: Pick<CustomFunctions, 'forgetAll' | 'register'>;
  apply(mutation: Mutation): void;
  settle(answer: CustomAnswer): void;
  select(area: CellArea): void;
  /** The error message of a cell; '' for none. */
  errorAt(place: CellPosition): string;
  /** The note of a cell; '' for none. */
  noteAt(place: CellPosition): string;
  /** Where the text of a cell leads; '' for nowhere. */
  linkAt(place: CellPosition): string;
  /** Called with the selected cells now and whenever they change. */
  onSelection(listener: (area: CellArea) => void): void;
  /** Resolves when the grid is drawn and accepts keys. */
  readonly ready: Promise<void>;
  /** Called with the cell under the pointer; undefined for none. */
  onHover(listener: (place: CellPosition | undefined) => void): void;
}

export interface GridOptions {
  readonly container: string;
  readonly start: Start;
  readonly dark: boolean;
  readonly onMutation: (mutation: Mutation) => void;
}

export function createGrid({ container, start, dark, onMutation }: GridOptions): PageGrid {
  const { unitId } = start;
  const univer = new Univer({
    locale: LocaleType.EN_US,
    locales: { [LocaleType.EN_US]: mergeLocales(enUS) },
    logLevel: LogLevel.WARN,
    darkMode: dark,
  });
  const { plugins } = UniverSheetsCorePreset({
    container,
    ribbonType: 'simple',
    // without it, a reload would lose spilled values
    formula: { initialFormulaComputing: CalculationMode.FORCED },
  });
  for (const plugin of plugins) {
    if (Array.isArray(plugin)) univer.registerPlugin(plugin[0], plugin[1]);
    else univer.registerPlugin(plugin);
  }
  const ready = firstFocus(container);
  const api = FUniver.newAPI(univer);
  const workbook = api.createWorkbook(start.snapshot);
  lookLikeGoogle(univer);
  dropResultFormats(univer);
  registerSheetsFunctions(univer);
  // the host runs the functions and sends every answer
  const custom = createCustomFunctions({ univer, unitId, functions: start.functions, ask: () => undefined });
  let own = new Set(start.functions.map(({ name }) => name));
  rankOwnFunctions(univer, () => own);
  for (const answer of start.answers) custom.settle(answer);
  const spills = createSpills(univer, unitId);
  dropOvertaken(univer, unitId);
  const sync = createMutationSync({ univer, unitId, send: onMutation });
  if (start.user.role === 'viewer') void workbook.getWorkbookPermission().setReadOnly();

  const injector = univer.__getInjector();
  const sheetOf = (sheetId: string) => workbook.getSheetBySheetId(sheetId)?.getSheet();
  showOneBubble(univer);
  copyTables(univer, (sheetId, row, column) => sheetOf(sheetId)?.getCell(row, column));
  const undo = injector.get(IUndoRedoService);
  const selections = injector.get(SheetsSelectionsService);
  const selectedArea = (): CellArea | undefined => {
    // not the facade's range, which throws while rows or columns of the selection are being deleted
    const range = selections.getCurrentLastSelection()?.range;
    const sheet = workbook.getActiveSheet();
    if (!range) return undefined;
    const { startRow, startColumn } = range;
    const row = Math.max(0, startRow || 0);
    const column = Math.max(0, startColumn || 0);
    return {
      sheetId: sheet.getSheetId(),
      row: row + 1,
      column: column + 1,
      numRows: Math.max(1, Math.min(range.endRow, sheet.getMaxRows() - 1) - row + 1),
      numColumns: Math.max(1, Math.min(range.endColumn, sheet.getMaxColumns() - 1) - column + 1),
    };
  };
  return {
    api,
    ready,
    custom: {
      ...custom,
      register(functions) {
        own = new Set(functions.map(({ name }) => name));
        custom.register(functions);
      },
    },
    apply(mutation) {
      sync.apply(mutation);
      // a step back would write over what somebody else, or the script, has changed since
      undo.clearUndoRedo(unitId);
    },
    settle: custom.settle,
    select({ sheetId, row, column, numRows, numColumns }) {
      const sheet = workbook.getSheetBySheetId(sheetId);
      if (!sheet) return;
      workbook.setActiveSheet(sheet);
      sheet.getRange(row - 1, column - 1, numRows, numColumns).activate();
    },
    errorAt(place) {
      // an answer outlives its formula, and IFERROR hides it: what counts is what the cell shows
      const shown = sheetOf(place.sheetId)?.getCell(place.row, place.column)?.v;
      if (typeof shown !== 'string' || !SHOWN_ERROR.test(shown)) return '';
      const outcome = custom.answerAt(place.sheetId, place.row, place.column)?.outcome;
      return (isErrorValue(outcome) && outcome.message) || spills.messageAt(place) || explainError(shown);
    },
    noteAt({ sheetId, row, column }) {
      const note: unknown = sheetOf(sheetId)?.getCellRaw(row, column)?.custom?.['note'];
      return typeof note === 'string' ? note : '';
    },
    linkAt: ({ sheetId, row, column }) => linkOf(sheetOf(sheetId)?.getCellRaw(row, column)),
    onSelection(listener) {
      const tell = () => {
        const area = selectedArea();
        if (area) listener(area);
      };
      injector.get(ICommandService).onCommandExecuted(({ id }) => {
        if (id === SetSelectionsOperation.id || id === SetWorksheetActiveOperation.id) tell();
      });
      tell();
    },
    onHover(listener) {
      api.addEvent(api.Event.CellHover, ({ worksheet, row, column }) =>
        listener({ sheetId: worksheet.getSheetId(), row, column }),
      );
      document.getElementById(container)?.addEventListener('pointerleave', () => listener(undefined));
    },
  };
}

/** The grid takes the focus after it was drawn; a page in the background may never get it. */
function firstFocus(container: string): Promise<void> {
  const holder = document.getElementById(container);
  return new Promise((resolve) => {
    holder?.addEventListener('focusin', () => resolve(), { once: true });
    setTimeout(resolve, FOCUS_WITHIN_MS);
  });
}
