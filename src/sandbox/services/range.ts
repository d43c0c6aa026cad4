/** Range: reads and writes a rectangle of cells. */
import { a1Of } from '../bridge/a1-notation.js';
import type { CellArea, RichText } from '../bridge/operations.js';
import { namesOf, tableOf } from './define.js';
import { dataOf } from './objects.js';
import { asFormula, contentsOf, filled, sized } from './range-values.js';
import { openRichText, richTextOf } from './rich-text.js';

/** What a range is about. */
export interface Place {
  readonly area: CellArea;
  readonly sheet: GoogleAppsScript.Spreadsheet.Sheet;
}

export const COPY_PASTE_TYPES = namesOf('PASTE_FORMAT');
export const BANDING_THEMES = namesOf('LIGHT_GREY');

const whole = ({ area }: Place) => [area] as const;
const firstCell = ({ area }: Place) => [{ ...area, numRows: 1, numColumns: 1 }] as const;
const first = (rows: readonly (readonly unknown[])[]) => rows[0]?.[0];

const BANDING = tableOf<GoogleAppsScript.Spreadsheet.Banding>({ kind: 'Banding' })({});

export const RANGE = tableOf<Omit<GoogleAppsScript.Spreadsheet.Range, 'copyTo'> & Copied>({
  kind: 'Range',
  latencyMs: 400,
})({
  getValues: { sends: whole },
  getValue: { as: 'getValues', sends: firstCell, gives: first },
  isBlank: {
    as: 'getValues',
    sends: whole,
    gives: (rows: readonly (readonly unknown[])[]) => rows.flat().every((value) => value === ''),
  },
  getDisplayValues: { sends: whole },
  getDisplayValue: { as: 'getDisplayValues', sends: firstCell, gives: first },
  getFormulas: { sends: whole },
  getFormula: { as: 'getFormulas', sends: firstCell, gives: first },
  getNotes: { sends: whole },
  getNote: { as: 'getNotes', sends: firstCell, gives: first },
  getNumberFormats: { sends: whole },
  getNumberFormat: { as: 'getNumberFormats', sends: firstCell, gives: first },
  getFontWeights: { sends: whole },
  getBackgrounds: { sends: whole },
  getRichTextValues: {
    sends: whole,
    gives: (rows: readonly (readonly (RichText | null)[])[], realm) =>
      rows.map((texts) => texts.map((text) => text && openRichText(realm, text))),
  },

  setValues: {
    writes: true,
    required: ['values'],
    sends: ({ area }: Place, values) => [area, contentsOf(area, values)] as const,
    chains: true,
  },
  setValue: {
    writes: true,
    as: 'setValues',
    sends: ({ area }: Place, value) => [area, contentsOf(area, filled(area, value))] as const,
    chains: true,
  },
  setFormulas: {
    writes: true,
    as: 'setValues',
    sends: ({ area }: Place, rows) =>
      [
        area,
        contentsOf(
          area,
          rows.map((formulas) => formulas.map(asFormula)),
        ),
      ] as const,
    chains: true,
  },
  setFormula: {
    writes: true,
    as: 'setValues',
    sends: ({ area }: Place, formula) => [area, filled(area, asFormula(formula))] as const,
    chains: true,
  },
  setRichTextValues: {
    writes: true,
    required: ['values'],
    sends: ({ area }: Place, rows) =>
      [area, sized(area, rows).map((values) => values.map(richTextOf))] as const,
    chains: true,
  },
  setNotes: {
    writes: true,
    sends: ({ area }: Place, notes) => [area, sized(area, notes)] as const,
    chains: true,
  },
  setNote: {
    writes: true,
    as: 'setNotes',
    sends: ({ area }: Place, note) => [area, filled(area, note)] as const,
    chains: true,
  },
  clearNote: {
    writes: true,
    as: 'setNotes',
    sends: ({ area }: Place) => [area, filled(area, null)] as const,
    chains: true,
  },
  setNumberFormats: {
    writes: true,
    sends: ({ area }: Place, formats) => [area, sized(area, formats)] as const,
    chains: true,
  },
  setNumberFormat: {
    writes: true,
    as: 'setNumberFormats',
    sends: ({ area }: Place, format) => [area, filled(area, String(format))] as const,
    chains: true,
  },
  setFontWeight: { writes: true, sends: ({ area }: Place, weight) => [area, weight] as const, chains: true },
  setBackground: { writes: true, sends: ({ area }: Place, color) => [area, color] as const, chains: true },
  setWrap: { writes: true, sends: ({ area }: Place, wrap) => [area, wrap] as const, chains: true },
  clear: { writes: true, sends: ({ area }: Place) => [area, 'all' as Cleared] as const, chains: true },
  clearContent: {
    writes: true,
    as: 'clear',
    sends: ({ area }: Place) => [area, 'content'] as const,
    chains: true,
  },
  copyTo: {
    writes: true,
    records: 'copyFormat',
    sends({ area }: Place, destination, type, transposed): readonly [from: CellArea, to: CellArea] {
      const to = areaOf(destination);
      if (String(type) !== COPY_PASTE_TYPES.PASTE_FORMAT || transposed || !to)
        throw new Error('Range.copyTo is only emulated for PASTE_FORMAT');
      if (area.numRows !== 1 || to.numColumns !== area.numColumns)
        throw new Error('Range.copyTo is only emulated from one row to rows of the same width');
      return [area, to];
    },
  },
  applyRowBanding: {
    writes: true,
    sends({ area }: Place, theme, showHeader = true, showFooter = false) {
      if (String(theme) !== BANDING_THEMES.LIGHT_GREY || !showHeader || showFooter)
        throw new Error('Range.applyRowBanding is only emulated for LIGHT_GREY, with a header');
      return [area] as const;
    },
    gives: (_answer: unknown, { open }) => open(BANDING, {}),
  },

  canEdit: { known: ({ permissions }) => (permissions.mayEdit() ? undefined : false), sends: whole },
  getSheet: { local: (_realm, { sheet }: Place) => sheet },
  getRow: { local: (_realm, { area }: Place) => area.row },
  getColumn: { local: (_realm, { area }: Place) => area.column },
  getLastRow: { local: (_realm, { area }: Place) => area.row + area.numRows - 1 },
  getLastColumn: { local: (_realm, { area }: Place) => area.column + area.numColumns - 1 },
  getNumRows: { local: (_realm, { area }: Place) => area.numRows },
  getNumColumns: { local: (_realm, { area }: Place) => area.numColumns },
  getA1Notation: {
    local: (_realm, { area: { row, column, numRows, numColumns } }: Place) =>
      a1Of(row, column, numRows, numColumns),
  },
  getCell: {
    local: (_realm, { area, sheet }: Place, row, column) =>
      sheet.getRange(area.row + row - 1, area.column + column - 1),
  },
  offset: {
    local: (_realm, { area, sheet }: Place, rows, columns, height = area.numRows, width = area.numColumns) =>
      sheet.getRange(area.row + rows, area.column + columns, height, width),
  },
});

/** The one of its forms that is emulated. */
interface Copied {
  copyTo(
    destination: GoogleAppsScript.Spreadsheet.Range,
    type: GoogleAppsScript.Spreadsheet.CopyPasteType,
    transposed: boolean,
  ): void;
}

type Cleared = 'all' | 'content';

/** The cells of a range; undefined for anything else. */
export function areaOf(range: unknown): CellArea | undefined {
  return dataOf<Place>(RANGE, range)?.area;
}
