/** Makes the formula engine calculate cells again, and what depends on them, only in this copy of the workbook. */
import { ICommandService, type IRange, type Univer } from '@univerjs/core';
import { SetTriggerFormulaCalculationStartMutation } from '@univerjs/engine-formula';

export interface CellPosition {
  readonly sheetId: string;
  /** From zero. */
  readonly row: number;
  readonly column: number;
}

/** A cell with its table, where it has one. */
export type CellOrTable = CellPosition & { readonly range?: IRange };

/** The fields that the engine needs for each calculation. */
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

export class Recalculation {
  readonly #commands: ICommandService;
  readonly #unitId: string;
  readonly #due = new Map<string, CellOrTable>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(univer: Univer, unitId: string) {
    this.#commands = univer.__getInjector().get(ICommandService);
    this.#unitId = unitId;
    univer.onDispose(() => clearTimeout(this.#timer));
  }

  add(place: CellOrTable): void {
    if (this.#due.size === 0) this.#timer = setTimeout(() => this.#begin(), GATHER_MS);
    this.#due.set(cellKey(place), place);
  }

  /** Cells in the queue. */
  due(): number {
    return this.#due.size;
  }

  #begin(): void {
    const dirtyRanges = [...this.#due.values()].map(({ sheetId, row, column, range }) => ({
      unitId: this.#unitId,
      sheetId,
      range: range ?? { startRow: row, endRow: row, startColumn: column, endColumn: column },
    }));
    this.#due.clear();
    void this.#commands.executeCommand(
      SetTriggerFormulaCalculationStartMutation.id,
      { ...NOTHING_DIRTY, dirtyRanges, forceCalculation: false },
      { onlyLocal: true },
    );
  }
}

export function cellKey({ sheetId, row, column }: CellPosition): string {
  return `${sheetId}!${row},${column}`;
}
