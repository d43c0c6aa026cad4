/** ARRAYFORMULA and SORT of Google Sheets: the engine lacks the first, and its SORT has other arguments. */
import type { Univer } from '@univerjs/core';
import {
  BaseFunction,
  type BaseValueObject,
  IFunctionService,
  NumberValueObject,
} from '@univerjs/engine-formula';
import { makeIfLazy } from './lazy-if.js';

export function registerSheetsFunctions(univer: Univer): void {
  makeIfLazy(univer);
  const functions = univer.__getInjector().get(IFunctionService);
  functions.registerExecutors(new ArrayFormula('ARRAYFORMULA'), new Sort(functions.getExecutor('SORT')));
}

/** Returns its argument, because the engine spills every array anyway. */
class ArrayFormula extends BaseFunction {
  override minParams = 1;
  override maxParams = 1;
  override calculate(value: BaseValueObject): BaseValueObject {
    return value;
  }
}

/** Google's argument is "is ascending", the engine's is 1 or -1. Further sort columns are not emulated. */
class Sort extends BaseFunction {
  override minParams = 1;
  override maxParams = 3;
  readonly #engine: ReturnType<IFunctionService['getExecutor']>;

  constructor(engine: ReturnType<IFunctionService['getExecutor']>) {
    super('SORT');
    this.#engine = engine;
  }

  override calculate(table: BaseValueObject, ...given: BaseValueObject[]): BaseValueObject {
    const [column = NumberValueObject.create(1), ascending] = given;
    if (!this.#engine || ascending?.isError()) return ascending ?? table;
    const isAscending = ascending === undefined || Boolean(ascending.getValue());
    return this.#engine.calculate(
      table,
      column,
      NumberValueObject.create(isAscending ? 1 : -1),
    ) as BaseValueObject;
  }
}
