/** A sheet that the sidebar inserts: cells, column widths, number formats and charts. JSON values only. */
import type { TableStyle } from './table-style.js';

/** A cell of a new sheet: a plain value, an instant in ms since 1970, a formula in the locale's notation. */
export type NewCell = string | number | { readonly at: number } | { readonly formula: string };

/** With widths, the header in the first row becomes bold and is frozen. */
export interface SheetInsertion extends Partial<TableStyle> {
  readonly name: string;
  readonly rows: readonly (readonly NewCell[])[];
  readonly charts?: readonly NewChart[];
}

/** A rectangle of cells in a tab. Rows and columns count from 1. */
export interface Area {
  readonly row: number;
  readonly column: number;
  readonly numRows: number;
  readonly numColumns: number;
}

/** Google's limit. */
export const MAX_SHEET_NAME_CHARACTERS = 100;

/** Returns the area of these numbers, which are in the order of Google's `getRange`. */
export function areaOf(row: number, column: number, numRows = 1, numColumns = 1): Area {
  return { row, column, numRows, numColumns };
}

/** Returns the first rows and columns of a tab. */
export function topLeft(numRows: number, numColumns: number): Area {
  return areaOf(1, 1, numRows, numColumns);
}

export const CHART_KINDS = ['stacked', 'bar', 'pie', 'map'] as const;

/** A native chart. The first row of its area names the series, the first column has the categories. */
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

/** The cells that a chart covers. Its figures are to the right, so that an open sidebar does not hide it. */
export const CHART_SIZE = { rows: 18, columns: 7 } as const;
