/** Finds and rechecks our columns and rows in a tab: a person may move them between any two calls. */
import { areaOf, topLeft } from '../../contract/new-sheet.js';
import type { Tab } from '../platform.js';
import { isDate } from '../question/cells.js';
import type { Zone } from '../question/zone.js';
import { columnsOf, headerOf, namesIn, type SyncedColumns } from './synced-columns.js';

/** The first row below the header. */
export const FIRST_ROW = 2;
/** The most cells of one read before a write; a longer read costs more than a gap between two calls. */
const CELLS_AT_ONCE = 2_000_000;

export interface RowWriting {
  /** Headers of our columns, including the id's. */
  readonly headers: readonly string[];
  readonly newRows: 'top' | 'bottom';
  readonly zone: Zone;
  /** Called before any write with the ids of new and changed records; again if columns move meanwhile. */
  onAdd?(added: ReadonlySet<string>, changed: ReadonlySet<string>): void;
}

export type TabLayout = ReturnType<typeof readLayout>;

/** Rows as they were read, over the whole width of the tab. */
export interface ReadRows {
  readonly row: number;
  readonly values: readonly (readonly unknown[])[];
}

/** Thrown when a person has moved or filled cells since they were read. */
export class MovedError extends Error {}

/**
 * Returns our columns and the cells of the id column from row 2 on, read in one call if possible: if a column
 * moved between two calls, other cells would count as ids.
 * @throws BAD_INPUT if the id column is missing or one of our headers is duplicated; MovedError
 */
export function readLayout(tab: Tab, headers: readonly string[]) {
  const { rows: numRows, columns: numColumns } = tab.size();
  if (numRows * numColumns <= CELLS_AT_ONCE) {
    const [header = [], ...rows] = tab.values(topLeft(numRows, numColumns));
    const columns = columnsOf(tab, namesIn(header), headers);
    // a column inserted after the size was read has pushed the last one out of the range
    const isMissing = columns.byHeader.size < headers.length;
    if (isMissing && tab.size().columns !== numColumns) throw new MovedError();
    return { columns, ids: rows.map((cells) => cells[columns.id - 1] ?? '') };
  }
  const names = headerOf(tab);
  const columns = columnsOf(tab, names, headers);
  const ids = tab.values(areaOf(FIRST_ROW, columns.id, numRows - FIRST_ROW + 1)).map(([id]) => id);
  if (JSON.stringify(headerOf(tab)) !== JSON.stringify(names)) throw new MovedError();
  return { columns, ids };
}

/**
 * To be called right before a write. Checks that header and rows are still as they were read, in one call if
 * possible, so that a person cannot act in between. Columns that the person's own formulas fill may differ.
 * @param compared the first and the last column to compare; the id column is always compared
 * @throws MovedError
 */
export function checkLayout(
  tab: Tab,
  headers: readonly string[],
  columns: SyncedColumns,
  seen: ReadRows,
  compared = { from: 1, to: tab.size().columns },
): void {
  const findDiffering = () => {
    const { names, values } = readAgain(tab, seen);
    const now = columnsOf(tab, names, headers);
    const isInPlace =
      now.byHeader.size === columns.byHeader.size &&
      [...columns.byHeader].every(([header, column]) => now.byHeader.get(header) === column);
    if (!isInPlace) throw new MovedError();
    const differs = (column: number) =>
      values.some((cells, r) => !isSameCell(cells[column - 1] ?? '', seen.values[r]?.[column - 1] ?? ''));
    const others = Array.from(
      { length: compared.to - compared.from + 1 },
      (_, index) => compared.from + index,
    );
    return [columns.id, ...others].filter(differs);
  };
  const differing = findDiffering();
  if (differing.length === 0) return;
  if (!differing.every((column) => isCalculated(tab, columns, column, seen))) throw new MovedError();
  // a person may have acted while formulas were read
  if (findDiffering().some((column) => !differing.includes(column))) throw new MovedError();
}

/**
 * True if the person's formula may fill their column in these rows: a formula above in the same column, or in
 * the first row, where it may fill several columns.
 */
function isCalculated(tab: Tab, { byHeader }: SyncedColumns, column: number, seen: ReadRows): boolean {
  const ours = [...byHeader.values()];
  const hasFormula = tab
    .formulas(topLeft(seen.row - 1, column))
    .some((cells, r) =>
      cells.some((formula, c) => formula !== '' && (r === 0 || c === column - 1) && !ours.includes(c + 1)),
    );
  if (ours.includes(column) || !hasFormula) return false;
  const wasBlank = seen.values.every((cells) => (cells[column - 1] ?? '') === '');
  return !wasBlank || isFilledAround(tab, column, seen);
}

/** True if the column has values in the rows and in those next to them. A typed text is alone. */
function isFilledAround(tab: Tab, column: number, { row, values }: ReadRows): boolean {
  const first = Math.max(FIRST_ROW, row - 1);
  const last = Math.min(tab.size().rows, row + values.length);
  return tab.values(areaOf(first, column, last - first + 1)).every(([cell]) => cell !== '');
}

function readAgain(tab: Tab, { row, values: { length } }: ReadRows) {
  const { columns: numColumns } = tab.size();
  const last = row + length - 1;
  if (last * numColumns <= CELLS_AT_ONCE) {
    const [header = [], ...rows] = tab.values(topLeft(last, numColumns));
    return { names: namesIn(header), values: rows.slice(row - FIRST_ROW) };
  }
  return { names: headerOf(tab), values: tab.values(areaOf(row, 1, length, numColumns)) };
}

function isSameCell(a: unknown, b: unknown): boolean {
  return isDate(a) && isDate(b) ? a.getTime() === b.getTime() : a === b;
}
