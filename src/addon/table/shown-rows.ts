/** Selects the rows that a formula shows, and adds its columns for known companies and scores. */
import { RECORD_COLUMNS } from '../../contract/datasets.js';
import { type Column, columnsOf } from '../../contract/fields.js';
import { addedColumns } from '../../contract/records.js';
import { dayOn, positionsOf, textAt } from '../../core/records.js';
import type { Question } from '../question/question.js';
import { createExactTest, createKnownTest } from './exact.js';
import type { Row } from './rows.js';
import { type ScoreRule, scoreOf } from './score.js';
import type { View } from './view.js';

/** A formula's question, and how the formula shows the answer. */
export interface Shown {
  readonly question: Question;
  readonly view: View;
  /** Shows only records that were last changed on this day or later; '' for all. */
  readonly since: string;
  /** Companies that the person knows. Missing, like `rules`, if the formula does not have the option. */
  readonly exclude?: readonly string[];
  readonly rules?: readonly ScoreRule[];
}

export interface ShownRows {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Number of records that were left out because the company is known. */
  readonly excluded: number;
}

export function shownRows(request: Shown, all: readonly Row[]): ShownRows {
  const { question, view, since, exclude, rules } = request;
  const columns = RECORD_COLUMNS[question.dataset];
  const positions = positionsOf(question.dataset);
  const namedCompanies = [
    ...question.companies,
    ...['companyName', 'companyDomain'].flatMap((name) => question.filters[name] ?? []).map(String),
  ];
  let rows = all;
  if (view.exact && namedCompanies.length > 0) rows = rows.filter(createExactTest(columns, namedCompanies));
  if (since !== '')
    rows = rows.filter(
      (row) => dayOn('modified', row, positions) !== undefined && textAt(row, positions.modified) >= since,
    );
  const knownAs = createKnownTest(columns, exclude ?? [], rows);
  const isMarked = view.columns.some(({ fields }) => fields.some(({ path }) => path === 'known'));
  const left = isMarked ? rows : rows.filter((row) => knownAs(row) === undefined);
  const added: readonly ((row: Row) => Row)[] = [
    ...(exclude ? [(row: Row) => [knownText(knownAs(row))]] : []),
    ...(rules ? [(row: Row) => Object.values(scoreOf(rules, row))] : []),
  ];
  return {
    rows: added.length === 0 ? left : left.map((row) => [...row, ...added.flatMap((add) => add(row))]),
    columns: [...columns, ...columnsOf(addedColumns(exclude !== undefined, rules !== undefined))],
    excluded: rows.length - left.length,
  };
}

function knownText(text: string | undefined): string {
  return text === undefined ? 'no' : `yes: ${text}`;
}
