/** Inserts the builder's formulas and new sheets. It replaces content only after a confirmation. */

import { columnOf, separatorsOf } from '../../contract/formula.js';
import { sheetPrefix } from '../../contract/formula-sheet.js';
import { asFields, isIntegerIn, trimmed } from '../../contract/json.js';
import {
  areaOf,
  CHART_KINDS,
  MAX_SHEET_NAME_CHARACTERS,
  type NewCell,
  type NewChart,
  topLeft,
} from '../../contract/new-sheet.js';
import type { CellState, Outcome } from '../../contract/sidebar-api.js';
import { errors, ignoreErrors } from '../errors.js';
import type { Area, Place, Platform, Tab, TableStyle } from '../platform.js';
import { a1Of, findSelected, usedPartOf } from '../refresh/find-formulas.js';
import { escapeCellText } from '../tab/cell-text.js';
import { extendTab, findTab, insertNumbered } from '../tab/find-tab.js';

const MAX_FORMULA_CHARACTERS = 8_000;
const MAX_ROWS = 300;
const MAX_COLUMNS = 40;
const MAX_TABLE_ROWS = 100_001;
/** A confirmation has three lines, so it shows no more of a cell. */
const SHOWN_CHARACTERS = 200;

/**
 * Returns `occupied` or `in-the-way` if the formula or its table would replace other content.
 * @param agree called before a formula is written: inserting it is consent to spend the person's own key
 */
export function insertFormula(platform: Platform, agree: () => void, insertion: unknown): Outcome {
  const { formula, cell, expected, widths = [], formats = [], rows, maxRows } = asFields(insertion);
  const style = { widths, formats };
  if (!isFormula(formula) || !isTableStyle(style)) throw errors.badFormula();
  const place = cell === undefined || cell === null ? selectedPlace(platform) : placeOf(platform, cell);
  if (!place) throw errors.noCell();
  const { tab, area } = place;
  const target = cellAt(place);
  const content = target.formula || target.text;
  if (content !== '' && content !== expected) return { kind: 'occupied', cell: target };
  const columns = style.widths.length;
  // the cells below an existing formula are its own table
  const isFree = target.formula === '' && isIntegerIn(rows, 1, MAX_TABLE_ROWS);
  const tableOf = (numRows: number) => ({ ...area, numRows, numColumns: Math.max(1, columns) });
  const obstacle = isFree ? firstOccupied(tab, tableOf(rows)) : undefined;
  if (obstacle) return { kind: 'in-the-way', cell: cellAt({ tab, area: obstacle }) };
  if (isFree) makeRoom(tab, tableOf(rows));
  else {
    const most = rows ?? maxRows;
    // ignores a failure, because fewer rows may suffice; if not, the cell shows an error and the records stay paid
    if (isIntegerIn(most, 1, MAX_TABLE_ROWS)) ignoreErrors(() => makeRoom(tab, tableOf(most)));
  }
  agree();
  // an existing table keeps the person's formats
  const isNew = content === '' && style.widths.length > 0;
  if (target.formula !== formula) tab.writeFormula(area, formula, isNew ? style : undefined);
  return { kind: 'inserted', cell: { sheet: target.sheet, a1: target.a1 } };
}

/** @param agree as for a formula */
export function insertSheet(platform: Platform, agree: () => void, insertion: unknown): Outcome {
  const { name, rows, widths = [], formats = [], charts = [] } = asFields(insertion);
  const style = { widths, formats };
  const title = trimmed(name);
  if (
    title === '' ||
    title.length > MAX_SHEET_NAME_CHARACTERS ||
    !isTable(rows) ||
    !isTableStyle(style) ||
    !isCharts(charts)
  )
    throw errors.badSheet();
  // a sheet of values spends nothing
  if (rows.flat().some(hasFormula)) agree();
  const tab = insertNumbered(platform.grid, title);
  const width = Math.max(...rows.map((row) => row.length));
  extendTab(tab, { rows: rows.length, columns: width });
  // format before writing formulas, which cost credits: an execution that dies in between costs nothing
  tab.format(style);
  for (const chart of charts) tab.addChart(chart);
  // long addresses would run on below the charts
  if (charts.length > 0) tab.clip();
  const contents = rows.map((row) => Array.from({ length: width }, (_, c) => contentOf(row[c] ?? '')));
  if (width > 0) tab.write(topLeft(rows.length, width), contents);
  rows.forEach((row, r) => {
    row.forEach((cell, c) => {
      if (hasFormula(cell)) tab.writeFormulas(areaOf(r + 1, c + 1), [[cell.formula]]);
    });
  });
  return { kind: 'sheet', name: tab.name() };
}

function hasFormula(cell: NewCell): cell is { readonly formula: string } {
  return typeof cell === 'object' && 'formula' in cell;
}

