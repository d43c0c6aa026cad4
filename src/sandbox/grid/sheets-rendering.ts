/** Renders cells like Sheets: formats of spilled cells, and #REF! for a blocked spill. */
import {
  type ICellDataForSheetInterceptor,
  InterceptorEffectEnum,
  type Nullable,
  type Univer,
} from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { INTERCEPTOR_POINT, SheetInterceptorService } from '@univerjs/sheets';

const BEFORE_NUMBER_FORMATS = 99;

export function installSheetsRendering(univer: Univer): void {
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
