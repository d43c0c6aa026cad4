/** Cells as Sheets hands them to a custom function: a value, or rows of values; blank, missing and null are the same. */
import { isLoading } from '../../contract/loading.js';
import { errors } from '../errors.js';

export type Cell = string | number | boolean | Date;
/** The result of a custom function: at least one row, all rows equally long. */
export type Table = Cell[][];

/** An argument may come from another realm, so nothing here asks for `instanceof`. */
export function isDate(value: unknown): value is Date {
  // what the call throws for all others costs more than the rest of reading a formula
  if (typeof value !== 'object') return false;
  try {
    Date.prototype.getTime.call(value);
    return true;
  } catch {
    return false;
  }
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The rows of an argument; a single value is one row of one cell. A flat array counts as one row. */
export function rowsOf(argument: unknown): unknown[][] {
  if (!Array.isArray(argument)) return [[argument]];
  return argument.some((row) => Array.isArray(row))
    ? Array.from(argument, (row: unknown) => (Array.isArray(row) ? Array.from<unknown>(row) : [row]))
    : [Array.from<unknown>(argument)];
}

/** All cells of an argument that are not blank, row by row. */
export function cellsOf(argument: unknown): unknown[] {
  return rowsOf(argument).flatMap((row) => row.filter((cell) => !isBlank(cell)));
}

/**
 * Texts of cells without a value, which wait or have an error. Google does not document their language: in
 * German #N/A is #NV, in Spanish #N/D.
 */
const CELL_ERROR = /^(?:#\p{Lu}\/?\p{Lu}|#\p{Lu}[\p{Lu}\d/]*[!?])$/u;

export function hasNoValue(text: string): boolean {
  return CELL_ERROR.test(text) || isLoading(text);
}

/**
 * A cell as trimmed text.
 * @param name the argument or option that the cell belongs to
 * @throws BAD_INPUT when the cell holds an error such as #N/A, a date or no value at all: nothing is asked with half of
 *   the arguments
 */
export function textOf(name: string, cell: unknown): string {
  if (typeof cell === 'object' || typeof cell === 'function' || typeof cell === 'symbol') {
    throw errors.badCell(name, isDate(cell) ? 'date' : 'object');
  }
  const text = String(cell).trim();
  if (hasNoValue(text)) throw errors.cellError(name, text);
  return text;
}

/** The value of `refresh`: whatever its cells hold, to the millisecond. */
export function tokenOf(cells: readonly unknown[]): string {
  return cells
    .map((cell) => (isDate(cell) ? String(cell.getTime()) : textOf('refresh', cell)))
    .join('|')
    .slice(0, TOKEN_CHARACTERS);
}

const TOKEN_CHARACTERS = 200;
