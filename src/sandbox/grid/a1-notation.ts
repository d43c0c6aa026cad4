/** A1 notation: `B2`, `A1:C9`, `A:A`, `2:5`, `A2:Z`, `'My tab'!A1`; and the engine's ranges, which count from 0. */
import { type IRange, Tools } from '@univerjs/core';
import type { CellArea } from '../bridge/operations.js';

interface A1Reference {
  readonly sheetName: string | undefined;
  readonly row: number;
  readonly column: number;
  /** Missing for whole columns. */
  readonly lastRow: number | undefined;
  /** Missing for whole rows. */
  readonly lastColumn: number | undefined;
}

/** The tab's name, in quotation marks or not, and one or two corners. */
const REFERENCE = /^(?:(?:'((?:[^']|'')*)'|(.*))!)?([^!:]+)(?::([^!:]+))?$/;
const CORNER = /^\$?([A-Za-z]{1,3})?\$?(0*[1-9]\d{0,7})?$/;

/** Returns undefined if the text is no reference. Rows and columns count from 1; corners are in any order. */
export function parseA1(text: string): A1Reference | undefined {
  const [, quoted, plain, first = '', last] = REFERENCE.exec(text.trim()) ?? [];
  const [from, to] = [corner(first), corner(last ?? first)];
  if (!from || !to) return undefined;
  // a single cell needs a row and a column; both corners of a pair must name the same of the two
  if (last === undefined && (!from.row || !from.column)) return undefined;
  if (!from.row !== !to.row && !from.column !== !to.column) return undefined;
  const rows = [from.row, to.row].filter((row) => row !== undefined);
  const columns = [from.column, to.column].filter((column) => column !== undefined);
  return {
    sheetName: quoted?.replace(/''/g, "'") ?? plain,
    row: rows.length > 0 ? Math.min(...rows) : 1,
    column: columns.length > 0 ? Math.min(...columns) : 1,
    lastRow: rows.length === 2 ? Math.max(...rows) : undefined,
    lastColumn: columns.length === 2 ? Math.max(...columns) : undefined,
  };
}

/** Returns the engine's range of an area. */
export function rangeOf({ row, column, numRows, numColumns }: CellArea): IRange {
  const [startRow, startColumn] = [row - 1, column - 1];
  return { startRow, startColumn, endRow: startRow + numRows - 1, endColumn: startColumn + numColumns - 1 };
}

export function areaOf(sheetId: string, { startRow, startColumn, endRow, endColumn }: IRange): CellArea {
  const [numRows, numColumns] = [endRow - startRow + 1, endColumn - startColumn + 1];
  return { sheetId, row: startRow + 1, column: startColumn + 1, numRows, numColumns };
}

function corner(text: string) {
  const [match, letters, digits] = CORNER.exec(text) ?? [];
  if (!match) return undefined;
  return {
    row: digits ? Number(digits) : undefined,
    column: letters ? Tools.ABCatNum(letters) + 1 : undefined,
  };
}
