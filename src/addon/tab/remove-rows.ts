/** Takes the oldest rows away from the bottom of a tab that may not grow without end. */
import type { Tab } from '../platform.js';
import { checkPlaces, FIRST_ROW, type Places } from './places.js';

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
  checkPlaces(tab, headers, columns, { row: area.row, values }, { from: 1, to: area.numColumns });
  tab.deleteRows(area.row, count);
  return true;
}
