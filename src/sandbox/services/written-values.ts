/** Checks and converts the values that a script writes into cells. */
import { CellValueType, type ICellData } from '@univerjs/core';
import type { CellArea } from '../bridge/operations.js';
import { MAX_TEXT_LENGTH } from '../grid/values.js';
import { cellFromText, numberCell, replaced } from '../workbook/typed-input.js';
import { datePatternOf, type TimeZone } from './time-zone.js';

export type CellContent = string | number | boolean | Date | null;

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
  throw new Error(
    `The number of ${what} in the data does not match the number of ${what} in the range. The data has ${given} but the range has ${wanted}.`,
  );
}

/** Converts a value to the content of a cell. @throws Google's error for a text that is too long */
export function contentOf(value: unknown): CellContent {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
    throw new Error(
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

/** @param pattern the number format of the cell */
export function cellFrom(value: CellContent, pattern: string, { serialOf }: TimeZone): ICellData {
  if (typeof value === 'number') return numberCell(value);
  if (typeof value === 'boolean') return replaced({ v: value ? 1 : 0, t: CellValueType.BOOLEAN });
  if (value instanceof Date) {
    const serial = serialOf(value.getTime());
    return numberCell(serial, datePatternOf(serial), pattern);
  }
  return cellFromText(String(value ?? ''), pattern);
}
