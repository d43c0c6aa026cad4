/** The rows that a formula shows of an answer, with the columns that it adds: companies that are known, and a score. */
import { RECORD_COLUMNS } from '../../contract/datasets.js';
import { type Column, columnsOf } from '../../contract/fields.js';
import { KNOWN_COLUMN, SCORE_COLUMNS } from '../../contract/records.js';
import { dayOn, placesOf, textAt } from '../../core/records.js';
import type { Question } from '../question/question.js';
import { createExactTest, createKnownTest } from './exact.js';
import type { Row } from './rows.js';
import { type ScoreRule, scoreOf } from './score.js';
import type { View } from './view.js';

/** What a formula shows of an answer. */
export interface Shown {
  readonly question: Question;
  readonly view: View;
  /** Shows only records that were last changed on this day or later; empty for all. */
  readonly since: string;
  /** Companies that the person knows already. Missing where the formula has no such option, as are the rules. */
  readonly exclude?: readonly string[];
  /** The rules of the score. */
  readonly rules?: readonly ScoreRule[];
}

export interface ShownRows {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Records of known companies that are left out. */
  readonly excluded: number;
}

export function shownRows(asked: Shown, all: readonly Row[]): ShownRows {
  const { question, view, since, exclude, rules } = asked;
  const columns = RECORD_COLUMNS[question.dataset];
  const places = placesOf(question.dataset);
  const wanted = [
    ...question.companies,
    ...['companyName', 'companyDomain'].flatMap((name) => question.filters[name] ?? []).map(String),
  ];
  let rows = all;
  if (view.exact && wanted.length > 0) rows = rows.filter(createExactTest(columns, wanted));
  if (since !== '')
    rows = rows.filter(
      (row) => dayOn('modified', row, places) !== undefined && textAt(row, places.modified) >= since,
    );
  const knownAs = createKnownTest(columns, exclude ?? []);
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

/** In the order in which rows have them. */
export function addedColumns(hasKnown: boolean, hasScore: boolean) {
  return { ...(hasKnown && KNOWN_COLUMN), ...(hasScore && SCORE_COLUMNS) };
}

function knownText(text: string | undefined): string {
  return text === undefined ? 'no' : `yes: ${text}`;
}
