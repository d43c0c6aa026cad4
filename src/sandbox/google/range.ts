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
import type { HandlersOf } from '../services/define.js';
import { RANGE } from '../services/range.js';
import type { FormattedValue } from '../workbook/cells.js';
import type { HostWorkbook } from '../workbook/host-workbook.js';
import { cellFromText, numberCell, replaced, textCell } from '../workbook/typed-input.js';
import { type Service, serviceOf } from './dispatch.js';
import type { Caller } from './handlers.js';
import type { Protections } from './protections.js';
import type { SpreadsheetProperties } from './spreadsheet.js';
import { datePatternOf, openTimeZone, type TimeZone } from './time-zone.js';

export interface RangeOptions {
  readonly workbook: HostWorkbook;
  readonly properties: SpreadsheetProperties;
  readonly protections: Protections;
}

type RangeHandlers = HandlersOf<Caller, typeof RANGE>;
type Reading = Extract<keyof RangeHandlers, `get${string}` | 'canEdit'>;
type Writers = Omit<RangeHandlers, Reading>;

export function rangeService(options: RangeOptions): Service {
  const writers = { ...contentWriters(options), ...lookWriters(options) };
  return serviceOf(RANGE, { ...createReaders(options), ...withProtections(writers, options.protections) });
}

/** The same, but that each looks first whether the person may change the cells. */
function withProtections(writers: Writers, protections: Protections): Writers {
  const guarded = Object.entries(writers).map(([name, handle]) => {
    const change = (caller: Caller, area: CellArea, ...args: unknown[]): unknown => {
      protections.check(caller, name === 'copyFormat' ? (args[0] as CellArea) : area);
      return (handle as (caller: Caller, ...args: unknown[]) => unknown)(caller, area, ...args);
    };
    return [name, change];
  });
  return Object.fromEntries(guarded) as Writers;
}

function createReaders({
  workbook: host,
  properties,
  protections,
}: RangeOptions): Pick<RangeHandlers, Reading> {
  const { cells, calculation, workbook } = host;
  const settled = async <T>(read: () => T): Promise<T> => {
    await calculation.settled();
    return read();
  };
  const styled = <T>(area: CellArea, see: (style: Nullable<IStyleData>) => T): T[][] => {
    const styles = workbook.getWorkbook().getStyles();
    return cells
      .patterns(area)
      .map((row, r) => row.map((_pattern, c) => see(styles.getStyleByCell(cells.own(area, r, c)))));
  };
  return {
    getValues: (_caller, area) =>
      settled(() => {
        const zone = openTimeZone(properties.timeZone);
        return cells.values(area).map((row) => row.map((cell) => valueFrom(cell, zone)));
      }),
    getDisplayValues: (_caller, area) => settled(() => cells.displays(area)),
    getFormulas: (_caller, area) => cells.formulas(area),
    getNotes: (_caller, area) => cells.notes(area),
    getNumberFormats: (_caller, area) => settled(() => cells.patterns(area)),
    getRichTextValues: (_caller, area) => settled(() => cells.richTexts(area)),
    getFontWeights: (_caller, area) =>
      styled(area, (style) => (style?.bl === BooleanNumber.TRUE ? 'bold' : 'normal')),
    getBackgrounds: (_caller, area) => styled(area, (style) => style?.bg?.rgb ?? '#ffffff'),
    canEdit: (caller, area) => protections.allow(caller, area),
  };
}

