/** What a custom function is given and what it gives back, as JSON that page and host agree on. */

/** A date is its serial number: days since 1899-12-30 of the spreadsheet's own wall clock. */
export interface DateValue {
  readonly date: number;
  readonly pattern?: string;
}

/** An error in a cell. `message` is what the user reads when he points at it. */
export interface ErrorValue {
  readonly error: string;
  readonly message?: string;
}

export type CellValue = string | number | boolean | null | DateValue | ErrorValue;
export type CellTable = readonly (readonly CellValue[])[];

/** One cell or a table that spills. */
export type FunctionOutcome = CellValue | CellTable;

export type ArgumentCell = string | number | boolean | DateValue;

/** A scalar, a table, or null where the formula leaves a place empty. */
export type FunctionArgument = ArgumentCell | null | readonly (readonly ArgumentCell[])[];

export function isTable<T>(value: T | readonly (readonly T[])[]): value is readonly (readonly T[])[] {
  return Array.isArray(value);
}

export function isDateValue(value: unknown): value is DateValue {
  return typeof value === 'object' && value !== null && 'date' in value;
}

export function isErrorValue(value: unknown): value is ErrorValue {
  return typeof value === 'object' && value !== null && 'error' in value;
}

/** Whether a number format shows a date or a time; quoted text and [colours] do not count. */
export function isDatePattern(pattern: string): boolean {
  return /[ymdhs]/i.test(pattern.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').replace(/general/i, ''));
}
