/**
 * Writes records into a tab: new ones as rows of their own, known ones into the cells that have changed. The number of
 * calls does not grow with the rows. Repeated after a crash, it comes to the same.
 */

import { errors } from '../errors.js';
import type { Tab } from '../platform.js';
import { addRows } from './add-rows.js';
import { checkPlaces, FIRST_ROW, look, MovedError, type Places, type RowWriting } from './places.js';
import { planUpdate, updateRows } from './update-rows.js';
import { type Incoming, planUpsert } from './upsert-plan.js';

export interface Written {
  readonly added: number;
  readonly changed: number;
  /** Nothing was added: there is no room, and the last rows may not be removed. */
  readonly isFull?: boolean;
}

/** For a person who keeps moving columns: the run says so and comes back later. */
const MAX_ATTEMPTS = 5;

/**
 * @throws BAD_INPUT when the column of ids is gone or a header stands there twice; BUSY when columns or rows are moved
 *   over and over meanwhile
 */
export function writeRows(tab: Tab, incoming: readonly Incoming[], options: RowWriting): Written {
  if (incoming.length === 0) return { added: 0, changed: 0 };
  const { most = Number.POSITIVE_INFINITY, headers } = options;
  let changedRows: ReadonlySet<string> = new Set();
  for (let attempt = 1; ; attempt++) {
    try {
      const places = look(tab, headers);
      const { added, known } = planUpsert(incoming, places.ids);
      const excess = places.ids.filter((id) => id !== '').length + added.length - most;
      if (excess > 0 && added.length > 0) {
        if (!removeOldest(tab, excess, places, headers)) return { added: 0, changed: 0, isFull: true };
        continue;
      }
      const update = planUpdate(tab, known, places, options);
      const changed = update.ids;
      options.onAdd?.(new Set(added.map(({ id }) => id)), new Set(changed));
      updateRows(tab, known, places, update, options);
      changedRows = new Set([...changedRows, ...changed]);
      if (added.length > 0) addRows(tab, added, places, options);
      return { added: added.length, changed: changedRows.size };
    } catch (error) {
      // columns or rows that come or go between two looks make Google refuse a range, or hide a header: look again
      if (attempt < MAX_ATTEMPTS) continue;
      throw error instanceof MovedError ? errors.tabMoving(tab.name()) : error;
    }
  }
}

/**
 * Removes the last rows, if the tab is sorted by our first header, latest first, and nothing of a person's stands in them:
 * no cell in another column, no formula, no note. Whether it did. @throws MovedError
 */
export function removeOldest(
  tab: Tab,
  count: number,
  { columns, ids, rows }: Places,
  headers: readonly string[],
): boolean {
  const seen = columns.places.get(headers[0]!);
  if (!seen || !rows) return false;
  let end = ids.length;
  while (ids[end - 1] === '') end -= 1;
  const values = rows.slice(end - count, end);
  const area = { row: FIRST_ROW + end - count, column: 1, numRows: count, numColumns: rows[0]!.length };
  const ours = [...columns.places.values()];
  const timeIn = (cells?: readonly unknown[]) => Number(cells?.[seen - 1] || Number.NaN);
  const isPersons = (cell: unknown, index: number) =>
    index === columns.id - 1 ? cell === '' : cell !== '' && !ours.includes(index + 1);
  if (
    // one row stays below the header
    count >= end ||
    rows.some((cells, row) => timeIn(cells) > timeIn(rows[row - 1])) ||
    values.some((cells) => cells.some(isPersons)) ||
    [tab.formulas(area), tab.notes(area)].flat(2).join('') !== ''
  ) {
    return false;
  }
  checkPlaces(tab, headers, columns, { row: area.row, values });
  tab.deleteRows(area.row, count);
  return true;
}
