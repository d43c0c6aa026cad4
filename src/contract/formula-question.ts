/**
 * Lists the Signals functions with their datasets, tables and options, and converts a formula to the builder's
 * question and back. Unchanged parts keep their text.
 */
import { DATASETS, type Dataset, type DatasetName } from './datasets.js';
import type { Filter, FilterTable } from './filters.js';
import {
  type Argument,
  type Expression,
  type FormulaCall,
  findCall,
  type Separators,
  textOfCall,
  writeLiteral,
} from './formula.js';
import { DATASET_OPTIONS, OWN_OPTIONS, type OwnOption, ownValue, resolveOption } from './options.js';
import { addedColumns, MATCHED_COMPANY, TRACKED_COMPANY } from './records.js';

/** Values, written as one text with `|` between them, or the text of a reference or calculation. */
export type BuilderValue =
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  | { readonly kind: 'cells'; readonly text: string };

/** A named option, or a part that stays unchanged, such as a range of names and values. */
export type Part =
  | { readonly kind: 'option'; readonly name: string; readonly value: BuilderValue }
  | { readonly kind: 'verbatim'; readonly text: string };

export interface BuilderQuestion {
  readonly functionName: string;
  /** Companies, or groups of TRACKED_COMPANIES. */
  readonly first: BuilderValue;
  readonly parts: readonly Part[];
}

export interface OpenedFormula {
  readonly question: BuilderQuestion;
  readonly call: FormulaCall;
  /** The text of the first argument; undefined if the options come first. */
  readonly firstSource: string | undefined;
  /** The texts of each part: its argument, or its name and value. */
  readonly partSources: readonly (readonly string[])[];
}

export const TRACKED_COMPANIES = 'TRACKED_COMPANIES';
export const MATCH_COMPANIES = 'MATCH_COMPANIES';

/** The fields of a function's table, and the columns that it shows by default. */
type TableShape = Pick<Dataset, 'record' | 'columns'>;

interface SignalsFunction extends TableShape {
  /** Absent for the functions that look companies up, which request no records and cost nothing. */
  readonly dataset?: DatasetName;
  /** The options beside the filters of the dataset. */
  readonly options: readonly OwnOption[];
}

const FUNCTIONS: Readonly<Record<string, SignalsFunction>> = {
  ...Object.fromEntries(
    Object.entries(DATASETS).map(([dataset, { functionName, record, columns }]) => [
      functionName,
      { dataset: dataset as DatasetName, record, columns, options: DATASET_OPTIONS },
    ]),
  ),
  // its groups are in the first argument or in `group`
  [TRACKED_COMPANIES]: {
    record: TRACKED_COMPANY,
    columns: ['name', 'domain', 'id'],
    options: ['group', 'columns', 'headers', 'sort', 'refresh'],
  },
  // its rows stay in the order of the texts
  [MATCH_COMPANIES]: {
    record: MATCHED_COMPANY,
    columns: ['id', 'name', 'domain', 'headquarters', 'confidence', 'status'],
    options: ['columns', 'headers', 'refresh'],
  },
};
export const FUNCTION_NAMES: readonly string[] = Object.keys(FUNCTIONS);

export const NOTHING: BuilderValue = { kind: 'texts', texts: [] };
/** A range of at least two columns: in the place of a name, it contains names and values. */
const RANGE = /^(?:'(?:[^']|'')+'!|[^\s'!]+!)?\$?([A-Z]{1,3})\$?\d*:\$?([A-Z]{1,3})\$?\d*$/i;

/** Returns the dataset of a function; undefined for those that look companies up. */
export function datasetOf(functionName: string): DatasetName | undefined {
  return FUNCTIONS[functionName]?.dataset;
}

/** Returns the properties of a function's dataset; undefined for functions that look companies up. */
export function propertiesOf(functionName: string): Dataset | undefined {
  const dataset = datasetOf(functionName);
  return dataset && DATASETS[dataset];
}

/**
 * Returns the fields and the default columns of a function's table; those of TRACKED_COMPANIES for an unknown
 * function. Only datasets have the options `exclude` and `score`, which add columns.
 * @param hasKnown true if a formula has the option `exclude`
 * @param hasScore true if it has the option `score`
 */
export function tableShapeOf(functionName: string, hasKnown = false, hasScore = false): TableShape {
  const { dataset, record, columns } = FUNCTIONS[functionName] ?? FUNCTIONS[TRACKED_COMPANIES]!;
  if (!dataset) return { record, columns };
  return {
    record: { ...record, ...addedColumns(hasKnown, hasScore) },
    columns: hasScore ? ['score', ...columns, 'why'] : columns,
  };
}

export function filtersOf(functionName: string): FilterTable {
  return propertiesOf(functionName)?.filters ?? {};
}

export function ownOptionsOf(functionName: string): readonly OwnOption[] {
  return FUNCTIONS[functionName]?.options ?? DATASET_OPTIONS;
}

/** Reads a formula that calls one of the Signals functions; undefined for other formulas. */
export function openFormula(formula: string, separators: Separators): OpenedFormula | undefined {
  const call = findCall(formula, FUNCTION_NAMES, separators);
  if (!call) return undefined;
  const { functionName, args } = call;
  const [head] = args;
  const lacksFirst = head !== undefined && (nameOf(head, functionName) !== undefined || isWide(head));
  const parts: Part[] = [];
  const partSources: string[][] = [];
  for (let at = lacksFirst ? 0 : 1; at < args.length; ) {
    const [name, value] = [args[at]!, args[at + 1]];
    const option = nameOf(name, functionName);
    const sources = isVerbatim(name) || !value ? [name.source] : [name.source, value.source];
    parts.push(
      option !== undefined && value
        ? { kind: 'option', name: option, value: toValue(value.expression) }
        : { kind: 'verbatim', text: sources.map((source) => source.trim()).join(`${separators.argument} `) },
    );
    partSources.push(sources);
    at += sources.length;
  }
  return {
    question: { functionName, first: lacksFirst || !head ? NOTHING : toValue(head.expression), parts },
    call,
    firstSource: lacksFirst ? undefined : head?.source,
    partSources,
  };
}

