/**
 * Removes the number format of a formula's result together with the result, as Sheets does. The engine stores
 * a result's date format in the cell, where a later number would appear as a day of 1900.
 */
import {
  type ICellData,
  ICommandService,
  IUniverInstanceService,
  type Nullable,
  type Univer,
} from '@univerjs/core';
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation } from '@univerjs/sheets';

/** The custom field in which a cell remembers the format that a result gave it. */
const MARK = 'resultFormat';

export function dropResultFormats(univer: Univer): void {
  const injector = univer.__getInjector();
  const instances = injector.get(IUniverInstanceService);
  injector.get(ICommandService).beforeCommandExecuted(({ id, params }, options) => {
    if (id !== SetRangeValuesMutation.id) return;
    const { unitId, subUnitId, cellValue = {} } = params as ISetRangeValuesMutationParams;
    const workbook = instances.getUniverSheetInstance(unitId);
    const cells = workbook?.getSheetBySheetId(subUnitId)?.getCellMatrix();
    const patternOf = (cell: Nullable<ICellData>) => workbook?.getStyles().getStyleByCell(cell)?.n?.pattern;
    for (const [row, changes] of Object.entries(cellValue)) {
      for (const [column, change] of Object.entries(changes as Record<string, Nullable<ICellData>>)) {
        const before = cells?.getValue(Number(row), Number(column));
        if (change)
          adapt(change, {
            before,
            own: patternOf(before),
            given: patternOf(change),
            isResult: Boolean(options?.['fromFormula']),
          });
      }
    }
  });
}

interface Formats {
  readonly before: Nullable<ICellData>;
  readonly own: string | undefined;
  readonly given: string | undefined;
  readonly isResult: boolean;
}

/**
 * Marks the format of a result in a cell without a format of its own. New content removes the mark, and the
 * format too, unless a person has chosen another one.
 */
function adapt(change: ICellData, { before, own, given, isResult }: Formats): void {
  const all: Readonly<Record<string, unknown>> = { ...before?.custom, ...change.custom };
  const { [MARK]: mark, ...custom } = all;
  const isContent = 'v' in change || 'f' in change || 'p' in change;
  if (isResult && given !== undefined && (own === undefined || own === mark)) {
    change.custom = { ...custom, [MARK]: given };
  } else if (isContent && mark !== undefined) {
    change.custom = custom;
    if (own === mark && given === undefined)
      change.s = { ...(typeof change.s === 'object' ? change.s : {}), n: null };
  }
}