function contentWriters({
  workbook: { cells, workbook },
  properties,
}: RangeOptions): Pick<Writers, 'clear' | 'setRichTextValues' | 'setValues'> {
  const write = (area: CellArea, values: readonly (readonly CellContent[])[]): void => {
    const patterns = cells.patterns(area);
    const zone = openTimeZone(properties.timeZone);
    cells.write(
      area,
      values.map((row, r) =>
        row.map((value, c) => ({
          ...cellFrom(value, patterns[r]?.[c] ?? '', zone),
          ...unlinked(cells.own(area, r, c)),
        })),
      ),
    );
  };
  return {
    setValues: (_caller, area, values) => write(area, values),
    // a text that is new to its cell is read as if it was typed: whether Google does so is written nowhere
    setRichTextValues(_caller, area, texts) {
      const before = cells.richTexts(area);
      const [patterns, notes] = [cells.patterns(area), cells.notes(area)];
      cells.write(
        area,
        texts.map((row, r) =>
          row.map(({ text, linkUrl }, c) => ({
            ...(before[r]?.[c]?.text === text ? textCell(text) : cellFromText(text, patterns[r]?.[c] ?? '')),
            custom: { note: notes[r]?.[c] ?? '', ...(linkUrl && { link: { text, url: linkUrl } }) },
          })),
        ),
      );
    },
    clear(_caller, area, what) {
      const { sheetId, row, column, numRows, numColumns } = area;
      const range = workbook.getSheetBySheetId(sheetId)?.getRange(row - 1, column - 1, numRows, numColumns);
      if (!range) throw new Error('Range not found');
      // the grid's own method takes the notes away, too
      if (what === 'content') write(area, emptied(area));
      else range.clear();
    },
  };
}

function lookWriters({
  workbook: host,
}: RangeOptions): Omit<Writers, keyof ReturnType<typeof contentWriters>> {
  const { cells, workbook } = host;
  /** Merges with the cells: writing only a style would turn text that looks like a number into a number. */
  const amend = (
    area: CellArea,
    change: (row: number, column: number, own: Nullable<ICellData>) => ICellData,
  ): void => {
    cells.write(
      area,
      cells.patterns(area).map((row, r) =>
        row.map((_pattern, c) => {
          const own = cells.own(area, r, c);
          return { ...keptOf(own), ...change(r, c, own) };
        }),
      ),
    );
  };
  return {
    setNotes: (_caller, area, notes) =>
      amend(area, (r, c, own) => ({ custom: { ...own?.custom, note: notes[r]?.[c] ?? '' } })),
    setNumberFormats: (_caller, area, formats) =>
      amend(area, (r, c) => ({ s: { n: { pattern: formats[r]?.[c] ?? '' } } })),
    setFontWeight: (_caller, area, weight) => amend(area, () => ({ s: { bl: weight === 'bold' ? 1 : 0 } })),
    setBackground: (_caller, area, color) =>
      amend(area, () => ({ s: { bg: color ? { rgb: color } : null } })),
    setWrap: (_caller, area, wrap) =>
      amend(area, () => ({ s: { tb: wrap ? WrapStrategy.WRAP : WrapStrategy.OVERFLOW } })),
    copyFormat(_caller, from, to) {
      const styles = workbook.getWorkbook().getStyles();
      amend(to, () => ({ s: null }));
      amend(to, (_r, c) => ({ s: styles.getStyleByCell(cells.own(from, 0, c)) ?? null }));
    },
    applyRowBanding: (_caller, area) => host.bandings.add(area),
  };
}

function valueFrom({ value, pattern }: FormattedValue, { instantOfSerial }: TimeZone): CellContent {
  return typeof value === 'number' && isDatePattern(pattern) ? new Date(instantOfSerial(value)) : value;
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

function emptied({ numRows, numColumns }: CellArea): readonly (readonly CellContent[])[] {
  return Array.from({ length: numRows }, () => Array.from({ length: numColumns }, () => ''));
}

/** Whether a link outlives the same text, written again, is written nowhere: here it does not. */
function unlinked(own: Nullable<ICellData>): ICellData {
  const { link, ...custom } = own?.custom ?? {};
  return link ? { custom } : {};
}

/** What a cell needs again with a new style or note: without it, a formula would be removed. */
function keptOf(own: Nullable<ICellData>): ICellData {
  if (own?.f || own?.si) return { f: own.f ?? null, si: own.si ?? null };
  return own && own.v !== undefined && own.v !== null ? { v: own.v, t: own.t ?? null } : {};
}
