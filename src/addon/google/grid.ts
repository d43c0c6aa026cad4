/** Implements `Grid` of platform.ts: tabs and ranges of the open spreadsheet. */
import { UNQUALIFIED } from '../../contract/formula-sheet.js';
import { areaOf } from '../../contract/new-sheet.js';
import { ignoreErrors } from '../errors.js';
import type { Area, Grid, Place, Tab, TableStyle } from '../platform.js';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

export const googleGrid: Grid = {
  cell: () => placeOf(SpreadsheetApp.getCurrentCell()),
  selection: () => placeOf(SpreadsheetApp.getActiveRange()),
  range(name) {
    const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
    return ignoreErrors(() => {
      const named = UNQUALIFIED.test(name) ? null : spreadsheet.getRangeByName(name);
      // a reference without a tab means the open one, so the name of a missing tab such as Q4 would mean a cell
      const range = named ?? (name.includes('!') ? spreadsheet.getRange(name) : null);
      return placeOf(range);
    });
  },
  values(reference) {
    const spreadsheet = SpreadsheetApp.getActiveSpreadsheet();
    const named = reference.includes('!') ? null : spreadsheet.getRangeByName(reference);
    return (named ?? spreadsheet.getRange(reference)).getValues();
  },
  tabs: () => SpreadsheetApp.getActiveSpreadsheet().getSheets().filter(isGrid).map(tabOf),
  names() {
    const sheets = SpreadsheetApp.getActiveSpreadsheet().getSheets();
    return sheets.map((sheet) => sheet.getName());
  },
  insert: (name) => tabOf(SpreadsheetApp.getActiveSpreadsheet().insertSheet(name)),
  flush: () => SpreadsheetApp.flush(),
};

/** A chart or a data source can have a sheet of its own, which refuses every call for cells. */
function isGrid(sheet: Sheet): boolean {
  return String(sheet.getType()) === 'GRID';
}

function placeOf(range: GoogleAppsScript.Spreadsheet.Range | null): Place | undefined {
  if (!range) return undefined;
  const area = areaOf(range.getRow(), range.getColumn(), range.getNumRows(), range.getNumColumns());
  return { tab: tabOf(range.getSheet()), area };
}

const CHART_TYPES = {
  stacked: () => Charts.ChartType.COLUMN,
  bar: () => Charts.ChartType.BAR,
  pie: () => Charts.ChartType.PIE,
  map: () => Charts.ChartType.GEO,
} as const;

function tabOf(sheet: Sheet): Tab {
  const rangeOf = ({ row, column, numRows, numColumns }: Area) =>
    sheet.getRange(row, column, numRows, numColumns);
  return {
    id: sheet.getSheetId(),
    name: () => sheet.getName(),
    size: () => ({ rows: sheet.getMaxRows(), columns: sheet.getMaxColumns() }),
    used() {
      const range = sheet.getDataRange();
      const [rows, columns] = [range.getLastRow(), range.getLastColumn()];
      // Google returns the first cell for an empty tab
      const isEmpty = rows === 1 && columns === 1 && range.isBlank();
      return isEmpty ? { rows: 0, columns: 0 } : { rows, columns };
    },
    values: (area) => rangeOf(area).getValues(),
    formulas: (area) => rangeOf(area).getFormulas(),
    text(cell) {
      const range = rangeOf(cell);
      return range.getDisplayValue() || String(range.getValue());
    },
    notes: (area) => rangeOf(area).getNotes(),
    canEdit: (area) => ignoreErrors(() => rangeOf(area).canEdit()) ?? true,
    write: (area, values) => void rangeOf(area).setValues(values.map((row) => [...row])),
    withoutSecondApostrophe: (area, values) => withoutSecondApostrophe(rangeOf(area), values),
    writeFormula(cell, formula, style) {
      const range = rangeOf(cell);
      // formatting can fail, for instance at protected cells; the formula is written anyway
      if (style) ignoreErrors(() => formatTable(sheet, cell.row, cell.column, style));
      // in a cell of plain text, the formula would stay a text
      if (range.getNumberFormats()[0]?.[0] === PLAIN_TEXT) range.setNumberFormat('General');
      range.setFormula(formula);
    },
    writeFormulas: (area, formulas) => void rangeOf(area).setFormulas(formulas.map((row) => [...row])),
    writeNotes: (area, notes) => void rangeOf(area).setNotes(notes.map((row) => [...row])),
    clear: (area) => void rangeOf(area).clearContent(),
    insertRows: (before, count) => void sheet.insertRowsBefore(before, count),
    formatLike(row, first, count) {
      const columns = sheet.getMaxColumns();
      const to = sheet.getRange(first, 1, count, columns);
      sheet.getRange(row, 1, 1, columns).copyTo(to, SpreadsheetApp.CopyPasteType.PASTE_FORMAT, false);
    },
    deleteRows: (first, count) => void sheet.deleteRows(first, count),
    addRows: (count) => void sheet.insertRowsAfter(sheet.getMaxRows(), count),
    addColumns: (count) => void sheet.insertColumnsAfter(sheet.getMaxColumns(), count),
    format: (style) => formatTable(sheet, 1, 1, style),
    formatSummaries: (tables) => formatSummaries(sheet, tables),
    clip: () => void sheet.getRange('A2:Z').setWrapStrategy(SpreadsheetApp.WrapStrategy.CLIP),
    freezeHeader: () => void sheet.setFrozenRows(1),
    addChart: (chart) => addChart(sheet, rangeOf(chart.area), chart),
    removeCharts() {
      for (const chart of sheet.getCharts()) sheet.removeChart(chart);
    },
    activate: () => void sheet.activate(),
  };
}

