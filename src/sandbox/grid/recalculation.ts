/** Makes the formula engine recalculate cells and their dependants, in this copy of the workbook only. */
import { cellToRange, ICommandService, type IRange, type Univer } from '@univerjs/core';
import { SetTriggerFormulaCalculationStartMutation } from '@univerjs/engine-formula';

export interface CellPosition {
  readonly sheetId: string;
  /** From zero. */
  readonly row: number;
  readonly column: number;
}

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

/** Cells that become due within this time share one calculation. */
const GATHER_MS = 15;

export type Recalculation = ReturnType<typeof createRecalculation>;

export function createRecalculation(univer: Univer, unitId: string) {
  const commands = univer.__getInjector().get(ICommandService);
  const due = new Map<string, CellOrTable>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  univer.onDispose(() => clearTimeout(timer));
  const begin = (): void => {
    const dirtyRanges = [...due.values()].map(({ sheetId, row, column, range }) => ({
      unitId,
      sheetId,
      range: range ?? cellToRange(row, column),
    }));
    due.clear();
    void commands.executeCommand(
      SetTriggerFormulaCalculationStartMutation.id,
      { ...NOTHING_DIRTY, dirtyRanges, forceCalculation: false },
      { onlyLocal: true },
    );
  };
  return {
    add(target: CellOrTable): void {
      if (due.size === 0) timer = setTimeout(begin, GATHER_MS);
      due.set(cellKey(target), target);
    },
    due: (): number => due.size,
  };
}

export function cellKey({ sheetId, row, column }: CellPosition): string {
  return `${sheetId}!${row},${column}`;
}
