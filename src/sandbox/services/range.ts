/** Range: reads and writes a rectangle of cells. */
import type { CellArea } from '../bridge/operations.js';
import { isDatePattern } from '../grid/values.js';
import type { CellStyle } from '../grid/workbook.js';
import type { CellView } from '../workbook/host-workbook.js';
import { asFormula, change, filled, setAll, sized } from './cell-writer.js';
import { type Call, CHANGE, LOCAL, namesOf, READ, type Remote, tableOf } from './define.js';
import { openTimeZone, type TimeZone } from './time-zone.js';

interface RangeData {
  readonly area: CellArea;
  readonly sheet: Remote<GoogleAppsScript.Spreadsheet.Sheet>;
}

/** The call of a method of a range. */
type At = Call & RangeData;

export const RANGE_CONSTANTS = {
  CopyPasteType: namesOf('PASTE_FORMAT'),
  WrapStrategy: namesOf('CLIP'),
};

export const RANGE = tableOf<GoogleAppsScript.Spreadsheet.Range, RangeData>('Range')
  .with(READ, {
    getFormulas: (call) => formulasOf(call, call.area),
    getFormula: (call) => formulasOf(call, firstOf(call.area))[0]?.[0] ?? '',
    getNotes: ({ workbook, area }) => workbook.cells.see(area, ({ note }) => note()),
    getNumberFormats: (call) => settled(call, call.area, ({ pattern }) => pattern()),
    getFontWeights: ({ workbook, area }) => workbook.cells.see(area, ({ fontWeight }) => fontWeight()),
    getBackgrounds: ({ workbook, area }) => workbook.cells.see(area, ({ background }) => background()),
    getDisplayValue: async (call) =>
      (await settled(call, firstOf(call.area), ({ display }) => display()))[0]?.[0] ?? '',
    canEdit: (call) => call.permissions.mayEdit() && call.protections.allow(call, call.area),
    copyTo: { writes: true, handle: copyFormat },
    getValues: (call) => valuesOf(call, call.area),
    getValue: async (call) => (await valuesOf(call, firstOf(call.area)))[0]?.[0],
    isBlank: async (call) =>
      // a formula that shows nothing is content, too
      (await settled(call, call.area, ({ value, formula }) => value() === '' && formula() === ''))
        .flat()
        .every(Boolean),
  })
  .chain(CHANGE, {
    setValues: setAll,
    setNotes(call, notes) {
      sized(call.area, notes);
      change(call, call.area, (r, c) => ({ note: notes[r]?.[c] ?? '' }));
    },
    // keeps the notes
    clear(call) {
      setAll(call, filled(call.area, ''));
      change(call, call.area, () => ({ format: null }));
    },
    clearContent: (call) => setAll(call, filled(call.area, '')),
    setNumberFormat: (call, format) => restyle(call, { numberFormat: String(format) }),
    setFontWeight: (call, weight) => restyle(call, { fontWeight: String(weight) }),
    setBackground: (call, color) => restyle(call, { background: color || null }),
    setWrap: (call, isWrapped) => restyle(call, { wrapStrategy: isWrapped ? 'WRAP' : 'OVERFLOW' }),
    setWrapStrategy: (call) => restyle(call, { wrapStrategy: 'CLIP' }),
    setValue: (call, value) => setAll(call, filled(call.area, value)),
    setFormula: (call, formula) => setAll(call, filled(call.area, asFormula(formula))),
    setFormulas(call, rows) {
      const formulas = rows.map((cells) => cells.map(asFormula));
      setAll(call, formulas);
    },
  })
  .with(LOCAL, {
    getSheet: ({ sheet }) => sheet,
    getRow: ({ area }) => area.row,
    getColumn: ({ area }) => area.column,
    getLastRow: ({ area }) => area.row + area.numRows - 1,
    getLastColumn: ({ area }) => area.column + area.numColumns - 1,
    getNumRows: ({ area }) => area.numRows,
    getNumColumns: ({ area }) => area.numColumns,
    getA1Notation: ({ workbook, area }) => workbook.notationOf(area),
  });

export function firstOf(area: CellArea): CellArea {
  return { ...area, numRows: 1, numColumns: 1 };
}

async function settled<T>({ workbook }: Call, area: CellArea, select: (cell: CellView) => T): Promise<T[][]> {
  await workbook.calculation.settled();
  return workbook.cells.see(area, select);
}

function valuesOf(call: Call, area: CellArea): Promise<unknown[][]> {
  // this runtime may not know the spreadsheet's time zone, and only dates need it
  let zone: TimeZone | undefined;
  return settled(call, area, (cell) => {
    const value = cell.value();
    if (typeof value !== 'number' || !isDatePattern(cell.pattern())) return value;
    zone ??= openTimeZone(call.spreadsheet.timeZone);
    return new Date(zone.instantOfSerial(value));
  });
}

function formulasOf({ workbook }: Call, area: CellArea): string[][] {
  return workbook.cells.see(area, ({ formula }) => formula());
}

function restyle(call: At, style: CellStyle): void {
  change(call, call.area, () => ({ style }));
}

/** Copies the format of one row to rows of the same width. */
function copyFormat(call: At, destination: unknown): void {
  const { area: to } = RANGE.argument(destination, 'Range.copyTo');
  const [source = []] = call.workbook.cells.see(call.area, ({ format }) => format());
  change(call, to, () => ({ format: null }));
  change(call, to, (_r, c) => ({ format: source[c] ?? null }));
}
