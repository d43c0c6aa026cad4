/** Range: reads and writes a rectangle of cells. */

import { a1Of } from '../bridge/a1-notation.js';
import type { CellArea, CellContent } from '../bridge/operations.js';
import { requireArgument } from '../services/arguments.js';
import { Exception } from '../services/exception.js';
import { createMark, emulate } from './not-emulated.js';
import { createRichTextValue, richTextOf } from './rich-text.js';
import type { ServiceContext } from './services.js';

const MAX_TEXT_LENGTH = 50_000;

type Range = GoogleAppsScript.Spreadsheet.Range;

export const COPY_PASTE_TYPES = { PASTE_FORMAT: 'PASTE_FORMAT' };
export const BANDING_THEMES = { LIGHT_GREY: 'LIGHT_GREY' };

/** The cells of a Range object. */
export const AREA = createMark<CellArea>('area');

export function createRange(
  context: ServiceContext,
  sheet: GoogleAppsScript.Spreadsheet.Sheet,
  area: CellArea,
): Range {
  const { call, permissions } = context;
  const { row, column, numRows, numColumns } = area;
  const write = (method: string): void => permissions.write(method);
  const put = (values: readonly (readonly CellContent[])[]): void => {
    call('Range.setValues', area, checkedValues(area, values));
  };
  const every = <T>(value: T): T[][] =>
    Array.from({ length: numRows }, () => Array.from({ length: numColumns }, () => value));

  const firstOf = (operation: `Range.get${'DisplayValue' | 'Formula' | 'Note' | 'NumberFormat'}s`): string =>
    call(operation, { ...area, numRows: 1, numColumns: 1 })[0]?.[0] ?? '';

  const range: Range = emulate<Range>('Range', {
    [AREA.key]: area,
    getValues: () => call('Range.getValues', area),
    getValue: () => call('Range.getValues', { ...area, numRows: 1, numColumns: 1 })[0]?.[0],
    getDisplayValues: () => call('Range.getDisplayValues', area),
    getDisplayValue: () => firstOf('Range.getDisplayValues'),
    getFormulas: () => call('Range.getFormulas', area),
    getFormula: () => firstOf('Range.getFormulas'),
    getNotes: () => call('Range.getNotes', area),
    getNote: () => firstOf('Range.getNotes'),
    getNumberFormats: () => call('Range.getNumberFormats', area),
    getNumberFormat: () => firstOf('Range.getNumberFormats'),
    getRichTextValues: () =>
      call('Range.getRichTextValues', area).map((cells) =>
        cells.map((value) => value && createRichTextValue(value)),
      ),
    getFontWeights: () => call('Range.getFontWeights', area),
    getBackgrounds: () => call('Range.getBackgrounds', area),
    isBlank: () => call('Range.getValues', area).every((cells) => cells.every((value) => value === '')),

    setValues(values: readonly (readonly CellContent[])[]) {
      write('setValues');
      requireArgument('values', values);
      put(values);
      return range;
    },
    setValue(value: CellContent) {
      write('setValue');
      put(every(value ?? ''));
      return range;
    },
    setRichTextValues(values: readonly (readonly unknown[])[]) {
      write('setRichTextValues');
      requireArgument('values', values);
      checkSize(area, values);
      const texts = values.map((cells) => cells.map(richTextOf));
      call('Range.setRichTextValues', area, texts);
      return range;
    },
    setFormulas(formulas: readonly (readonly string[])[]) {
      write('setFormulas');
      put(formulas.map((cells) => cells.map(asFormula)));
      return range;
    },
    setFormula(formula: string) {
      write('setFormula');
      put(every(asFormula(formula)));
      return range;
    },
    setNotes(notes: readonly (readonly (string | null)[])[]) {
      write('setNotes');
      checkSize(area, notes);
      call('Range.setNotes', area, notes);
      return range;
    },
    setNote(note: string | null) {
      write('setNote');
      call('Range.setNotes', area, every(note));
      return range;
    },
    setNumberFormats(formats: readonly (readonly string[])[]) {
      write('setNumberFormats');
      checkSize(area, formats);
      call('Range.setNumberFormats', area, formats);
      return range;
    },
    setNumberFormat(format: string) {
      write('setNumberFormat');
      call('Range.setNumberFormats', area, every(String(format)));
      return range;
    },
    setFontWeight(weight: 'bold' | 'normal' | null) {
      write('setFontWeight');
      call('Range.setFontWeight', area, weight);
      return range;
    },
    setBackground(color: string | null) {
      write('setBackground');
      call('Range.setBackground', area, color);
      return range;
    },
    copyTo(destination: Range, type?: unknown, transposed: unknown = false) {
      write('copyTo');
      const to = AREA.of(destination);
      if (type !== COPY_PASTE_TYPES.PASTE_FORMAT || transposed || !to)
        throw new Error('Range.copyTo is only emulated for PASTE_FORMAT');
      if (numRows !== 1 || to.numColumns !== numColumns)
        throw new Error('Range.copyTo is only emulated from one row to rows of the same width');
      call('Range.copyFormat', area, to);
    },
    applyRowBanding(theme?: unknown, showHeader: unknown = true, showFooter: unknown = false) {
      write('applyRowBanding');
      if (theme !== BANDING_THEMES.LIGHT_GREY || showHeader !== true || showFooter !== false)
        throw new Error('Range.applyRowBanding is only emulated for LIGHT_GREY, with a header');
      call('Range.applyRowBanding', area);
      return emulate<GoogleAppsScript.Spreadsheet.Banding>('Banding', { getRange: () => range });
    },
    setWrap(wrap: boolean) {
      write('setWrap');
      call('Range.setWrap', area, wrap);
      return range;
    },
    clearContent() {
      write('clearContent');
      call('Range.clear', area, 'content');
      return range;
    },
    clearFormat() {
      write('clearFormat');
      call('Range.clear', area, 'format');
      return range;
    },
    clearNote() {
      write('clearNote');
      call('Range.setNotes', area, every(null));
      return range;
    },
    clear() {
      write('clear');
      call('Range.clear', area, 'all');
      return range;
    },
    activate() {
      write('activate');
      call('Range.activate', area);
      return range;
    },

    canEdit: () => permissions.mayEdit() && call('Range.canEdit', area),
    getSheet: () => sheet,
    getRow: () => row,
    getColumn: () => column,
    getLastRow: () => row + numRows - 1,
    getLastColumn: () => column + numColumns - 1,
    getNumRows: () => numRows,
    getNumColumns: () => numColumns,
    getHeight: () => numRows,
    getWidth: () => numColumns,
    getA1Notation: () => a1Of(row, column, numRows, numColumns),
    getCell: (r: number, c: number) => sheet.getRange(row + r - 1, column + c - 1),
    offset: (rows: number, columns: number, height: number = numRows, width: number = numColumns) =>
      sheet.getRange(row + rows, column + columns, height, width),
  });
  return range;
}

function asFormula(formula: string): string {
  return formula === '' || formula.startsWith('=') ? formula : `=${formula}`;
}

function checkSize(area: CellArea, rows: readonly (readonly unknown[])[]): void {
  if (rows.length !== area.numRows) {
    throw new Exception(
      `The number of rows in the data does not match the number of rows in the range. The data has ${rows.length} but the range has ${area.numRows}.`,
    );
  }
  const wrong = rows.find((cells) => cells.length !== area.numColumns);
  if (wrong) {
    throw new Exception(
      `The number of columns in the data does not match the number of columns in the range. The data has ${wrong.length} but the range has ${area.numColumns}.`,
    );
  }
}

function checkedValues(
  area: CellArea,
  rows: readonly (readonly CellContent[])[],
): readonly (readonly CellContent[])[] {
  checkSize(area, rows);
  return rows.map((cells) =>
    cells.map((value) => {
      if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
        throw new Exception(
          `Your input contains more than the maximum of ${MAX_TEXT_LENGTH} characters in a single cell.`,
        );
      }
      // values that a cell cannot contain are converted to text
      if (value === null || value === undefined) return '';
      if (typeof value === 'object' && !(value instanceof Date)) return String(value);
      return value;
    }),
  );
}
