/** Sheet: one tab of the spreadsheet. */
import { parseA1 } from '../bridge/a1-notation.js';
import type { ChartInfo, SheetInfo } from '../bridge/operations.js';
import { infoOf, openBuilder, openChart } from './charts.js';
import { dataOf, type MethodContext, tableOf } from './define.js';
import { Exception } from './exception.js';
import { RANGE, type RangeData } from './range.js';
import { contentOf } from './range-values.js';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

export interface Tab extends SheetInfo {
  /** Cached for one object until the object changes the tab. */
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

/** A method that changes the tab, drops the cached size and returns the sheet. */
const change = {
  writes: true,
  chains: true,
  fromAnswer(_answer: unknown, _realm: MethodContext, tab: Tab): void {
    tab.size = undefined;
  },
} as const;
/** A method that adds rows, also to the cached size. */
const growth = {
  ...change,
  fromAnswer(_answer: unknown, _realm: MethodContext, tab: Tab, _at: number, howMany: number): void {
    if (tab.size) tab.size = { ...tab.size, rows: tab.size.rows + howMany };
  },
} as const;

function read(side: keyof Size) {
  return (size: Size, _realm: MethodContext, tab: Tab): number => {
    tab.size = size;
    return size[side];
  };
}

export const SHEET = tableOf<Sheet & Ranges, Tab, readonly [sheetId: string]>({
  kind: 'Sheet',
  latencyMs: 400,
  target({ id, type }) {
    if (type) throw new Exception(`The action is not supported for ${type} sheet`);
    return [id];
  },
})({
  getName: {
    aliasOf: 'Spreadsheet.getSheets',
    target: () => [],
    fromAnswer: (all: readonly SheetInfo[], _realm, { id, name }) =>
      all.find((one) => one.id === id)?.name ?? name,
  },
  // Google's ids of tabs are numbers
  getType: { inRealm: (_realm, { type = 'GRID' }) => type },
  getSheetId: { inRealm: (_realm, { id }) => numericId(id) },
  getRange: {
    operation: 'bounds',
    isInternal: true,
    latencyMs: 0,
    toArguments: () => [] as const,
    fromAnswer(bounds: Size, realm, _tab, row, column, numRows = 1, numColumns = 1) {
      if (typeof row === 'string') return rangeNamed(realm, row, bounds);
      return rangeAt(realm, [row, column ?? Number.NaN, numRows, numColumns], bounds);
    },
  },
  getDataRange: {
    operation: 'getLastUsed',
    fromAnswer: ({ row, column }: LastUsed, realm) =>
      rangeAt(realm, [1, 1, Math.max(1, row), Math.max(1, column)]),
  },
  getMaxRows: { cached: (_realm, { size }) => size?.rows, operation: 'getMaxSize', fromAnswer: read('rows') },
  getMaxColumns: {
    cached: (_realm, { size }) => size?.columns,
    aliasOf: 'getMaxSize',
    fromAnswer: read('columns'),
  },
  insertRowsBefore: { ...growth, operation: 'insertRows' },
  insertRowsAfter: {
    ...growth,
    aliasOf: 'insertRows',
    toArguments: (_tab, after, howMany) => [after + 1, howMany] as const,
  },
  appendRow: {
    ...change,
    required: ['rowContents'],
    toArguments: (_tab, contents) => [contents.map(contentOf)] as const,
  },
  deleteRows: { ...change, toArguments: (_tab, from, howMany) => [from, howMany] as const },
  insertColumnsAfter: {
    ...change,
    operation: 'insertColumns',
    toArguments: (_tab, after, howMany) => [after + 1, howMany] as const,
  },
  getFrozenRows: {},
  setFrozenRows: change,
  getColumnWidth: {},
  setColumnWidth: change,
  clear: { writes: true, inRealm: ({ self }) => (self as Sheet).getDataRange().clear(), chains: true },
  clearNotes: {
    writes: true,
    inRealm({ self }) {
      const cells = (self as Sheet).getDataRange();
      cells.setNotes(cells.getNotes().map((notes) => notes.map(() => '')));
    },
    chains: true,
  },
  activate: { ...change, aliasOf: 'Spreadsheet.setActiveSheet' },
  newChart: { inRealm: openBuilder },
  getCharts: {
    fromAnswer: (charts: readonly ChartInfo[], realm) => charts.map((info) => openChart(realm, info)),
  },
  insertChart: { ...change, toArguments: (_tab, chart) => [infoOf(chart)] as const },
  removeChart: { ...change, toArguments: (_tab, chart) => [infoOf(chart).id] as const },
});

/** All overloads in one. */
interface Ranges {
  getRange(
    row: string | number,
    column?: number,
    numRows?: number,
    numColumns?: number,
  ): GoogleAppsScript.Spreadsheet.Range;
}

/** Returns the id of a tab; undefined for other values. */
export function tabIdOf(sheet: unknown): string | undefined {
  return dataOf<Tab>(SHEET, sheet)?.id;
}

function rangeNamed(realm: MethodContext, a1: string, bounds: Size) {
  const reference = parseA1(a1);
  if (!reference) throw new Exception('Range not found');
  const { sheetName, row, column, lastRow = bounds.rows, lastColumn = bounds.columns } = reference;
  if (sheetName !== undefined && sheetName !== (realm.self as Sheet).getName())
    throw new Exception('Range not found');
  return rangeAt(realm, [row, column, lastRow - row + 1, lastColumn - column + 1], bounds);
}

/** @throws Google's error for a range that is invalid or outside the bounds */
function rangeAt(
  { open, self }: MethodContext,
  numbers: readonly [row: number, column: number, numRows: number, numColumns: number],
  { rows, columns }: Size = { rows: Number.POSITIVE_INFINITY, columns: Number.POSITIVE_INFINITY },
) {
  const [row, column, numRows, numColumns] = numbers;
  if (!numbers.every(Number.isInteger)) throw new Exception('Range not found');
  if (row < 1) throw new Exception('The starting row of the range is too small.');
  if (column < 1) throw new Exception('The starting column of the range is too small.');
  if (numRows < 1) throw new Exception('The number of rows in the range must be at least 1.');
  if (numColumns < 1) throw new Exception('The number of columns in the range must be at least 1.');
  if (row + numRows - 1 > rows || column + numColumns - 1 > columns)
    throw new Exception('The coordinates of the range are outside the dimensions of the sheet.');
  const sheet = self as Sheet;
  const { id: sheetId } = dataOf<Tab>(SHEET, sheet) as Tab;
  return open(RANGE, { sheet, area: { sheetId, row, column, numRows, numColumns } } satisfies RangeData);
}

function numericId(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) % 2_147_483_647;
  return hash;
}