/** @param opened the formula that the question was read from: unchanged parts keep its text */
export function writeFormula(
  question: BuilderQuestion,
  separators: Separators,
  opened?: OpenedFormula,
): string {
  const formula = writeCall(question, separators, opened);
  // if nothing has changed, the blanks between the arguments stay, too
  const isUnchanged = opened !== undefined && formula === writeCall(opened.question, separators, opened);
  return isUnchanged ? textOfCall(opened.call) : formula;
}

function writeCall(
  { functionName, first, parts }: BuilderQuestion,
  separators: Separators,
  opened: OpenedFormula | undefined,
): string {
  const args = writeParts(parts, separators, opened);
  const written = writeFirst(first, functionName, separators);
  const isChanged = !opened || writeFirst(opened.question.first, functionName, separators) !== written;
  if (isChanged) args.unshift(written);
  else if (opened.firstSource !== undefined) args.unshift(opened.firstSource.trim());
  const before = opened ? withFunctionName(opened.call, functionName) : `=${functionName}(`;
  return before + args.join(`${separators.argument} `) + (opened?.call.after ?? ')');
}

/** Reuses the text of each opened part once, for the first part with the same option. */
function writeParts(
  parts: BuilderQuestion['parts'],
  separators: Separators,
  opened: OpenedFormula | undefined,
): string[] {
  const unused = (opened?.question.parts ?? []).flatMap((part, index) =>
    part.kind === 'option' ? [{ ...part, sources: opened!.partSources[index]! }] : [],
  );
  return parts.flatMap((part) => {
    if (part.kind === 'verbatim') return [part.text];
    const { name } = part;
    const at = unused.findIndex((old) => old.name === name);
    const [old] = at < 0 ? [] : unused.splice(at, 1);
    const [oldName, oldValue] = old?.sources.map((source) => source.trim()) ?? [];
    // `writeValue` is no comparison: it writes an invalid flag as FALSE, so that a person could not set it to FALSE
    const isChanged = !old || writeText(old.value, separators) !== writeText(part.value, separators);
    const value = isChanged ? writeValue(name, part.value, separators) : oldValue!;
    return [oldName ?? writeLiteral(name, separators), value];
  });
}

/** Returns the text before the arguments, with the new function if it has changed. */
function withFunctionName({ before, functionName: old }: OpenedFormula['call'], next: string): string {
  if (next === old) return before;
  return before.replace(/[\p{L}_][\p{L}\p{N}_.]*(\s*\()$/u, (_name, opening: string) => next + opening);
}

function writeFirst(first: BuilderValue, functionName: string, separators: Separators): string {
  if (first.kind === 'cells') return first.text;
  const text = first.texts.join('|');
  // with a bar, a company called Segment is not read as the option
  const bar = optionOfFunction(text, functionName) === undefined ? '' : '|';
  return text === '' ? '' : writeLiteral(text + bar, separators);
}

function writeValue(name: string, value: BuilderValue, separators: Separators): string {
  if (value.kind === 'cells') return value.text;
  const text = value.texts.join('|');
  if (ownValue(OWN_OPTIONS, name) === 'flag') return /^(?:true|yes|1)$/i.test(text) ? 'TRUE' : 'FALSE';
  if (isWholeNumber(name) && /^\d{1,15}$/.test(text)) return writeLiteral(Number(text), separators);
  return writeText(value, separators);
}

function writeText(value: BuilderValue, separators: Separators): string {
  return value.kind === 'cells' ? value.text : writeLiteral(value.texts.join('|'), separators);
}

function isWholeNumber(name: string): boolean {
  return Object.values(DATASETS).some(({ filters }) => ownValue<Filter>(filters, name)?.kind === 'integer');
}

function nameOf({ expression }: Argument, functionName: string): string | undefined {
  if (expression.kind !== 'values' || expression.values.length !== 1) return undefined;
  const [name] = expression.values;
  return typeof name === 'string' ? optionOfFunction(name, functionName) : undefined;
}

/** Returns the option of a function that a typed name means; undefined for no option. */
export function optionOfFunction(name: string, functionName: string): string | undefined {
  return resolveOption(filtersOf(functionName), name, ownOptionsOf(functionName));
}

function isVerbatim(argument: Argument): boolean {
  const { expression } = argument;
  return expression.kind === 'values' ? expression.values.length > 1 : isWide(argument);
}

function isWide({ expression }: Argument): boolean {
  if (expression.kind !== 'cells') return false;
  const [, from = '', to = ''] = RANGE.exec(expression.text) ?? [];
  return from.toUpperCase() !== to.toUpperCase();
}

function toValue(expression: Expression): BuilderValue {
  if (expression.kind === 'cells') return expression;
  if (expression.kind === 'blank') return NOTHING;
  const texts = expression.values.flatMap((value) =>
    typeof value === 'boolean' ? [value ? 'TRUE' : 'FALSE'] : String(value).split('|'),
  );
  return { kind: 'texts', texts: texts.map((text) => text.trim()).filter((text) => text !== '') };
}
