/** The values that scripts, host and page send to each other. */

/** A store of a service: of the spreadsheet, of the person, or of the script. */
export type Scope = 'document' | 'user' | 'script';

/** Bytes: the UTF-8 of a text, base64, or signed numbers as Apps Script has them. */
export type Binary =
  | { readonly text: string }
  | { readonly base64: string }
  | { readonly bytes: readonly number[] };

export interface FetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly muteHttpExceptions: boolean;
  readonly followRedirects: boolean;
  readonly timeoutSeconds: number;
}

export interface FetchResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly text: string;
}

/** A rectangle of cells; rows and columns count from 1, as in Apps Script. */
export interface CellArea {
  readonly sheetId: string;
  readonly row: number;
  readonly column: number;
  readonly numRows: number;
  readonly numColumns: number;
}

export interface SheetInfo {
  readonly id: string;
  readonly name: string;
}

export interface MenuItemInfo {
  readonly caption: string;
  readonly functionName: string;
}

export interface MenuInfo {
  readonly caption: string;
  readonly items: readonly (MenuItemInfo | 'separator')[];
}

export interface DialogRequest {
  readonly title: string;
  readonly message: string;
  readonly buttons: readonly string[];
}

export interface TriggerRequest {
  readonly functionName: string;
  /** Milliseconds between two runs. */
  readonly everyMs: number;
}

export interface TriggerInfo extends TriggerRequest {
  /** Google disables some without a word; they stay in the list. */
  readonly isDisabled?: true;
  readonly id: string;
}

/** Rich text: a text, and where all of it leads; null for nowhere. Styles and links of parts are not emulated. */
export interface RichText {
  readonly text: string;
  readonly linkUrl: string | null;
}

export type CellContent = string | number | boolean | Date | null;

/** A chart's data, without its appearance. */
export interface ChartInfo {
  readonly id: string;
  readonly type: string;
  readonly ranges: readonly CellArea[];
  readonly row: number;
  readonly column: number;
  readonly options: Readonly<Record<string, unknown>>;
}

/** The charts of each tab, by its id. */
export type ChartsByTab = Readonly<Record<string, readonly ChartInfo[]>>;
