/** Cells of a custom function's arguments: a value, or rows of values; blank, missing and null are equal. */
import { isLoading } from '../../contract/loading.js';
import { errors } from '../errors.js';

export type Cell = string | number | boolean | Date;
/** The result of a custom function: at least one row, all rows equally long. */
export type Table = Cell[][];

/** Avoids `instanceof`, because an argument may come from another realm. */
export function isDate(value: unknown): value is Date {
  return typeof value === 'object' && Object.prototype.toString.call(value) === '[object Date]';
}

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** Returns the rows of an argument. A single value is one row of one cell, a flat array one row. */
export function rowsOf(argument: unknown): unknown[][] {
  if (!Array.isArray(argument)) return [[argument]];
  return argument.some((row) => Array.isArray(row))
    ? Array.from(argument, (row: unknown) => (Array.isArray(row) ? Array.from<unknown>(row) : [row]))
    : [Array.from<unknown>(argument)];
}

/** Returns the cells of an argument that are not blank, row by row. */
export function cellsOf(argument: unknown): unknown[] {
  return rowsOf(argument).flatMap((row) => row.filter((cell) => !isBlank(cell)));
}

/**
 * Matches the text of a cell with an error instead of a value. Google localises these texts and does not
 * document them: #N/A is #NV in German and #N/D in Spanish.
 */
const CELL_ERROR = /^(?:#\p{Lu}\/?\p{Lu}|#[¡¿]?\p{Lu}[\p{Lu}\d/]*[!?])$/u;

/** Invisible characters of pasted texts. Joiners stay, because some scripts need them. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff]/g;

export function hasNoValue(text: string): boolean {
  return CELL_ERROR.test(text) || isLoading(text);
}

/** True for #NAME?, which ends with a question mark in each language: a word without quotes, or in curly ones. */
export function isUnknownName(cell: unknown): cell is string {
  return typeof cell === 'string' && cell.endsWith('?') && CELL_ERROR.test(cell);
}

/**
 * Returns a cell as trimmed text without invisible characters, which would prevent a match.
 * @param name the argument or option that the cell belongs to
 * @throws BAD_INPUT if the cell holds an error such as #N/A, a date or no value, so that no incomplete
 *   question is sent
 */
export function textOf(name: string, cell: unknown): string {
  if (typeof cell === 'object' || typeof cell === 'function' || typeof cell === 'symbol') {
    throw errors.badCell(name, isDate(cell) ? 'date' : 'object');
  }
  const text = String(cell).replace(INVISIBLE, '').trim();
  if (hasNoValue(text)) throw errors.cellError(name, text);
  return text;
}

/** Returns the value of `refresh` as text, dates to the millisecond. */
export function tokenOf(cells: readonly unknown[]): string {
  return cells
    .map((cell) => (isDate(cell) ? String(cell.getTime()) : textOf('refresh', cell)))
    .join('|')
    .slice(0, TOKEN_CHARACTERS);
}

const TOKEN_CHARACTERS = 200;
