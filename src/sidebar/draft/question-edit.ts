/** Changes a question in the builder. Every function returns a new question; order and unknown parts stay. */
import { readNumber } from '../../contract/amount-text.js';
import { DEFAULT_LIMIT } from '../../contract/datasets.js';
import { columnsOf } from '../../contract/fields.js';
import {
  type BuilderQuestion,
  type BuilderValue,
  datasetOf,
  filtersOf,
  NOTHING,
  ownOptionsOf,
  type Part,
  propertiesOf,
  TRACKED_COMPANIES,
  tableShapeOf,
} from '../../contract/formula-question.js';
import { type TableStyle, tableStyleOf } from '../../contract/table-style.js';

/** The chosen source of a formula's companies. */
export type CompanyMode = 'all' | 'typed' | 'cells' | 'group';

export const DAYS = ['startDate', 'endDate', 'date'];

export function valueWith(...values: readonly string[]): BuilderValue {
  return { kind: 'texts', texts: values };
}

/** @param options as in a formula: `|` separates values. Those without a value are left out */
export function questionWith(
  functionName: string,
  options: Readonly<Record<string, string>>,
): BuilderQuestion {
  const given = Object.entries(options).filter(([, text]) => text !== '');
  const parts = given.map(
    ([name, text]): Part => ({ kind: 'option', name, value: valueWith(...text.split('|')) }),
  );
  return { functionName, first: NOTHING, parts };
}

/** A question with a low cost: the last 30 days, of one group if there is one. */
export function newQuestion(functionName: string, group: string): BuilderQuestion {
  return questionWith(functionName, datasetOf(functionName) ? { group, startDate: '-30d' } : {});
}

/** Changes the function and keeps the shared options: dates, limit, group, table options. */
export function withFunction(question: BuilderQuestion, functionName: string): BuilderQuestion {
  const known = [...Object.keys(filtersOf(functionName)), ...ownOptionsOf(functionName)];
  const shared = known.filter((name) => !['columns', 'sort'].includes(name));
  const isSameKind = (question.functionName === TRACKED_COMPANIES) === (functionName === TRACKED_COMPANIES);
  return {
    functionName,
    first: isSameKind ? question.first : NOTHING,
    parts: question.parts.filter((part) => part.kind === 'verbatim' || shared.includes(part.name)),
  };
}

export function isOption(part: Part, name: string): part is Extract<Part, { kind: 'option' }> {
  return part.kind === 'option' && part.name === name;
}

export function optionOf({ parts }: Pick<BuilderQuestion, 'parts'>, name: string): BuilderValue | undefined {
  return parts.find((part) => isOption(part, name))?.value;
}

export function textsOf(value: BuilderValue | undefined): readonly string[] {
  return value?.kind === 'texts' ? value.texts : [];
}

export function modeOf(question: BuilderQuestion): CompanyMode {
  if (question.first.kind === 'cells') return 'cells';
  if (question.first.texts.length > 0) return 'typed';
  return optionOf(question, 'group') ? 'group' : 'all';
}

/** Sets an option at its position, or at the end. */
export function withOption(question: BuilderQuestion, name: string, value: BuilderValue): BuilderQuestion {
  const at = question.parts.findIndex((part) => isOption(part, name));
  const parts = [...question.parts];
  parts[at < 0 ? parts.length : at] = { kind: 'option', name, value };
  return { ...question, parts };
}

/** Removes an option, and its own columns from the chosen ones and from the order. */
export function withoutOption(question: BuilderQuestion, name: string): BuilderQuestion {
  const left = { ...question, parts: question.parts.filter((part) => !isOption(part, name)) };
  const paths = columnsFor(left).all.map(({ path }) => path);
  const removed = columnsFor(question).all.filter(({ path }) => !paths.includes(path));
  const isShown = (text: string) => !removed.some(({ path }) => path === pathOf(text));
  return ['columns', 'sort'].reduce<BuilderQuestion>((one, list) => {
    const texts = textsOf(optionOf(one, list));
    const shown = texts.filter(isShown);
    if (shown.length === texts.length) return one;
    return shown.length > 0 ? withOption(one, list, valueWith(...shown)) : withoutOption(one, list);
  }, left);
}

/** Removes a filter; with an investment also its currency, which alone would leave records out. */
export function withoutFilter(question: BuilderQuestion, name: string): BuilderQuestion {
  const left = withoutOption(question, name);
  return name === 'investment' ? withoutOption(left, 'currency') : left;
}

/** A new filter on the investment adds this currency, because the add-on refuses an amount without one. */
const USUAL_CURRENCY = 'USD';

/** @param empty its value until the person chooses one */
export function withFilter(question: BuilderQuestion, name: string, empty: BuilderValue): BuilderQuestion {
  const next = withOption(question, name, empty);
  const needsCurrency = name === 'investment' && !optionOf(question, 'currency');
  return needsCurrency ? withOption(next, 'currency', valueWith(USUAL_CURRENCY)) : next;
}

/** Removes the filters without a value, except one, and the currency that came with an investment. */
export function withGivenFilters(question: BuilderQuestion, besides = ''): BuilderQuestion {
  const parts = question.parts.filter((part) => isGiven(part) || isOption(part, besides));
  const left = { ...question, parts };
  const isAlone = optionOf(question, 'investment') && !optionOf(left, 'investment');
  const [currency] = textsOf(optionOf(left, 'currency'));
  const positionOf = (name: string) => question.parts.findIndex((part) => isOption(part, name));
  // a currency that was set before is not the investment's own
  const isOwn = currency === USUAL_CURRENCY && positionOf('currency') > positionOf('investment');
  return isAlone && isOwn && besides !== 'currency' ? withoutFilter(left, 'currency') : left;
}

