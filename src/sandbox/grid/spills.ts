/**
 * Tables that come from one cell: why it shows #REF!, in Google's words, another attempt when the sheet grows, and what
 * depends on a table whose formula is removed.
 */
import {
  ICommandService,
  type IRange,
  IUniverInstanceService,
  isNullCell,
  ObjectMatrix,
  type Univer,
} from '@univerjs/core';
import { FormulaDataModel } from '@univerjs/engine-formula';
import {
  InsertColMutation,
  InsertRowMutation,
  SetWorksheetColumnCountMutation,
  SetWorksheetRowCountMutation,
} from '@univerjs/sheets';
import { a1Of } from '../bridge/a1-notation.js';
import { type CellPosition, createRecalculation, type Recalculation } from './recalculation.js';

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
    const recalculation = createRecalculation(univer, unitId);
    this.#followRemovals(recalculation);
    // the engine checks the size of the sheet only when it calculates, and a larger sheet does not trigger that
    injector.get(ICommandService).onCommandExecuted(({ id, params }) => {
      if (!GROWING.includes(id)) return;
      const { unitId: changed, subUnitId } = params as { unitId?: string; subUnitId?: string };
      if (changed !== unitId || subUnitId === undefined) return;
      // after the insertion is complete: it moves formulas
      queueMicrotask(() => {
        for (const table of this.#tablesOf(subUnitId)) if (this.#isBlocked(table)) recalculation.add(table);
      });
    });
  }

  /** The engine calculates again what depends on the cell of a removed formula, and forgets the rest of its table. */
  #followRemovals(recalculation: Recalculation): void {
    const formulas = this.#formulas;
    const forget = formulas.updateArrayFormulaRange.bind(formulas);
    formulas.updateArrayFormulaRange = (unitId, sheetId, cellValue) => {
      const cells = new ObjectMatrix(cellValue);
      for (const table of unitId === this.#unitId ? this.#tablesOf(sheetId) : []) {
        const cell = cells.getValue(table.row, table.column);
        if (cell && !cell.f) recalculation.add(table);
      }
      return forget(unitId, sheetId, cellValue);
    };
  }

  /** Why the table of this cell is not shown; '' if it is shown or if there is none. */
  messageAt(place: CellPosition): string {
    const { sheetId, row, column } = place;
    const range = this.#formulas.getArrayFormulaRange()[this.#unitId]?.[sheetId]?.[row]?.[column];
    const sheet = this.#sheetOf(sheetId);
    if (!range || !sheet || !this.#isBlocked(place)) return '';
    const rows = range.endRow + 1 - sheet.getRowCount();
    if (rows > 0) return `Result was not automatically expanded, please insert more rows (${rows}).`;
    const columns = range.endColumn + 1 - sheet.getColumnCount();
    if (columns > 0) return `Result was not automatically expanded, please insert more columns (${columns}).`;
    const cell = this.#firstInTheWay({ ...place, range });
    return cell ? `Array result was not expanded because it would overwrite data in ${cell}.` : '';
  }

  #sheetOf(sheetId: string) {
    return this.#instances.getUniverSheetInstance(this.#unitId)?.getSheetBySheetId(sheetId);
  }

  #isBlocked({ sheetId, row, column }: CellPosition): boolean {
    const spilled = this.#formulas.getArrayFormulaCellData()[this.#unitId]?.[sheetId]?.[row]?.[column];
    return spilled?.v === '#SPILL!';
  }

  /** The engine also keeps the range of a blocked table. */
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
        if (!isNullCell(matrix?.getValue(r, c)) || others.some((other) => holds(other.range, r, c))) {
          return a1Of(r + 1, c + 1);
        }
      }
    }
    return undefined;
  }
}

function holds({ startRow, endRow, startColumn, endColumn }: IRange, row: number, column: number): boolean {
  return row >= startRow && row <= endRow && column >= startColumn && column <= endColumn;
}
