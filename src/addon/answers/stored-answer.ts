/** An answer as it is held: its rows, and how far they are known to be complete and up to date. */
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { type Column, columnsOf } from '../../contract/fields.js';
import type { Question } from '../question/question.js';
import type { Window } from '../question/window.js';
import type { Row } from '../table/rows.js';

export interface Held {
  /**
   * Newest first by the date that the question compares, ties by id, the greater first. Rows that lie after the
   * question's window are kept: a window that moves on will want them.
   */
  readonly rows: readonly Row[];
  /** Place in that order (`keyOf`) below which something may be missing; empty when nothing is. */
  readonly floor: string;
  /** Days after the window on which something may be missing, until they are asked for. */
  readonly hole?: Window;
  /** When the service last answered, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Changes are known up to and including this day of the service (UTC). */
  readonly through: string;
  /** Where the window began when it was last asked. */
  readonly start: string;
  /** Digest of the companies that were asked for, where any were. */
  readonly targets?: string;
  /** Whether it was brought up to date since it was first asked. */
  readonly refreshed: boolean;
  /** Values of `refresh` that have been served, as hashes. */
  readonly tokens: readonly string[];
  /** It was taken from a wider answer and cannot be brought up to date by itself. */
  readonly derived: boolean;
  /** The reservation in the ledger under which it was asked, and what that came to. */
  readonly reservation: string;
  readonly credits: number;
}

/** Where things stand in the rows of a dataset. */
export interface Layout {
  readonly columns: readonly Column[];
  readonly id: number;
  readonly lastModified: number;
  /** The date that the question's window is compared with. */
  readonly compared: number;
}

export function layoutOf(question: Pick<Question, 'dataset' | 'filters'>): Layout {
  const columns = columnsOf(DATASETS[question.dataset].record);
  const at = (path: string) => columns.findIndex((column) => column.path === path);
  return {
    columns,
    id: at('id'),
    lastModified: at('lastModified'),
    compared: at(
      comparesModified(question.dataset, question.filters['dateType']) ? 'lastModified' : 'announcedDate',
    ),
  };
}

/** Version 1 always compares the last modified date, version 2 when told. */
export function comparesModified(dataset: DatasetName, dateType: unknown): boolean {
  return dataset !== 'business-expansion' || dateType === 'LAST-MODIFIED';
}

export function textAt(row: Row, place: number): string {
  return String(row[place] ?? '');
}

/** A row's place in the order of the service: the greater the key, the earlier it comes. */
export function keyOf(row: Row, { compared, id }: Layout): string {
  return `${textAt(row, compared)} ${textAt(row, id)}`;
}

/** The day in a key. */
export function dayOfKey(key: string): string {
  return key.slice(0, 10);
}

/** The order of the service: newest first, ties by id, the greater first. */
export function byNewest(layout: Layout): (a: Row, b: Row) => number {
  return (a, b) => {
    const [first, second] = [keyOf(a, layout), keyOf(b, layout)];
    return first < second ? 1 : first > second ? -1 : 0;
  };
}
