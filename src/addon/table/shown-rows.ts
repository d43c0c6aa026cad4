/** The rows that a formula shows of an answer, with the columns that it adds: companies that are known, and a score. */
import { type Column, columnsOf } from '../../contract/fields.js';
import { KNOWN_COLUMN, SCORE_COLUMNS } from '../../contract/records.js';
import type { Question } from '../question/question.js';
import { createExactTest } from './exact.js';
import { createKnownTest } from './known.js';
import { isDay, layoutOf, textAt } from './record-layout.js';
import type { Row } from './rows.js';
import { type ScoreRule, scoreOf } from './score.js';
import type { View } from './view.js';

/** What a formula shows of an answer. */
export interface Shown {
  readonly question: Question;
  readonly view: View;
  /** Shows only records that were last changed on this day or later; empty for all. */
  readonly since: string;
  /** Companies that the person knows already. */
  readonly exclude: readonly string[];
  /** Of the score; none where the formula has none. */
  readonly rules: readonly ScoreRule[];
}

export interface ShownRows {
  readonly rows: readonly Row[];
  readonly columns: readonly Column[];
  /** Records of known companies that are left out. */
  readonly excluded: number;
}

export function shownRows(asked: Shown, all: readonly Row[]): ShownRows {
  const { question, view, since, exclude, rules } = asked;
  const { columns, lastModified } = layoutOf(question);
  const wanted = [
    ...question.companies,
    ...['companyName', 'companyDomain'].flatMap((name) => question.filters[name] ?? []).map(String),
  ];
  let rows = all;
  if (view.exact && wanted.length > 0) rows = rows.filter(createExactTest(columns, wanted));
  if (since !== '')
    rows = rows.filter((row) => isDay(textAt(row, lastModified)) && textAt(row, lastModified) >= since);
  const knownAs = createKnownTest(columns, exclude);
  const isMarked = view.columns.some(({ fields }) => fields.some(({ path }) => path === 'known'));
  const left = isMarked ? rows : rows.filter((row) => knownAs(row) === undefined);
  const added: readonly ((row: Row) => Row)[] = [
    ...(exclude.length > 0 ? [(row: Row) => [knownText(knownAs(row))]] : []),
    ...(rules.length > 0 ? [(row: Row) => Object.values(scoreOf(rules, row))] : []),
  ];
  return {
    rows: added.length === 0 ? left : left.map((row) => [...row, ...added.flatMap((add) => add(row))]),
    columns: [...columns, ...columnsOf(addedColumns(exclude.length > 0, rules.length > 0))],
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
