/** Reads a formula's question and view from its arguments, and makes its table. */
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import { COMPANY_FILTERS } from '../../contract/filters.js';
import { tableShapeOf } from '../../contract/formula-question.js';
import { isoOf } from '../../core/days.js';
import type { Answer } from '../answers/answers.js';
import { errors } from '../errors.js';
import { readArguments } from '../question/arguments.js';
import { isBlank, type Table, tokenOf } from '../question/cells.js';
import { readCompanies, splitDomains } from '../question/companies.js';
import { readFilters, readFirstDay, type Today } from '../question/filters.js';
import { readTexts } from '../question/lists.js';
import { namingCompaniesFirst, type Question } from '../question/question.js';
import type { Zone } from '../question/zone.js';
import { readRules } from '../table/score.js';
import { type Shown, shownRows } from '../table/shown-rows.js';
import { toTable } from '../table/table.js';
import { readView } from '../table/view.js';

/** Each group is a request. */
const MAX_GROUPS = 100;

export interface ParsedFormula extends Shown {
  /** The value of `refresh`. */
  readonly token: string;
}

/** @throws BAD_INPUT before any request is sent */
export function readFormula(name: DatasetName, args: readonly unknown[], when: Today): ParsedFormula {
  const { functionName, record } = DATASETS[name];
  const { first, isFirstEmpty, options, typedNames } = readArguments(args, functionName);
  // an option without values adds its columns, too: filling its cells must not change the table's shape
  const [hasKnown, hasScore] = [typedNames.has('exclude'), typedNames.has('score')];
  // these are not sent, so a whole list of customers has room
  const known = readTexts('exclude', options.get('exclude') ?? [], false, Number.POSITIVE_INFINITY);
  const rules = readRules(record, RECORD_COLUMNS[name], options.get('score') ?? [], when.today);
  const table = tableShapeOf(functionName, hasKnown, hasScore);
  const view = readView(
    table.record,
    table.columns,
    hasScore ? new Map([['sort', ['-score']], ...options]) : options,
  );
  const question: Question = {
    dataset: name,
    companies: readCompanies(first),
    groups: readTexts('group', options.get('group') ?? [], false, MAX_GROUPS),
    filters: readFilters(name, options, when, typedNames),
  };
  checkCompanies(question, typedNames);
  // cells with nothing but separators or invisible marks name no company either
  const isNamed = first.length > 0 || ['group', ...COMPANY_FILTERS].some((name) => options.has(name));
  if ((isFirstEmpty || isNamed) && !namesCompanies(question)) throw errors.emptyCompanies();
  return {
    question: namingCompaniesFirst(question),
    view,
    since: readFirstDay('since', options.get('since') ?? [], when),
    ...(hasKnown && { exclude: known.flatMap(splitDomains) }),
    ...(hasScore && { rules }),
    token: tokenOf(options.get('refresh') ?? []),
  };
}

/**
 * Reads a formula of a cell. Refuses a paid one without arguments: it would buy records of all companies.
 * @throws BAD_INPUT
 */
export function readCellFormula(name: DatasetName, args: readonly unknown[], when: Today): ParsedFormula {
  const { functionName, paid } = DATASETS[name];
  if (paid && args.every((argument) => !Array.isArray(argument) && isBlank(argument)))
    throw errors.asksForAll(functionName);
  return readFormula(name, args, when);
}

/** Returns the answer as a table with the formula's columns, order and headers. */
export function showAnswer(answer: Answer, asked: ParsedFormula, zone: Zone): Table {
  const { rows, columns, excluded } = shownRows(asked, answer.rows);
  const notes = [
    ...notesOf(answer, rows.length + excluded, zone),
    ...(excluded > 0 ? [`${excluded} known left out`] : []),
  ];
  return toTable({ rows, columns, view: asked.view, zone, notes });
}

/** Refuses companies in both the first argument and the dataset's own filters. */
function checkCompanies(
  { companies, groups, filters }: Question,
  typedNames: ReadonlyMap<string, string>,
): void {
  const twice = COMPANY_FILTERS.find((name) => filters[name] !== undefined);
  if (twice && (companies.length > 0 || groups.length > 0))
    throw errors.companiesTwice(typedNames.get(twice) ?? twice);
}

/** A question without companies means all companies, so an empty list must not become one. */
function namesCompanies({ companies, groups, filters }: Question): boolean {
  return (
    companies.length > 0 || groups.length > 0 || COMPANY_FILTERS.some((name) => filters[name] !== undefined)
  );
}

/** Returns the first header's notes: a truncated, old or empty table must not look complete and new. */
function notesOf(
  { isTruncated, usedBudget, isSample, rows, asOf, through, unknown }: Answer,
  shown: number,
  zone: Zone,
): string[] {
  const budget = usedBudget === 'month' ? ": this month's budget" : ": today's budget";
  return [
    ...(isSample ? ['sample'] : []),
    ...(shown === 0 && !isTruncated ? [`no records${unknown ? `: ${unknown}` : ''}`] : []),
    ...(isTruncated ? [`first ${rows.length}${usedBudget && asOf === undefined ? budget : ''}`] : []),
    ...(asOf !== undefined ? [`as of ${shortDay(zone.dayOf(new Date(asOf)))}`] : []),
    ...(asOf === undefined && through !== undefined ? [`to ${shortDay(isoOf(through))}`] : []),
  ];
}

/** Formats '2026-11-19' as 19 Nov. */
function shortDay(day: string): string {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`;
}