type Range = GoogleAppsScript.Spreadsheet.Range;

function addChart(sheet: Sheet, range: Range, chart: Parameters<Tab['addChart']>[0]): void {
  const { type, title, row, column, region } = chart;
  const builder = sheet
    .newChart()
    .setChartType(CHART_TYPES[type]())
    .addRange(range)
    .setNumHeaders(1)
    .setOption('title', title)
    .setOption('isStacked', type === 'stacked')
    .setPosition(row, column, 0, 0);
  // a map has shades of one colour
  if (type !== 'map') builder.setOption('colors', CHART_COLOURS);
  if (region) builder.setOption('region', region).setOption('resolution', 'provinces');
  sheet.insertChart(builder.build());
}

/** The format of cells that keep each text as it is written, with its apostrophe. */
const PLAIN_TEXT = '@';

function withoutSecondApostrophe(range: Range, values: unknown[][]): unknown[][] {
  const isDoubled = (value: unknown): value is string => typeof value === 'string' && value.startsWith("''");
  if (!values.some((row) => row.some(isDoubled))) return values;
  const formats = range.getNumberFormats();
  const unescaped = (value: unknown, format?: string) =>
    isDoubled(value) && format === PLAIN_TEXT ? value.slice(1) : value;
  return values.map((row, r) => row.map((value, c) => unescaped(value, formats[r]?.[c])));
}

const HEADER_COLOUR = '#e0f2ee';
/**
 * Colours of the series in order: that of our tables first, each with a contrast of 3:1 on white. The pie has a slice
 * for each of the eight reasons of a move, and its last slice is beside its first.
 */
const CHART_COLOURS = [
  '#12857c',
  '#e8710a',
  '#1a73e8',
  '#b06000',
  '#9334e6',
  '#d01884',
  '#5f6368',
  '#3c7d1e',
];
const DEFAULT_WIDTH = 100;
/** The look of the tables of a tab of charts: names, and figures. */
const [NAMES_WIDTH, FIGURES] = [240, '#,##0'];
/** The formats that Sheets reports for a cell without a format of its own. */
const AUTOMATIC = ['', 'General', '0.###############'];
/** The table of one formula has fewer rows; reading more takes too long. */
const MAX_ROWS = 10_000;

/** Call this before the table is written: from the first filled row on, the cells are other content. */
function formatTable(sheet: Sheet, row: number, column: number, style: TableStyle): void {
  const { widths, formats } = style;
  const numColumns = Math.min(widths.length, sheet.getMaxColumns() - column + 1);
  if (numColumns < 1) return;
  const header = sheet.getRange(row, column, 1, numColumns);
  const isPlain =
    header.getFontWeights()[0]!.every((weight) => weight === 'normal') &&
    header.getBackgrounds()[0]!.every((colour) => colour === '#ffffff');
  // wrap the text, so that "as of" and "first 100" can be read in a narrow column too
  if (isPlain) header.setFontWeight('bold').setBackground(HEADER_COLOUR).setWrap(true);
  let rows = Math.min(sheet.getMaxRows() - row, MAX_ROWS);
  if (rows > 0) {
    const body = sheet.getRange(row + 1, column, rows, numColumns);
    const filled = body.getValues().findIndex((cells) => cells.some((cell) => cell !== ''));
    if (filled >= 0) rows = filled;
    const seen = body.getNumberFormats().slice(0, rows);
    formats.slice(0, numColumns).forEach((format, index) => {
      if (format && rows > 0 && seen.every((cells) => AUTOMATIC.includes(cells[index]!)))
        sheet.getRange(row + 1, column + index, rows).setNumberFormat(format);
    });
  }
  for (let index = 0; index < numColumns; index++) {
    const width = widths[index]!;
    // below another table, widen a column but never narrow it
    if ((row === 1 || width > DEFAULT_WIDTH) && sheet.getColumnWidth(column + index) === DEFAULT_WIDTH)
      sheet.setColumnWidth(column + index, width);
  }
  if (row === 1 && sheet.getFrozenRows() === 0) sheet.setFrozenRows(1);
}

function formatSummaries(sheet: Sheet, tables: readonly Area[]): void {
  const [first] = tables;
  if (!first) return;
  const { column } = first;
  const [rows, columns] = [sheet.getMaxRows(), sheet.getMaxColumns() - column + 1];
  // a table moves when one above it grows, so this removes the formats of the last drawing first
  sheet.getRange(1, column, rows, columns).setFontWeight('normal').setBackground(null);
  sheet.getRange(1, 1).setFontWeight('bold');
  for (const { row, numColumns } of tables) {
    sheet.getRange(row, column, 2, numColumns).setFontWeight('bold');
    sheet.getRange(row + 1, column, 1, numColumns).setBackground(HEADER_COLOUR);
  }
  if (columns > 1) sheet.getRange(1, column + 1, rows, columns - 1).setNumberFormat(FIGURES);
  if (sheet.getColumnWidth(column) === DEFAULT_WIDTH) sheet.setColumnWidth(column, NAMES_WIDTH);
}
