/**
 * Writes records into a tab: new ones as rows, existing ones into the cells that have changed. The number of
 * calls does not grow with the rows. Idempotent, so that a run may repeat it after a crash.
 */

import { areaOf } from '../../contract/new-sheet.js';
import { errors, ignoreErrors } from '../errors.js';
import type { Tab } from '../platform.js';
import { isDate } from '../question/cells.js';
import type { Zone } from '../question/zone.js';
import { escapeCellText, truncateToCell, writtenTexts } from './cell-text.js';
import { MODIFIED_HEADER, type SyncedColumns } from './synced-columns.js';
import {
  checkLayout,
  FIRST_ROW,
  MovedError,
  type RowWriting,
  readLayout,
  type TabLayout,
} from './tab-layout.js';

/** A record as cells, by header. */
export interface IncomingRecord {
  readonly id: string;
  /** Day of its last change. */
  readonly changedOn: string;
  readonly cells: ReadonlyMap<string, unknown>;
  /** Cells that are only written to a new row and never updated. */
  readonly whenAdded?: ReadonlyMap<string, unknown>;
}

export interface Written {
  readonly added: number;
  readonly changed: number;
}

/** If a person still moves columns after these attempts, the run reports it and tries again later. */
const MAX_ATTEMPTS = 5;

/** @throws BAD_INPUT if the id column is missing or a header is duplicated; BUSY if cells keep moving */
export function writeRows(tab: Tab, incoming: readonly IncomingRecord[], options: RowWriting): Written {
  if (incoming.length === 0) return { added: 0, changed: 0 };
  const changedRows = new Set<string>();
  for (let attempt = 1; ; attempt++) {
    try {
      const layout = readLayout(tab, options.headers);
      const { added, existing } = planUpsert(incoming, layout.ids);
      const update = planUpdate(tab, existing, layout, options);
      options.onAdd?.(new Set(added.map(({ id }) => id)), new Set(update.ids));
      updateRows(tab, layout, update, options);
      for (const id of update.ids) changedRows.add(id);
      if (added.length > 0) addRows(tab, added, layout, options);
      return { added: added.length, changed: changedRows.size };
    } catch (error) {
      // if columns or rows change between two reads, Google refuses a range or a header is missing: retry
      if (attempt < MAX_ATTEMPTS) continue;
      throw error instanceof MovedError ? errors.tabMoving(tab.name()) : error;
    }
  }
}

/**
 * Returns the records that become new rows, and those that the tab has, by row. If a person has copied a row,
 * the first one with its id counts.
 * @param ids of the rows below the header, as the cells hold them
 */
function planUpsert(incoming: readonly IncomingRecord[], ids: readonly unknown[]) {
  const rows = new Map<string, number>();
  ids.forEach((value, index) => {
    for (const id of writtenTexts(value)) if (id !== '' && !rows.has(id)) rows.set(id, index + FIRST_ROW);
  });
  const latest = new Map<string, IncomingRecord>();
  for (const record of incoming) {
    const other = latest.get(record.id);
    if (!other || record.changedOn > other.changedOn) latest.set(record.id, record);
  }
  const existing = new Map<number, IncomingRecord>();
  const added: IncomingRecord[] = [];
  for (const record of latest.values()) {
    const row = rows.get(truncateToCell(record.id));
    if (row === undefined) added.push(record);
    else existing.set(row, record);
  }
  return { added, existing };
}

interface Change {
  readonly row: number;
  readonly column: number;
  readonly value: unknown;
}

type RowUpdate = ReturnType<typeof planUpdate>;

