/** Checks the values that a script writes into a range. */
import type { CellArea, CellContent } from '../bridge/operations.js';
import { Exception } from './exception.js';

export const MAX_TEXT_LENGTH = 50_000;

/** Returns rows with the same value in each cell. */
export function filled<T>({ numRows, numColumns }: CellArea, value: T): T[][] {
  return Array.from({ length: numRows }, () => Array.from({ length: numColumns }, () => value));
}

/** Returns the rows. @throws Google's error if their size differs from the range's */
export function sized<T>({ numRows, numColumns }: CellArea, rows: T[][]): T[][] {
  check('rows', rows.length, numRows);
  for (const cells of rows) check('columns', cells.length, numColumns);
  return rows;
}

function check(what: 'rows' | 'columns', given: number, wanted: number): void {
  if (given === wanted) return;
  throw new Exception(
    `The number of ${what} in the data does not match the number of ${what} in the range. The data has ${given} but the range has ${wanted}.`,
  );
}

/** Converts values to the content of cells. @throws Google's error for a text that is too long */
export function contentsOf(area: CellArea, rows: unknown[][]): CellContent[][] {
  return sized(area, rows).map((cells) => cells.map(contentOf));
}

export function contentOf(value: unknown): CellContent {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
    throw new Exception(
      `Your input contains more than the maximum of ${MAX_TEXT_LENGTH} characters in a single cell.`,
    );
  }
  if (value === null || value === undefined) return '';
  // Google converts a value that a cell cannot contain to text
  if (typeof value === 'object' && !(value instanceof Date)) return String(value);
  return value as CellContent;
}

export function asFormula(formula: string): string {
  return formula === '' || formula.startsWith('=') ? formula : `=${formula}`;
}
