/**
 * Custom functions in the formula engine, the same in page and host: a cell without an answer shows "Loading..." and
 * requests it. When the answer arrives, only the waiting cells are calculated again.
 */
import type { Univer } from '@univerjs/core';
import {
  BaseFunction,
  type BaseValueObject,
  FormulaDataModel,
  IFunctionService,
} from '@univerjs/engine-formula';
import { IDescriptionService } from '@univerjs/sheets-formula';
import { argumentFrom, engineValueFrom, LOADING } from './engine-values.js';
import type { FunctionHelp } from './function-help.js';
import { type CellPosition, createRecalculation, placeOf } from './recalculation.js';
import type { FunctionArgument, FunctionOutcome } from './values.js';

/** One cell that calls one function with these arguments. Each cell is a separate execution, as in Sheets. */
export interface CustomCall extends CellPosition {
  /** Function and arguments: equal calls have the same key. */
  readonly key: string;
  readonly functionName: string;
  readonly args: readonly FunctionArgument[];
}

export interface CustomAnswer {
  readonly call: CustomCall;
  readonly outcome: FunctionOutcome;
}

export interface CustomFunctions {
  /** Makes these the custom functions of the spreadsheet, in place of those before. */
  register(functions: readonly FunctionHelp[]): void;
  settle(answer: CustomAnswer): void;
  /** Drops all answers and calculates their cells again, as Sheets does when a file is opened. */
  forgetAll(): void;
  /** Drops the answers of cells whose formula was removed: if it returns, it runs again. */
  forgetRemoved(): void;
  /** The answer that the cell shows; undefined while it waits and without a custom function. */
  answerAt(sheetId: string, row: number, column: number): CustomAnswer | undefined;
  /** All known answers, newest last. */
  answers(): readonly CustomAnswer[];
  /** Cells that show "Loading...". */
  waiting(): number;
}

const DOCUMENTED_FUNCTION_TYPE = 15;

export interface CustomFunctionOptions {
  readonly univer: Univer;
  readonly unitId: string;
  readonly functions: readonly FunctionHelp[];
  /** Called once for each cell that needs an answer, never from within a calculation. */
  readonly ask: (call: CustomCall) => void;
}

export function createCustomFunctions(options: CustomFunctionOptions): CustomFunctions {
  const { univer, unitId, ask } = options;
  const injector = univer.__getInjector();
  const formulas = injector.get(FormulaDataModel);
  const byCell = new Map<string, CustomAnswer>();
  const waiting = new Map<string, CustomCall>();
  const shown = new Map<string, CustomCall>();
  const recalculation = createRecalculation(univer, unitId);

  const answer = (call: CustomCall): BaseValueObject => {
    const place = placeOf(call);
    const identity = identityOf(call);
    shown.set(place, call);
    const known = byCell.get(identity);
    if (known) return engineValueFrom(known.outcome);
    if (!waiting.has(identity)) {
      waiting.set(identity, call);
      queueMicrotask(() => ask(call));
    }
    return LOADING;
  };

  class CustomFunction extends BaseFunction {
    override needsReferenceObject = true;
    override calculate(
      ...variants: Parameters<typeof argumentFrom>[0][] & BaseValueObject[]
    ): BaseValueObject {
      const args = variants.map(argumentFrom);
      const functionName = String(this.name);
      return answer({
        key: functionName + JSON.stringify(args),
        functionName,
        args,
        sheetId: this.subUnitId ?? '',
        row: this.row,
        column: this.column,
      });
    }
  }

  const executors = injector.get(IFunctionService);
  const descriptions = injector.get(IDescriptionService);
  let names: string[] = [];
  const register: CustomFunctions['register'] = (functions) => {
    executors.unregisterExecutors(...names);
    descriptions.unregisterDescriptions(names);
    names = functions.map(({ name }) => name);
    executors.registerExecutors(...names.map((name) => new CustomFunction(name)));
    descriptions.registerDescriptions(functions.map(describe));
  };
  register(options.functions);

  return {
    register,
    settle(settled) {
      const identity = identityOf(settled.call);
      waiting.delete(identity);
      byCell.set(identity, settled);
      recalculation.add(settled.call);
    },
    forgetAll() {
      byCell.clear();
      waiting.clear();
      for (const call of shown.values()) recalculation.add(call);
      shown.clear();
    },
    forgetRemoved() {
      for (const [place, { sheetId, row, column }] of shown) {
        if (formulas.getFormulaStringByCell(row, column, sheetId, unitId)) continue;
        shown.delete(place);
        for (const identity of [...byCell.keys()]) {
          if (identity.startsWith(`${place} `)) byCell.delete(identity);
        }
      }
    },
    answerAt(sheetId, row, column) {
      const call = shown.get(placeOf({ sheetId, row, column }));
      return call && byCell.get(identityOf(call));
    },
    answers: () => [...byCell.values()],
    waiting: () => waiting.size + recalculation.due(),
  };
}

function identityOf(call: CustomCall): string {
  return `${placeOf(call)} ${call.key}`;
}

function describe({ name, description, parameters }: FunctionHelp) {
  return {
    functionName: name,
    functionType: DOCUMENTED_FUNCTION_TYPE,
    description,
    abstract: description,
    functionParameter: parameters.map((parameter) => ({
      name: parameter.name,
      detail: parameter.description,
      example: parameter.example,
      // like Sheets, which cannot detect optional parameters and accepts extra arguments
      require: 1 as const,
      repeat: 0 as const,
    })),
  };
}
