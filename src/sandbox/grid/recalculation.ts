/** Makes the formula engine calculate single cells again, only in this copy of the workbook. */
import { ICommandService, type Univer } from '@univerjs/core';
import { SetTriggerFormulaCalculationStartMutation } from '@univerjs/engine-formula';

export interface CellPosition {
  readonly sheetId: string;
  /** From zero. */
  readonly row: number;
  readonly column: number;
}

export interface Recalculation {
  add(place: CellPosition): void;
  /** Cells in the queue. */
  due(): number;
}

/** What the engine wants to be told of each calculation. */
export const NOTHING_DIRTY = {
  dirtyRanges: [],
  dirtyNameMap: {},
  dirtyDefinedNameMap: {},
  dirtyUnitFeatureMap: {},
  dirtyUnitOtherFormulaMap: {},
  clearDependencyTreeCache: {},
};

/** Cells that arrive together are calculated together. */
const GATHER_MS = 15;

export function createRecalculation(univer: Univer, unitId: string): Recalculation {
  const commands = univer.__getInjector().get(ICommandService);
  const due = new Map<string, CellPosition>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  univer.onDispose(() => clearTimeout(timer));

  const begin = (): void => {
    const dirtyRanges = [...due.values()].map(({ sheetId, row, column }) => ({
      unitId,
      sheetId,
      range: { startRow: row, endRow: row, startColumn: column, endColumn: column },
    }));
    due.clear();
    void commands.executeCommand(
      SetTriggerFormulaCalculationStartMutation.id,
      { ...NOTHING_DIRTY, dirtyRanges, forceCalculation: false },
      { onlyLocal: true },
    );
  };
  return {
    add(place) {
      if (due.size === 0) timer = setTimeout(begin, GATHER_MS);
      due.set(placeOf(place), place);
    },
    due: () => due.size,
  };
}

export function placeOf({ sheetId, row, column }: CellPosition): string {
  return `${sheetId}!${row},${column}`;
}
