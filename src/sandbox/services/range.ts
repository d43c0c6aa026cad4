/** Range: reads and writes a rectangle of cells. */
import { BooleanNumber, type IStyleData, type Nullable, WrapStrategy } from '@univerjs/core';
import { a1Of } from '../bridge/a1-notation.js';
import type { CellArea, RichText } from '../bridge/operations.js';
import { isDatePattern } from '../grid/values.js';
import type { CellView } from '../workbook/cells.js';
import { cellFromText, textCell } from '../workbook/typed-input.js';
import { type CellChange, createCellWriter, type SpreadsheetParts } from './cell-writer.js';
import {
  type Call,
  dataOf,
  type Method,
  namesOf,
  Remote,
  RemoteValue,
  tableOf,
  wrongSignature,
} from './define.js';
import { openTimeZone, type TimeZone } from './time-zone.js';
import { asFormula, type CellContent, contentOf, filled, sized } from './written-values.js';

const KIND = 'Range';

export interface RangeData {
  readonly area: CellArea;
  readonly sheet: Remote;
}

export const RANGE_CONSTANTS = {
  BandingTheme: namesOf('LIGHT_GREY'),
  CopyPasteType: namesOf('PASTE_FORMAT'),
  WrapStrategy: namesOf('CLIP'),
};

const BANDING = tableOf<GoogleAppsScript.Spreadsheet.Banding>({ kind: 'Banding' }, {});

/** A method that changes cells and returns the range. */
const change = { writes: true, chains: true } as const;

type Range = Omit<GoogleAppsScript.Spreadsheet.Range, 'copyTo'> & Copied;
type Methods = { readonly [Name in keyof Range]?: MethodOf<Range[Name]> };
type MethodOf<Member> = Member extends (...args: infer Args) => unknown ? Method<RangeData, Args> : never;

/** The emulated overload. */
interface Copied {
  copyTo(
    destination: GoogleAppsScript.Spreadsheet.Range,
    type: GoogleAppsScript.Spreadsheet.CopyPasteType,
    transposed: boolean,
  ): void;
}

export function rangeTables(parts: SpreadsheetParts) {
  const range = tableOf<Range, RangeData>(
    { kind: KIND },
    { ...readers(parts), ...values(parts), ...looks(parts), ...places },
  );
  return { range, tables: [range, BANDING] };
}

/** Returns the cells of a range; undefined for other values. */
export function areaOf(range: unknown): CellArea | undefined {
  return dataOf<RangeData>(KIND, range)?.area;
}

function readers({ workbook: host, spreadsheet, protections }: SpreadsheetParts) {
  const { cells, calculation, workbook } = host;
  const settled = async <T>(area: CellArea, select: (cell: CellView) => T): Promise<T[][]> => {
    await calculation.settled();
    return cells.see(area, select);
  };
  const valuesOf = (area: CellArea): Promise<CellContent[][]> => {
    // this runtime may not know the spreadsheet's time zone, and only dates need it
    let zone: TimeZone | undefined;
    const zoneOf = () => (zone ??= openTimeZone(spreadsheet.timeZone));
    return settled(area, (cell) => valueFrom(cell, zoneOf));
  };
  const styled = <T>({ area }: RangeData, select: (style: Nullable<IStyleData>) => T): T[][] => {
    const styles = workbook.getWorkbook().getStyles();
    return cells.see(area, ({ own }) => select(styles.getStyleByCell(own)));
  };
  const formulasOf = (area: CellArea) => cells.see(area, ({ formula }) => formula());
  return {
    getValues: { handle: (_call, { area }) => valuesOf(area) },
    getValue: {
      records: 'Range.getValues',
      handle: async (_call, { area }) => (await valuesOf(firstOf(area)))[0]?.[0],
    },
    isBlank: {
      records: 'Range.getValues',
      handle: async (_call, { area }) => (await valuesOf(area)).flat().every((value) => value === ''),
    },
    getDisplayValue: {
      records: 'Range.getDisplayValues',
      handle: async (_call, { area }) => (await settled(firstOf(area), ({ display }) => display()))[0]?.[0],
    },
    getFormulas: { handle: (_call, { area }) => formulasOf(area) },
    getFormula: {
      records: 'Range.getFormulas',
      handle: (_call, { area }) => formulasOf(firstOf(area))[0]?.[0],
    },
    getNotes: { handle: (_call, { area }) => cells.see(area, ({ note }) => note()) },
    getNumberFormats: { handle: (_call, { area }) => settled(area, ({ pattern }) => pattern()) },
    getFontWeights: {
      handle: (_call, data) =>
        styled(data, (style) => (style?.bl === BooleanNumber.TRUE ? 'bold' : 'normal')),
    },
    getBackgrounds: { handle: (_call, data) => styled(data, (style) => style?.bg?.rgb ?? '#ffffff') },
    getRichTextValues: {
      handle: (_call, { area }) =>
        settled(area, ({ richText }) => {
          const text = richText();
          return text && new RemoteValue('RichTextValue', text);
        }),
    },
    canEdit: {
      local: ({ permissions }) => !permissions.mayEdit(),
      handle: (call, { area }) => call.permissions.mayEdit() && protections.allow(call, area),
    },
  } satisfies Methods;
}

