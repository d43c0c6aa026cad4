/** Blocked tables: why a cell shows #REF!, in Google's words, and another attempt when the sheet grows. */
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
import { type CellPosition, createRecalculation } from './recalculation.js';

export interface Spills {
  /** Why the table of this cell is not shown; '' if it is shown or if there is none. */
  messageAt(place: CellPosition): string;
}

type Table = CellPosition & { readonly range: IRange };

const GROWING: readonly string[] = [
  InsertRowMutation.id,
  InsertColMutation.id,
  SetWorksheetRowCountMutation.id,
  SetWorksheetColumnCountMutation.id,
];

export function createSpills(univer: Univer, unitId: string): Spills {
  const injector = univer.__getInjector();
  const formulas = injector.get(FormulaDataModel);
  const instances = injector.get(IUniverInstanceService);
  const recalculation = createRecalculation(univer, unitId);
  const sheetOf = (sheetId: string) => instances.getUniverSheetInstance(unitId)?.getSheetBySheetId(sheetId);

  const isBlocked = ({ sheetId, row, column }: CellPosition): boolean =>
    formulas.getArrayFormulaCellData()[unitId]?.[sheetId]?.[row]?.[column]?.v === '#SPILL!';
  /** The engine also keeps the range of a blocked table. */
  const tablesOf = (sheetId: string): Table[] => {
    const tables: Table[] = [];
    new ObjectMatrix(formulas.getArrayFormulaRange()[unitId]?.[sheetId]).forValue((row, column, range) => {
      if (range) tables.push({ sheetId, row, column, range });
    });
    return tables;
  };

  const firstInTheWay = ({ sheetId, row, column, range }: Table): string | undefined => {
    const matrix = sheetOf(sheetId)?.getCellMatrix();
    const others = tablesOf(sheetId).filter(
      (other) => !(other.row === row && other.column === column) && !isBlocked(other),
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
  };

  // the engine checks the size of the sheet only when it calculates, and a larger sheet does not trigger that
  injector.get(ICommandService).onCommandExecuted(({ id, params }) => {
    if (!GROWING.includes(id)) return;
    const { unitId: changed, subUnitId } = params as { unitId?: string; subUnitId?: string };
    if (changed !== unitId || subUnitId === undefined) return;
    // after the insertion is complete: it moves formulas
    queueMicrotask(() => tablesOf(subUnitId).filter(isBlocked).forEach(recalculation.add));
  });

  return {
    messageAt(place) {
      const { sheetId, row, column } = place;
      const range = formulas.getArrayFormulaRange()[unitId]?.[sheetId]?.[row]?.[column];
      const sheet = sheetOf(sheetId);
      if (!range || !sheet || !isBlocked(place)) return '';
      const rows = range.endRow + 1 - sheet.getRowCount();
      if (rows > 0) return `Result was not automatically expanded, please insert more rows (${rows}).`;
      const columns = range.endColumn + 1 - sheet.getColumnCount();
      if (columns > 0)
        return `Result was not automatically expanded, please insert more columns (${columns}).`;
      const cell = firstInTheWay({ ...place, range });
      return cell ? `Array result was not expanded because it would overwrite data in ${cell}.` : '';
    },
  };
}

function holds({ startRow, endRow, startColumn, endColumn }: IRange, row: number, column: number): boolean {
  return row >= startRow && row <= endRow && column >= startColumn && column <= endColumn;
}
