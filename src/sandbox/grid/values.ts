/** Arguments and results of custom functions, as JSON between page and host. */

/** The longest text of a cell. */
export const MAX_TEXT_LENGTH = 50_000;

/** A date is a serial number: days since 1899-12-30 on the spreadsheet's wall clock. */
interface DateValue {
  readonly date: number;
  readonly pattern?: string;
}

/** An error in a cell. Sheets shows `message` when a person points at the cell. */
export interface ErrorValue {
  readonly error: string;
  readonly message?: string;
}

export type CellValue = string | number | boolean | null | DateValue | ErrorValue;

/** One cell or a table that spills. */
export type FunctionOutcome = CellValue | readonly (readonly CellValue[])[];

/** A value that a cell can contain or pass to a function. */
export type CellContent = string | number | boolean | DateValue;

/** A scalar, a table, or null for an empty argument. */
export type FunctionArgument = CellContent | null | readonly (readonly CellContent[])[];

export function isTable<T>(value: T | readonly (readonly T[])[]): value is readonly (readonly T[])[] {
  return Array.isArray(value);
}

export function isDateValue(value: unknown): value is DateValue {
  return typeof value === 'object' && value !== null && 'date' in value;
}

export function isErrorValue(value: unknown): value is ErrorValue {
  return typeof value === 'object' && value !== null && 'error' in value;
}

/** True if a number format shows a date or a time. Quoted text and [colours] do not count. */
export function isDatePattern(pattern: string): boolean {
  return /[ymdhs]/i.test(pattern.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').replace(/general/i, ''));
}
