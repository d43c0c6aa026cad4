/** Sheet: one tab of the spreadsheet. */
import { parseA1 } from '../bridge/a1-notation.js';
import type { ChartInfo, SheetInfo } from '../bridge/operations.js';
import { infoOf, openBuilder, openChart } from './charts.js';
import { type Realm, tableOf } from './define.js';
import { Exception } from './exception.js';
import { dataOf } from './objects.js';
import { type Place, RANGE } from './range.js';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

/** What a tab is about. */
export interface Tab extends SheetInfo {
  readonly spreadsheet: GoogleAppsScript.Spreadsheet.Spreadsheet;
  /** Read once per object, as long as the object does not change the size. */
  size?: Size | undefined;
}

interface Size {
  readonly rows: number;
  readonly columns: number;
}

interface LastUsed {
  readonly row: number;
  readonly column: number;
}

const tab = ({ id }: Tab) => [id] as const;

export const SHEET = tableOf<Sheet & Ranges>({ kind: 'Sheet', latencyMs: 400 })({
  getName: {
    as: 'Spreadsheet.getSheets',
    gives: (all: readonly SheetInfo[], _realm, { id, name }: Tab) =>
      all.find((one) => one.id === id)?.name ?? name,
  },
  // Google's ids of tabs are numbers
  getSheetId: { local: (_realm, { id }: Tab) => numericId(id) },
  getParent: { local: (_realm, { spreadsheet }: Tab) => spreadsheet },
  getRange: {
    records: 'bounds',
    isInternal: true,
    latencyMs: 0,
    sends: tab,
    gives(bounds: Size, realm, _tab: Tab, row, column, numRows = 1, numColumns = 1) {
      if (typeof row === 'string') return rangeNamed(realm, row, bounds);
      return rangeAt(realm, [row, column ?? Number.NaN, numRows, numColumns], bounds);
    },
  },
  getLastRow: { records: 'getLastUsed', sends: tab, gives: ({ row }: LastUsed) => row },
  getLastColumn: { as: 'getLastRow', sends: tab, gives: ({ column }: LastUsed) => column },
  getDataRange: {
    as: 'getLastRow',
    sends: tab,
    gives: ({ row, column }: LastUsed, realm) =>
      rangeAt(realm, [1, 1, Math.max(1, row), Math.max(1, column)]),
  },
  getMaxRows: {
    known: (_realm, { size }: Tab) => size?.rows,
    records: 'getMaxSize',
    sends: tab,
    gives(size: Size, _realm, known: Tab) {
      known.size = size;
      return size.rows;
    },
  },
  getMaxColumns: {
    known: (_realm, { size }: Tab) => size?.columns,
    as: 'getMaxRows',
    sends: tab,
    gives(size: Size, _realm, known: Tab) {
      known.size = size;
      return size.columns;
    },
  },
  insertRowsBefore: {
    writes: true,
    records: 'insertRows',
    sends: ({ id }: Tab, before, howMany) => [id, before, howMany] as const,
    gives: grow,
    chains: true,
  },
  insertRowsAfter: {
    writes: true,
    as: 'insertRowsBefore',
    sends: ({ id }: Tab, after, howMany) => [id, after + 1, howMany] as const,
    gives: grow,
    chains: true,
  },
  deleteRows: {
    writes: true,
    sends: ({ id }: Tab, from, howMany) => [id, from, howMany] as const,
    gives: forget,
    chains: true,
  },
  insertColumnsBefore: {
    writes: true,
    records: 'insertColumns',
    sends: ({ id }: Tab, before, howMany) => [id, before, howMany] as const,
    gives: forget,
    chains: true,
  },
  insertColumnsAfter: {
    writes: true,
    as: 'insertColumnsBefore',
    sends: ({ id }: Tab, after, howMany) => [id, after + 1, howMany] as const,
    gives: forget,
    chains: true,
  },
  getFrozenRows: { sends: tab },
  setFrozenRows: {
    writes: true,
    sends: ({ id }: Tab, rows) => [id, rows] as const,
    gives: forget,
    chains: true,
  },
  getColumnWidth: { sends: ({ id }: Tab, column) => [id, column] as const },
  setColumnWidth: {
    writes: true,
    sends: ({ id }: Tab, column, pixels) => [id, column, pixels] as const,
    gives: forget,
    chains: true,
  },
  clear: { writes: true, local: ({ self }) => (self as Sheet).getDataRange().clear(), chains: true },
  clearNotes: { writes: true, local: ({ self }) => (self as Sheet).getDataRange().clearNote(), chains: true },
  activate: { writes: true, as: 'Spreadsheet.setActiveSheet', sends: tab, gives: forget, chains: true },
  newChart: { local: openBuilder },
  getCharts: {
    sends: tab,
    gives: (charts: readonly ChartInfo[], realm) => charts.map((info) => openChart(realm, info)),
  },
  insertChart: {
    writes: true,
    sends: ({ id }: Tab, chart) => [id, infoOf(chart)] as const,
    gives: forget,
    chains: true,
  },
  removeChart: {
    writes: true,
    sends: ({ id }: Tab, chart) => [id, infoOf(chart).id] as const,
    gives: forget,
    chains: true,
  },
});

/** All of its forms. */
interface Ranges {
  getRange(
    row: string | number,
    column?: number,
    numRows?: number,
    numColumns?: number,
  ): GoogleAppsScript.Spreadsheet.Range;
}

/** The id of a tab; undefined for anything else. */
export function tabIdOf(sheet: unknown): string | undefined {
  return dataOf<Tab>(SHEET, sheet)?.id;
}

function forget(_answer: unknown, _realm: Realm, known: Tab): void {
  known.size = undefined;
}

function grow(_answer: unknown, _realm: Realm, known: Tab, _at: number, howMany: number): void {
  if (known.size) known.size = { ...known.size, rows: known.size.rows + howMany };
}

function rangeNamed(realm: Realm, a1: string, bounds: Size) {
  const reference = parseA1(a1);
  if (!reference) throw new Exception('Range not found');
  const { sheetName, row, column, lastRow = bounds.rows, lastColumn = bounds.columns } = reference;
  if (sheetName !== undefined && sheetName !== (realm.self as Sheet).getName())
    throw new Exception('Range not found');
  return rangeAt(realm, [row, column, lastRow - row + 1, lastColumn - column + 1], bounds);
}

/** @throws Google's error for what is no range within the bounds */
function rangeAt(
  { open, self }: Realm,
  place: readonly [row: number, column: number, numRows: number, numColumns: number],
  { rows, columns }: Size = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY },
) {
  const [row, column, numRows, numColumns] = place;
  if (!place.every(Number.isInteger)) throw new Exception('Range not found');
  if (row < 1) throw new Exception('The starting row of the range is too small.');
  if (column < 1) throw new Exception('The starting column of the range is too small.');
  if (numRows < 1) throw new Exception('The number of rows in the range must be at least 1.');
  if (numColumns < 1) throw new Exception('The number of columns in the range must be at least 1.');
  if (row + numRows - 1 > rows || column + numColumns - 1 > columns)
    throw new Exception('The coordinates of the range are outside the dimensions of the sheet.');
  const sheet = self as Sheet;
  const { id: sheetId } = dataOf<Tab>(SHEET, sheet) as Tab;
  return open(RANGE, { sheet, area: { sheetId, row, column, numRows, numColumns } } satisfies Place);
}

function numericId(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 2_147_483_647;
  return hash;
}
