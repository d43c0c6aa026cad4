/** Converts between areas and the engine's ranges, which count from 0. */
import type { IRange } from '@univerjs/core';
import type { CellArea } from '../bridge/operations.js';

export function rangeOf({ row, column, numRows, numColumns }: CellArea): IRange {
  const [startRow, startColumn] = [row - 1, column - 1];
  return { startRow, startColumn, endRow: startRow + numRows - 1, endColumn: startColumn + numColumns - 1 };
}

export function areaOf(sheetId: string, { startRow, startColumn, endRow, endColumn }: IRange): CellArea {
  const [numRows, numColumns] = [endRow - startRow + 1, endColumn - startColumn + 1];
  return { sheetId, row: startRow + 1, column: startColumn + 1, numRows, numColumns };
}
