/** A question while it is edited, in Build or in a job's form, with texts that are typed but not added. */
import { COMPANY_FILTERS } from '../../contract/filters.js';
import { isExpression, type Separators } from '../../contract/formula.js';
import {
  type BuilderQuestion,
  type BuilderValue,
  filtersOf,
  NOTHING,
  type Part,
  TRACKED_COMPANIES,
} from '../../contract/formula-question.js';
import { splitValues } from '../../contract/options.js';
import {
  type CompanyMode,
  modeOf,
  optionOf,
  textsOf,
  valueWith,
  withFunction,
  withOption,
  withoutEmptyOptions,
  withoutOption,
} from './question-edit.js';
import {
  isMissingCompanies,
  type ValidationContext,
  type ValidationIssue,
  validationIssuesOf,
} from './validation-issues.js';

const UNEDITED = {
  /** The question before its function was changed, so that trying other functions loses nothing. */
  origin: undefined as BuilderQuestion | undefined,
  /** The companies of the other modes, in case the person returns to them. */
  companiesOf: {} as Partial<Readonly<Record<CompanyMode, BuilderValue>>>,
  /** The values of options that cells replace, and the cells that values replace, by the option's name. */
  replaced: {} as Readonly<Record<string, BuilderValue>>,
  /** Texts typed into the fields of lists, by the id of the field. */
  typed: {} as Readonly<Record<string, string>>,
  /** The fields in which the person enters days; undefined for a preset. */
  ownDays: undefined as 'calendar' | 'words' | undefined,
  /** The open filter, or `+` for the list of those that can be added; empty for none. */
  filter: '',
};

export type Query = Readonly<ReturnType<typeof queryOf>>;

export const TYPED_COMPANIES = 'build-typed';

export const filterFieldOf = (name: string) => `filter-${name}-value`;

export function queryOf(question: BuilderQuestion) {
  return { ...UNEDITED, question, companyMode: modeOf(question) };
}

/** Changes a query. A changed question no longer belongs to the previous function. */
export function edited<T extends Query>(query: T, change: Partial<T>): T {
  return { ...query, ...(change.question && { origin: undefined }), ...change };
}

/** Returns the same question for another function. @param query as `withTypedTexts` returns it */
export function ofFunction(query: Query, functionName: string): Partial<Query> {
  const { question, typed, origin = question } = query;
  const next = functionName === origin.functionName ? origin : withFunction(origin, functionName);
  return { question: next, origin, typed, companyMode: modeOf(next), filter: '' };
}

/** Returns it with companies from another source. @param query as for `ofFunction` @param group the first choice */
export function ofMode(query: Query, companyMode: CompanyMode, group: string): Partial<Query> {
  const { question, typed, ...before } = query;
  const left = before.companyMode === 'group' ? optionOf(question, 'group') : question.first;
  const companiesOf = { ...before.companiesOf, [before.companyMode]: left };
  const chosen = companiesOf[companyMode];
  const isGroup = companyMode === 'group';
  const next = withoutOption({ ...question, first: isGroup ? NOTHING : (chosen ?? NOTHING) }, 'group');
  const ofGroup = chosen ?? (group === '' ? undefined : valueWith(group));
  return {
    companyMode,
    companiesOf,
    typed,
    question: isGroup && ofGroup ? withOption(next, 'group', ofGroup) : next,
  };
}

/** Replaces an option's values by cells, or its cells by values, as they were before if they were. */
export function withReplaced(query: Query, name: string, separators: Separators): Partial<Query> {
  const { question, typed, replaced } = withTypedTexts(query, separators);
  const shown = optionOf(query.question, name) ?? NOTHING;
  const left = optionOf(question, name) ?? NOTHING;
  // the typed text is a reference, which has replaced the values already
  if (left.kind !== shown.kind) return { question, typed, replaced: { ...replaced, [name]: shown } };
  const before = replaced[name];
  const empty: BuilderValue = left.kind === 'cells' ? NOTHING : { kind: 'cells', text: '' };
  const value = before && before.kind !== left.kind ? before : empty;
  return { question: withOption(question, name, value), typed, replaced: { ...replaced, [name]: left } };
}

