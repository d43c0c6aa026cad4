/** Records as rows of plain values in the contract's order of columns, with the positions of id and dates. */
import { type DatasetName, RECORD_COLUMNS } from '../contract/datasets.js';
import { positionOf } from '../contract/fields.js';
import { type Day, dayOf } from './days.js';

export type FieldValue = string | number | readonly string[] | null;
export type Row = readonly FieldValue[];

/** The date of a record that a query compares: its announcement, or its last change. */
export type Axis = 'announced' | 'modified';

export interface RecordPositions {
  readonly id: number;
  readonly announced: number;
  readonly modified: number;
}

export function positionsOf(dataset: DatasetName): RecordPositions {
  const at = (path: string) => positionOf(RECORD_COLUMNS[dataset], path);
  return { id: at('id'), announced: at('announcedDate'), modified: at('lastModified') };
}

export function textAt(row: Row, position: number): string {
  return String(row[position] ?? '');
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Returns the day of a record on an axis; undefined if it has no readable date. */
export function dayOn(axis: Axis, row: Row, positions: RecordPositions): Day | undefined {
  return dayOf(textAt(row, positions[axis]));
}

/** Returns a comparison that sorts records newest first, and records of one day by descending id. */
export function byNewest(axis: Axis, positions: RecordPositions): (a: Row, b: Row) => number {
  const keyOf = (row: Row) => `${textAt(row, positions[axis])} ${textAt(row, positions.id)}`;
  return (a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    return first < second ? 1 : first > second ? -1 : 0;
  };
}
