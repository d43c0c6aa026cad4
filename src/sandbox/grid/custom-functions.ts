/**
 * Custom functions in the formula engine, the same in page and host: a cell without an answer shows "Loading..." and
 * requests it. When the answer arrives, only the waiting cells are calculated again.
 */
import type { Univer } from '@univerjs/core';
import {
  BaseFunction,
  type BaseValueObject,
  FormulaDataModel,
  type FunctionVariantType,
  IFunctionService,
} from '@univerjs/engine-formula';
import { IDescriptionService } from '@univerjs/sheets-formula';
import { argumentFrom, engineValueFrom, LOADING } from './engine-values.js';
import type { FunctionHelp } from './function-help.js';
import { type CellPosition, placeOf, Recalculation } from './recalculation.js';
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

const DOCUMENTED_FUNCTION_TYPE = 15;

export class CustomFunctions {
  readonly #formulas: FormulaDataModel;
  readonly #executors: IFunctionService;
  readonly #descriptions: IDescriptionService;
  readonly #unitId: string;
  readonly #ask: (call: CustomCall) => void;
  readonly #recalculation: Recalculation;
  readonly #answers = new Map<string, CustomAnswer>();
  readonly #waiting = new Set<string>();
  readonly #shown = new Map<string, CustomCall>();
  #names: string[] = [];

  /** @param ask called once for each cell that needs an answer, never from within a calculation */
  constructor(univer: Univer, unitId: string, ask: (call: CustomCall) => void) {
    const injector = univer.__getInjector();
    this.#formulas = injector.get(FormulaDataModel);
    this.#executors = injector.get(IFunctionService);
    this.#descriptions = injector.get(IDescriptionService);
    this.#unitId = unitId;
    this.#ask = ask;
    this.#recalculation = new Recalculation(univer, unitId);
  }

  /** Makes these the custom functions of the spreadsheet, in place of those before. */
  register(functions: readonly FunctionHelp[]): void {
    const answer = (call: CustomCall) => this.#answer(call);
    this.#executors.unregisterExecutors(...this.#names);
    this.#descriptions.unregisterDescriptions(this.#names);
    this.#names = functions.map(({ name }) => name);
    this.#executors.registerExecutors(...this.#names.map((name) => new CustomFunction(name, answer)));
    this.#descriptions.registerDescriptions(functions.map(describe));
  }

  /** Shows an answer in its cell. */
  settle(answer: CustomAnswer): void {
    const identity = identityOf(answer.call);
    this.#waiting.delete(identity);
    this.#answers.set(identity, answer);
    this.#recalculation.add(answer.call);
  }

  /** Drops all answers and calculates their cells again, as Sheets does when a file is opened. */
  forgetAll(): void {
    this.#answers.clear();
    this.#waiting.clear();
    for (const call of this.#shown.values()) this.#recalculation.add(call);
    this.#shown.clear();
  }

  /** Drops the answers of cells whose formula was removed: if it returns, it runs again. */
  forgetRemoved(): void {
    for (const [place, { sheetId, row, column }] of this.#shown) {
      if (this.#formulas.getFormulaStringByCell(row, column, sheetId, this.#unitId)) continue;
      this.#shown.delete(place);
      for (const identity of [...this.#answers.keys()]) {
        if (identity.startsWith(`${place} `)) this.#answers.delete(identity);
      }
    }
  }

  /** The answer that the cell shows; undefined while it waits and without a custom function. */
  answerAt(place: CellPosition): CustomAnswer | undefined {
    const call = this.#shown.get(placeOf(place));
    return call && this.#answers.get(identityOf(call));
  }

  /** All known answers, newest last. */
  answers(): readonly CustomAnswer[] {
    return [...this.#answers.values()];
  }

  /** Cells that show "Loading...". */
  waiting(): number {
    return this.#waiting.size + this.#recalculation.due();
  }

  #answer(call: CustomCall): BaseValueObject {
    const identity = identityOf(call);
    this.#shown.set(placeOf(call), call);
    const known = this.#answers.get(identity);
    if (known) return engineValueFrom(known.outcome);
    if (!this.#waiting.has(identity)) queueMicrotask(() => this.#ask(call));
    this.#waiting.add(identity);
    return LOADING;
  }
}

class CustomFunction extends BaseFunction {
  override needsReferenceObject = true;
  readonly #answer: (call: CustomCall) => BaseValueObject;

  constructor(name: string, answer: (call: CustomCall) => BaseValueObject) {
    super(name);
    this.#answer = answer;
  }

  override calculate(...variants: FunctionVariantType[] & BaseValueObject[]): BaseValueObject {
    const args = variants.map(argumentFrom);
    const functionName = String(this.name);
    const { subUnitId: sheetId = '', row, column } = this;
    const key = functionName + JSON.stringify(args);
    return this.#answer({ key, functionName, args, sheetId: sheetId ?? '', row, column });
  }
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
