/** Changes a question in the builder. Every function returns a new question; order and unknown parts stay. */
import { readNumber } from '../../contract/amount-text.js';
import { DATASETS, DEFAULT_LIMIT } from '../../contract/datasets.js';
import { columnsOf } from '../../contract/fields.js';
import {
  type BuilderQuestion,
  type BuilderValue,
  datasetOf,
  filtersOf,
  MATCH_COMPANIES,
  ownOptionsOf,
  type Part,
  TRACKED_COMPANIES,
} from '../../contract/formula-question.js';
import { KNOWN_COLUMN, MATCHED_COMPANY, SCORE_COLUMNS, TRACKED_COMPANY } from '../../contract/records.js';
import { type TableStyle, tableStyleOf } from '../../contract/table-style.js';

/** The chosen source of a formula's companies. */
export type CompanyMode = 'all' | 'typed' | 'cells' | 'group';

/** The options for days. */
export const DAYS = ['startDate', 'endDate', 'date'];
const LAST_CHANGE = 'lastModified';

export const NOTHING: BuilderValue = { kind: 'texts', texts: [] };

export function valueWith(...values: readonly string[]): BuilderValue {
  return { kind: 'texts', texts: values };
}

/** A question with a low cost: the last 30 days, of one group if there is one. */
export function newQuestion(functionName: string, group: string): BuilderQuestion {
  if (!datasetOf(functionName)) {
    const isOfGroup = functionName === TRACKED_COMPANIES && group !== '';
    return { functionName, first: isOfGroup ? valueWith(group) : NOTHING, parts: [] };
  }
  const parts: Part[] = [{ kind: 'option', name: 'startDate', value: valueWith('-30d') }];
  if (group !== '') parts.unshift({ kind: 'option', name: 'group', value: valueWith(group) });
  return { functionName, first: NOTHING, parts };
}

/** Changes the function and keeps the shared options: dates, limit, group, table options. */
export function withFunction(question: BuilderQuestion, functionName: string): BuilderQuestion {
  const known = [...Object.keys(filtersOf(functionName)), ...ownOptionsOf(functionName)];
  const droppedOptions = ['columns', 'sort'];
  const isSameKind = (question.functionName === TRACKED_COMPANIES) === (functionName === TRACKED_COMPANIES);
  return {
    functionName,
    first: isSameKind ? question.first : NOTHING,
    parts: question.parts.filter(
      (part) =>
        part.kind === 'verbatim' || (known.includes(part.name) && !droppedOptions.includes(part.name)),
    ),
  };
}

/** The value of an option, or undefined if it is not set. */
export function optionOf(question: BuilderQuestion, name: string): BuilderValue | undefined {
  const found = question.parts.find((part) => part.kind === 'option' && part.name === name);
  return found?.kind === 'option' ? found.value : undefined;
}

export function textsOf(value: BuilderValue | undefined): readonly string[] {
  return value?.kind === 'texts' ? value.texts : [];
}

/** The source of a question's companies. */
export function modeOf(question: BuilderQuestion): CompanyMode {
  if (question.first.kind === 'cells') return 'cells';
  if (question.first.texts.length > 0) return 'typed';
  return optionOf(question, 'group') ? 'group' : 'all';
}

/** Sets an option at its position, or at the end. */
export function withOption(question: BuilderQuestion, name: string, value: BuilderValue): BuilderQuestion {
  const at = question.parts.findIndex((part) => part.kind === 'option' && part.name === name);
  const part: Part = { kind: 'option', name, value };
  const parts =
    at < 0 ? [...question.parts, part] : question.parts.map((old, index) => (index === at ? part : old));
  return { ...question, parts };
}

/** Removes an option, and its own columns from the chosen ones and from the order. */
export function withoutOption(question: BuilderQuestion, name: string): BuilderQuestion {
  const isLeft = (part: Part) => part.kind === 'verbatim' || part.name !== name;
  const left: BuilderQuestion = { ...question, parts: question.parts.filter(isLeft) };
  const paths = columnsFor(left).all.map(({ path }) => path);
  const gone = columnsFor(question).all.filter(({ path }) => !paths.includes(path));
  const isShown = (text: string) => !gone.some(({ path }) => path === pathOf(text));
  return ['columns', 'sort'].reduce((one, list) => {
    const texts = textsOf(optionOf(one, list));
    const shown = texts.filter(isShown);
    if (shown.length === texts.length) return one;
    return shown.length > 0 ? withOption(one, list, valueWith(...shown)) : withoutOption(one, list);
  }, left);
}

/** Leaves out options without a value, which a formula cannot contain, and their columns. */
export function withoutEmptyOptions(question: BuilderQuestion): BuilderQuestion {
  const empty = question.parts.flatMap((part) =>
    part.kind === 'verbatim' || isGiven(part) ? [] : [part.name],
  );
  return empty.reduce(withoutOption, question);
}

