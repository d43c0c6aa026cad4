/** The types of the values that scripts, host and page send to each other. */

/** A rectangle of cells; rows and columns count from 1, as in Apps Script. */
export interface CellArea {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
  readonly numRows: number;
  readonly numColumns: number;
}

export interface MenuInfo {
  readonly caption: string;
  readonly items: readonly ({ readonly caption: string; readonly functionName: string } | 'separator')[];
}

export interface DialogRequest {
  readonly title: string;
  readonly message: string;
  readonly buttons: readonly string[];
}

export interface ChartInfo {
  readonly id: string;
  readonly type: string;
  readonly ranges: readonly CellArea[];
  readonly row: number;
  readonly column: number;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Counts of the scripts' requests to other servers, in all spreadsheets. */
export interface Traffic {
  /** Includes requests that did not arrive. */
  requests: number;
  /** The sum of `x-credits-charged` in all answers, including those that the script did not receive. */
  credits: number;
}

/** Charts by the id of their tab. */
export type ChartsByTab = Readonly<Record<string, readonly ChartInfo[]>>;
