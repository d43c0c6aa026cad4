/** Range: reads and writes a rectangle of cells. */
import { BooleanNumber, type IStyleData, type Nullable, WrapStrategy } from '@univerjs/core';
import type { CellArea } from '../bridge/operations.js';
import { formatA1 } from '../grid/a1-notation.js';
import { isDatePattern } from '../grid/values.js';
import type { CellView } from '../workbook/cells.js';
import { amend, asFormula, type CellContent, contentOf, filled, sized, writeValues } from './cell-writer.js';
import { type Call, CHANGE, LOCAL, namesOf, READ, type Remote, tableOf } from './define.js';
import { openTimeZone, type TimeZone } from './time-zone.js';

interface RangeData {
  readonly area: CellArea;
  readonly sheet: Remote;
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
    getFormula: (call) => formulasOf(call, firstOf(call.area))[0]?.[0],
    getNotes: ({ workbook, area }) => workbook.cells.see(area, ({ note }) => note()),
    getNumberFormats: (call) => settled(call, call.area, ({ pattern }) => pattern()),
    getFontWeights: (call) => styled(call, (style) => (style?.bl === BooleanNumber.TRUE ? 'bold' : 'normal')),
    getBackgrounds: (call) => styled(call, (style) => style?.bg?.rgb ?? '#ffffff'),
    getDisplayValue: async (call) =>
      (await settled(call, firstOf(call.area), ({ display }) => display()))[0]?.[0],
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
  .with(CHANGE, {
    setValues: setAll,
    setNotes(call, notes) {
      sized(call.area, notes);
      amend(call, call.area, ({ own }, r, c) => ({ custom: { ...own?.custom, note: notes[r]?.[c] ?? '' } }));
    },
    // keeps the notes
    clear(call) {
      writeValues(call, call.area, () => '');
      amend(call, call.area, () => ({ s: null }));
    },
    clearContent: (call) => writeValues(call, call.area, () => ''),
    setNumberFormat: (call, format) => restyle(call, { n: { pattern: String(format) } }),
    setFontWeight: (call, weight) => restyle(call, { bl: weight === 'bold' ? 1 : 0 }),
    setBackground: (call, color) => restyle(call, { bg: color ? { rgb: color } : null }),
    setWrap: (call, isWrapped) =>
      restyle(call, { tb: isWrapped ? WrapStrategy.WRAP : WrapStrategy.OVERFLOW }),
    setWrapStrategy: (call) => restyle(call, { tb: WrapStrategy.CLIP }),
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
    getA1Notation: ({ area }) => formatA1(area),
  });

export function firstOf(area: CellArea): CellArea {
  return { ...area, numRows: 1, numColumns: 1 };
}

async function settled<T>({ workbook }: Call, area: CellArea, select: (cell: CellView) => T): Promise<T[][]> {
  await workbook.calculation.settled();
  return workbook.cells.see(area, select);
}

function valuesOf(call: Call, area: CellArea): Promise<CellContent[][]> {
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

function styled<T>(
  { workbook: { cells, facade }, area }: At,
  select: (style: Nullable<IStyleData>) => T,
): T[][] {
  const styles = facade.getWorkbook().getStyles();
  return cells.see(area, ({ own }) => select(styles.getStyleByCell(own)));
}

function setAll(call: At, rows: unknown[][]): void {
  const contents = sized(call.area, rows).map((cells) => cells.map(contentOf));
  writeValues(call, call.area, (r, c) => contents[r]?.[c] ?? '');
}

function restyle(call: At, style: IStyleData): void {
  amend(call, call.area, () => ({ s: style }));
}

/** Copies the format of one row to rows of the same width. */
function copyFormat(call: At, destination: unknown): void {
  const { area } = call;
  const { cells, facade } = call.workbook;
  const { area: to } = RANGE.argument(destination, 'Range.copyTo');
  const styles = facade.getWorkbook().getStyles();
  const [source = []] = cells.see(area, ({ own }) => own);
  amend(call, to, () => ({ s: null }));
  amend(call, to, (_cell, _r, c) => ({ s: styles.getStyleByCell(source[c]) ?? null }));
}
