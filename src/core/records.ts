/** Records as rows of plain values in the order of the contract's columns, and the places of those that have a meaning. */
import { type DatasetName, RECORD_COLUMNS } from '../contract/datasets.js';
import { type Day, dayOf } from './days.js';

export type FieldValue = string | number | readonly string[] | null;
export type Row = readonly FieldValue[];

/** The date of a record that days are compared with: of its announcement, or of its last change. */
export type Axis = 'announced' | 'modified';

export interface RecordPlaces {
  readonly id: number;
  readonly announced: number;
  readonly modified: number;
}

export function placesOf(dataset: DatasetName): RecordPlaces {
  const at = (path: string) => RECORD_COLUMNS[dataset].findIndex((column) => column.path === path);
  return { id: at('id'), announced: at('announcedDate'), modified: at('lastModified') };
}

export function textAt(row: Row, place: number): string {
  return String(row[place] ?? '');
}

/** The day of a record on an axis; undefined where it has no date that can be read. */
export function dayOn(axis: Axis, row: Row, places: RecordPlaces): Day | undefined {
  return dayOf(textAt(row, places[axis]));
}

/** Newest first; records of one day by id, the greater first. */
export function byNewest(axis: Axis, places: RecordPlaces): (a: Row, b: Row) => number {
  const keyOf = (row: Row) => `${textAt(row, places[axis])} ${textAt(row, places.id)}`;
  return (a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    return first < second ? 1 : first > second ? -1 : 0;
  };
}
