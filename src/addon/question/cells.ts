/** Cells as Sheets hands them to a custom function: a value, or rows of values; blank, missing and null are the same. */
import { errors } from '../errors.js';

export type Cell = string | number | boolean | Date;
/** What a custom function returns: at least one row, all rows equally long. */
export type Table = Cell[][];

/** An argument may come from another realm, so nothing here asks for `instanceof`. */
export function isDate(value: unknown): value is Date {
  return Object.prototype.toString.call(value) === '[object Date]';
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The rows of an argument; a single value is one row of one cell. A flat array counts as one row. */
export function rowsOf(argument: unknown): unknown[][] {
  if (!Array.isArray(argument)) return [[argument]];
  return argument.some((row) => Array.isArray(row))
    ? argument.map((row: unknown) => (Array.isArray(row) ? row : [row]))
    : [argument];
}

/** All cells of an argument that are not blank, row by row. */
export function cellsOf(argument: unknown): unknown[] {
  return rowsOf(argument).flatMap((row) => row.filter((cell) => !isBlank(cell)));
}

/** Errors of cells arrive as text. */
const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|NUM!|DIV\/0!|NULL!|ERROR!)$/;

/**
 * A cell as trimmed text.
 * @throws BAD_INPUT when the cell holds an error such as #N/A: nothing is asked with half of the arguments
 */
export function textOf(cell: unknown): string {
  if (isDate(cell)) return Number.isNaN(cell.getTime()) ? 'an invalid date' : cell.toISOString().slice(0, 10);
  if (typeof cell === 'object' || typeof cell === 'function' || typeof cell === 'symbol') return typeof cell;
  const text = String(cell).trim();
  if (CELL_ERROR.test(text)) throw errors.cellError(text);
  return text;
}
