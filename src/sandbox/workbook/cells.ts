/** Reads and writes the cells of the workbook, spilled ones included. Rows and columns count from zero. */
import { CellValueType, type ICellData, ICommandService, type Nullable } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { SetRangeValuesMutation } from '@univerjs/sheets';
import type { CellArea, RichText } from '../bridge/operations.js';
import { linkOf } from '../grid/cell-link.js';
import type { HeadlessWorkbook } from './headless.js';

/** A cell for readers. */
export interface CellView {
  /** '' for a blank cell; an error is its text. */
  readonly value: string | number | boolean;
  /** The number format; '' for none. */
  readonly pattern: string;
  readonly formula: string;
  readonly note: string;
  /** The displayed text. */
  readonly display: string;
}

/** A value with its number format, which tells whether it is a date. */
export type FormattedValue = Pick<CellView, 'value' | 'pattern'>;

/** @throws 'Range not found' if the tab does not exist or the area is outside it. */
export interface Cells {
  /** All properties of the cells; for a large area, read only those that you need. */
  read(area: CellArea): CellView[][];
  values(area: CellArea): FormattedValue[][];
  patterns(area: CellArea): string[][];
  formulas(area: CellArea): string[][];
  notes(area: CellArea): string[][];
  /** Null for what is no text. */
  richTexts(area: CellArea): (RichText | null)[][];
  displays(area: CellArea): string[][];
  /** What is stored of a cell of an area, its first one being 0, 0. */
  own(area: CellArea, row: number, column: number): Nullable<ICellData>;
  write(area: CellArea, rows: readonly (readonly ICellData[])[]): void;
  /** The last row and column with content, counted from 1; zero for an empty tab. */
  lastUsed(sheetId: string): { row: number; column: number };
}

type SpilledCells = Readonly<Record<number, Readonly<Record<number, Nullable<ICellData>>>>>;

export function createCells({ univer, workbook }: HeadlessWorkbook): Cells {
  const injector = univer.__getInjector();
  const formulaModel = injector.get(FormulaDataModel);
  const commands = injector.get(ICommandService);
  const unitId = workbook.getId();
  const styles = workbook.getWorkbook().getStyles();
  const spillOf = (sheetId: string) =>
    formulaModel.getArrayFormulaCellData()?.[unitId]?.[sheetId] as SpilledCells | undefined;
  const patternOf = (data: Nullable<ICellData>): string => styles.getStyleByCell(data)?.n?.pattern ?? '';

  /** Reads each cell of an area: its data, the value spilled into it, and its position. */
  const each = <T>(
    area: CellArea,
    read: (own: Nullable<ICellData>, spilled: Nullable<ICellData>, row: number, column: number) => T,
  ): T[][] => {
    const sheet = workbook.getSheetBySheetId(area.sheetId);
    const lastRow = area.row + area.numRows - 1;
    const lastColumn = area.column + area.numColumns - 1;
    if (!sheet || lastRow > sheet.getMaxRows() || lastColumn > sheet.getMaxColumns()) {
      throw new Error('Range not found');
    }
    const matrix = sheet.getSheet().getCellMatrix();
    const spilled = spillOf(area.sheetId);
    return Array.from({ length: area.numRows }, (_, r) => {
      const row = area.row - 1 + r;
      const spilledRow = spilled?.[row];
      return Array.from({ length: area.numColumns }, (_unused, c) => {
        const column = area.column - 1 + c;
        return read(matrix.getValue(row, column), spilledRow?.[column], row, column);
      });
    });
  };
  const formattedOf = (own: Nullable<ICellData>, spilled: Nullable<ICellData>): FormattedValue => {
    if (!spilled) return { value: plainValue(own), pattern: patternOf(own) };
    // the formula's cell contains the first value, but not that the spill was blocked
    const value = plainValue(own?.f && spilled.v !== '#SPILL!' ? own : spilled);
    return { value, pattern: patternOf(own) || patternOf(spilled) };
  };
  const noteOf = (own: Nullable<ICellData>): string => {
    const note: unknown = own?.custom?.['note'];
    return typeof note === 'string' ? note : '';
  };
  const formulaAt = (sheetId: string, row: number, column: number): string =>
    formulaModel.getFormulaStringByCell(row, column, sheetId, unitId) ?? '';
  const displayReader = (sheetId: string) => {
    const sheet = workbook.getSheetBySheetId(sheetId)?.getSheet();
    return (value: CellView['value'], row: number, column: number) =>
      displayOf(value, sheet?.getCell(row, column)?.v);
  };

  return {
    read(area) {
      const display = displayReader(area.sheetId);
      return each(area, (own, spilled, row, column) => {
        const formatted = formattedOf(own, spilled);
        return {
          ...formatted,
          formula: formulaAt(area.sheetId, row, column),
          note: noteOf(own),
          display: display(formatted.value, row, column),
        };
      });
    },
    values: (area) => each(area, formattedOf),
    patterns: (area) => each(area, (own, spilled) => formattedOf(own, spilled).pattern),
    formulas: (area) => each(area, (_own, _spilled, row, column) => formulaAt(area.sheetId, row, column)),
    notes: (area) => each(area, noteOf),
    richTexts: (area) =>
      each(area, (own, spilled) => {
        const { value } = formattedOf(own, spilled);
        // a blank cell has an empty text
        return typeof value === 'string' ? { text: value, linkUrl: linkOf(own) || null } : null;
      }),
    displays(area) {
      const display = displayReader(area.sheetId);
      return each(area, (own, spilled, row, column) => display(formattedOf(own, spilled).value, row, column));
    },
    own({ sheetId, row, column }, r, c) {
      const matrix = workbook.getSheetBySheetId(sheetId)?.getSheet().getCellMatrix();
      return matrix?.getValue(row - 1 + r, column - 1 + c);
    },
    write(area, rows) {
      each({ ...area, numRows: 1, numColumns: 1, row: area.row + area.numRows - 1 }, () => undefined);
      const cellValue: Record<number, Record<number, ICellData>> = {};
      rows.forEach((row, r) => {
        const cells: Record<number, ICellData> = {};
        row.forEach((data, c) => {
          cells[area.column - 1 + c] = { ...data };
        });
        cellValue[area.row - 1 + r] = cells;
      });
      // the mutation, not the command: people cannot undo a script's changes
      commands.syncExecuteCommand(SetRangeValuesMutation.id, { unitId, subUnitId: area.sheetId, cellValue });
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
        for (const [column, data] of Object.entries(cells ?? {})) see(Number(row), Number(column), data);
      }
      return last;
    },
  };
}

function plainValue(data: Nullable<ICellData>): string | number | boolean {
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
