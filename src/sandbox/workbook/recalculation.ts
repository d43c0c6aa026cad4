/** Makes the formula engine recalculate cells and their dependants, in this copy of the workbook only. */
import { cellToRange, ICommandService, type IRange, type Univer } from '@univerjs/core';
import { SetTriggerFormulaCalculationStartMutation } from '@univerjs/engine-formula';
import type { CellPosition } from '../grid/values.js';

/** A cell, or a cell with the range of its table. */
type CellOrTable = CellPosition & { readonly range?: IRange };

/** The engine needs these fields for each calculation. */
export const NOTHING_DIRTY = {
  dirtyRanges: [],
  dirtyNameMap: {},
  dirtyDefinedNameMap: {},
  dirtyUnitFeatureMap: {},
  dirtyUnitOtherFormulaMap: {},
  clearDependencyTreeCache: {},
};

export type Recalculate = ReturnType<typeof createRecalculation>;

/** Returns the function that requests a calculation; the engine collects the requests of 100 ms itself. */
export function createRecalculation(univer: Univer, unitId: string) {
  const commands = univer.__getInjector().get(ICommandService);
  return (targets: Iterable<CellOrTable>): void => {
    const dirtyRanges = Array.from(targets, ({ sheetId, row, column, range }) => ({
      unitId,
      sheetId,
      range: range ?? cellToRange(row, column),
    }));
    // at once, because a cell that is not yet known to the engine would count as calculated
    commands.syncExecuteCommand(
      SetTriggerFormulaCalculationStartMutation.id,
      { ...NOTHING_DIRTY, dirtyRanges, forceCalculation: false },
      { onlyLocal: true },
    );
  };
}

export function cellKey({ sheetId, row, column }: CellPosition): string {
  return `${sheetId}!${row},${column}`;
}
