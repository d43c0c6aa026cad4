/** Reads and writes the cells of the workbook, including spilled ones. */
import {
  CellValueType,
  type ICellData,
  ICommandService,
  type IStyleData,
  type Nullable,
  ObjectMatrix,
  type Univer,
  WrapStrategy,
} from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { SetRangeValuesMutation } from '@univerjs/sheets';
import type { FWorkbook } from '@univerjs/sheets/lib/facade';
import type { CellArea } from '../bridge/operations.js';
import type { CellPosition } from '../grid/calls.js';
import type { CellChange, CellStyle } from '../grid/workbook.js';
import { cellFrom } from './typed-input.js';

type Cell = Nullable<ICellData>;

/** A cell. Its functions read each part only on demand. */
export type CellView = ReturnType<ReturnType<typeof cellViews>>;

function cellViews(univer: Univer, facade: FWorkbook) {
  const formulas = univer.__getInjector().get(FormulaDataModel);
  const styleOf = (data: Cell) => facade.getWorkbook().getStyles().getStyleByCell(data);
  return (at: CellPosition, own: Cell, spilled: Cell) => {
    const { sheetId, row, column } = at;
    // the formula's own cell contains the first value even if its spill is blocked
    const value = () => plainValue(own?.f && spilled?.v !== '#SPILL!' ? own : (spilled ?? own));
    return {
      at,
      /** '' for a blank cell; an error is its text. */
      value,
      /** The number format, or ''. */
      pattern: () => styleOf(own)?.n?.pattern || styleOf(spilled)?.n?.pattern || '',
      background: () => styleOf(own)?.bg?.rgb ?? '#ffffff',
      fontWeight: () => (styleOf(own)?.bl ? 'bold' : 'normal'),
      /** The whole format of the cell itself, to copy it. */
      format: (): object | null => styleOf(own) ?? null,
      formula: () => formulas.getFormulaStringByCell(row, column, sheetId, facade.getId()) ?? '',
      note: () => String(own?.custom?.['note'] ?? ''),
      /** A text with several lines or styles, which is no value; else ''. */
      document: () => own?.p?.body?.dataStream ?? '',
      display(): string {
        const plain = value();
        if (typeof plain === 'boolean') return plain ? 'TRUE' : 'FALSE';
        if (plain === '' || plain === '#REF!') return plain;
        return String(facade.getSheetBySheetId(sheetId)?.getSheet().getCell(row, column)?.v ?? plain);
      },
    };
  };
}

export function createCells(univer: Univer, facade: FWorkbook) {
  const unitId = facade.getId();
  const commands = univer.__getInjector().get(ICommandService);
  const formulas = univer.__getInjector().get(FormulaDataModel);
  const viewOf = cellViews(univer, facade);
  const sheetOf = (sheetId: string) => facade.getSheetBySheetId(sheetId)?.getSheet();
  /** Returns the values that formulas of other cells have spilled into a tab. */
  const spillsOf = (sheetId: string) =>
    new ObjectMatrix(formulas.getArrayFormulaCellData()[unitId]?.[sheetId]);

  /** Calls `select` for each cell, also with its stored data. */
  const each = <T>(area: CellArea, select: (cell: CellView, r: number, c: number, own: Cell) => T): T[][] => {
    const { sheetId, numRows, numColumns } = area;
    const sheet = sheetOf(sheetId);
    const [lastRow, lastColumn] = [area.row + numRows - 1, area.column + numColumns - 1];
    const isInside = sheet && lastRow <= sheet.getRowCount() && lastColumn <= sheet.getColumnCount();
    if (!isInside) throw new Error('Range not found');
    const matrix = sheet.getCellMatrix();
    const spills = spillsOf(sheetId);
    return Array.from({ length: numRows }, (_, r) =>
      Array.from({ length: numColumns }, (_unused, c) => {
        const [row, column] = [area.row - 1 + r, area.column - 1 + c];
        const own = matrix.getValue(row, column);
        return select(viewOf({ sheetId, row, column }, own, spills.getValue(row, column)), r, c, own);
      }),
    );
  };

  return {
    /** Calls `select` for each cell. @throws 'Range not found' if the tab is missing or the area outside it */
    see: <T>(area: CellArea, select: (cell: CellView) => T): T[][] => each(area, select),
    /** Changes each cell; `r` and `c` count from the corner of the area. */
    write(area: CellArea, changeAt: (r: number, c: number) => CellChange): void {
      const at = (from: number, all: readonly object[]) =>
        Object.fromEntries(all.map((one, index) => [from - 1 + index, one]));
      const cells = each(area, ({ pattern }, r, c, own) => changed(own, pattern, changeAt(r, c)));
      const rows = cells.map((row) => at(area.column, row));
      // the mutation, not the command, because people cannot undo a script's changes
      commands.syncExecuteCommand(SetRangeValuesMutation.id, {
        unitId,
        subUnitId: area.sheetId,
        cellValue: at(area.row, rows),
      });
    },
    /** Returns the last row and column with content, from 1; zeros for an empty tab. */
    lastUsed(sheetId: string): { row: number; column: number } {
      const last = { row: 0, column: 0 };
      const count = (row: number, column: number, data: Cell): void => {
        if (!data?.f && (data?.v === undefined || data.v === null || data.v === '')) return;
        last.row = Math.max(last.row, row + 1);
        last.column = Math.max(last.column, column + 1);
      };
      sheetOf(sheetId)?.getCellMatrix().forValue(count);
      spillsOf(sheetId).forValue(count);
      return last;
    },
  };
}

function plainValue(data: Cell): string | number | boolean {
  const value = data?.v;
  if (value === null || value === undefined) return '';
  if (data?.t === CellValueType.BOOLEAN) return value === 1 || value === true || value === 'TRUE';
  if (value === '#SPILL!') return '#REF!';
  return value;
}

function changed(own: Cell, pattern: () => string, { content, note, style, format }: CellChange): ICellData {
  return {
    ...(content === undefined ? contentOf(own) : cellFrom(content, pattern())),
    ...(note !== undefined && { custom: { ...own?.custom, note } }),
    ...(style && { s: styleFrom(style) }),
    ...(format !== undefined && { s: format }),
  };
}

/**
 * Returns the content to write again with a new style or note: without it, the grid would remove a formula, and turn
 * text that looks like a number into one.
 */
function contentOf(own: Cell): ICellData {
  if (own?.f || own?.si) return { f: own.f ?? null, si: own.si ?? null };
  return own && own.v !== undefined && own.v !== null ? { v: own.v, t: own.t ?? null } : {};
}

function styleFrom({ background, fontWeight, numberFormat, wrapStrategy }: CellStyle): IStyleData {
  return {
    ...(background !== undefined && { bg: background ? { rgb: background } : null }),
    ...(fontWeight !== undefined && { bl: fontWeight === 'bold' ? 1 : 0 }),
    ...(numberFormat !== undefined && { n: { pattern: numberFormat } }),
    ...(wrapStrategy && { tb: WrapStrategy[wrapStrategy] }),
  };
}
