/** Makes a Univer workbook behave like Google Sheets, the same in page and host. */
import {
  type ICellData,
  type ICellDataForSheetInterceptor,
  ICommandService,
  InterceptorEffectEnum,
  IUniverInstanceService,
  type Nullable,
  ObjectMatrix,
  type Univer,
} from '@univerjs/core';
import { ErrorType, FormulaDataModel, Lexer } from '@univerjs/engine-formula';
import {
  INTERCEPTOR_POINT,
  type ISetRangeValuesMutationParams,
  SetRangeValuesMutation,
  SheetInterceptorService,
} from '@univerjs/sheets';
import type { FunctionHelp } from '../bridge/operations.js';
import { parseA1 } from '../grid/a1-notation.js';
import type { CellPosition, CustomCall } from '../grid/calls.js';
import { isErrorValue } from '../grid/values.js';
import type { Mutation } from '../grid/workbook.js';
import { CustomFunctions } from './custom-functions.js';
import { syncMutations } from './mutations.js';
import { registerSheetsFunctions } from './sheets-functions.js';
import { Spills } from './spills.js';
import { discardStaleCalculations } from './stale-calculations.js';
import { keepTableReferences, withCellsOfTables } from './table-references.js';

const BEFORE_NUMBER_FORMATS = 99;
/** The custom field in which a cell remembers the format that a result gave it. */
const MARK = 'resultFormat';
/** Google allows far longer formulas; the engine's stack does not. */
const MAX_OPERATORS = 1_000;
/** The number of cells that a spreadsheet may have. */
const MAX_CELLS = 10_000_000;
const TEXT = /"[^"]*"/g;
const OPERATOR = /[-+*/^&=<>({]/g;
const RANGE = /\$?[a-z]{1,3}\$?\d+:\$?[a-z]{1,3}\$?\d+/gi;

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
  readFormulas(univer);
  keepTableReferences(univer);
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

/** Renders formats of spilled cells, and #REF! for a blocked spill. */
function installSheetsRendering(univer: Univer): void {
  const injector = univer.__getInjector();
  const formulas = injector.get(FormulaDataModel);
  injector.get(SheetInterceptorService).intercept(INTERCEPTOR_POINT.CELL_CONTENT, {
    priority: BEFORE_NUMBER_FORMATS,
    effect: InterceptorEffectEnum.Value | InterceptorEffectEnum.Style,
    handler(cell, at, next) {
      const spilled = formulas.getArrayFormulaCellData()?.[at.unitId]?.[at.subUnitId]?.[at.row]?.[at.col];
      let seen: Nullable<ICellDataForSheetInterceptor> = cell;
      if (spilled?.s && !seen?.s) seen = { ...seen, s: spilled.s };
      if (seen?.v === '#SPILL!') seen = { ...seen, v: '#REF!' };
      return next(seen);
    },
  });
}

/**
 * Makes formulas calculate with the cells of tables, and refuses those that would end the process or never end: the
 * engine recurses, and reads ranges cell by cell. A refused formula shows an error in its cell.
 */
function readFormulas(univer: Univer): void {
  const lexer = univer.__getInjector().get(Lexer);
  const build = lexer.treeBuilder.bind(lexer);
  lexer.treeBuilder = (written, ...rest) => {
    const formula = withCellsOfTables(written);
    const code = formula.replace(TEXT, '');
    const isTooLong = (code.match(OPERATOR) ?? []).length > MAX_OPERATORS;
    return isTooLong || code.match(RANGE)?.some(isTooLarge) ? ErrorType.VALUE : build(formula, ...rest);
  };
}

function isTooLarge(range: string): boolean {
  const { row = 1, column = 1, lastRow = 1, lastColumn = 1 } = parseA1(range) ?? {};
  return (lastRow - row + 1) * (lastColumn - column + 1) > MAX_CELLS;
}

/**
 * Removes the number format of a formula's result together with the result, as Sheets does. The engine stores
 * a result's date format in the cell, where a later number would appear as a day of 1900.
 */
function dropResultFormats(univer: Univer): void {
  const injector = univer.__getInjector();
  const instances = injector.get(IUniverInstanceService);
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }, options) => {
    if (id !== SetRangeValuesMutation.id) return;
    const { unitId, subUnitId, cellValue } = params as ISetRangeValuesMutationParams;
    const workbook = instances.getUniverSheetInstance(unitId);
    const cells = workbook?.getSheetBySheetId(subUnitId)?.getCellMatrix();
    const patternOf = (cell: Nullable<ICellData>) => workbook?.getStyles().getStyleByCell(cell)?.n?.pattern;
    /**
     * Marks the format of a result in a cell without a format of its own. New content removes the mark, and the
     * format too, unless a person has chosen another one.
     */
    const adapt = (change: ICellData, before: Nullable<ICellData>): void => {
      const [own, given] = [patternOf(before), patternOf(change)];
      const { [MARK]: mark, ...custom }: Record<string, unknown> = { ...before?.custom, ...change.custom };
      const isContent = 'v' in change || 'f' in change || 'p' in change;
      if (options?.['fromFormula'] && given !== undefined && (own === undefined || own === mark)) {
        change.custom = { ...custom, [MARK]: given };
      } else if (isContent && mark !== undefined) {
        change.custom = custom;
        if (own === mark && given === undefined)
          change.s = { ...(typeof change.s === 'object' ? change.s : {}), n: null };
      }
    };
    new ObjectMatrix(cellValue).forValue((row, column, change) => {
      if (change) adapt(change, cells?.getValue(row, column));
    });
  });
}
