/** A sheet that the sidebar has made: its cells, and the look of a table of its own. JSON values only. */

/** A cell of a new sheet: a plain value, an instant in milliseconds since 1970, a formula in the locale's separators. */
export type NewCell = string | number | { readonly at: number } | { readonly formula: string };

export interface SheetInsertion {
  readonly name: string;
  readonly rows: readonly (readonly NewCell[])[];
  /** Pixels of each column of a table whose header is the first row: it becomes bold and stays in sight. */
  readonly widths?: readonly number[];
  /** The number format of each of these columns; empty for none. */
  readonly formats?: readonly string[];
}
