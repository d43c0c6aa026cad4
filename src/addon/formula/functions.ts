/** The custom functions: they turn a formula's arguments into a table that Sheets can hold. */
import { DATASETS, type DatasetName } from '../../contract/datasets.js';
import { MATCH_COMPANIES, TRACKED_COMPANIES, tableShapeOf } from '../../contract/formula-question.js';
import type { CompanyMatch } from '../../contract/match-answer.js';
import { tableStyleOf } from '../../contract/table-style.js';
import { MATCHED_COLUMNS, toRow } from '../answers/company-matches.js';
import { TRACKED_COLUMNS } from '../answers/tracked-companies.js';
import { errors, ignoreErrors } from '../errors.js';
import type { Platform } from '../platform.js';
import { readArguments } from '../question/arguments.js';
import { isBlank, isDate, rowsOf, type Table, textOf, tokenOf } from '../question/cells.js';
import { readTexts } from '../question/lists.js';
import { toTable } from '../table/table.js';
import { readView, type View } from '../table/view.js';
import { FormulaExecution } from './execution.js';
import { readCellFormula, showAnswer } from './parsed-formula.js';

export type Functions = ReturnType<typeof createFunctions>;

/** Google stops a custom function after 30 s; the rest is for reading and returning the answer. */
const BUDGET_MS = 25_000;
const NO_MATCH: CompanyMatch = { status: 'none', confidence: 0, alternatives: [] };
const MAX_TEXTS = 5_000;

/** Each function throws a SignalsError; the cell shows its message. */
export function createFunctions(google: Platform) {
  return {
    dataset(name: DatasetName, args: readonly unknown[]): Table {
      const execution = new FormulaExecution(google, BUDGET_MS);
      const asked = readCellFormula(name, args, execution);
      const { paid } = DATASETS[name];
      if (paid) refuseLargeLimit(asked.view, Number(asked.question.filters['limit']));
      const answer = execution.answer(asked.question, asked.token);
      return refuseLargeTable(showAnswer(answer, asked, execution.zone()));
    },
    trackedCompanies: (args: readonly unknown[]) =>
      refuseLargeTable(trackedTable(new FormulaExecution(google, BUDGET_MS), args)),
    matchCompanies: (args: readonly unknown[]) =>
      refuseLargeTable(matchedTable(new FormulaExecution(google, BUDGET_MS), args)),
  };
}

/** Returns the table of a function that requests no records. @throws the error that the cell shows */
export function lookUpTable(
  execution: FormulaExecution,
  functionName: string,
  args: readonly unknown[],
): Table {
  return functionName === MATCH_COMPANIES ? matchedTable(execution, args) : trackedTable(execution, args);
}

function trackedTable(execution: FormulaExecution, args: readonly unknown[]): Table {
  const { first, options } = readArguments(args, TRACKED_COMPANIES);
  const { record, columns } = tableShapeOf(TRACKED_COMPANIES);
  const view = readView(record, columns, options);
  const named = readTexts('group', [...first, ...(options.get('group') ?? [])], false);
  const context = execution.context();
  const groups = named.length > 0 ? named : context.settings.groups;
  if (groups.length === 0) throw errors.nameGroup();
  const rows = execution.trackedCompanies(groups, tokenOf(options.get('refresh') ?? []), context);
  // a function around this one would take a blank cell for an omitted argument: all companies
  const listed = rows.length > 0 || view.headers ? rows : [[], []];
  return toTable({ rows: listed, columns: TRACKED_COLUMNS, view, zone: execution.zone(), notes: [] });
}

/** Returns a row for each cell, in order. A blank cell between others gets a blank row. */
function matchedTable(execution: FormulaExecution, args: readonly unknown[]): Table {
  const { first, options } = readArguments(args, MATCH_COMPANIES);
  const { record, columns } = tableShapeOf(MATCH_COMPANIES);
  const view = readView(record, columns, options);
  if (first.length === 0) throw errors.emptyCompanies();
  if (first.length > MAX_TEXTS) throw errors.tooMany('companies', first.length, MAX_TEXTS);
  const texts = textsToMatch(args[0]);
  const asked = texts.map((text) => text ?? '');
  const matched = execution.matchedCompanies(asked, tokenOf(options.get('refresh') ?? []));
  const rows = texts.map((text) =>
    text === '' ? [] : (matched.get(text ?? '') ?? toRow(text ?? '', NO_MATCH)),
  );
  return toTable({ rows, columns: MATCHED_COLUMNS, view, zone: execution.zone(), notes: [] });
}

/**
 * Returns the cells as texts, without trailing blanks; undefined for an error or a date, which names no company. A
 * single cell can hold several, separated by |. Several keep two: a function around this one would take a single
 * cell without a match for an omitted argument.
 */
function textsToMatch(argument: unknown): readonly (string | undefined)[] {
  const cells = typeof argument === 'string' ? argument.split('|') : rowsOf(argument).flat();
  const texts = cells.map((cell) => (isBlank(cell) ? '' : ignoreErrors(() => textOf('companies', cell))));
  const least = Math.min(2, cells.length);
  while (texts.length > least && texts[texts.length - 1] === '') texts.pop();
  return texts;
}

const MAX_CELLS = 200_000;
const MAX_CHARACTERS = 4_000_000;
const PIXELS_PER_CHARACTER = 7;
const DAY_CHARACTERS = 10;

/** Checks the size before payment, by column widths. @throws BAD_INPUT with the most rows that fit */
function refuseLargeLimit({ columns }: Pick<View, 'columns'>, limit: number): void {
  const paths = columns.flatMap(({ fields }) => fields.map(({ path }) => path));
  const pixels = tableStyleOf(paths).widths.reduce((sum, width) => sum + width, 0);
  const most = mostRows(columns.length, pixels / PIXELS_PER_CHARACTER);
  if (limit > most) throw errors.tooLarge(limit, columns.length, most);
}

/** @throws BAD_INPUT if the table is too large in spite of its limit; paid records are stored by then */
function refuseLargeTable(table: Table): Table {
  const rows = table.length;
  const columns = table[0]?.length ?? 0;
  let characters = 0;
  for (const row of table)
    for (const cell of row)
      characters += typeof cell === 'string' ? cell.length : isDate(cell) ? DAY_CHARACTERS : `${cell}`.length;
  const most = mostRows(columns, characters / rows);
  if (rows > most + 1) throw errors.tooLarge(rows - 1, columns, most);
  return table;
}

/** Returns the most rows beside the header. @param width characters in a row */
function mostRows(columns: number, width: number): number {
  const rows = Math.min(MAX_CELLS / Math.max(1, columns), MAX_CHARACTERS / Math.max(1, width));
  return Math.max(1, Math.floor(rows) - 1);
}
