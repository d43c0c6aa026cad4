/** Range: reads and writes a rectangle of cells. */
import { a1Of } from '../bridge/a1-notation.js';
import type { CellArea, RichText } from '../bridge/operations.js';
import { dataOf, namesOf, tableOf } from './define.js';
import { asFormula, contentsOf, filled, sized } from './range-values.js';
import { openRichText, richTextOf } from './rich-text.js';

export interface RangeData {
  readonly area: CellArea;
  readonly sheet: GoogleAppsScript.Spreadsheet.Sheet;
}

export const COPY_PASTE_TYPES = namesOf('PASTE_FORMAT');
export const BANDING_THEMES = namesOf('LIGHT_GREY');
export const WRAP_STRATEGIES = namesOf('CLIP');

const BANDING = tableOf<GoogleAppsScript.Spreadsheet.Banding>({ kind: 'Banding' })({});

/** A method that reads all cells. */
const all = { toArguments: () => [] as const };
/** A method that reads the first cell. */
const first = {
  target: ({ area }: RangeData) => [{ ...area, numRows: 1, numColumns: 1 }] as const,
  fromAnswer: (rows: readonly (readonly unknown[])[]) => rows[0]?.[0],
};
/** A method that changes cells and returns the range. */
const change = { writes: true, chains: true } as const;

export const RANGE = tableOf<
  Omit<GoogleAppsScript.Spreadsheet.Range, 'copyTo'> & Copied,
  RangeData,
  readonly [area: CellArea]
>({
  kind: 'Range',
  latencyMs: 400,
  target: ({ area }) => [area],
})({
  getValues: all,
  getValue: { ...first, aliasOf: 'getValues' },
  isBlank: {
    aliasOf: 'getValues',
    fromAnswer: (rows: readonly (readonly unknown[])[]) => rows.flat().every((value) => value === ''),
  },
  getDisplayValue: { ...first, operation: 'getDisplayValues' },
  getFormulas: all,
  getFormula: { ...first, aliasOf: 'getFormulas' },
  getNotes: all,
  getNumberFormats: all,
  getFontWeights: all,
  getBackgrounds: all,
  getRichTextValues: {
    ...all,
    fromAnswer: (rows: readonly (readonly (RichText | null)[])[], realm) =>
      rows.map((texts) => texts.map((text) => text && openRichText(realm, text))),
  },

  setValues: {
    ...change,
    required: ['values'],
    toArguments: ({ area }, values) => [contentsOf(area, values)] as const,
  },
  setValue: {
    ...change,
    aliasOf: 'setValues',
    toArguments: ({ area }, value) => [contentsOf(area, filled(area, value))] as const,
  },
  setFormulas: {
    ...change,
    aliasOf: 'setValues',
    toArguments: ({ area }, rows) =>
      [
        contentsOf(
          area,
          rows.map((formulas) => formulas.map(asFormula)),
        ),
      ] as const,
  },
  setFormula: {
    ...change,
    aliasOf: 'setValues',
    toArguments: ({ area }, formula) => [filled(area, asFormula(formula))] as const,
  },
  setRichTextValues: {
    ...change,
    required: ['values'],
    toArguments: ({ area }, rows) => [sized(area, rows).map((values) => values.map(richTextOf))] as const,
  },
  setNotes: { ...change, toArguments: ({ area }, notes) => [sized(area, notes)] as const },
  setNumberFormat: {
    ...change,
    operation: 'setNumberFormats',
    toArguments: (_place, format) => [String(format)] as const,
  },
  setFontWeight: { ...change, toArguments: (_place, weight) => [weight] as const },
  setBackground: { ...change, toArguments: (_place, color) => [color] as const },
  setWrap: { ...change, toArguments: (_place, isWrapped) => [isWrapped] as const },
  setWrapStrategy: {
    ...change,
    toArguments(_place, strategy) {
      if (String(strategy) !== WRAP_STRATEGIES.CLIP)
        throw new Error('Range.setWrapStrategy is only emulated for CLIP');
      return [] as const;
    },
  },
  clear: { ...change, toArguments: () => ['all' as Cleared] as const },
  clearContent: { ...change, aliasOf: 'clear', toArguments: () => ['content'] as const },
  copyTo: {
    writes: true,
    operation: 'copyFormat',
    toArguments({ area }, destination, type, transposed): readonly [to: CellArea] {
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
    toArguments(_place, theme, showHeader = true, showFooter = false) {
      if (String(theme) !== BANDING_THEMES.LIGHT_GREY || !showHeader || showFooter)
        throw new Error('Range.applyRowBanding is only emulated for LIGHT_GREY, with a header');
      return [] as const;
    },
    fromAnswer: (_answer: unknown, { open }) => open(BANDING, {}),
  },

  canEdit: { cached: ({ permissions }) => (permissions.mayEdit() ? undefined : false) },
  getSheet: { inRealm: (_realm, { sheet }) => sheet },
  getRow: { inRealm: (_realm, { area }) => area.row },
  getColumn: { inRealm: (_realm, { area }) => area.column },
  getLastRow: { inRealm: (_realm, { area }) => area.row + area.numRows - 1 },
  getLastColumn: { inRealm: (_realm, { area }) => area.column + area.numColumns - 1 },
  getNumRows: { inRealm: (_realm, { area }) => area.numRows },
  getNumColumns: { inRealm: (_realm, { area }) => area.numColumns },
  getA1Notation: {
    inRealm: (_realm, { area }) => a1Of(area.row, area.column, area.numRows, area.numColumns),
  },
  offset: {
    inRealm: (_realm, { area, sheet }, rows, columns, height = area.numRows, width = area.numColumns) =>
      sheet.getRange(area.row + rows, area.column + columns, height, width),
  },
});

/** The emulated overload. */
interface Copied {
  copyTo(
    destination: GoogleAppsScript.Spreadsheet.Range,
    type: GoogleAppsScript.Spreadsheet.CopyPasteType,
    transposed: boolean,
  ): void;
}

type Cleared = 'all' | 'content';

/** Returns the cells of a range; undefined for other values. */
export function areaOf(range: unknown): CellArea | undefined {
  return dataOf<RangeData>(RANGE, range)?.area;
}