/** Returns the changes, and the ids of the rows that change. A version never replaces a newer one. */
function planUpdate(
  tab: Tab,
  existing: ReadonlyMap<number, IncomingRecord>,
  layout: TabLayout,
  { zone }: RowWriting,
) {
  const changes: Change[] = [];
  const { columns, ids } = layout;
  const numbers = [...existing.keys()];
  if (existing.size === 0) return { ids: [], changes, seen: { row: FIRST_ROW, values: [] } };
  const [top, bottom] = [Math.min(...numbers), Math.max(...numbers)];
  const numColumns = tab.size().columns;
  const current = tab.values(areaOf(top, 1, bottom - top + 1, numColumns));
  for (const row of numbers) {
    if (current[row - top]?.[columns.id - 1] !== ids[row - FIRST_ROW]) throw new MovedError();
  }
  const modifiedAt = columns.byHeader.get(MODIFIED_HEADER);
  for (const [row, { cells, changedOn }] of existing) {
    const modified = modifiedAt === undefined ? '' : current[row - top]?.[modifiedAt - 1];
    if (isDate(modified) && changedOn !== '' && zone.dayOf(modified) > changedOn) continue;
    for (const [header, column] of columns.byHeader) {
      const value = cells.get(header);
      const before = current[row - top]?.[column - 1];
      if (value === undefined || hasValue(before, value, zone)) continue;
      changes.push({ row, column, value });
    }
  }
  const changedIds = [...new Set(changes.map(({ row }) => existing.get(row)?.id ?? ''))];
  return { ids: changedIds, changes, seen: { row: top, values: current } };
}

/** True if a cell already has a value. Days are compared without the time that the cell shows. */
function hasValue(cell: unknown, wanted: unknown, zone: Zone): boolean {
  if (isDate(wanted)) return isDate(cell) && zone.dayOf(cell) === zone.dayOf(wanted);
  if (typeof wanted === 'number') return cell === wanted;
  return !isDate(cell) && writtenTexts(cell).includes(truncateToCell(String(wanted)));
}

/**
 * Writes a block from the first to the last change, for each stretch of our columns. Other cells in the block
 * are written back unchanged; formulas stay formulas.
 */
function updateRows(
  tab: Tab,
  { columns }: TabLayout,
  { changes, seen: current }: RowUpdate,
  options: RowWriting,
): void {
  for (const stretch of stretchesOf(changes, columns)) {
    const ownChanges = changes.filter(({ column }) => column >= stretch.from && column <= stretch.to);
    const top = Math.min(...ownChanges.map(({ row }) => row));
    const bottom = Math.max(...ownChanges.map(({ row }) => row));
    const block = areaOf(top, stretch.from, bottom - top + 1, stretch.to - stretch.from + 1);
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
function stretchesOf(changes: readonly Change[], { byHeader }: SyncedColumns) {
  const ours = new Set(byHeader.values());
  const columns = [...new Set(changes.map(({ column }) => column))].sort((a, b) => a - b);
  const stretches: { from: number; to: number }[] = [];
  for (const column of columns) {
    const last = stretches[stretches.length - 1];
    let next = (last?.to ?? column) + 1;
    while (next < column && ours.has(next)) next += 1;
    if (last && next === column) last.to = column;
    else stretches.push({ from: column, to: column });
  }
  return stretches;
}

/** Writes one block with one call: a crash leaves all new rows or none. @throws MovedError */
function addRows(tab: Tab, added: readonly IncomingRecord[], layout: TabLayout, options: RowWriting): void {
  const { headers: names, newRows } = options;
  const { columns, ids } = layout;
  const headers = new Map([...columns.byHeader].map(([header, column]) => [column, header]));
  const columnNumbers = [...columns.byHeader.values()];
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
  tab.write(areaOf(target.row, left, added.length, right - left + 1), values);
  // Google does not document whether inserted rows get the format of the header or of the row below
  if (isAtTop) ignoreErrors(() => tab.formatLike(FIRST_ROW + added.length, FIRST_ROW, added.length));
}

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
  const area = areaOf(FIRST_ROW, 1, Math.min(count, rows - 1), numColumns);
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
    const area = areaOf(below, 1, used.rows - below + 1, used.columns);
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
