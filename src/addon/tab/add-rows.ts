/** Writes records that a tab does not have yet as rows of their own, at its top or below its records. */
import type { Tab } from '../platform.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { escapeCellText } from './cell-text.js';
import { linkRows } from './linked-rows.js';
import { checkPlaces, FIRST_ROW, type Places, type RowWriting } from './places.js';
import type { Incoming } from './upsert-plan.js';

/** One block and one call: a crash leaves all new rows or none. @throws MovedError */
export function addRows(tab: Tab, added: readonly Incoming[], found: Places, options: RowWriting): void {
  const { headers: names, newRows } = options;
  const { columns, ids } = found;
  const headers = new Map([...columns.places].map(([header, place]) => [place, header]));
  const places = [...columns.places.values(), columns.id];
  const [left, right] = [Math.min(...places), Math.max(...places)];
  const isAtTop = newRows === 'top' && ids.some((id) => id !== '');
  const room = isAtTop
    ? makeRoomAtTop(tab, added.length, ids)
    : makeRoomBelow(tab, added.length, ids, places);
  const ordered = newRows === 'top' ? added : [...added].reverse();
  const values = ordered.map(({ id, cells, whenAdded }, index) =>
    Array.from({ length: right - left + 1 }, (_, offset) => {
      const column = left + offset;
      if (column === columns.id) return escapeCellText(id);
      const header = headers.get(column);
      return header === undefined
        ? (room.beside[index]?.[column - 1] ?? '')
        : escapeCellText(cells.get(header) ?? whenAdded?.get(header) ?? '');
    }),
  );
  const seen = { row: room.row, values: added.map((_, index) => room.values[index] ?? []) };
  checkPlaces(tab, names, columns, seen);
  const area = { row: room.row, column: left, numRows: added.length, numColumns: right - left + 1 };
  tab.write(area, values);
  // Google does not say whether inserted rows look like the header above them or like the row below
  if (isAtTop) ignoreErrors(() => tab.formatLike(FIRST_ROW + added.length, FIRST_ROW, added.length));
  linkRows(tab, new Map(ordered.map((record, index) => [room.row + index, record])), columns);
}

/** Rows for new records. */
interface Room {
  readonly row: number;
  /** What stands there, from column 1 on; nothing where a row or a cell is missing here. */
  readonly values: readonly (readonly unknown[])[];
  /** The same as it is written back: with the formulas that a person has filled down. */
  readonly beside: readonly (readonly unknown[])[];
}

/** Rows below the header. Those that a run has inserted and not filled before it died are used, so that none stays blank. */
function makeRoomAtTop(tab: Tab, count: number, ids: readonly unknown[]): Room {
  const blank = ids[0] === '' ? blankRows(tab, count) : 0;
  if (count > blank) tab.insertRows(FIRST_ROW, count - blank);
  return { row: FIRST_ROW, values: [], beside: [] };
}

/** How many rows from the first one on hold nothing at all, of so many. */
function blankRows(tab: Tab, count: number): number {
  const { rows, columns: numColumns } = tab.used();
  const area = { row: FIRST_ROW, column: 1, numRows: Math.min(count, rows - 1), numColumns };
  const kinds = [tab.values(area), tab.formulas(area), tab.notes(area)];
  const filled = kinds[0]!.findIndex((_, r) => kinds.some((cells) => cells[r]!.some((cell) => cell !== '')));
  return filled < 0 ? area.numRows : filled;
}

/**
 * The first row below all records, beside formulas and check boxes that the person has filled down; below everything
 * where anything else stands there. The tab grows where it has to.
 */
function makeRoomBelow(tab: Tab, count: number, ids: readonly unknown[], ours: readonly number[]): Room {
  const used = tab.used();
  const last = ids.reduce<number>((found, id, index) => (id === '' ? found : index), -1);
  const below = FIRST_ROW + last + 1;
  let room: Room = { row: Math.max(below, used.rows + 1), values: [], beside: [] };
  if (below <= used.rows) {
    const area = { row: below, column: 1, numRows: used.rows - below + 1, numColumns: used.columns };
    const formulas = tab.formulas(area);
    const values = tab.values(area);
    const isFilledDown = (cell: unknown, r: number, c: number) =>
      cell === '' || (!ours.includes(c + 1) && (cell === false || formulas[r]?.[c] !== ''));
    if (values.every((cells, r) => cells.every((cell, c) => isFilledDown(cell, r, c)))) {
      const beside = values.map((cells, r) => cells.map((cell, c) => formulas[r]?.[c] || cell));
      room = { row: below, values, beside };
    }
  }
  const missing = room.row + count - 1 - tab.size().rows;
  if (missing > 0) tab.addRows(missing);
  return room;
}
