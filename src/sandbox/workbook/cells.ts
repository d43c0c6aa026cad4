/** Reads and writes the cells of the workbook, including spilled ones. */
import { CellValueType, type ICellData, ICommandService, type Nullable, ObjectMatrix } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { SetRangeValuesMutation } from '@univerjs/sheets';
import type { CellArea } from '../bridge/operations.js';
import type { CellPosition } from '../grid/values.js';
import type { HeadlessWorkbook } from './headless.js';

type Cell = Nullable<ICellData>;

/** A cell. The functions read each part only on demand. */
export interface CellView {
  readonly at: CellPosition;
  /** The stored data of the cell itself. */
  readonly own: Cell;
  /** '' for a blank cell; an error is its text. */
  value(): string | number | boolean;
  /** The number format, or ''. */
  pattern(): string;
  formula(): string;
  note(): string;
  display(): string;
}

function cellViews({ univer, facade }: HeadlessWorkbook) {
  const formulas = univer.__getInjector().get(FormulaDataModel);
  const styles = facade.getWorkbook().getStyles();
  const patternOf = (data: Cell): string => styles.getStyleByCell(data)?.n?.pattern ?? '';
  return (at: CellPosition, own: Cell, spilled: Cell): CellView => {
    const { sheetId, row, column } = at;
    // the formula's own cell contains the first value even if its spill is blocked
    const value = () => plainValue(own?.f && spilled?.v !== '#SPILL!' ? own : (spilled ?? own));
    return {
      at,
      own,
      value,
      pattern: () => patternOf(own) || patternOf(spilled),
      formula: () => formulas.getFormulaStringByCell(row, column, sheetId, facade.getId()) ?? '',
      note: () => String(own?.custom?.['note'] ?? ''),
      display() {
        const plain = value();
        if (typeof plain === 'boolean') return plain ? 'TRUE' : 'FALSE';
        if (plain === '' || plain === '#REF!') return plain;
        return String(facade.getSheetBySheetId(sheetId)?.getSheet().getCell(row, column)?.v ?? plain);
      },
    };
  };
}

export function createCells(headless: HeadlessWorkbook) {
  const { univer, facade } = headless;
  const unitId = facade.getId();
  const commands = univer.__getInjector().get(ICommandService);
  const formulas = univer.__getInjector().get(FormulaDataModel);
  const viewOf = cellViews(headless);
  const sheetOf = (sheetId: string) => facade.getSheetBySheetId(sheetId)?.getSheet();
  /** Returns the values that formulas of other cells have spilled into a tab. */
  const spillsOf = (sheetId: string) =>
    new ObjectMatrix(formulas.getArrayFormulaCellData()[unitId]?.[sheetId]);

  /** Calls `select` for each cell. @throws 'Range not found' if the tab is missing or the area outside it */
  const see = <T>(area: CellArea, select: (cell: CellView, r: number, c: number) => T): T[][] => {
    const { sheetId, numRows, numColumns } = area;
    const sheet = sheetOf(sheetId);
    const isInside =
      sheet &&
      area.row + numRows - 1 <= sheet.getRowCount() &&
      area.column + numColumns - 1 <= sheet.getColumnCount();
    if (!isInside) throw new Error('Range not found');
    const matrix = sheet.getCellMatrix();
    const spills = spillsOf(sheetId);
    return Array.from({ length: numRows }, (_, r) =>
      Array.from({ length: numColumns }, (_unused, c) => {
        const [row, column] = [area.row - 1 + r, area.column - 1 + c];
        const own = matrix.getValue(row, column);
        return select(viewOf({ sheetId, row, column }, own, spills.getValue(row, column)), r, c);
      }),
    );
  };

  return {
    see,
    /** Replaces each cell by the result of `change`. */
    write(area: CellArea, change: (cell: CellView, r: number, c: number) => ICellData): void {
      const at = (from: number, all: readonly object[]) =>
        Object.fromEntries(all.map((one, index) => [from - 1 + index, one]));
      const rows = see(area, change).map((cells) => at(area.column, cells));
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
