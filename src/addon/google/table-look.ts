/** Gives a new table its look. What a person has formatted stays: only cells and columns as Sheets makes them are touched. */
import type { SheetLook } from '../platform.js';

type Sheet = GoogleAppsScript.Spreadsheet.Sheet;

const HEADER_COLOUR = '#e0f2ee';
const DEFAULT_WIDTH = 100;
/** What Sheets calls a cell without a format of its own. */
const AUTOMATIC = ['', 'General', '0.###############'];
/** A table from one cell has fewer; reading more takes longer than it is worth. */
const MAX_ROWS = 10_000;

/** To be called before anything stands there: what lies below, from the first filled row on, belongs to someone else. */
export function formatTable(
  sheet: Sheet,
  row: number,
  column: number,
  { widths, formats, stripes }: SheetLook,
): void {
  const numColumns = Math.min(widths.length, sheet.getMaxColumns() - column + 1);
  if (numColumns < 1) return;
  const header = sheet.getRange(row, column, 1, numColumns);
  const isPlain =
    header.getFontWeights()[0]!.every((weight) => weight === 'normal') &&
    header.getBackgrounds()[0]!.every((colour) => colour === '#ffffff');
  // wrapped, so that "as of" and "first 100" can be read in a narrow column too
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
    // below another table it may become wider, never narrower
    if ((row === 1 || width > DEFAULT_WIDTH) && sheet.getColumnWidth(column + index) === DEFAULT_WIDTH)
      sheet.setColumnWidth(column + index, width);
  }
  if (row === 1 && sheet.getFrozenRows() === 0) sheet.setFrozenRows(1);
  if (!stripes) return;
  try {
    // with the header, so that rows which are added below it are among them
    sheet.getRange(row, column, rows + 1, numColumns).applyRowBanding(SpreadsheetApp.BandingTheme.LIGHT_GREY);
  } catch {
    // cells that have alternating colours keep them
  }
}