/** Turns typed texts into values of the question. A text that cannot become a value stays typed. */
export function withTypedTexts<T extends Query>(query: T, separators: Separators): T {
  let { question } = query;
  const typed = { ...query.typed };
  // the first argument of this function names groups, and a comma is a part of their names
  const ofCompanies = question.functionName !== TRACKED_COMPANIES;
  const first = withText(question.first, typed[TYPED_COMPANIES] ?? '', separators, ofCompanies);
  if (first) {
    question = { ...question, first };
    typed[TYPED_COMPANIES] = '';
  }
  for (const part of question.parts) {
    const id = fieldOf(part);
    const text = (typed[id] ?? '').trim();
    if (part.kind === 'verbatim' || text === '') continue;
    const choices = choicesOf(question.functionName, part.name);
    const chosen = choices ? (onlyChoice(choices, text) ?? '') : text;
    const value = withText(part.value, chosen, separators, COMPANY_FILTERS.includes(part.name));
    if (!value) continue;
    question = withOption(question, part.name, value);
    typed[id] = '';
  }
  // as in `edited`
  return { ...query, ...(question !== query.question && { origin: undefined }), question, typed };
}

/** Returns the reason why a query cannot run, missing companies first. @param query as `withTypedTexts` returns it */
export function firstBlockingIssue(
  { question, companyMode, typed }: Query,
  context: ValidationContext,
  isBlocking: (name: ValidationIssue) => boolean,
): ValidationIssue | undefined {
  const found = validationIssuesOf(withoutEmptyOptions(question), companyMode, context);
  const first = found.find(isMissingCompanies) ?? found.find(isBlocking);
  // a typed text could not become a value
  const isTyped = (id: string) => (typed[id] ?? '').trim() !== '';
  const hasTypedText = [TYPED_COMPANIES, ...question.parts.map(fieldOf)].some(isTyped);
  return first ?? (hasTypedText ? 'unfinished' : undefined);
}

/** Returns the id of the list field that shows a part; empty for none. */
function fieldOf(part: Part): string {
  return part.kind === 'option' && part.value.kind === 'texts' ? filterFieldOf(part.name) : '';
}

/** Returns the values that a filter allows; undefined if it allows any. */
export function choicesOf(functionName: string, name: string): readonly string[] | undefined {
  const values = filtersOf(functionName)[name]?.values;
  return name === 'currency' ? ['any', ...(values ?? [])] : values;
}

/** Returns the entry that equals a search, else the only one that contains it. */
function onlyChoice(values: readonly string[], search: string): string | undefined {
  const wanted = search.toLowerCase();
  const found = values.filter((value) => value.toLowerCase().includes(wanted));
  const equal = values.find((value) => value.toLowerCase() === wanted);
  return equal ?? (found.length === 1 ? found[0] : undefined);
}

/** A comma may be part of a name: Acme, Inc. */
const BETWEEN_COMPANIES =
  /[|\n\r\t;]|,(?!\s*(?:inc|llc|llp|lp|ltd|limited|corp|co|plc|gmbh|ag|kg|se|sa|s\.a|nv|n\.v|bv|b\.v|spa|s\.p\.a|pty|pte)\b)/i;

/** Splits a typed or pasted text into values. @param ofCompanies true if commas separate them, too */
export function valuesIn(text: string, ofCompanies: boolean): string[] {
  return splitValues([text], ofCompanies ? BETWEEN_COMPANIES : /[|\n\r\t]/);
}

/** Adds a text to a value; undefined if the text is empty, or starts with `=` and is not an expression. */
export function withText(
  value: BuilderValue,
  text: string,
  separators: Separators,
  ofCompanies: boolean,
): BuilderValue | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!trimmed.startsWith('='))
    return valueWith(...new Set([...textsOf(value), ...valuesIn(trimmed, ofCompanies)]));
  const cells = trimmed.slice(1).trim();
  return isExpression(cells, separators) ? { kind: 'cells', text: cells } : undefined;
}
