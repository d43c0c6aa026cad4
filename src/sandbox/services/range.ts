/** Range: reads and writes a rectangle of cells. */
import { BooleanNumber, type IStyleData, type Nullable, WrapStrategy } from '@univerjs/core';
import type { CellArea } from '../bridge/operations.js';
import { a1Of } from '../grid/a1-notation.js';
import { isDatePattern } from '../grid/values.js';
import type { CellView } from '../workbook/cells.js';
import {
  asFormula,
  type CellContent,
  contentOf,
  createCellWriter,
  filled,
  type SpreadsheetParts,
  sized,
} from './cell-writer.js';
import {
  type Call,
  change,
  dataOf,
  local,
  type MembersOf,
  namesOf,
  type Remote,
  recorded,
  tableOf,
} from './define.js';
import { openTimeZone, type TimeZone } from './time-zone.js';

const KIND = 'Range';
const VALUES = 'Range.getValues';
const SET_VALUES = 'Range.setValues';

export interface RangeData {
  readonly area: CellArea;
  readonly sheet: Remote;
}

/** The call of a method of a range. */
type At = Call & RangeData;

export const RANGE_CONSTANTS = {
  CopyPasteType: namesOf('PASTE_FORMAT'),
  WrapStrategy: namesOf('CLIP'),
};

type Range = Omit<GoogleAppsScript.Spreadsheet.Range, 'copyTo'> & Copied;
type Members = MembersOf<Range, RangeData>;

/** The emulated overload. */
interface Copied {
  copyTo(
    destination: GoogleAppsScript.Spreadsheet.Range,
    type: GoogleAppsScript.Spreadsheet.CopyPasteType,
    transposed: boolean,
  ): void;
}

export function rangeTables(parts: SpreadsheetParts) {
  const members = { ...readers(parts), ...values(parts), ...looks(parts), ...PLACES };
  const range = tableOf<Range, RangeData>(KIND, members);
  return { range, tables: [range] };
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
  const styled = <T>(area: CellArea, select: (style: Nullable<IStyleData>) => T): T[][] => {
    const styles = workbook.getWorkbook().getStyles();
    return cells.see(area, ({ own }) => select(styles.getStyleByCell(own)));
  };
  const formulasOf = (area: CellArea) => cells.see(area, ({ formula }) => formula());
  return {
    getValues: ({ area }) => valuesOf(area),
    getValue: recorded(VALUES, async ({ area }: RangeData) => (await valuesOf(firstOf(area)))[0]?.[0]),
    isBlank: recorded(VALUES, async ({ area }: RangeData) =>
      (await valuesOf(area)).flat().every((value) => value === ''),
    ),
    getDisplayValue: recorded('Range.getDisplayValues', async ({ area }: RangeData) => {
      const [row] = await settled(firstOf(area), ({ display }) => display());
      return row?.[0];
    }),
    getFormulas: ({ area }) => formulasOf(area),
    getFormula: recorded('Range.getFormulas', ({ area }: RangeData) => formulasOf(firstOf(area))[0]?.[0]),
    getNotes: ({ area }) => cells.see(area, ({ note }) => note()),
    getNumberFormats: ({ area }) => settled(area, ({ pattern }) => pattern()),
    getFontWeights: ({ area }) =>
      styled(area, (style) => (style?.bl === BooleanNumber.TRUE ? 'bold' : 'normal')),
    getBackgrounds: ({ area }) => styled(area, (style) => style?.bg?.rgb ?? '#ffffff'),
    canEdit: {
      local: ({ permissions }) => !permissions.mayEdit(),
      handle: (call) => call.permissions.mayEdit() && protections.allow(call, call.area),
    },
  } satisfies Members;
}

