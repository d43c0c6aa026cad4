/**
 * Custom functions in the formula engine, the same in page and host. A cell without an answer shows
 * that it is loading, and requests it; the answer triggers a recalculation of only the waiting cells.
 */
import type { Injector, Univer } from '@univerjs/core';
import {
  BaseFunction,
  type BaseValueObject,
  FormulaDataModel,
  type FunctionVariantType,
  IFunctionService,
  StringValueObject,
} from '@univerjs/engine-formula';
import { IDescriptionService } from '@univerjs/sheets-formula';
import type { FunctionHelp } from '../bridge/operations.js';
import type { CellPosition, CustomAnswer, CustomCall } from '../grid/calls.js';
import { argumentFrom, engineValueFrom } from './engine-values.js';
import { cellKey, createRecalculation, type Recalculate } from './recalculation.js';

const DOCUMENTED_FUNCTION_TYPE = 15;
/** A cell can call many functions. A dropped answer would be requested again, so the limit is high. */
const MAX_ANSWERS_OF_CELL = 1_000;
const VOLATILE = /\b(?:NOW|TODAY|RAND|RANDBETWEEN|RANDARRAY)\s*\(/i;

export class CustomFunctions {
  /** The text that a cell shows until its answer arrives. */
  loadingText = () => 'Loading...';
  readonly #injector: Injector;
  readonly #unitId: string;
  readonly #request: (call: CustomCall) => void;
  readonly #recalculate: Recalculate;
  /** By cell, then by the call's key. */
  readonly #answers = new Map<string, Map<string, CustomAnswer>>();
  readonly #waiting = new Map<string, CustomCall>();
  readonly #shown = new Map<string, CustomCall>();
  #names: string[] = [];

  /** @param ask called once for each answer that a cell needs, never during a calculation */
  constructor(univer: Univer, unitId: string, ask: (call: CustomCall) => void) {
    this.#injector = univer.__getInjector();
    this.#unitId = unitId;
    this.#request = ask;
    this.#recalculate = createRecalculation(univer, unitId);
  }

  /** Replaces the spreadsheet's custom functions. */
  register(functions: readonly FunctionHelp[]): void {
    const answer = (call: CustomCall) => this.#answer(call);
    const executors = this.#injector.get(IFunctionService);
    const descriptions = this.#injector.get(IDescriptionService);
    executors.unregisterExecutors(...this.#names);
    descriptions.unregisterDescriptions(this.#names);
    this.#names = functions.map(({ name }) => name);
    executors.registerExecutors(...this.#names.map((name) => new CustomFunction(name, answer)));
    descriptions.registerDescriptions(functions.map(describe));
  }

  has(name: string): boolean {
    return this.#names.includes(name);
  }

  /** True if the cell still waits for the answer to this call, not to an equal later one. */
  isAwaited(call: CustomCall): boolean {
    return this.#waiting.get(identityOf(call)) === call;
  }

  /** Stores answers and recalculates their cells. */
  storeAnswers(answers: readonly CustomAnswer[]): void {
    for (const answer of answers) {
      const { call } = answer;
      this.#waiting.delete(identityOf(call));
      const ofCell = this.#answers.get(cellKey(call)) ?? new Map<string, CustomAnswer>();
      this.#answers.set(cellKey(call), ofCell.set(call.key, answer));
      const [oldest = ''] = ofCell.keys();
      if (ofCell.size > MAX_ANSWERS_OF_CELL) ofCell.delete(oldest);
    }
    this.#recalculate(answers.map(({ call }) => call));
  }

  /** Drops all answers and recalculates their cells, as Sheets does when a person opens a file. */
  invalidateAll(): void {
    this.#answers.clear();
    this.#waiting.clear();
    this.#recalculate(this.#shown.values());
    this.#shown.clear();
  }

  /** Drops the answers of cells without a formula, so that a restored formula runs again. */
  invalidateRemoved(): void {
    for (const [position, call] of this.#shown) {
      if (this.#formulaAt(call)) continue;
      this.#shown.delete(position);
      this.#answers.delete(position);
    }
  }

  /** Returns the answer that the cell shows; undefined while it waits or if it has no custom function. */
  answerAt(position: CellPosition): CustomAnswer | undefined {
    const call = this.#shown.get(cellKey(position));
    return call && this.#storedAnswer(call);
  }

  /** Returns all answers, oldest first within a cell. */
  answers(): readonly CustomAnswer[] {
    return [...this.#answers.values()].flatMap((ofCell) => [...ofCell.values()]);
  }

  /** Returns the number of cells that wait for an answer. */
  waiting(): number {
    return this.#waiting.size;
  }

  #answer(call: CustomCall): BaseValueObject {
    const identity = identityOf(call);
    this.#shown.set(cellKey(call), call);
    const stored = this.#storedAnswer(call);
    if (stored) return engineValueFrom(stored.outcome);
    const loading = StringValueObject.create(this.loadingText());
    if (this.#waiting.has(identity) || this.#hasVolatileArgument(call)) return loading;
    this.#waiting.set(identity, call);
    queueMicrotask(() => this.#request(call));
    return loading;
  }

  /** Sheets passes no value that changes by itself, and loads for ever. */
  #hasVolatileArgument(call: CustomCall): boolean {
    // without texts and names of tabs, which may contain brackets
    const formula = this.#formulaAt(call).replace(/"[^"]*"|'[^']*'/g, '');
    const calls = formula.matchAll(new RegExp(`\\b${call.functionName}\\(`, 'gi'));
    return [...calls].some(({ index, 0: start }) => VOLATILE.test(bracketed(formula, index + start.length)));
  }

  #formulaAt({ sheetId, row, column }: CellPosition): string {
    const formulas = this.#injector.get(FormulaDataModel);
    return formulas.getFormulaStringByCell(row, column, sheetId, this.#unitId) ?? '';
  }

  #storedAnswer(call: CustomCall): CustomAnswer | undefined {
    return this.#answers.get(cellKey(call))?.get(call.key);
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

/** Returns the text from behind an opening bracket to its closing one. */
function bracketed(text: string, from: number): string {
  let open = 1;
  let end = from;
  for (; end < text.length && open > 0; end++) {
    if (text[end] === '(') open += 1;
    if (text[end] === ')') open -= 1;
  }
  return text.slice(from, end);
}

function identityOf(call: CustomCall): string {
  return `${cellKey(call)} ${call.key}`;
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
