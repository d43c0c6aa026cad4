/** Moves areas with inserted and deleted rows and columns, as in Sheets; the engine moves only its own. */
import { ICommandService, type Univer } from '@univerjs/core';
import {
  adjustRangeOnMutation,
  type IInsertRowMutationParams,
  InsertColMutation,
  InsertRowMutation,
  RemoveColMutation,
  RemoveRowMutation,
} from '@univerjs/sheets';
import type { CellArea } from '../bridge/operations.js';
import { areaOf, rangeOf } from '../grid/a1-notation.js';

const INSERTIONS = [InsertRowMutation.id, InsertColMutation.id];
const MOVES = [...INSERTIONS, RemoveRowMutation.id, RemoveColMutation.id];

/** A page can undo no more; the engine's limit. */
const MAX_UNDONE = 20;

/** Returns the new area of cells after a change; undefined if they are deleted. */
type MoveArea = (area: CellArea) => CellArea | undefined;

/**
 * Moves areas whenever cells move. A deletion shortens areas, so an undo has to put back what was there before.
 * @param move moves the areas, and returns a function that puts back those that it has changed
 */
export function onCellsMoved(univer: Univer, move: (follow: MoveArea) => () => void): void {
  const commands = univer.__getInjector().get(ICommandService);
  const moves: { readonly place: string; readonly isInsertion: boolean; readonly putBack: () => void }[] = [];
  commands.onCommandExecuted((command, options) => {
    if (!MOVES.includes(command.id)) return;
    const { subUnitId, range } = command.params as IInsertRowMutationParams;
    const mutation = command as Parameters<typeof adjustRangeOnMutation>[1];
    const putBack = move((area) => {
      if (area.sheetId !== subUnitId) return area;
      const next = adjustRangeOnMutation(rangeOf(area), mutation);
      return next ? areaOf(subUnitId, next) : undefined;
    });
    const { startRow, endRow, startColumn, endColumn } = range;
    const place = [subUnitId, startRow, endRow, startColumn, endColumn].join();
    const isInsertion = INSERTIONS.includes(command.id);
    if (!options?.['isUndo']) {
      moves.push({ place, isInsertion, putBack });
      if (moves.length > MAX_UNDONE) moves.shift();
      return;
    }
    const undone = moves.pop();
    if (undone?.place === place && undone.isInsertion !== isInsertion) undone.putBack();
    // the undone move is not the last one noted, so none of the noted places fits any more
    else moves.length = 0;
  });
}
