/** Changes cells of a spreadsheet for a script, after checks of the values and that the person may. */
import { CellValueType, type ICellData, type Nullable } from '@univerjs/core';
import type { CellArea } from '../bridge/operations.js';
import { MAX_TEXT_LENGTH } from '../grid/values.js';
import type { CellView } from '../workbook/cells.js';
import { cellFromText, numberCell, replaced } from '../workbook/typed-input.js';
import type { Call } from './define.js';
import { datePatternOf, openTimeZone, type TimeZone } from './time-zone.js';

/** Returns the new content of a cell; `row` and `column` count from the corner of the area. */
type CellChange = (cell: CellView, row: number, column: number) => ICellData;

function write(call: Call, area: CellArea, change: CellChange): void {
  call.protections.check(call, area);
  call.workbook.cells.write(area, change);
}

/** Keeps the content: with only a style, the grid would turn text that looks like a number into one. */
export function amend(call: Call, area: CellArea, change: CellChange): void {
  write(call, area, (cell, r, c) => ({ ...ownContentOf(cell.own), ...change(cell, r, c) }));
}

export function writeValues(
  call: Call,
  area: CellArea,
  valueAt: (r: number, c: number) => CellContent,
): void {
  const zone = openTimeZone(call.spreadsheet.timeZone);
  write(call, area, ({ pattern }, r, c) => cellFrom(valueAt(r, c), pattern(), zone));
}

/** Returns the content to write again with a new style or note; otherwise the grid removes a formula. */
function ownContentOf(own: Nullable<ICellData>): ICellData {
  if (own?.f || own?.si) return { f: own.f ?? null, si: own.si ?? null };
  return own && own.v !== undefined && own.v !== null ? { v: own.v, t: own.t ?? null } : {};
}

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
function cellFrom(value: CellContent, pattern: string, { serialOf }: TimeZone): ICellData {
  if (typeof value === 'number') return numberCell(value);
  if (typeof value === 'boolean') return replaced({ v: value ? 1 : 0, t: CellValueType.BOOLEAN });
  if (value instanceof Date) {
    const serial = serialOf(value.getTime());
    return numberCell(serial, datePatternOf(serial), pattern);
  }
  return cellFromText(String(value ?? ''), pattern);
}
