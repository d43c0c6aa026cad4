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

const BANDING = tableOf<GoogleAppsScript.Spreadsheet.Banding>({ kind: 'Banding' })({});

/** What reads all cells. */
const all = { sends: () => [] as const };
/** What gives of another method's answer the first cell. */
function first<const As extends string>(as: As) {
  return {
    as,
    about: ({ area }: Place) => [{ ...area, numRows: 1, numColumns: 1 }] as const,
    gives: (rows: readonly (readonly unknown[])[]) => rows[0]?.[0],
  };
}
/** What changes cells, so that the script goes on with the range. */
const change = { writes: true, chains: true } as const;

export const RANGE = tableOf<
  Omit<GoogleAppsScript.Spreadsheet.Range, 'copyTo'> & Copied,
  Place,
  readonly [area: CellArea]
>({
  kind: 'Range',
  latencyMs: 400,
  about: ({ area }) => [area],
})({
  getValues: all,
  getValue: first('getValues'),
  isBlank: {
    as: 'getValues',
    gives: (rows: readonly (readonly unknown[])[]) => rows.flat().every((value) => value === ''),
  },
  getDisplayValues: all,
  getDisplayValue: first('getDisplayValues'),
  getFormulas: all,
  getFormula: first('getFormulas'),
  getNotes: all,
  getNote: first('getNotes'),
  getNumberFormats: all,
  getNumberFormat: first('getNumberFormats'),
  getFontWeights: all,
  getBackgrounds: all,
  getRichTextValues: {
    ...all,
    gives: (rows: readonly (readonly (RichText | null)[])[], realm) =>
      rows.map((texts) => texts.map((text) => text && openRichText(realm, text))),
  },

  setValues: {
    ...change,
    required: ['values'],
    sends: ({ area }, values) => [contentsOf(area, values)] as const,
  },
  setValue: {
    ...change,
    as: 'setValues',
    sends: ({ area }, value) => [contentsOf(area, filled(area, value))] as const,
  },
  setFormulas: {
    ...change,
    as: 'setValues',
    sends: ({ area }, rows) =>
      [
        contentsOf(
          area,
          rows.map((formulas) => formulas.map(asFormula)),
        ),
      ] as const,
  },
  setFormula: {
    ...change,
    as: 'setValues',
    sends: ({ area }, formula) => [filled(area, asFormula(formula))] as const,
  },
  setRichTextValues: {
    ...change,
    required: ['values'],
    sends: ({ area }, rows) => [sized(area, rows).map((values) => values.map(richTextOf))] as const,
  },
  setNotes: { ...change, sends: ({ area }, notes) => [sized(area, notes)] as const },
  setNote: { ...change, as: 'setNotes', sends: ({ area }, note) => [filled(area, note)] as const },
  clearNote: { ...change, as: 'setNotes', sends: ({ area }) => [filled(area, null)] as const },
  setNumberFormats: { ...change, sends: ({ area }, formats) => [sized(area, formats)] as const },
  setNumberFormat: {
    ...change,
    as: 'setNumberFormats',
    sends: ({ area }, format) => [filled(area, String(format))] as const,
  },
  setFontWeight: { ...change, sends: (_place, weight) => [weight] as const },
  setBackground: { ...change, sends: (_place, color) => [color] as const },
  setWrap: { ...change, sends: (_place, isWrapped) => [isWrapped] as const },
  clear: { ...change, sends: () => ['all' as Cleared] as const },
  clearContent: { ...change, as: 'clear', sends: () => ['content'] as const },
  copyTo: {
    writes: true,
    records: 'copyFormat',
    sends({ area }, destination, type, transposed): readonly [to: CellArea] {
      const to = areaOf(destination);
      if (String(type) !== COPY_PASTE_TYPES.PASTE_FORMAT || transposed || !to)
        throw new Error('Range.copyTo is only emulated for PASTE_FORMAT');
      if (area.numRows !== 1 || to.numColumns !== area.numColumns)
        throw new Error('Range.copyTo is only emulated from one row to rows of the same width');
      return [to];
    },
  },
  applyRowBanding: {
    writes: true,
    sends(_place, theme, showHeader = true, showFooter = false) {
      if (String(theme) !== BANDING_THEMES.LIGHT_GREY || !showHeader || showFooter)
        throw new Error('Range.applyRowBanding is only emulated for LIGHT_GREY, with a header');
      return [] as const;
    },
    gives: (_answer: unknown, { open }) => open(BANDING, {}),
  },

  canEdit: { known: ({ permissions }) => (permissions.mayEdit() ? undefined : false) },
  getSheet: { local: (_realm, { sheet }) => sheet },
  getRow: { local: (_realm, { area }) => area.row },
  getColumn: { local: (_realm, { area }) => area.column },
  getLastRow: { local: (_realm, { area }) => area.row + area.numRows - 1 },
  getLastColumn: { local: (_realm, { area }) => area.column + area.numColumns - 1 },
  getNumRows: { local: (_realm, { area }) => area.numRows },
  getNumColumns: { local: (_realm, { area }) => area.numColumns },
  getA1Notation: { local: (_realm, { area }) => a1Of(area.row, area.column, area.numRows, area.numColumns) },
  getCell: {
    local: (_realm, { area, sheet }, row, column) =>
      sheet.getRange(area.row + row - 1, area.column + column - 1),
  },
  offset: {
    local: (_realm, { area, sheet }, rows, columns, height = area.numRows, width = area.numColumns) =>
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
