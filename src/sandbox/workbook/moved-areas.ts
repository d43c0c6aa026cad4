/** Moves areas with inserted and deleted rows and columns, as in Sheets; the engine moves only its own. */
import { ICommandService, type IRange, type Nullable, type Univer } from '@univerjs/core';
import {
  adjustRangeOnMutation,
  InsertColMutation,
  InsertRowMutation,
  RemoveColMutation,
  RemoveRowMutation,
} from '@univerjs/sheets';
import type { CellArea } from '../bridge/operations.js';

const MOVING_MUTATIONS = [InsertRowMutation, InsertColMutation, RemoveRowMutation, RemoveColMutation].map(
  ({ id }) => id,
);

/** Returns the new range of cells after a change of a tab; undefined if they are deleted. */
type MoveRange = (range: IRange) => Nullable<IRange>;

export function onCellsMoved(univer: Univer, move: (sheetId: string, follow: MoveRange) => void): void {
  const commands = univer.__getInjector().get(ICommandService);
  commands.onCommandExecuted((command) => {
    if (!MOVING_MUTATIONS.includes(command.id)) return;
    const { subUnitId } = command.params as { readonly subUnitId: string };
    move(subUnitId, (range) =>
      adjustRangeOnMutation(range, command as Parameters<typeof adjustRangeOnMutation>[1]),
    );
  });
}

export function rangeOf({ row, column, numRows, numColumns }: Omit<CellArea, 'sheetId'>): IRange {
  return {
    startRow: row - 1,
    endRow: row + numRows - 2,
    startColumn: column - 1,
    endColumn: column + numColumns - 2,
  };
}

export function areaOf(sheetId: string, { startRow, endRow, startColumn, endColumn }: IRange): CellArea {
  const [numRows, numColumns] = [endRow - startRow + 1, endColumn - startColumn + 1];
  return { sheetId, row: startRow + 1, column: startColumn + 1, numRows, numColumns };
}