/** Leaves out options without a value, which a formula cannot contain, and their columns. */
export function withoutEmptyOptions(question: BuilderQuestion): BuilderQuestion {
  return question.parts.reduce(
    (left, part) => (part.kind === 'verbatim' || isGiven(part) ? left : withoutOption(left, part.name)),
    question,
  );
}

/** Adds a limit to a paid question that has no argument, because a cell would refuse it. */
export function withExplicitLimit(question: BuilderQuestion): BuilderQuestion {
  const isEmpty = modeOf(question) === 'all' && question.parts.length === 0;
  if (!isEmpty || !isPaid(question)) return question;
  return withOption(question, 'limit', valueWith(String(DEFAULT_LIMIT)));
}

export function isGiven(part: Part): boolean {
  return part.kind === 'verbatim' || part.value.kind === 'cells' || part.value.texts.length > 0;
}

/** The maximum number of records of one answer; undefined if it is in cells of the formula. */
export function limitOf(question: BuilderQuestion): number | undefined {
  const option = optionOf(question, 'limit');
  if (option?.kind === 'cells' || question.parts.some(({ kind }) => kind === 'verbatim')) return undefined;
  const limit = readNumber(textsOf(option)[0] ?? '') ?? 0;
  return Number.isSafeInteger(limit) && limit > 0 ? limit : DEFAULT_LIMIT;
}

export function isPaid(question: BuilderQuestion): boolean {
  return propertiesOf(question.functionName)?.paid ?? false;
}

/** Returns the columns that a question can show, with those of its options, and its defaults. */
export function columnsFor(question: Pick<BuilderQuestion, 'functionName' | 'parts'>) {
  const has = (name: string) => optionOf(question, name) !== undefined;
  const { record, columns } = tableShapeOf(question.functionName, has('exclude'), has('score'));
  return { all: columnsOf(record), defaults: columns };
}

/** Returns the column that sorts the rows, with a - for descending; '' for the service's order. */
export function sortKeyOf(question: BuilderQuestion): string {
  const [key = optionOf(question, 'score') ? '-score' : ''] = textsOf(optionOf(question, 'sort'));
  return key;
}

export function pathOf(key: string): string {
  return key.replace(/^[-+]\s*/, '');
}

/** Returns the default columns, with the compared date of last change first, and with the sort column. */
export function defaultColumns(question: BuilderQuestion): readonly string[] {
  const { all, defaults } = columnsFor(question);
  const first = comparesLastChange(question) ? ['lastModified'] : [];
  const sorted = textsOf(optionOf(question, 'sort')).map(pathOf);
  const known = sorted.filter((path) => all.some((column) => column.path === path));
  return [...new Set([...first, ...defaults, ...known])];
}

/** Adds these columns to the question, unless a formula without columns shows the same ones. */
export function withDefaultColumns(question: BuilderQuestion): BuilderQuestion {
  const hasVerbatimParts = question.parts.some(({ kind }) => kind === 'verbatim');
  const columns = defaultColumns(question);
  const isUsual = columns.join() === columnsFor(question).defaults.join();
  if (hasVerbatimParts || isUsual || optionOf(question, 'columns')) return question;
  return withOption(question, 'columns', valueWith(...columns));
}

/** True if the question has days, and compares them with the date of last change. */
function comparesLastChange(question: BuilderQuestion): boolean {
  const dataset = propertiesOf(question.functionName);
  if (!dataset || !DAYS.some((name) => optionOf(question, name))) return false;
  const [type = dataset.dateType] = textsOf(optionOf(question, 'dateType'));
  return type === 'LAST-MODIFIED';
}

/** Returns the style of a question's table; undefined if cells have its columns, or it has no header. */
export function tableStyle(question: BuilderQuestion): TableStyle | undefined {
  const columns = optionOf(question, 'columns');
  if (columns?.kind === 'cells' || optionOf(question, 'headers')) return undefined;
  const { all, defaults } = columnsFor(question);
  const paths = columns && columns.texts.length > 0 ? columns.texts : defaults;
  return paths.every((path) => all.some((one) => one.path === path)) ? tableStyleOf(paths) : undefined;
}

export function headerOf(question: BuilderQuestion, path: string): string {
  return columnsFor(question).all.find((column) => column.path === path)?.header ?? path;
}

/** The most companies of one request. */
export const MANY_COMPANIES = 100;

/** True if the question may name more companies than one request takes. */
export function mayNameMany(question: BuilderQuestion): boolean {
  const { first } = question;
  const mayBeLong = first.kind === 'cells' || first.texts.length > MANY_COMPANIES;
  return mayBeLong || optionOf(question, 'group') !== undefined;
}

/** Replaces a value wherever it occurs; undefined if it does not, for instance because a cell has it. */
export function withNearestValue(
  question: BuilderQuestion,
  value: string,
  nearest: string,
): BuilderQuestion | undefined {
  let isFound = false;
  const replace = (text: string): string => {
    const isMatch = text.trim().toLowerCase() === value.trim().toLowerCase();
    isFound ||= isMatch;
    return isMatch ? nearest : text;
  };
  const replaced = (old: BuilderValue) => (old.kind === 'texts' ? valueWith(...old.texts.map(replace)) : old);
  const first = replaced(question.first);
  const parts = question.parts.map((part) =>
    part.kind === 'option' ? { ...part, value: replaced(part.value) } : part,
  );
  return isFound ? { ...question, first, parts } : undefined;
}
