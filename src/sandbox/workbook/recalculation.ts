/** Makes the formula engine recalculate cells and their dependants, in this copy of the workbook only. */
import { cellToRange, ICommandService, type IRange, type Univer } from '@univerjs/core';
import { SetTriggerFormulaCalculationStartMutation } from '@univerjs/engine-formula';
import type { CellPosition } from '../grid/calls.js';

export type Recalculate = ReturnType<typeof createRecalculation>;

/** Returns the function that requests a calculation; the engine collects the requests of 100 ms itself. */
export function createRecalculation(univer: Univer, unitId: string) {
  const commands = univer.__getInjector().get(ICommandService);
  /** @param targets cells, or tables with their range; `forceCalculation` calculates all formulas */
  return (targets: Iterable<CellPosition & { readonly range?: IRange }>, forceCalculation = false): void => {
    const dirtyRanges = Array.from(targets, ({ sheetId, row, column, range }) => ({
      unitId,
      sheetId,
      range: range ?? cellToRange(row, column),
    }));
    // the engine needs all of these fields
    const request = {
      dirtyRanges,
      dirtyNameMap: {},
      dirtyDefinedNameMap: {},
      dirtyUnitFeatureMap: {},
      dirtyUnitOtherFormulaMap: {},
      clearDependencyTreeCache: {},
      forceCalculation,
    };
    // at once, because a cell that is not yet known to the engine would count as calculated
    commands.syncExecuteCommand(SetTriggerFormulaCalculationStartMutation.id, request, { onlyLocal: true });
  };
}

export function cellKey({ sheetId, row, column }: CellPosition): string {
  return `${sheetId}!${row},${column}`;
}
