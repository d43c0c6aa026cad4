/** Converts stored rows to an answer: records as objects, and the formula's table. */
import { showAnswer } from '../addon/formula/parsed-formula.js';
import type { Zone } from '../addon/question/zone.js';
import type { Row } from '../addon/table/rows.js';
import { shownRows } from '../addon/table/shown-rows.js';
import { sortRows } from '../addon/table/table.js';
import type { DatasetName } from '../contract/datasets.js';
import { objectAt } from '../contract/fields.js';
import type { AskedQuestion } from './read-question.js';
import type { DatasetAnswer, RecordFor } from './types.js';

/** The known rows of a question, and their cost. */
export interface FoundRows extends Omit<DatasetAnswer<never>, 'records' | 'columns' | 'table'> {
  readonly rows: readonly Row[];
  /** The last day with possibly missing records, if the answer is truncated. */
  readonly cutDay?: string;
}

export function toAnswer<N extends DatasetName>(
  asked: AskedQuestion,
  { rows, cutDay: _day, ...facts }: FoundRows,
  zone: Zone,
): DatasetAnswer<RecordFor<N>> {
  return {
    ...facts,
    records: toRecords<N>(asked, rows),
    columns: asked.view.columns.flatMap(({ fields }) => fields.map(({ path }) => path)),
    table: (notes = true) => showAnswer({ rows, isTruncated: notes && facts.cut !== undefined }, asked, zone),
  };
}

/** Applies the options `exact`, `since`, `exclude`, `score` and `sort`. */
export function toRecords<N extends DatasetName>(asked: AskedQuestion, rows: readonly Row[]): RecordFor<N>[] {
  const shown = shownRows(asked, rows);
  const { sort } = asked.view;
  const sorted = sort.length > 0 ? sortRows(shown.rows, shown.columns, sort) : shown.rows;
  const paths = shown.columns.map(({ path }) => path.split('.'));
  // leaves out fields without a value, as the service does
  return sorted.map((row) => objectAt(paths, row) as RecordFor<N>);
}
