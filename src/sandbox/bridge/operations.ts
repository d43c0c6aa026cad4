/** Every call that a script's realm can make to the host. Calls are recorded under these names. */

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
  readonly items: readonly (MenuItemInfo | MenuInfo | 'separator')[];
}

export interface DialogRequest {
  readonly kind: 'alert' | 'prompt';
  readonly title: string;
  readonly message: string;
  readonly buttons: readonly string[];
}

export interface DialogAnswer {
  /** The button pressed, or CLOSE. */
  readonly button: string;
  readonly text: string;
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

/** Calls that scripts do not see: they are no service calls and are not recorded. */
export const INTERNAL = 'internal.';

export interface Operations {
  'internal.sheetBounds': (sheetId: string) => { rows: number; columns: number };

  'Spreadsheet.getProperties': () => {
    id: string;
    name: string;
    url: string;
    timeZone: string;
    locale: string;
  };
  'Spreadsheet.setTimeZone': (timeZone: string) => void;
  'Spreadsheet.setName': (name: string) => void;
  'Spreadsheet.getSheets': () => SheetInfo[];
  'Spreadsheet.insertSheet': (name: string | null, index: number | null) => SheetInfo;
  'Spreadsheet.deleteSheet': (sheetId: string) => void;
  'Spreadsheet.setActiveSheet': (sheetId: string) => void;
  'Spreadsheet.getSelection': () => CellArea & { sheetName: string };
  /** What a name stands for, such as 'Sheet 1'!A1:B2; null for no name. */
  'Spreadsheet.getNamedRange': (name: string) => string | null;
  'Spreadsheet.setNamedRange': (name: string, area: CellArea) => void;
  'Spreadsheet.toast': (message: string, title: string, seconds: number) => void;
  'Spreadsheet.flush': () => void;

  'Sheet.getMaxSize': (sheetId: string) => { rows: number; columns: number };
  'Sheet.getLastUsed': (sheetId: string) => { row: number; column: number };
  'Sheet.setName': (sheetId: string, name: string) => void;
  'Sheet.insertRows': (sheetId: string, before: number, howMany: number) => void;
  'Sheet.deleteRows': (sheetId: string, from: number, howMany: number) => void;
  'Sheet.insertColumns': (sheetId: string, before: number, howMany: number) => void;
  'Sheet.deleteColumns': (sheetId: string, from: number, howMany: number) => void;
  'Sheet.getFrozenRows': (sheetId: string) => number;
  'Sheet.getColumnWidth': (sheetId: string, column: number) => number;
  'Sheet.setFrozenRows': (sheetId: string, rows: number) => void;
  'Sheet.setColumnWidth': (sheetId: string, column: number, pixels: number) => void;
  'Sheet.appendRow': (sheetId: string, values: readonly CellContent[]) => void;
  'Sheet.insertChart': (sheetId: string, chart: ChartInfo) => void;
  'Sheet.getCharts': (sheetId: string) => ChartInfo[];
  'Sheet.removeChart': (sheetId: string, chartId: string) => void;

  'Range.getValues': (area: CellArea) => CellContent[][];
  'Range.getDisplayValues': (area: CellArea) => string[][];
  'Range.getFormulas': (area: CellArea) => string[][];
  'Range.getNotes': (area: CellArea) => string[][];
  'Range.getNumberFormats': (area: CellArea) => string[][];
  'Range.getFontWeights': (area: CellArea) => ('bold' | 'normal')[][];
  'Range.getBackgrounds': (area: CellArea) => string[][];
  /** Null for what is no text. */
  'Range.getRichTextValues': (area: CellArea) => (RichText | null)[][];
  'Range.setRichTextValues': (area: CellArea, values: readonly (readonly RichText[])[]) => void;
  'Range.setValues': (area: CellArea, values: readonly (readonly CellContent[])[]) => void;
  'Range.setNotes': (area: CellArea, notes: readonly (readonly (string | null)[])[]) => void;
  'Range.setNumberFormats': (area: CellArea, formats: readonly (readonly string[])[]) => void;
  'Range.setFontWeight': (area: CellArea, weight: 'bold' | 'normal' | null) => void;
  'Range.setBackground': (area: CellArea, color: string | null) => void;
  /** To each row of an area what one row of the same columns looks like. */
  'Range.copyFormat': (from: CellArea, to: CellArea) => void;
  'Range.applyRowBanding': (area: CellArea) => void;
  'Range.setWrap': (area: CellArea, wrap: boolean) => void;
  'Range.clear': (area: CellArea, what: 'content' | 'format' | 'all') => void;
  'Range.canEdit': (area: CellArea) => boolean;
  'Range.activate': (area: CellArea) => void;
}

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