function values(parts: SpreadsheetParts) {
  const { protections } = parts;
  const { amend, setValues } = createCellWriter(parts);
  const setAll = (call: At, rows: unknown[][]): void => {
    const contents = sized(call.area, rows).map((cells) => cells.map(contentOf));
    setValues(call, call.area, (r, c) => contents[r]?.[c] ?? '');
  };
  return {
    setValues: { ...change(setAll), required: ['values'] },
    setValue: change((call: At, value) => setAll(call, filled(call.area, value)), SET_VALUES),
    setFormulas: change((call: At, rows: string[][]) => {
      const formulas = rows.map((cells) => cells.map(asFormula));
      setAll(call, formulas);
    }, SET_VALUES),
    setFormula: change(
      (call: At, formula: string) => setAll(call, filled(call.area, asFormula(formula))),
      SET_VALUES,
    ),
    setNotes: change((call: At, notes: (string | null)[][]) => {
      sized(call.area, notes);
      amend(call, call.area, ({ own }, r, c) => ({ custom: { ...own?.custom, note: notes[r]?.[c] ?? '' } }));
    }),
    clear: change((call: At) => {
      protections.check(call, call.area);
      const { sheetId, row, column, numRows, numColumns } = call.area;
      const sheet = parts.workbook.workbook.getSheetBySheetId(sheetId);
      if (!sheet) throw new Error('Range not found');
      // the engine's method would also remove the notes
      sheet.getRange(row - 1, column - 1, numRows, numColumns).clear();
    }),
    clearContent: change((call: At) => setValues(call, call.area, () => ''), 'Range.clear'),
  } satisfies Members;
}

function looks(parts: SpreadsheetParts) {
  const { cells, workbook } = parts.workbook;
  const { amend } = createCellWriter(parts);
  const restyle = (call: At, style: IStyleData): void => amend(call, call.area, () => ({ s: style }));
  return {
    setNumberFormat: change(
      (call: At, format: string) => restyle(call, { n: { pattern: String(format) } }),
      'Range.setNumberFormats',
    ),
    setFontWeight: change((call: At, weight) => restyle(call, { bl: weight === 'bold' ? 1 : 0 })),
    setBackground: change((call: At, color: string | null) =>
      restyle(call, { bg: color ? { rgb: color } : null }),
    ),
    setWrap: change((call: At, isWrapped: boolean) =>
      restyle(call, { tb: isWrapped ? WrapStrategy.WRAP : WrapStrategy.OVERFLOW }),
    ),
    setWrapStrategy: change((call: At, strategy) => {
      if (String(strategy) !== 'CLIP') throw new Error('Range.setWrapStrategy is only emulated for CLIP');
      restyle(call, { tb: WrapStrategy.CLIP });
    }),
    copyTo: {
      writes: true,
      records: 'Range.copyFormat',
      handle(call, destination, type, transposed) {
        const { area } = call;
        const to = areaOf(destination);
        if (String(type) !== 'PASTE_FORMAT' || transposed || !to)
          throw new Error('Range.copyTo is only emulated for PASTE_FORMAT');
        if (area.numRows !== 1 || to.numColumns !== area.numColumns)
          throw new Error('Range.copyTo is only emulated from one row to rows of the same width');
        const styles = workbook.getWorkbook().getStyles();
        const [source = []] = cells.see(area, ({ own }) => own);
        amend(call, to, () => ({ s: null }));
        amend(call, to, (_cell, _r, c) => ({ s: styles.getStyleByCell(source[c]) ?? null }));
      },
    },
  } satisfies Members;
}

const PLACES = {
  getSheet: local(({ sheet }: RangeData) => sheet),
  getRow: local(({ area }: RangeData) => area.row),
  getColumn: local(({ area }: RangeData) => area.column),
  getLastRow: local(({ area }: RangeData) => area.row + area.numRows - 1),
  getLastColumn: local(({ area }: RangeData) => area.column + area.numColumns - 1),
  getNumRows: local(({ area }: RangeData) => area.numRows),
  getNumColumns: local(({ area }: RangeData) => area.numColumns),
  getA1Notation: local(({ area }: RangeData) => a1Of(area.row, area.column, area.numRows, area.numColumns)),
} satisfies Members;

function firstOf(area: CellArea): CellArea {
  return { ...area, numRows: 1, numColumns: 1 };
}

function valueFrom(cell: CellView, zoneOf: () => TimeZone): CellContent {
  const value = cell.value();
  const isDate = typeof value === 'number' && isDatePattern(cell.pattern());
  return isDate ? new Date(zoneOf().instantOfSerial(value)) : value;
}
