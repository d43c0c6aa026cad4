/**
 * Writes records into a tab: new ones as rows of their own, known ones into the cells that have changed. The number of
 * calls does not grow with the rows. Repeated after a crash, it comes to the same.
 */

import type { Area, Tab } from '../platform.js';
import type { Zone } from '../question/zone.js';
import { escapeCellText } from './cell-text.js';
import { addChange } from './change-note.js';
import type { SyncedColumns } from './synced-columns.js';
import { holds, type Incoming, inWords, planUpsert } from './upsert-plan.js';

export interface RowWriting {
  readonly columns: SyncedColumns;
  readonly newRows: 'top' | 'bottom';
  readonly zone: Zone;
  /** Headers whose changes are not worth a note. */
  readonly unnoted: readonly string[];
  /** Rows that an earlier run was about to insert at the top. */
  readonly inserting: Inserting | undefined;
  /** Called before rows are inserted, to be remembered. */
  onInsert(inserting: Inserting): void;
}

export interface Inserting {
  readonly count: number;
  /** Rows of the tab before. */
  readonly rowsBefore: number;
}

export interface Written {
  readonly added: number;
  readonly changed: number;
}

const FIRST_ROW = 2;

export function writeRows(tab: Tab, incoming: readonly Incoming[], options: RowWriting): Written {
  if (incoming.length === 0) return { added: 0, changed: 0 };
  const { rows } = tab.size();
  const ids =
    rows < FIRST_ROW ? [] : tab.values(columnOf(options.columns.id, FIRST_ROW, rows)).map(([id]) => id);
  const { added, known } = planUpsert(incoming, ids);
  const changed = updateRows(tab, known, options);
  if (added.length > 0) addRows(tab, added, ids, options);
  return { added: added.length, changed };
}

interface Change {
  readonly row: number;
  readonly header: string;
  readonly column: number;
  readonly value: unknown;
  readonly before: unknown;
  readonly day: string;
}

/** How many rows were changed. */
function updateRows(tab: Tab, known: ReadonlyMap<number, Incoming>, options: RowWriting): number {
  if (known.size === 0) return 0;
  const { columns, zone } = options;
  const numbers = [...known.keys()];
  const [top, bottom] = [Math.min(...numbers), Math.max(...numbers)];
  const places = [...columns.places].filter(([, place]) => place !== columns.id);
  if (places.length === 0) return 0;
  const left = Math.min(...places.map(([, place]) => place));
  const right = Math.max(...places.map(([, place]) => place));
  const area = { row: top, column: left, numRows: bottom - top + 1, numColumns: right - left + 1 };
  const current = tab.values(area);
  const changes: Change[] = [];
  for (const [row, { cells, changedOn }] of known) {
    for (const [header, column] of places) {
      const value = cells.get(header);
      const before = current[row - top]?.[column - left];
      if (value === undefined || holds(before, value, zone)) continue;
      changes.push({ row, header, column, value, before, day: changedOn });
    }
  }
  if (changes.length === 0) return 0;
  writeChanges(tab, area, current, changes, options);
  return new Set(changes.map(({ row }) => row)).size;
}

/**
 * A block from the first to the last change, for each stretch of columns that are ours. What else is in the block is
 * written back as it was; a formula there stays a formula.
 */
function writeChanges(
  tab: Tab,
  area: Area,
  current: readonly (readonly unknown[])[],
  changes: readonly Change[],
  options: RowWriting,
): void {
  for (const stretch of stretchesOf(changes, options.columns)) {
    const inside = changes.filter(({ column }) => column >= stretch.from && column <= stretch.to);
    const top = Math.min(...inside.map(({ row }) => row));
    const bottom = Math.max(...inside.map(({ row }) => row));
    const block: Area = {
      row: top,
      column: stretch.from,
      numRows: bottom - top + 1,
      numColumns: stretch.to - stretch.from + 1,
    };
    const formulas = tab.formulas(block);
    const values = formulas.map((cells, r) =>
      cells.map((formula, c) => {
        const value = current[top - area.row + r]?.[stretch.from - area.column + c];
        return formula === '' ? escapeCellText(value) : formula;
      }),
    );
    // the notes first: once the cells have changed, nobody knows what they were
    const noted = inside.filter(({ header }) => !options.unnoted.includes(header));
    if (noted.length > 0) {
      const notes = tab.notes(block);
      for (const { row, column, before, day } of noted) {
        const line = notes[row - top];
        const at = column - stretch.from;
        if (line) line[at] = addChange(line[at] ?? '', day, inWords(before, options.zone));
      }
      tab.writeNotes(block, notes);
    }
    for (const { row, column, value } of inside) {
      const cells = values[row - top];
      // a formula that the person has put there is the person's
      if (cells && formulas[row - top]?.[column - stretch.from] === '')
        cells[column - stretch.from] = escapeCellText(value);
    }
    tab.write(block, values);
  }
}

