/** Areas of cells: moves them as Sheets does, and converts them to the engine's ranges, which count from 0. */
import { ICommandService, type IRange, type Univer } from '@univerjs/core';
import {
  adjustRangeOnMutation,
  type IInsertRowMutationParams,
  InsertColMutation,
  InsertRowMutation,
  RemoveColMutation,
  RemoveRowMutation,
} from '@univerjs/sheets';
import type { CellArea } from '../bridge/operations.js';

const MOVES = [InsertRowMutation.id, InsertColMutation.id, RemoveRowMutation.id, RemoveColMutation.id];

/** Returns the new area of cells after a change; undefined if they are deleted. */
export type MoveArea = (area: CellArea) => CellArea | undefined;

/** Calls `move` when rows or columns are inserted or deleted. A deletion shortens areas; its undo does not lengthen them. */
export function onCellsMoved(univer: Univer, move: (follow: MoveArea) => void): void {
  const commands = univer.__getInjector().get(ICommandService);
  commands.onCommandExecuted((command) => {
    if (!MOVES.includes(command.id)) return;
    const { subUnitId } = command.params as IInsertRowMutationParams;
    const mutation = command as Parameters<typeof adjustRangeOnMutation>[1];
    move((area) => {
      if (area.sheetId !== subUnitId) return area;
      const next = adjustRangeOnMutation(rangeOf(area), mutation);
      return next ? areaOf(subUnitId, next) : undefined;
    });
  });
}

export function rangeOf({ row, column, numRows, numColumns }: CellArea): IRange {
  const [startRow, startColumn] = [row - 1, column - 1];
  return { startRow, startColumn, endRow: startRow + numRows - 1, endColumn: startColumn + numColumns - 1 };
}

export function areaOf(sheetId: string, { startRow, startColumn, endRow, endColumn }: IRange): CellArea {
  const [numRows, numColumns] = [endRow - startRow + 1, endColumn - startColumn + 1];
  return { sheetId, row: startRow + 1, column: startColumn + 1, numRows, numColumns };
}
