/** New spreadsheets: an empty one, and that of a new sandbox with a tab for each of the add-on's functions. */

import type { IStyleData, IWorkbookData, IWorksheetData, VerticalAlign, WrapStrategy } from '@univerjs/core';
import { DATASETS } from '../../contract/datasets.js';
import { tableStyleOf } from '../../contract/table-style.js';

interface DemoTab {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly formula: string;
  /** The columns of its table, by the paths of their fields. */
  readonly columns: readonly string[];
}

const TABS: readonly DemoTab[] = [
  {
    name: 'Expansions',
    title: 'Data centres announced in the last 90 days',
    about: 'The formula is in A5. Each record costs at most one credit; a stored answer is free.',
    formula: '=EXPANSIONS("expansionType", "Data Centre", "startDate", "-90d")',
    columns: DATASETS['business-expansion'].columns,
  },
  {
    name: 'Hirings',
    title: 'Twenty announcements of major hiring, changed in the last 30 days',
    about: 'The formula is in A5. The first argument, companies, is empty.',
    formula: '=HIRINGS(, "startDate", "-30d", "limit", 20)',
    columns: DATASETS['major-hiring'].columns,
  },
  {
    name: 'Executives',
    title: 'New appointments, changed in the last 30 days',
    about: 'The formula is in A5. Reasons: New Appointment, Retired, Resigned and five more.',
    formula: '=EXEC_CHANGES(, "startDate", "-30d", "reason", "New Appointment")',
    columns: DATASETS['executive-change'].columns,
  },
  {
    name: 'Companies',
    title: 'The tracked group "Automotive suppliers"',
    about: 'The formula is in A5. Listing a group costs nothing.',
    formula: '=TRACKED_COMPANIES("Automotive suppliers")',
    columns: ['name', 'domain', 'id'],
  },
];

const FIRST_ROW_OF_TABLE = 4;
/** The last row that a demo table can reach. */
const FORMATTED_ROWS = 200;
const CLIP: WrapStrategy = 2;
const ROWS = 1000;
const COLUMNS = 26;
const MIDDLE: VerticalAlign = 2;
const DEFAULT: IStyleData = { ff: 'Arial', fs: 10, vt: MIDDLE, pd: { l: 4, r: 4 } };
const TITLE: IStyleData = { bl: 1, fs: 14 };
const ABOUT: IStyleData = { cl: { rgb: '#5f6368' } };
const HEADER: IStyleData = { bl: 1, bg: { rgb: '#e8f0fe' }, cl: { rgb: '#174ea6' }, tb: CLIP };

/** Returns the demo tabs and an empty one. Without a key there is only the empty tab, as for a new user. */
export function demoWorkbook({ isConnected }: { readonly isConnected: boolean }): Partial<IWorkbookData> {
  const tabs = isConnected ? TABS.map(tabFrom) : [];
  return workbookOf('Signals demo', [...tabs, emptyTab('Try it', tabs.length)]);
}

/** Returns the workbook of **File > New spreadsheet**. */
export function newWorkbook(): Partial<IWorkbookData> {
  return workbookOf('Untitled spreadsheet', [emptyTab('Sheet1', 0)]);
}

function workbookOf(name: string, sheets: readonly Partial<IWorksheetData>[]): Partial<IWorkbookData> {
  return {
    name,
    sheetOrder: sheets.map(({ id }) => id ?? ''),
    sheets: Object.fromEntries(sheets.map((sheet) => [sheet.id, sheet])),
  };
}

function tabFrom(tab: DemoTab, index: number): Partial<IWorksheetData> {
  const { widths, formats } = tableStyleOf(tab.columns);
  const header = widths.map((_width, column) => ({ s: HEADER, ...(column === 0 && { f: tab.formula }) }));
  const formatted = Object.fromEntries(
    formats.flatMap((pattern, column) => (pattern === '' ? [] : [[column, { s: { n: { pattern } } }]])),
  );
  const rows = Object.fromEntries(
    Array.from({ length: FORMATTED_ROWS }, (_, row) => [FIRST_ROW_OF_TABLE + 1 + row, formatted]),
  );
  return {
    ...emptyTab(tab.name, index),
    cellData: {
      0: { 0: { v: tab.title, t: 1, s: TITLE } },
      1: { 0: { v: tab.about, t: 1, s: ABOUT } },
      2: { 0: { v: tab.formula, t: 1, s: { ...ABOUT, ff: 'Courier New' } } },
      [FIRST_ROW_OF_TABLE]: { ...header },
      ...rows,
    },
    columnData: Object.fromEntries(widths.map((w, column) => [column, { w }])),
    rowData: { 0: { h: 32 }, [FIRST_ROW_OF_TABLE]: { h: 26 } },
    freeze: { xSplit: 0, ySplit: FIRST_ROW_OF_TABLE + 1, startRow: FIRST_ROW_OF_TABLE + 1, startColumn: -1 },
  };
}

function emptyTab(name: string, index: number): Partial<IWorksheetData> & { id: string } {
  return {
    id: `sheet-${index + 1}`,
    name,
    rowCount: ROWS,
    columnCount: COLUMNS,
    cellData: {},
    defaultStyle: DEFAULT,
  };
}
