/** SpreadsheetApp: the cells of a range. */
import {
  BooleanNumber,
  CellValueType,
  type ICellData,
  type IStyleData,
  type Nullable,
  WrapStrategy,
} from '@univerjs/core';
import type { CellArea, CellContent } from '../bridge/operations.js';
import { isDatePattern } from '../grid/values.js';
import type { HandlersOf } from '../methods/define.js';
import { RANGE } from '../methods/range.js';
import type { CellView } from '../workbook/cells.js';
import { cellFromText, numberCell, replaced, textCell } from '../workbook/typed-input.js';
import type { Caller } from './caller.js';
import { type Service, serviceOf } from './dispatch.js';
import type { SpreadsheetParts } from './spreadsheet-parts.js';
import { datePatternOf, openTimeZone, type TimeZone } from './time-zone.js';

type RangeHandlers = HandlersOf<Caller, typeof RANGE>;
/** Returns the new content of a cell; `row` and `column` count from the corner of the area. */
type Change = (cell: CellView, row: number, column: number) => ICellData;

export function rangeService(parts: SpreadsheetParts): Service {
  return serviceOf(RANGE, { ...readers(parts), ...writers(parts) });
}

function readers({ workbook: host, spreadsheet, protections }: SpreadsheetParts) {
  const { cells, calculation, workbook } = host;
  const settled = async <T>(read: () => T): Promise<T> => {
    await calculation.settled();
    return read();
  };
  const styled = <T>(area: CellArea, select: (style: Nullable<IStyleData>) => T): T[][] => {
    const styles = workbook.getWorkbook().getStyles();
    return cells.see(area, ({ own }) => select(styles.getStyleByCell(own)));
  };
  return {
    getValues: (_caller, area) =>
      settled(() => {
        // this runtime may not know the spreadsheet's time zone, and only dates need it
        let zone: TimeZone | undefined;
        const zoneOf = () => (zone ??= openTimeZone(spreadsheet.timeZone));
        return cells.see(area, (cell) => valueFrom(cell, zoneOf));
      }),
    getDisplayValues: (_caller, area) => settled(() => cells.see(area, ({ display }) => display())),
    getFormulas: (_caller, area) => cells.see(area, ({ formula }) => formula()),
    getNotes: (_caller, area) => cells.see(area, ({ note }) => note()),
    getNumberFormats: (_caller, area) => settled(() => cells.see(area, ({ pattern }) => pattern())),
    getRichTextValues: (_caller, area) => settled(() => cells.see(area, ({ richText }) => richText())),
    getFontWeights: (_caller, area) =>
      styled(area, (style) => (style?.bl === BooleanNumber.TRUE ? 'bold' : 'normal')),
    getBackgrounds: (_caller, area) => styled(area, (style) => style?.bg?.rgb ?? '#ffffff'),
    canEdit: (caller, area) => protections.allow(caller, area),
  } satisfies Partial<RangeHandlers>;
}

/** Functions that change the cells of an area, after a check that the person may. */
export function createCellWriter({ workbook: { cells }, spreadsheet, protections }: SpreadsheetParts) {
  const write = (caller: Caller, area: CellArea, change: Change): void => {
    protections.check(caller, area);
    cells.write(area, change);
  };
  /** Keeps the content: with only a style, the grid would turn text that looks like a number into one. */
  const amend = (caller: Caller, area: CellArea, change: Change): void =>
    write(caller, area, (cell, r, c) => ({ ...keptOf(cell.own), ...change(cell, r, c) }));
  const restyle = (caller: Caller, area: CellArea, style: IStyleData): void =>
    amend(caller, area, () => ({ s: style }));
  const setValues = (caller: Caller, area: CellArea, valueAt: (r: number, c: number) => CellContent) => {
    const zone = openTimeZone(spreadsheet.timeZone);
    write(caller, area, ({ own, pattern }, r, c) => ({
      ...cellFrom(valueAt(r, c), pattern(), zone),
      ...unlinked(own),
    }));
  };
  return { write, amend, restyle, setValues };
}

