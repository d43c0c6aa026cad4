/**
 * Tables that spill from one cell: Google's message for #REF!, a new attempt when the sheet grows, and a
 * recalculation of the dependants when their formula is removed.
 */
import {
  cellToRange,
  ICommandService,
  type IRange,
  IUniverInstanceService,
  isNullCell,
  ObjectMatrix,
  Rectangle,
  type Univer,
} from '@univerjs/core';
import { FormulaDataModel, serializeRange } from '@univerjs/engine-formula';
import {
  InsertColMutation,
  InsertRowMutation,
  SetWorksheetColumnCountMutation,
  SetWorksheetRowCountMutation,
} from '@univerjs/sheets';
import type { CellPosition } from '../grid/calls.js';
import { createRecalculation, type Recalculate } from './recalculation.js';

type Table = CellPosition & { readonly range: IRange };

const GROWING: readonly string[] = [
  InsertRowMutation.id,
  InsertColMutation.id,
  SetWorksheetRowCountMutation.id,
  SetWorksheetColumnCountMutation.id,
];

export class Spills {
  readonly #instances: IUniverInstanceService;
  readonly #unitId: string;
  readonly #formulas: FormulaDataModel;

  constructor(univer: Univer, unitId: string) {
    this.#unitId = unitId;
    const injector = univer.__getInjector();
    this.#formulas = injector.get(FormulaDataModel);
    this.#instances = injector.get(IUniverInstanceService);
    const recalculate = createRecalculation(univer, unitId);
    this.#followRemovals(recalculate);
    // the engine checks the sheet's size only in a calculation, and growth does not trigger one
    injector.get(ICommandService).onCommandExecuted(({ id, params }) => {
      if (!GROWING.includes(id)) return;
      const { unitId: changed, subUnitId } = params as { unitId?: string; subUnitId?: string };
      if (changed !== unitId || subUnitId === undefined) return;
      // wait until the insertion is complete, because it moves formulas
      queueMicrotask(() => {
        for (const table of this.#tablesOf(subUnitId)) if (this.#isBlocked(table)) recalculate([table]);
      });
    });
  }

  /** The engine recalculates only the dependants of the formula's cell; this adds the whole table's. */
  #followRemovals(recalculate: Recalculate): void {
    const formulas = this.#formulas;
    const updateRange = formulas.updateArrayFormulaRange.bind(formulas);
    formulas.updateArrayFormulaRange = (unitId, sheetId, cellValue) => {
      const cells = new ObjectMatrix(cellValue);
      for (const table of unitId === this.#unitId ? this.#tablesOf(sheetId) : []) {
        const cell = cells.getValue(table.row, table.column);
        if (cell && !cell.f) recalculate([table]);
      }
      return updateRange(unitId, sheetId, cellValue);
    };
  }

  /** Returns why the table of this cell is blocked, or '' if the cell has no blocked table. */
  messageAt(position: CellPosition): string {
    const { sheetId, row, column } = position;
    const range = this.#formulas.getArrayFormulaRange()[this.#unitId]?.[sheetId]?.[row]?.[column];
    const sheet = this.#sheetOf(sheetId);
    if (!range || !sheet || !this.#isBlocked(position)) return '';
    const rows = range.endRow + 1 - sheet.getRowCount();
    if (rows > 0) return `Result was not automatically expanded, please insert more rows (${rows}).`;
    const columns = range.endColumn + 1 - sheet.getColumnCount();
    if (columns > 0) return `Result was not automatically expanded, please insert more columns (${columns}).`;
    const cell = this.#firstInTheWay({ ...position, range });
    return cell ? `Array result was not expanded because it would overwrite data in ${cell}.` : '';
  }

  #sheetOf(sheetId: string) {
    return this.#instances.getUniverSheetInstance(this.#unitId)?.getSheetBySheetId(sheetId);
  }

  #isBlocked({ sheetId, row, column }: CellPosition): boolean {
    const spilled = this.#formulas.getArrayFormulaCellData()[this.#unitId]?.[sheetId]?.[row]?.[column];
    return spilled?.v === '#SPILL!';
  }

  /** Returns all tables; the engine keeps the range of a blocked one, too. */
  #tablesOf(sheetId: string): Table[] {
    const tables: Table[] = [];
    const ranges = this.#formulas.getArrayFormulaRange()[this.#unitId]?.[sheetId];
    new ObjectMatrix(ranges).forValue((row, column, range) => {
      if (range) tables.push({ sheetId, row, column, range });
    });
    return tables;
  }

  #firstInTheWay({ sheetId, row, column, range }: Table): string | undefined {
    const matrix = this.#sheetOf(sheetId)?.getCellMatrix();
    const others = this.#tablesOf(sheetId).filter(
      (other) => !(other.row === row && other.column === column) && !this.#isBlocked(other),
    );
    for (let r = range.startRow; r <= range.endRow; r++) {
      for (let c = range.startColumn; c <= range.endColumn; c++) {
        if (r === row && c === column) continue;
        if (
          !isNullCell(matrix?.getValue(r, c)) ||
          others.some((other) => Rectangle.contains(other.range, cellToRange(r, c)))
        )
          return serializeRange(cellToRange(r, c));
      }
    }
    return undefined;
  }
}