/** Columns with changes, joined where only columns of ours lie between them. */
function stretchesOf(
  changes: readonly Change[],
  { places, id }: SyncedColumns,
): { readonly from: number; readonly to: number }[] {
  const ours = new Set([...places.values(), id]);
  const columns = [...new Set(changes.map(({ column }) => column))].sort((a, b) => a - b);
  const stretches: { from: number; to: number }[] = [];
  for (const column of columns) {
    const last = stretches[stretches.length - 1];
    const between = last
      ? Array.from({ length: column - last.to - 1 }, (_, index) => last.to + 1 + index)
      : [];
    if (last && between.every((place) => ours.has(place))) last.to = column;
    else stretches.push({ from: column, to: column });
  }
  return stretches;
}

/** One block and one call: a crash leaves all new rows or none. In rows this new, other columns are blank too. */
function addRows(tab: Tab, added: readonly Incoming[], ids: readonly unknown[], options: RowWriting): void {
  const { columns, newRows } = options;
  const headers = new Map([...columns.places].map(([header, place]) => [place, header]));
  const places = [...columns.places.values(), columns.id];
  const [left, right] = [Math.min(...places), Math.max(...places)];
  const { row, beside } =
    newRows === 'top' && ids.some((id) => id !== '')
      ? { row: makeRoomAtTop(tab, added.length, ids, options), beside: [] }
      : makeRoomBelow(tab, added.length, ids, places);
  const ordered = newRows === 'top' ? added : [...added].reverse();
  const values = ordered.map(({ id, cells }, index) =>
    Array.from({ length: right - left + 1 }, (_, offset) => {
      const column = left + offset;
      if (column === columns.id) return escapeCellText(id);
      const header = headers.get(column);
      return header === undefined
        ? (beside[index]?.[column - 1] ?? '')
        : escapeCellText(cells.get(header) ?? '');
    }),
  );
  tab.write({ row, column: left, numRows: added.length, numColumns: right - left + 1 }, values);
}

/** The first of so many blank rows below the header. Rows that an earlier run has inserted and not filled are used. */
function makeRoomAtTop(tab: Tab, count: number, ids: readonly unknown[], options: RowWriting): number {
  const { inserting } = options;
  const rows = ids.length + 1;
  const wasInserted = inserting !== undefined && rows === inserting.rowsBefore + inserting.count;
  const blank = wasInserted && ids.slice(0, inserting.count).every((id) => id === '') ? inserting.count : 0;
  if (count <= blank) return FIRST_ROW;
  options.onInsert({ count: count - blank, rowsBefore: rows });
  tab.insertRows(FIRST_ROW, count - blank);
  return FIRST_ROW;
}

interface RoomBelow {
  readonly row: number;
  /** What the person's columns hold in that row and the next ones, from column 1 on: to be written back. */
  readonly beside: readonly (readonly unknown[])[];
}

/**
 * The first row below all records, beside formulas and check boxes that the person has filled down; below everything
 * where anything else stands there. The tab grows where it has to.
 */
function makeRoomBelow(tab: Tab, count: number, ids: readonly unknown[], ours: readonly number[]): RoomBelow {
  const used = tab.used();
  const last = ids.reduce<number>((found, id, index) => (id === '' ? found : index), -1);
  const below = FIRST_ROW + last + 1;
  let room: RoomBelow = { row: Math.max(below, used.rows + 1), beside: [] };
  if (below <= used.rows) {
    const area = { row: below, column: 1, numRows: used.rows - below + 1, numColumns: used.columns };
    const formulas = tab.formulas(area);
    const values = tab.values(area);
    const isFilledDown = (cell: unknown, r: number, c: number) =>
      cell === '' || (!ours.includes(c + 1) && (cell === false || formulas[r]?.[c] !== ''));
    if (values.every((cells, r) => cells.every((cell, c) => isFilledDown(cell, r, c)))) {
      const beside = values.map((cells, r) => cells.map((cell, c) => formulas[r]?.[c] || cell));
      room = { row: below, beside };
    }
  }
  const missing = room.row + count - 1 - tab.size().rows;
  if (missing > 0) tab.addRows(missing);
  return room;
}

function columnOf(column: number, from: number, to: number): Area {
  return { row: from, column, numRows: to - from + 1, numColumns: 1 };
}
