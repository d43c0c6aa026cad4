/** Reads and writes the cells of the workbook, including spilled ones. */
import { CellValueType, type ICellData, ICommandService, type Nullable } from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import { SetRangeValuesMutation } from '@univerjs/sheets';
import type { CellArea } from '../bridge/operations.js';
import type { CellPosition } from '../grid/recalculation.js';
import type { HeadlessWorkbook } from './headless.js';

/** A cell. The functions read each part only on demand. */
export interface CellView {
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

type Cell = Nullable<ICellData>;

function sourcesOf({ univer, workbook }: HeadlessWorkbook) {
  const formulas = univer.__getInjector().get(FormulaDataModel);
  const unitId = workbook.getId();
  const styles = workbook.getWorkbook().getStyles();
  return {
    unitId,
    sheetOf: (sheetId: string) => workbook.getSheetBySheetId(sheetId)?.getSheet(),
    patternOf: (data: Cell): string => styles.getStyleByCell(data)?.n?.pattern ?? '',
    formulaAt: ({ sheetId, row, column }: CellPosition): string =>
      formulas.getFormulaStringByCell(row, column, sheetId, unitId) ?? '',
    /** Returns the values that formulas of other cells have spilled into a tab. */
    spillsOf: (sheetId: string) =>
      formulas.getArrayFormulaCellData()?.[unitId]?.[sheetId] as
        | Readonly<Record<number, Readonly<Record<number, Cell>>>>
        | undefined,
  };
}

function cellView(
  sources: ReturnType<typeof sourcesOf>,
  at: CellPosition,
  own: Cell,
  spilled: Cell,
): CellView {
  const { sheetOf, patternOf, formulaAt } = sources;
  // the formula's own cell contains the first value even if its spill is blocked
  const value = () => plainValue(own?.f && spilled?.v !== '#SPILL!' ? own : (spilled ?? own));
  return {
    own,
    value,
    pattern: () => patternOf(own) || patternOf(spilled),
    formula: () => formulaAt(at),
    note: () => String(own?.custom?.['note'] ?? ''),
    display() {
      const plain = value();
      if (typeof plain === 'boolean') return plain ? 'TRUE' : 'FALSE';
      if (plain === '' || plain === '#REF!') return plain;
      return String(sheetOf(at.sheetId)?.getCell(at.row, at.column)?.v ?? plain);
    },
  };
}

export function createCells(headless: HeadlessWorkbook) {
  const commands = headless.univer.__getInjector().get(ICommandService);
  const sources = sourcesOf(headless);
  const { unitId, sheetOf, spillsOf } = sources;

  /** Calls `select` for each cell. @throws 'Range not found' if the tab is missing or the area outside it */
  const read = <T>(area: CellArea, select: (cell: CellView, r: number, c: number) => T): T[][] => {
    const { sheetId, row, column, numRows, numColumns } = area;
    const sheet = sheetOf(sheetId);
    const isInside =
      sheet && row + numRows - 1 <= sheet.getRowCount() && column + numColumns - 1 <= sheet.getColumnCount();
    if (!isInside) throw new Error('Range not found');
    const matrix = sheet.getCellMatrix();
    const spills = spillsOf(sheetId);
    return Array.from({ length: numRows }, (_, r) =>
      Array.from({ length: numColumns }, (_unused, c) => {
        const position = { sheetId, row: row - 1 + r, column: column - 1 + c };
        const own = matrix.getValue(position.row, position.column);
        return select(cellView(sources, position, own, spills?.[position.row]?.[position.column]), r, c);
      }),
    );
  };

  return {
    see: read,
    /** Replaces each cell by the result of `change`. */
    write(area: CellArea, change: (cell: CellView, r: number, c: number) => ICellData): void {
      const { sheetId, row, column } = area;
      const at = (from: number, all: readonly object[]) =>
        Object.fromEntries(all.map((one, index) => [from - 1 + index, one]));
      const rows = read(area, change).map((cells) => at(column, cells));
      // the mutation, not the command, because people cannot undo a script's changes
      commands.syncExecuteCommand(SetRangeValuesMutation.id, {
        unitId,
        subUnitId: sheetId,
        cellValue: at(row, rows),
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
      for (const [row, cells] of Object.entries(spillsOf(sheetId) ?? {})) {
        for (const [column, data] of Object.entries(cells ?? {})) count(Number(row), Number(column), data);
      }
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