/** Adds a limit to a paid question without any argument, because a cell refuses it without one. */
export function withExplicitLimit(question: BuilderQuestion): BuilderQuestion {
  const isEmpty = modeOf(question) === 'all' && question.parts.length === 0;
  return isEmpty && isPaid(question)
    ? withOption(question, 'limit', valueWith(String(DEFAULT_LIMIT)))
    : question;
}

export function isGiven(part: Part): boolean {
  return part.kind === 'verbatim' || part.value.kind === 'cells' || part.value.texts.length > 0;
}

/** The maximum number of records of one answer; undefined where only the cells of the formula say it. */
export function limitOf(question: BuilderQuestion): number | undefined {
  const option = optionOf(question, 'limit');
  if (option?.kind === 'cells' || question.parts.some(({ kind }) => kind === 'verbatim')) return undefined;
  const limit = readNumber(textsOf(option)[0] ?? '') ?? 0;
  return Number.isSafeInteger(limit) && limit > 0 ? limit : DEFAULT_LIMIT;
}

export function isPaid(question: BuilderQuestion): boolean {
  const dataset = datasetOf(question.functionName);
  return dataset !== undefined && DATASETS[dataset].paid;
}

/** Returns the columns that a question can show, with those of its options, and its defaults. */
export function columnsFor({ functionName, parts }: Pick<BuilderQuestion, 'functionName' | 'parts'>): {
  readonly all: readonly { readonly path: string; readonly header: string }[];
  readonly defaults: readonly string[];
} {
  const dataset = datasetOf(functionName);
  const has = (name: string) => parts.some((part) => part.kind === 'option' && part.name === name);
  if (dataset) {
    const { record, columns } = DATASETS[dataset];
    const added = { ...(has('exclude') && KNOWN_COLUMN), ...(has('score') && SCORE_COLUMNS) };
    const defaults = has('score') ? ['score', ...columns, 'why'] : columns;
    return { all: columnsOf({ ...record, ...added }), defaults };
  }
  if (functionName !== MATCH_COMPANIES)
    return { all: columnsOf(TRACKED_COMPANY), defaults: ['name', 'domain', 'id'] };
  const defaults = ['id', 'name', 'domain', 'headquarters', 'confidence', 'status'];
  return { all: columnsOf(MATCHED_COMPANY), defaults };
}

/** Returns the column that sorts the rows, with a - for descending; '' for the service's order. */
export function sortKeyOf(question: BuilderQuestion): string {
  const [key = optionOf(question, 'score') ? '-score' : ''] = textsOf(optionOf(question, 'sort'));
  return key;
}

/** Returns the column of a sort key. */
export function pathOf(key: string): string {
  return key.replace(/^[-+]\s*/, '');
}

/** Returns the default columns, with the compared date of last change first, and with the sort column. */
export function defaultColumns(question: BuilderQuestion): readonly string[] {
  const { all, defaults } = columnsFor(question);
  const first = comparesLastChange(question) ? [LAST_CHANGE] : [];
  const sorted = textsOf(optionOf(question, 'sort')).map(pathOf);
  const known = sorted.filter((path) => all.some((column) => column.path === path));
  return [...new Set([...first, ...defaults, ...known])];
}

/** Adds these columns to the question, unless a formula without columns shows the same ones. */
export function withDefaultColumns(question: BuilderQuestion): BuilderQuestion {
  const hasVerbatimParts = question.parts.some(({ kind }) => kind === 'verbatim');
  const columns = defaultColumns(question);
  const { defaults } = columnsFor(question);
  if (hasVerbatimParts || optionOf(question, 'columns') || columns.join() === defaults.join())
    return question;
  return withOption(question, 'columns', valueWith(...columns));
}

/** True if the question has days, and compares them with the date of last change. */
function comparesLastChange(question: BuilderQuestion): boolean {
  const dataset = datasetOf(question.functionName);
  if (!dataset || !DAYS.some((name) => optionOf(question, name))) return false;
  const [type = DATASETS[dataset].dateType] = textsOf(optionOf(question, 'dateType'));
  return type === 'LAST-MODIFIED';
}

/** Returns the look of a question's table; undefined if cells have its columns, or it has no header. */
export function tableStyle(question: BuilderQuestion): TableStyle | undefined {
  const columns = optionOf(question, 'columns');
  if (columns?.kind === 'cells' || optionOf(question, 'headers')) return undefined;
  const { all, defaults } = columnsFor(question);
  const paths = columns && columns.texts.length > 0 ? columns.texts : defaults;
  return paths.every((path) => all.some((one) => one.path === path)) ? tableStyleOf(paths) : undefined;
}

/** Returns a column's header. */
export function headerOf(question: BuilderQuestion, path: string): string {
  return columnsFor(question).all.find((column) => column.path === path)?.header ?? path;
}

/** The most companies of one request. */
export const MANY_COMPANIES = 100;

/** True if the question may name more companies than one request takes. */
export function mayNameMany(question: BuilderQuestion): boolean {
  const { first } = question;
  return (
    optionOf(question, 'group') !== undefined || first.kind === 'cells' || first.texts.length > MANY_COMPANIES
  );
}