function values(parts: SpreadsheetParts) {
  const { protections } = parts;
  const { write, amend, setValues } = createCellWriter(parts);
  const setAll = (call: Call, area: CellArea, rows: unknown[][]): void => {
    const contents = sized(area, rows).map((cells) => cells.map(contentOf));
    setValues(call, area, (r, c) => contents[r]?.[c] ?? '');
  };
  return {
    setValues: {
      ...change,
      required: ['values'],
      handle: (call, { area }, rows) => setAll(call, area, rows),
    },
    setValue: {
      ...change,
      records: 'Range.setValues',
      handle: (call, { area }, value) => setAll(call, area, filled(area, value)),
    },
    setFormulas: {
      ...change,
      records: 'Range.setValues',
      handle(call, { area }, rows) {
        const formulas = rows.map((cells) => cells.map(asFormula));
        setAll(call, area, formulas);
      },
    },
    setFormula: {
      ...change,
      records: 'Range.setValues',
      handle: (call, { area }, formula) => setAll(call, area, filled(area, asFormula(formula))),
    },
    // a text that is new to its cell is parsed like typed input; no source says if Google does so
    setRichTextValues: {
      ...change,
      required: ['values'],
      handle(call, { area }, rows) {
        const texts = sized(area, rows).map((cells) => cells.map(richTextOf));
        write(call, area, ({ note, pattern, richText }, r, c) => {
          const { text = '', linkUrl } = texts[r]?.[c] ?? {};
          const isSame = richText()?.text === text;
          return {
            ...(isSame ? textCell(text) : cellFromText(text, pattern())),
            custom: { note: note(), ...(linkUrl && { link: { text, url: linkUrl } }) },
          };
        });
      },
    },
    setNotes: {
      ...change,
      handle(call, { area }, notes) {
        sized(area, notes);
        amend(call, area, ({ own }, r, c) => ({ custom: { ...own?.custom, note: notes[r]?.[c] ?? '' } }));
      },
    },
    clear: {
      ...change,
      handle(call, { area }) {
        protections.check(call, area);
        const { row, column, numRows, numColumns } = area;
        const sheet = parts.workbook.workbook.getSheetBySheetId(area.sheetId);
        if (!sheet) throw new Error('Range not found');
        // the engine's method would also remove the notes
        sheet.getRange(row - 1, column - 1, numRows, numColumns).clear();
      },
    },
    clearContent: {
      ...change,
      records: 'Range.clear',
      handle: (call, { area }) => setValues(call, area, () => ''),
    },
  } satisfies Methods;
}

