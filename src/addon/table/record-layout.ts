/** Where things stand in the rows of a dataset, and the order in which the service sends them. */
import { RECORD_COLUMNS } from '../../contract/datasets.js';
import type { Column } from '../../contract/fields.js';
import { axisOf } from '../../core/query.js';
import type { Question } from '../question/question.js';
import type { Row } from './rows.js';

/** Columns of a dataset, and the places of those that have a meaning of their own. */
export interface RecordLayout {
  readonly columns: readonly Column[];
  readonly id: number;
  readonly lastModified: number;
  readonly announced: number;
  /** The date that the question's window is compared with. */
  readonly compared: number;
}

export function layoutOf(question: Pick<Question, 'dataset' | 'filters'>): RecordLayout {
  const columns = RECORD_COLUMNS[question.dataset];
  const at = (path: string) => columns.findIndex((column) => column.path === path);
  return {
    columns,
    id: at('id'),
    lastModified: at('lastModified'),
    announced: at('announcedDate'),
    compared: at(
      axisOf(question.dataset, question.filters['dateType']) === 'modified'
        ? 'lastModified'
        : 'announcedDate',
    ),
  };
}

export function textAt(row: Row, place: number): string {
  return String(row[place] ?? '');
}

/** A row's place in the order of the service: the greater the key, the earlier it comes. */
export function keyOf(row: Row, { compared, id }: RecordLayout): string {
  return `${textAt(row, compared)} ${textAt(row, id)}`;
}

/** Whether a date is known: records without one stand in no window and in no order. */
export function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** The order of the service: newest first, ties by id, the greater first. */
export function byNewest(layout: RecordLayout): (a: Row, b: Row) => number {
  return (a, b) => {
    const [first, second] = [keyOf(a, layout), keyOf(b, layout)];
    return first < second ? 1 : first > second ? -1 : 0;
  };
}