/** Returns the content to write before the formulas: '' for a formula. */
function contentOf(cell: NewCell): string | number | Date {
  if (typeof cell !== 'object') return escapeCellText(cell);
  return 'at' in cell ? new Date(cell.at) : '';
}

/**
 * Returns the place of a cell. If its row or column was deleted, reading it throws Google's error.
 * @throws BAD_INPUT if this is not a reference to one cell, or its sheet does not exist
 */
export function placeOf({ grid }: Platform, cell: unknown): Place {
  const { sheet, a1 } = asFields(cell);
  const [, letters, row] = (typeof a1 === 'string' && /^([A-Z]{1,3})(\d{1,8})$/.exec(a1)) || [];
  if (typeof sheet !== 'string' || letters === undefined) throw errors.noCell();
  const found = grid.range(`${sheetPrefix(sheet)}${letters}${row}`);
  if (found) return found;
  const tab = findTab(grid.tabs(), sheet);
  if (!tab) throw errors.noSuchSheet(sheet);
  return { tab, area: areaOf(Number(row), columnOf(letters)) };
}

/** Returns a cell as the page shows it. */
export function cellAt({ tab, area }: Place): CellState {
  const [[formula = ''] = []] = tab.formulas(area);
  const text = tab.text(area).slice(0, SHOWN_CHARACTERS);
  return { sheet: tab.name(), a1: a1Of(area), formula, text };
}

function isFormula(value: unknown): value is string {
  return typeof value === 'string' && /^=\s*\S/.test(value) && value.length <= MAX_FORMULA_CHARACTERS;
}

function isTable(rows: unknown): rows is readonly (readonly NewCell[])[] {
  return (
    Array.isArray(rows) &&
    rows.length > 0 &&
    rows.length <= MAX_ROWS &&
    rows.every((row) => Array.isArray(row) && row.length <= MAX_COLUMNS && row.every(isNewCell))
  );
}

function isTableStyle(style: { widths: unknown; formats: unknown }): style is TableStyle & typeof style {
  const { widths, formats } = style;
  return (
    Array.isArray(widths) &&
    Array.isArray(formats) &&
    widths.length <= MAX_COLUMNS &&
    widths.every((width) => width >= 20 && width <= 999) &&
    formats.every((format) => String(format).length <= 99)
  );
}

function isCharts(charts: unknown): charts is readonly NewChart[] {
  return (
    Array.isArray(charts) &&
    charts.every((chart) => {
      const { type, title, region = '', area, ...place } = asFields(chart);
      const numbers = [asFields(area), place].flatMap((fields) => Object.values(fields));
      return (
        CHART_KINDS.includes(type as NewChart['type']) &&
        [title, region].every((text) => typeof text === 'string') &&
        numbers.length === 6 &&
        numbers.every((number) => isIntegerIn(number, 1, MAX_TABLE_ROWS))
      );
    })
  );
}

function isNewCell(cell: unknown): cell is NewCell {
  if (typeof cell === 'string') return cell.length <= MAX_FORMULA_CHARACTERS;
  if (typeof cell === 'number') return Number.isFinite(cell);
  const { at, formula } = asFields(cell);
  return at === undefined ? isFormula(formula) : typeof at === 'number' && Number.isFinite(at);
}

/** Returns the selected cell, or a table's formula cell: a formula in another of its cells breaks it. */
export function selectedPlace(platform: Platform): Place | undefined {
  const place = platform.grid.cell();
  if (!place) return undefined;
  const { tab, area } = place;
  if (tab.formulas(area)[0]?.[0] !== '' || tab.text(area) === '') return place;
  const [found] = findSelected(platform, separatorsOf(platform.spreadsheet.locale()));
  return found ? { tab: found.tab, area: areaOf(found.row, found.column) } : place;
}

/** Adds the rows and columns that the tab lacks for a table. */
function makeRoom(tab: Tab, { row, column, numRows, numColumns }: Area): void {
  extendTab(tab, { rows: row + numRows - 1, columns: column + numColumns - 1 });
}

/** Returns the first other cell that is in the way of a table. */
function firstOccupied(tab: Tab, table: Area): Area | undefined {
  const area = usedPartOf(tab, table);
  if (!area) return undefined;
  const formulas = tab.formulas(area);
  // a cell with a formula is taken even if it shows nothing
  const isOccupied = (value: unknown, r: number, c: number) =>
    r + c > 0 && (value !== '' || formulas[r]?.[c] !== '');
  const columns = tab.values(area).map((cells, r) => cells.findIndex((value, c) => isOccupied(value, r, c)));
  const row = columns.findIndex((column) => column >= 0);
  return row < 0 ? undefined : areaOf(area.row + row, area.column + columns[row]!);
}