function writers(parts: SpreadsheetParts) {
  const { protections } = parts;
  const { cells, bandings, workbook } = parts.workbook;
  const { write, amend, restyle, setValues } = createCellWriter(parts);
  return {
    setValues: (caller, area, values) => setValues(caller, area, (r, c) => values[r]?.[c] ?? ''),
    // a text that is new to its cell is parsed like typed input; no source says if Google does so
    setRichTextValues: (caller, area, texts) =>
      write(caller, area, ({ note, pattern, richText }, r, c) => {
        const { text = '', linkUrl } = texts[r]?.[c] ?? {};
        const isSame = richText()?.text === text;
        return {
          ...(isSame ? textCell(text) : cellFromText(text, pattern())),
          custom: { note: note(), ...(linkUrl && { link: { text, url: linkUrl } }) },
        };
      }),
    clear(caller, area, what) {
      protections.check(caller, area);
      const { sheetId, row, column, numRows, numColumns } = area;
      const range = workbook.getSheetBySheetId(sheetId)?.getRange(row - 1, column - 1, numRows, numColumns);
      if (!range) throw new Error('Range not found');
      // `range.clear` would also remove the notes
      if (what === 'content') setValues(caller, area, () => '');
      else range.clear();
    },
    setNotes: (caller, area, notes) =>
      amend(caller, area, ({ own }, r, c) => ({ custom: { ...own?.custom, note: notes[r]?.[c] ?? '' } })),
    setNumberFormats: (caller, area, pattern) => restyle(caller, area, { n: { pattern } }),
    setFontWeight: (caller, area, weight) => restyle(caller, area, { bl: weight === 'bold' ? 1 : 0 }),
    setBackground: (caller, area, color) => restyle(caller, area, { bg: color ? { rgb: color } : null }),
    setWrap: (caller, area, isWrapped) =>
      restyle(caller, area, { tb: isWrapped ? WrapStrategy.WRAP : WrapStrategy.OVERFLOW }),
    setWrapStrategy: (caller, area) => restyle(caller, area, { tb: WrapStrategy.CLIP }),
    copyFormat(caller, from, to) {
      const styles = workbook.getWorkbook().getStyles();
      const [source = []] = cells.see(from, ({ own }) => own);
      amend(caller, to, () => ({ s: null }));
      amend(caller, to, (_cell, _r, c) => ({ s: styles.getStyleByCell(source[c]) ?? null }));
    },
    applyRowBanding(caller, area) {
      protections.check(caller, area);
      bandings.add(area);
    },
  } satisfies Partial<RangeHandlers>;
}

function valueFrom(cell: CellView, zoneOf: () => TimeZone): CellContent {
  const value = cell.value();
  const isDate = typeof value === 'number' && isDatePattern(cell.pattern());
  return isDate ? new Date(zoneOf().instantOfSerial(value)) : value;
}

function cellFrom(value: CellContent, pattern: string, { serialOf }: TimeZone): ICellData {
  if (typeof value === 'number') return numberCell(value);
  if (typeof value === 'boolean') return replaced({ v: value ? 1 : 0, t: CellValueType.BOOLEAN });
  if (value instanceof Date) {
    const serial = serialOf(value.getTime());
    return numberCell(serial, datePatternOf(serial), pattern);
  }
  return cellFromText(String(value ?? ''), pattern);
}

/** Removes a cell's link. No source says if the link survives when the same text is written again. */
function unlinked(own: Nullable<ICellData>): ICellData {
  const { link, ...custom } = own?.custom ?? {};
  return link ? { custom } : {};
}

/** Returns the content to write again with a new style or note; otherwise the grid removes a formula. */
function keptOf(own: Nullable<ICellData>): ICellData {
  if (own?.f || own?.si) return { f: own.f ?? null, si: own.si ?? null };
  return own && own.v !== undefined && own.v !== null ? { v: own.v, t: own.t ?? null } : {};
}
