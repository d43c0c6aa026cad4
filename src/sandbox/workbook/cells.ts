/** Reads and writes the cells of the workbook, spilled ones included. Rows and columns count from zero. */
import { CellValueType, type ICellData, ICommandService, type Nullable } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { SetRangeValuesMutation } from '@univerjs/sheets';
import type { CellArea, RichText } from '../bridge/operations.js';
import { linkOf } from '../grid/google-look.js';
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

type Cell = Nullable<ICellData>;

/** @throws 'Range not found' if the tab does not exist or the area is outside it. */
export class Cells {
  readonly #workbook: HeadlessWorkbook['workbook'];
  readonly #formulas: FormulaDataModel;
  readonly #commands: ICommandService;

  constructor({ univer, workbook }: HeadlessWorkbook) {
    const injector = univer.__getInjector();
    this.#workbook = workbook;
    this.#formulas = injector.get(FormulaDataModel);
    this.#commands = injector.get(ICommandService);
  }

  /** All properties of the cells; for a large area, read only those that you need. */
  read(area: CellArea): CellView[][] {
    return this.#each(area, (own, spilled, row, column) => {
      const formatted = this.#formatted(own, spilled);
      return {
        ...formatted,
        formula: this.#formulaAt(area, row, column),
        note: noteOf(own),
        display: this.#display(area, formatted.value, row, column),
      };
    });
  }

  values(area: CellArea): FormattedValue[][] {
    return this.#each(area, (own, spilled) => this.#formatted(own, spilled));
  }

  patterns(area: CellArea): string[][] {
    return this.#each(area, (own, spilled) => this.#formatted(own, spilled).pattern);
  }

  formulas(area: CellArea): string[][] {
    return this.#each(area, (_own, _spilled, row, column) => this.#formulaAt(area, row, column));
  }

  notes(area: CellArea): string[][] {
    return this.#each(area, noteOf);
  }

  /** Null for what is no text. */
  richTexts(area: CellArea): (RichText | null)[][] {
    return this.#each(area, (own, spilled) => {
      const { value } = this.#formatted(own, spilled);
      // a blank cell has an empty text
      return typeof value === 'string' ? { text: value, linkUrl: linkOf(own) || null } : null;
    });
  }

  displays(area: CellArea): string[][] {
    return this.#each(area, (own, spilled, row, column) =>
      this.#display(area, this.#formatted(own, spilled).value, row, column),
    );
  }

  /** The stored data of the cells. */
  own(area: CellArea): Cell[][] {
    return this.#each(area, (own) => own);
  }

  write(area: CellArea, rows: readonly (readonly ICellData[])[]): void {
    this.#each({ ...area, numRows: 1, numColumns: 1, row: area.row + area.numRows - 1 }, () => undefined);
    const entries = <T>(from: number, all: readonly T[]) =>
      all.map((one, at) => [from - 1 + at, one] as const);
    const cellValue = Object.fromEntries(
      entries(area.row, rows).map(([at, row]) => [
        at,
        Object.fromEntries(entries(area.column, row).map(([column, data]) => [column, { ...data }])),
      ]),
    );
    // the mutation, not the command: people cannot undo a script's changes
    this.#commands.syncExecuteCommand(SetRangeValuesMutation.id, {
      unitId: this.#workbook.getId(),
      subUnitId: area.sheetId,
      cellValue,
    });
  }

  /** The last row and column with content, counted from 1; zero for an empty tab. */
  lastUsed(sheetId: string): { row: number; column: number } {
    const last = { row: 0, column: 0 };
    const see = (row: number, column: number, data: Cell): void => {
      if (!data?.f && (data?.v === undefined || data.v === null || data.v === '')) return;
      last.row = Math.max(last.row, row + 1);
      last.column = Math.max(last.column, column + 1);
    };
    this.#sheet(sheetId)
      ?.getCellMatrix()
      .forValue((row, column, data) => see(row, column, data));
    for (const [row, cells] of Object.entries(this.#spills(sheetId) ?? {})) {
      for (const [column, data] of Object.entries(cells ?? {})) see(Number(row), Number(column), data);
    }
    return last;
  }

  #sheet(sheetId: string) {
    return this.#workbook.getSheetBySheetId(sheetId)?.getSheet();
  }

  #spills(sheetId: string) {
    const spills = this.#formulas.getArrayFormulaCellData()?.[this.#workbook.getId()]?.[sheetId];
    return spills as Readonly<Record<number, Readonly<Record<number, Cell>>>> | undefined;
  }

  /** Reads each cell of an area: its data, the value spilled into it, and its position. */
  #each<T>(area: CellArea, read: (own: Cell, spilled: Cell, row: number, column: number) => T): T[][] {
    const sheet = this.#sheet(area.sheetId);
    const isInside =
      sheet &&
      area.row + area.numRows - 1 <= sheet.getRowCount() &&
      area.column + area.numColumns - 1 <= sheet.getColumnCount();
    if (!isInside) throw new Error('Range not found');
    const matrix = sheet.getCellMatrix();
    const spills = this.#spills(area.sheetId);
    return Array.from({ length: area.numRows }, (_, r) => {
      const row = area.row - 1 + r;
      const spilledRow = spills?.[row];
      return Array.from({ length: area.numColumns }, (_unused, c) => {
        const column = area.column - 1 + c;
        return read(matrix.getValue(row, column), spilledRow?.[column], row, column);
      });
    });
  }

  #formatted(own: Cell, spilled: Cell): FormattedValue {
    const styles = this.#workbook.getWorkbook().getStyles();
    const patternOf = (data: Cell): string => styles.getStyleByCell(data)?.n?.pattern ?? '';
    if (!spilled) return { value: plainValue(own), pattern: patternOf(own) };
    // the formula's cell contains the first value, but not that the spill was blocked
    const value = plainValue(own?.f && spilled.v !== '#SPILL!' ? own : spilled);
    return { value, pattern: patternOf(own) || patternOf(spilled) };
  }

  #formulaAt({ sheetId }: CellArea, row: number, column: number): string {
    const unitId = this.#workbook.getId();
    return this.#formulas.getFormulaStringByCell(row, column, sheetId, unitId) ?? '';
  }

  #display({ sheetId }: CellArea, value: CellView['value'], row: number, column: number): string {
    if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
    if (value === '' || value === '#REF!') return value;
    return String(this.#sheet(sheetId)?.getCell(row, column)?.v ?? value);
  }
}

function noteOf(own: Cell): string {
  const note: unknown = own?.custom?.['note'];
  return typeof note === 'string' ? note : '';
}

function plainValue(data: Cell): string | number | boolean {
  const value = data?.v;
  if (value === null || value === undefined) return '';
  if (data?.t === CellValueType.BOOLEAN) return value === 1 || value === true || value === 'TRUE';
  if (value === '#SPILL!') return '#REF!';
  return value;
}
