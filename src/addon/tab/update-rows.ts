/** Writes the changed cells of existing records. */
import type { Area, Tab } from '../platform.js';
import { isDate } from '../question/cells.js';
import { escapeCellText } from './cell-text.js';
import { MODIFIED_HEADER, type SyncedColumns } from './synced-columns.js';
import {
  checkLayout,
  FIRST_ROW,
  MovedError,
  type ReadRows,
  type RowWriting,
  type TabLayout,
} from './tab-layout.js';
import { hasValue, type IncomingRecord } from './upsert-plan.js';

interface Change {
  readonly row: number;
  readonly column: number;
  readonly value: unknown;
}

/** The changes of existing records. */
export interface RowUpdate {
  /** Ids of the rows that change. */
  readonly ids: readonly string[];
  readonly changes: readonly Change[];
  readonly seen: ReadRows;
}

const NOTHING: RowUpdate = { ids: [], changes: [], seen: { row: FIRST_ROW, values: [] } };

/** A version never replaces a newer one. */
export function planUpdate(
  tab: Tab,
  existing: ReadonlyMap<number, IncomingRecord>,
  layout: TabLayout,
  { zone }: RowWriting,
): RowUpdate {
  if (existing.size === 0) return NOTHING;
  const { columns, ids } = layout;
  const numbers = [...existing.keys()];
  const [top, bottom] = [Math.min(...numbers), Math.max(...numbers)];
  const ourColumns = [...columns.byHeader].filter(([, column]) => column !== columns.id);
  if (ourColumns.length === 0) return NOTHING;
  const current =
    layout.rows?.slice(top - FIRST_ROW, bottom - FIRST_ROW + 1) ??
    tab.values({ row: top, column: 1, numRows: bottom - top + 1, numColumns: tab.size().columns });
  for (const row of numbers) {
    if (current[row - top]?.[columns.id - 1] !== ids[row - FIRST_ROW]) throw new MovedError();
  }
  const changes: Change[] = [];
  const modifiedAt = columns.byHeader.get(MODIFIED_HEADER);
  for (const [row, { cells, changedOn }] of existing) {
    const modified = modifiedAt === undefined ? '' : current[row - top]?.[modifiedAt - 1];
    if (isDate(modified) && changedOn !== '' && zone.dayOf(modified) > changedOn) continue;
    for (const [header, column] of ourColumns) {
      const value = cells.get(header);
      const before = current[row - top]?.[column - 1];
      if (value === undefined || hasValue(before, value, zone)) continue;
      changes.push({ row, column, value });
    }
  }
  const changedIds = [...new Set(changes.map(({ row }) => existing.get(row)?.id ?? ''))];
  return { ids: changedIds, changes, seen: { row: top, values: current } };
}

/**
 * Writes a block from the first to the last change, for each stretch of our columns. Other cells in the block
 * are written back unchanged; formulas stay formulas.
 */
export function updateRows(
  tab: Tab,
  { columns }: TabLayout,
  { changes, seen: current }: RowUpdate,
  options: RowWriting,
): void {
  for (const stretch of stretchesOf(changes, columns)) {
    const ownChanges = changes.filter(({ column }) => column >= stretch.from && column <= stretch.to);
    const top = Math.min(...ownChanges.map(({ row }) => row));
    const bottom = Math.max(...ownChanges.map(({ row }) => row));
    const block: Area = {
      row: top,
      column: stretch.from,
      numRows: bottom - top + 1,
      numColumns: stretch.to - stretch.from + 1,
    };
    const seen = { row: top, values: current.values.slice(top - current.row, bottom - current.row + 1) };
    const formulas = tab.formulas(block);
    const values = formulas.map((cells, r) =>
      cells.map((formula, c) =>
        formula === '' ? escapeCellText(seen.values[r]?.[stretch.from - 1 + c]) : formula,
      ),
    );
    for (const { row, column, value } of ownChanges) {
      const cells = values[row - top];
      // keep a formula that the person has typed into the cell
      if (cells && formulas[row - top]?.[column - stretch.from] === '')
        cells[column - stretch.from] = escapeCellText(value);
    }
    const toWrite = tab.withoutSecondApostrophe(block, values);
    checkLayout(tab, options.headers, columns, seen, stretch);
    tab.write(block, toWrite);
  }
}

/** Returns stretches of changed columns, joined if only our columns are between them. */
function stretchesOf(
  changes: readonly Change[],
  { byHeader, id }: SyncedColumns,
): { readonly from: number; readonly to: number }[] {
  const ours = new Set([...byHeader.values(), id]);
  const columns = [...new Set(changes.map(({ column }) => column))].sort((a, b) => a - b);
  const stretches: { from: number; to: number }[] = [];
  for (const column of columns) {
    const last = stretches[stretches.length - 1];
    const between = last
      ? Array.from({ length: column - last.to - 1 }, (_, index) => last.to + 1 + index)
      : [];
    if (last && between.every((column) => ours.has(column))) last.to = column;
    else stretches.push({ from: column, to: column });
  }
  return stretches;
}
