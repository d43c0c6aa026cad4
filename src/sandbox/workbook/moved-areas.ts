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
import { areaOf, rangeOf } from './ranges.js';

const MOVES = [InsertRowMutation.id, InsertColMutation.id, RemoveRowMutation.id, RemoveColMutation.id];

/** Returns the new area of cells after a change; undefined if they are deleted. */
type MoveArea = (area: CellArea) => CellArea | undefined;

/** Calls `move` whenever cells move. A deletion shortens areas; its undo does not lengthen them. */
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