function looks(parts: SpreadsheetParts) {
  const { protections } = parts;
  const { cells, bandings, workbook } = parts.workbook;
  const { amend } = createCellWriter(parts);
  const restyle = (call: Call, { area }: RangeData, style: IStyleData): void =>
    amend(call, area, () => ({ s: style }));
  return {
    setNumberFormat: {
      ...change,
      records: 'Range.setNumberFormats',
      handle: (call, data, format) => restyle(call, data, { n: { pattern: String(format) } }),
    },
    setFontWeight: {
      ...change,
      handle: (call, data, weight) => restyle(call, data, { bl: weight === 'bold' ? 1 : 0 }),
    },
    setBackground: {
      ...change,
      handle: (call, data, color) => restyle(call, data, { bg: color ? { rgb: color } : null }),
    },
    setWrap: {
      ...change,
      handle: (call, data, isWrapped) =>
        restyle(call, data, { tb: isWrapped ? WrapStrategy.WRAP : WrapStrategy.OVERFLOW }),
    },
    setWrapStrategy: {
      ...change,
      handle(call, data, strategy) {
        if (String(strategy) !== 'CLIP') throw new Error('Range.setWrapStrategy is only emulated for CLIP');
        restyle(call, data, { tb: WrapStrategy.CLIP });
      },
    },
    copyTo: {
      writes: true,
      records: 'Range.copyFormat',
      handle(call, { area }, destination, type, transposed) {
        const to = areaOf(destination);
        if (String(type) !== 'PASTE_FORMAT' || transposed || !to)
          throw new Error('Range.copyTo is only emulated for PASTE_FORMAT');
        if (area.numRows !== 1 || to.numColumns !== area.numColumns)
          throw new Error('Range.copyTo is only emulated from one row to rows of the same width');
        const styles = workbook.getWorkbook().getStyles();
        const [source = []] = cells.see(area, ({ own }) => own);
        amend(call, to, () => ({ s: null }));
        const copied: CellChange = (_cell, _r, c) => ({ s: styles.getStyleByCell(source[c]) ?? null });
        amend(call, to, copied);
      },
    },
    applyRowBanding: {
      writes: true,
      handle(call, { area }, theme, showHeader = true, showFooter = false) {
        if (String(theme) !== 'LIGHT_GREY' || !showHeader || showFooter)
          throw new Error('Range.applyRowBanding is only emulated for LIGHT_GREY, with a header');
        protections.check(call, area);
        bandings.add(area);
        return new Remote(BANDING, {});
      },
    },
  } satisfies Methods;
}

const places = {
  getSheet: { local: true, handle: (_call, { sheet }) => sheet },
  getRow: { local: true, handle: (_call, { area }) => area.row },
  getColumn: { local: true, handle: (_call, { area }) => area.column },
  getLastRow: { local: true, handle: (_call, { area }) => area.row + area.numRows - 1 },
  getLastColumn: { local: true, handle: (_call, { area }) => area.column + area.numColumns - 1 },
  getNumRows: { local: true, handle: (_call, { area }) => area.numRows },
  getNumColumns: { local: true, handle: (_call, { area }) => area.numColumns },
  getA1Notation: {
    local: true,
    handle: (_call, { area }) => a1Of(area.row, area.column, area.numRows, area.numColumns),
  },
  offset: {
    local: true,
    handle: (call, { area, sheet }, rows, columns, height = area.numRows, width = area.numColumns) =>
      call.invoke(sheet, 'getRange', area.row + rows, area.column + columns, height, width),
  },
} satisfies Methods;

function firstOf(area: CellArea): CellArea {
  return { ...area, numRows: 1, numColumns: 1 };
}

/** @throws for null, and for an object that is not a rich text */
function richTextOf(value: unknown): RichText {
  const text = dataOf<RichText>('RichTextValue', value);
  if (!text) throw wrongSignature('SpreadsheetApp.Range.setRichTextValues', [value]);
  return text;
}

function valueFrom(cell: CellView, zoneOf: () => TimeZone): CellContent {
  const value = cell.value();
  const isDate = typeof value === 'number' && isDatePattern(cell.pattern());
  return isDate ? new Date(zoneOf().instantOfSerial(value)) : value;
}
