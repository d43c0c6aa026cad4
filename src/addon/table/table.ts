/** Turns rows into a formula's table: chosen columns, sorted, real dates and numbers, never jagged. */

import { isoFromWire } from '../../contract/dates.js';
import { type Column, positionOf } from '../../contract/fields.js';
import { cutToCell } from '../../contract/short-text.js';
import type { FieldValue } from '../../core/records.js';
import type { Cell, Table } from '../question/cells.js';
import type { Zone } from '../question/zone.js';
import type { Row } from './rows.js';
import type { ShownColumn, SortKey, View } from './view.js';

export interface Shown {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  readonly view: Pick<View, 'columns' | 'sort' | 'headers'>;
  readonly zone: Zone;
  /** Notes in the first header: "first 100", "as of 19 Nov". */
  readonly notes: readonly string[];
}

export function toTable({ rows, columns, view, zone, notes }: Shown): Table {
  const readers = view.columns.map((shown) => cellReader(shown, columns, zone));
  const sorted = view.sort.length > 0 ? sortRows(rows, columns, view.sort) : rows;
  const header = view.headers ? [headerRow(view.columns, notes)] : [];
  const table = [...header, ...sorted.map((row) => readers.map((read) => read(row)))];
  // Sheets shows an error for a function that returns no cell
  return table.length > 0 ? table : [view.columns.map(() => '')];
}

/** Returns the cells of records, by header. */
export function cellsOfRecords(
  rows: readonly Row[],
  columns: readonly Column[],
  shown: readonly ShownColumn[],
  zone: Zone,
): ReadonlyMap<string, Cell>[] {
  const view = { columns: shown, sort: [], headers: false };
  const table = toTable({ rows, columns, view, zone, notes: [] });
  return rows.map(
    (_, index) => new Map(shown.map(({ header }, column) => [header, table[index]?.[column] ?? ''])),
  );
}

function headerRow(columns: readonly ShownColumn[], notes: readonly string[]): Cell[] {
  return columns.map(({ header }, index) =>
    index === 0 && notes.length > 0 ? `${header} (${notes.join(', ')})` : header,
  );
}

function cellReader({ fields }: ShownColumn, columns: readonly Column[], zone: Zone): (row: Row) => Cell {
  const positions = fields.map(({ path }) => positionOf(columns, path));
  const [at = -1] = positions;
  if (positions.length > 1)
    return (row) => cutToCell(positions.flatMap((position) => row[position] ?? []).join(', '));
  return fields[0]?.type === 'date' ? (row) => dayCell(row[at], zone) : (row) => toCell(row[at]);
}

/** A text that is not a day, or is before the dates of Sheets, stays a text. */
export function dayCell(day: FieldValue | undefined, zone: Zone): Cell {
  const isDay = typeof day === 'string' && day >= FIRST_SHEET_DAY && isoFromWire(day, 'YYYY-MM-DD');
  return isDay ? zone.midnight(day) : toCell(day);
}

const FIRST_SHEET_DAY = '1900-01-01';

function toCell(value: FieldValue | undefined): Cell {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? cutToCell(value.join(', ')) : value;
}

/** Sorts stably. Numbers come before texts, missing values last in both directions. */
export function sortRows(
  rows: readonly Row[],
  columns: readonly Column[],
  keys: readonly SortKey[],
): readonly Row[] {
  // compute the compared values once per row, not once per comparison
  const compared = keys.map(({ column, descending }) => {
    const positions = column.fields.map(({ path }) => positionOf(columns, path));
    return { descending, values: rows.map((row) => comparable(row, positions)) };
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

/** Returns a number, or a text without case and accents; '' for a missing value. */
function comparable(row: Row, positions: readonly number[]): number | string {
  const [first = -1, ...others] = positions;
  const value = row[first] ?? '';
  if (typeof value === 'number') return value;
  const whole =
    others.length === 0 ? value : [value, ...others.map((position) => row[position] ?? '')].join(' ').trim();
  const text = (typeof whole === 'string' ? whole : whole.join(', ')).toLowerCase();
  return /[^ -~]/.test(text) ? text.normalize('NFD').replace(/\p{M}/gu, '') : text;
}

function compare(a: number | string, b: number | string, descending: boolean): number {
  if (a === b) return 0;
  if (a === '' || b === '') return a === '' ? 1 : -1;
  const order = typeof a === typeof b ? (a < b ? -1 : 1) : typeof a === 'number' ? -1 : 1;
  return descending ? -order : order;
}
