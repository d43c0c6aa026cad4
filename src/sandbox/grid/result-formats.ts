/**
 * The number format of a formula's result goes with the result, as in Sheets: the engine stores the date format of a result
 * with the cell, where it would show a later number as a day of 1900.
 */
import {
  type ICellData,
  ICommandService,
  IUniverInstanceService,
  type Nullable,
  type Univer,
} from '@univerjs/core';
import { type ISetRangeValuesMutationParams, SetRangeValuesMutation } from '@univerjs/sheets';

/** The name under which a cell keeps the format that a result has given it. */
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
 * Marks a format that a result brings to a cell without one of its own; takes the mark away with other content, and the
 * format as well, unless a person has chosen another one since.
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
