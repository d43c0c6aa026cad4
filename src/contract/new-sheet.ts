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
  readonly charts?: readonly NewChart[];
}

/** A rectangle of cells in a tab. Rows and columns count from 1. */
export interface Area {
  readonly row: number;
  readonly column: number;
  readonly numRows: number;
  readonly numColumns: number;
}

export const CHART_KINDS = ['stacked', 'bar', 'pie', 'map'] as const;

/** A native chart; the first row of its area names the series, the first column what they are drawn over. */
export interface NewChart {
  readonly type: (typeof CHART_KINDS)[number];
  /** The code of the country whose states a map shows. */
  readonly region?: string;
  readonly title: string;
  readonly area: Area;
  /** The row of its upper left corner. */
  readonly row: number;
  readonly column: number;
}

/** The cells that a chart covers: its figures stand to the right of it, so that it is seen beside an open sidebar. */
export const CHART_SIZE = { rows: 18, columns: 7 } as const;
