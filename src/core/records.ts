/** Records as rows of plain values in the contract's order of columns, with the positions of id and dates. */
import { type DatasetName, RECORD_COLUMNS } from '../contract/datasets.js';
import { placeOf } from '../contract/fields.js';
import { type Day, dayOf } from './days.js';

export type FieldValue = string | number | readonly string[] | null;
export type Row = readonly FieldValue[];

/** The date of a record that a query compares: its announcement, or its last change. */
export type Axis = 'announced' | 'modified';

export interface RecordPlaces {
  readonly id: number;
  readonly announced: number;
  readonly modified: number;
}

export function placesOf(dataset: DatasetName): RecordPlaces {
  const at = (path: string) => placeOf(RECORD_COLUMNS[dataset], path);
  return { id: at('id'), announced: at('announcedDate'), modified: at('lastModified') };
}

export function textAt(row: Row, place: number): string {
  return String(row[place] ?? '');
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Returns the day of a record on an axis; undefined if it has no readable date. */
export function dayOn(axis: Axis, row: Row, places: RecordPlaces): Day | undefined {
  return dayOf(textAt(row, places[axis]));
}

/** Returns a comparison that sorts records newest first, and records of one day by descending id. */
export function byNewest(axis: Axis, places: RecordPlaces): (a: Row, b: Row) => number {
  const keyOf = (row: Row) => `${textAt(row, places[axis])} ${textAt(row, places.id)}`;
  return (a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    return first < second ? 1 : first > second ? -1 : 0;
  };
}
