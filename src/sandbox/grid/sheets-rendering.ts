/** Renders cells like Sheets: formats of spilled cells, #REF! for a blocked spill, and styled links. */
import {
  BooleanNumber,
  type ICellData,
  type ICellDataForSheetInterceptor,
  InterceptorEffectEnum,
  type IStyleData,
  type Nullable,
  type Univer,
} from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { INTERCEPTOR_POINT, SheetInterceptorService } from '@univerjs/sheets';

const BEFORE_NUMBER_FORMATS = 99;
/** Google's style of a link. */
const LINK_STYLE: IStyleData = { cl: { rgb: '#1155cc' }, ul: { s: BooleanNumber.TRUE } };

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
      if (linkOf(seen)) {
        seen = { ...seen, s: { ...at.workbook.getStyles().getStyleByCell(seen), ...LINK_STYLE } };
      }
      if (seen?.v === '#SPILL!') seen = { ...seen, v: '#REF!' };
      return next(seen);
    },
  });
}

interface CellLink {
  readonly text: string;
  readonly url: string;
}

/** Returns a cell's link, or ''. The cell stores the linked text, too; with another text it has no link. */
export function linkOf(cell: Nullable<ICellData>): string {
  const link = cell?.custom?.['link'] as CellLink | undefined;
  return link && link.text === cell?.v ? link.url : '';
}
