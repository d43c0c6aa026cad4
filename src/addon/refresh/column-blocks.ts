/** Cells that stand below each other as one block, so that many formulas are few calls. */
import type { Area } from '../platform.js';

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

export interface ColumnBlock<T> {
  readonly area: Area;
  /** One for each row of the area. */
  readonly cells: readonly T[];
}

/**
 * Blocks of one column each, from left to right and from top to bottom. A table spills to the right and down: cleared
 * in this order and filled in the other, no formula ever spills into a cell whose own formula is out.
 */
export function columnBlocksOf<T extends CellPlace>(cells: readonly T[]): ColumnBlock<T>[] {
  const ordered = [...cells].sort((a, b) => a.column - b.column || a.row - b.row);
  const runs: { area: Area; cells: T[] }[] = [];
  for (const cell of ordered) {
    const run = runs[runs.length - 1];
    const follows = run && run.area.column === cell.column && run.area.row + run.area.numRows === cell.row;
    if (!follows) {
      runs.push({ area: { row: cell.row, column: cell.column, numRows: 1, numColumns: 1 }, cells: [cell] });
      continue;
    }
    run.cells.push(cell);
    run.area = { ...run.area, numRows: run.cells.length };
  }
  return runs;
}
