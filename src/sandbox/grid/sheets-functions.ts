/** Functions of Google Sheets that the formula engine lacks, or calculates otherwise: ARRAYFORMULA and IF. */
import type { Univer } from '@univerjs/core';
import { BaseFunction, type BaseValueObject, IFunctionService } from '@univerjs/engine-formula';
import { makeIfLazy } from './lazy-if.js';

export function registerSheetsFunctions(univer: Univer): void {
  makeIfLazy(univer);
  univer.__getInjector().get(IFunctionService).registerExecutors(new ArrayFormula('ARRAYFORMULA'));
}

/** The engine spills every array anyway, so there is nothing to do. */
class ArrayFormula extends BaseFunction {
  override minParams = 1;
  override maxParams = 1;
  override calculate(value: BaseValueObject): BaseValueObject {
    return value;
  }
}
