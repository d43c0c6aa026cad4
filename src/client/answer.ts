/** From stored rows to what a program gets: records as objects, and the table of the formula. */
import { showAnswer } from '../addon/formula/parsed-formula.js';
import type { Zone } from '../addon/question/zone.js';
import { layoutOf } from '../addon/table/record-layout.js';
import type { Row } from '../addon/table/rows.js';
import { sortRows } from '../addon/table/sort-rows.js';
import type { DatasetName } from '../contract/datasets.js';
import type { AskedQuestion } from './read-question.js';
import type { AnswerSource, DatasetAnswer, RecordFor } from './types.js';

/** What is known of a question, and what it has cost. */
export interface FoundRows {
  readonly rows: readonly Row[];
  readonly cut?: 'limit' | 'maxCredits';
  readonly charged: number;
  readonly owned: number;
  readonly balance?: number;
  readonly source: AnswerSource;
  readonly askedAt: number;
}

export function toAnswer<N extends DatasetName>(
  asked: AskedQuestion,
  { rows, ...facts }: FoundRows,
  zone: Zone,
): DatasetAnswer<RecordFor<N>> {
  return {
    ...facts,
    records: toRecords<N>(asked, rows),
    table: (notes = true) => showAnswer({ rows, cut: notes && facts.cut !== undefined }, asked, zone),
  };
}

/** As the options `exact`, `since` and `sort` have it. */
export function toRecords<N extends DatasetName>(asked: AskedQuestion, rows: readonly Row[]): RecordFor<N>[] {
  const { columns } = layoutOf(asked.question);
  const shown = asked.view.exact || asked.since !== '' ? choose(asked, rows) : rows;
  const sorted = asked.view.sort.length > 0 ? sortRows(shown, columns, asked.view.sort) : shown;
  return sorted.map(
    (row) =>
      toRecord(
        columns.map(({ path }) => path),
        row,
      ) as RecordFor<N>,
  );
}

/** The rows that the formula would show: its own code says which, by numbers that take the place of a column. */
function choose(asked: AskedQuestion, rows: readonly Row[]): Row[] {
  const { columns } = layoutOf(asked.question);
  const at = columns.findIndex(({ path }) => path === 'url');
  const numbered = rows.map((row, index) => row.map((value, place) => (place === at ? index : value)));
  const view = { ...asked.view, sort: [], headers: false, columns: [{ header: '', fields: [columns[at]!] }] };
  const zone: Zone = { dayOf: () => '', hourOf: () => 0, midnight: () => new Date(0) };
  const table = showAnswer({ rows: numbered, cut: false }, { ...asked, view }, zone);
  return table.flatMap(([index]) => (typeof index === 'number' ? [rows[index]!] : []));
}

/** What is not disclosed is left out, as the service leaves it out. */
function toRecord(paths: readonly string[], row: Row): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  paths.forEach((path, index) => {
    const value = row[index];
    if (value === null || value === undefined) return;
    const [outer = '', inner] = path.split('.');
    if (inner === undefined) record[outer] = value;
    else record[outer] = { ...(record[outer] as object | undefined), [inner]: value };
  });
  return record;
}
