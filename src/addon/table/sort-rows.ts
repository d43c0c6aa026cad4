/** Rows in the order of some columns. */
import type { Column } from '../../contract/fields.js';
import type { Row } from './rows.js';
import type { SortKey } from './view.js';

/** Stable. Numbers come before texts, and what is missing comes last in either direction. */
export function sortRows(
  rows: readonly Row[],
  columns: readonly Column[],
  keys: readonly SortKey[],
): readonly Row[] {
  // what is compared is made once a row, not once a comparison
  const compared = keys.map(({ column, descending }) => {
    const places = column.fields.map((field) => columns.findIndex(({ path }) => path === field.path));
    return { descending, values: rows.map((row) => comparable(row, places)) };
  });
  const order = rows.map((_, index) => index);
  order.sort((a, b) => {
    for (const { descending, values } of compared) {
      const difference = compare(values[a]!, values[b]!, descending);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  return order.map((index) => rows[index]!);
}

/** A number, or a text without case and accents; empty where nothing is. */
function comparable(row: Row, places: readonly number[]): number | string {
  const [first = -1, ...others] = places;
  const value = row[first] ?? '';
  if (typeof value === 'number') return value;
  const whole =
    others.length === 0 ? value : [value, ...others.map((place) => row[place] ?? '')].join(' ').trim();
  const text = (typeof whole === 'string' ? whole : whole.join(', ')).toLowerCase();
  return /[^ -~]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;
}

function compare(a: number | string, b: number | string, descending: boolean): number {
  if (a === b) return 0;
  if (a === '' || b === '') return a === '' ? 1 : -1;
  const order = typeof a === typeof b ? (a < b ? -1 : 1) : typeof a === 'number' ? -1 : 1;
  return descending ? -order : order;
}
