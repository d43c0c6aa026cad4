/** Reads and writes the cells of the workbook, spilled ones included. Rows and columns count from zero. */
import { CellValueType, type ICellData, type IStyleData, type Nullable } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import type { Area } from '../executions/operations.js';
import type { HeadlessWorkbook } from './headless.js';

/** A cell as a reader wants it. */
export interface CellView {
  /** '' for a blank cell; an error is its text. */
  readonly value: string | number | boolean;
  /** The number format; '' for none. */
  readonly pattern: string;
  readonly formula: string;
  readonly note: string;
  /** As it is shown. */
  readonly display: string;
}

export interface Cells {
  /** @throws 'Range not found' when the tab is gone or the area lies outside of it. */
  read(area: Area): CellView[][];
  /** The number formats alone, which writing needs. */
  patterns(area: Area): string[][];
  write(area: Area, rows: readonly (readonly ICellData[])[]): void;
  /** The last row and column that hold something, counted from 1; zero when none does. */
  lastUsed(sheetId: string): { row: number; column: number };
}

export function createCells({ univer, workbook }: HeadlessWorkbook): Cells {
  const formulas = univer.__getInjector().get(FormulaDataModel);
  const unitId = workbook.getId();
  const open = (area: Area) => {
    const sheet = workbook.getSheetBySheetId(area.sheetId);
    const outside =
      !sheet ||
      area.row + area.numRows - 1 > sheet.getMaxRows() ||
      area.column + area.numColumns - 1 > sheet.getMaxColumns();
    if (outside) throw new Error('Range not found');
    return sheet;
  };
  const spillOf = (sheetId: string) => formulas.getArrayFormulaCellData()?.[unitId]?.[sheetId];
  const each = <T>(area: Area, read: (row: number, column: number) => T): T[][] =>
    Array.from({ length: area.numRows }, (_, r) =>
      Array.from({ length: area.numColumns }, (_unused, c) => read(area.row - 1 + r, area.column - 1 + c)),
    );
  const styleOf = (data: Nullable<ICellData>): Nullable<IStyleData> =>
    workbook.getWorkbook().getStyles().getStyleByCell(data);

  return {
    read(area) {
      const sheet = open(area);
      const matrix = sheet.getSheet().getCellMatrix();
      const spilled = spillOf(area.sheetId);
      return each(area, (row, column) => {
        const own = matrix.getValue(row, column);
        const spill = spilled?.[row]?.[column];
        const data = spill && !own?.f ? { ...spill, s: own?.s ?? spill.s } : own;
        const value = plainValue(spill?.v === '#SPILL!' ? spill : (data ?? null));
        return {
          value,
          pattern: styleOf(data as ICellData)?.n?.pattern ?? '',
          formula: formulas.getFormulaStringByCell(row, column, area.sheetId, unitId) ?? '',
          note: typeof own?.custom?.['note'] === 'string' ? own.custom['note'] : '',
          display: displayOf(value, sheet.getSheet().getCell(row, column)?.v),
        };
      });
    },
    patterns(area) {
      const matrix = open(area).getSheet().getCellMatrix();
      return each(area, (row, column) => styleOf(matrix.getValue(row, column))?.n?.pattern ?? '');
    },
    write(area, rows) {
      open(area)
        .getRange(area.row - 1, area.column - 1, area.numRows, area.numColumns)
        .setValues(rows.map((row) => row.map((data) => ({ ...data }))));
    },
    lastUsed(sheetId) {
      const last = { row: 0, column: 0 };
      const see = (row: number, column: number, data: Nullable<ICellData>): void => {
        if (!data?.f && (data?.v === undefined || data.v === null || data.v === '')) return;
        last.row = Math.max(last.row, row + 1);
        last.column = Math.max(last.column, column + 1);
      };
      workbook
        .getSheetBySheetId(sheetId)
        ?.getSheet()
        .getCellMatrix()
        .forValue((row, column, data) => see(row, column, data));
      for (const [row, cells] of Object.entries(spillOf(sheetId) ?? {})) {
        for (const [column, data] of Object.entries(cells ?? {}))
          see(Number(row), Number(column), data as Nullable<ICellData>);
      }
      return last;
    },
  };
}

function plainValue(data: ICellData | null): string | number | boolean {
  const value = data?.v;
  if (value === null || value === undefined) return '';
  if (data?.t === CellValueType.BOOLEAN) return value === 1 || value === true || value === 'TRUE';
  if (value === '#SPILL!') return '#REF!';
  return value;
}

function displayOf(value: string | number | boolean, shown: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value === '' || value === '#REF!') return value;
  return shown === null || shown === undefined ? String(value) : String(shown);
}
