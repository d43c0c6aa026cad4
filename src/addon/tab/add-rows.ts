/** Adds new records to a tab as rows, at its top or below its records. */
import type { Tab } from '../platform.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { escapeCellText } from './cell-text.js';
import { checkLayout, FIRST_ROW, type RowWriting, type TabLayout } from './tab-layout.js';
import type { IncomingRecord } from './upsert-plan.js';

/** Writes one block with one call: a crash leaves all new rows or none. @throws MovedError */
export function addRows(
  tab: Tab,
  added: readonly IncomingRecord[],
  layout: TabLayout,
  options: RowWriting,
): void {
  const { headers: names, newRows } = options;
  const { columns, ids } = layout;
  const headers = new Map([...columns.byHeader].map(([header, column]) => [column, header]));
  const columnNumbers = [...columns.byHeader.values(), columns.id];
  const [left, right] = [Math.min(...columnNumbers), Math.max(...columnNumbers)];
  const isAtTop = newRows === 'top' && ids.some((id) => id !== '');
  const target = isAtTop
    ? insertAtTop(tab, added.length, ids)
    : findRowsBelow(tab, added.length, ids, columnNumbers);
  const ordered = newRows === 'top' ? added : [...added].reverse();
  const values = ordered.map(({ id, cells, whenAdded }, index) =>
    Array.from({ length: right - left + 1 }, (_, offset) => {
      const column = left + offset;
      if (column === columns.id) return escapeCellText(id);
      const header = headers.get(column);
      return header === undefined
        ? (target.cellsToWriteBack[index]?.[column - 1] ?? '')
        : escapeCellText(cells.get(header) ?? whenAdded?.get(header) ?? '');
    }),
  );
  const seen = { row: target.row, values: added.map((_, index) => target.values[index] ?? []) };
  checkLayout(tab, names, columns, seen);
  const area = { row: target.row, column: left, numRows: added.length, numColumns: right - left + 1 };
  tab.write(area, values);
  // Google does not document whether inserted rows get the format of the header or of the row below
  if (isAtTop) ignoreErrors(() => tab.formatLike(FIRST_ROW + added.length, FIRST_ROW, added.length));
}

/** Rows for new records. */
interface NewRows {
  readonly row: number;
  /** Current values from column 1 on. Missing rows and cells count as blank. */
  readonly values: readonly (readonly unknown[])[];
  /** The cells to write back: formulas that a person has filled down stay formulas. */
  readonly cellsToWriteBack: readonly (readonly unknown[])[];
}

/** Inserts rows below the header. First uses blank rows of a run that died, so that none stays blank. */
function insertAtTop(tab: Tab, count: number, ids: readonly unknown[]): NewRows {
  const blank = ids[0] === '' ? blankRows(tab, count) : 0;
  if (count > blank) tab.insertRows(FIRST_ROW, count - blank);
  return { row: FIRST_ROW, values: [], cellsToWriteBack: [] };
}

/** Counts the first rows below the header that are completely blank, up to `count`. */
function blankRows(tab: Tab, count: number): number {
  const { rows, columns: numColumns } = tab.used();
  const area = { row: FIRST_ROW, column: 1, numRows: Math.min(count, rows - 1), numColumns };
  const kinds = [tab.values(area), tab.formulas(area), tab.notes(area)];
  const filled = kinds[0]!.findIndex((_, r) => kinds.some((cells) => cells[r]!.some((cell) => cell !== '')));
  return filled < 0 ? area.numRows : filled;
}

/**
 * Returns the first row below all records, if it only has formulas and check boxes that the person filled
 * down; else the first row below everything. Adds rows to the tab if needed.
 */
function findRowsBelow(tab: Tab, count: number, ids: readonly unknown[], ours: readonly number[]): NewRows {
  const used = tab.used();
  const last = ids.reduce<number>((found, id, index) => (id === '' ? found : index), -1);
  const below = FIRST_ROW + last + 1;
  let target: NewRows = { row: Math.max(below, used.rows + 1), values: [], cellsToWriteBack: [] };
  if (below <= used.rows) {
    const area = { row: below, column: 1, numRows: used.rows - below + 1, numColumns: used.columns };
    const formulas = tab.formulas(area);
    const values = tab.values(area);
    const isFilledDown = (cell: unknown, r: number, c: number) =>
      cell === '' || (!ours.includes(c + 1) && (cell === false || formulas[r]?.[c] !== ''));
    if (values.every((cells, r) => cells.every((cell, c) => isFilledDown(cell, r, c)))) {
      const cellsToWriteBack = values.map((cells, r) => cells.map((cell, c) => formulas[r]?.[c] || cell));
      target = { row: below, values, cellsToWriteBack };
    }
  }
  const missing = target.row + count - 1 - tab.size().rows;
  if (missing > 0) tab.addRows(missing);
  return target;
}
