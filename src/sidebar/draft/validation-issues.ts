/** Contradictions in a formula, found in the page before any request. */
import { amountExpression, readNumber } from '../../contract/amount-text.js';
import { DATASETS, type Dataset, MAX_LIMIT } from '../../contract/datasets.js';
import { isoFromWire } from '../../contract/dates.js';
import { canonicalDay, resolveDay } from '../../contract/day-words.js';
import type { Filter } from '../../contract/filters.js';
import { isExpression, type Separators } from '../../contract/formula.js';
import {
  type BuilderQuestion,
  type BuilderValue,
  datasetOf,
  filtersOf,
  MATCH_COMPANIES,
  TRACKED_COMPANIES,
} from '../../contract/formula-question.js';
import { type CompanyMode, DAYS, optionOf, textsOf } from './question-edit.js';

/** Contradictions of a question, of one value, and of typed texts outside of it. Each has its own text. */
export type Contradiction = keyof Found | WrongValue | 'unfinished' | 'unread' | 'doubt';
type Found = ReturnType<typeof findAll>;
type WrongValue = 'bad-day' | 'bad-number' | 'bad-limit' | 'bad-amount' | 'bad-cells';

const COMPANY_FILTERS = ['companyName', 'companyDomain', 'companyIds'];

/** Missing companies: without them, the question would be about all companies. */
export const MISSING: readonly Contradiction[] = ['no-group', 'no-companies', 'no-tracked-group'];

/** Contradictions between days, which the fields of the days show. */
export const OF_DAYS: readonly Contradiction[] = ['start-after-end', 'before-first-day'];

export interface DayAndSeparators {
  /** Today as YYYY-MM-DD, in the spreadsheet's zone. */
  readonly today: string;
  readonly separators: Separators;
  /** All groups; undefined if they are not known. Called only if the question names a group. */
  readonly groups?: () => readonly string[] | undefined;
}

/** Values in cells are not known here, so they cause no contradiction. */
export function contradictionsOf(
  question: BuilderQuestion,
  mode: CompanyMode,
  written: DayAndSeparators,
): Contradiction[] {
  const all = findAll(question, mode, written);
  const names = (Object.keys(all) as (keyof Found)[]).filter((name) => all[name]);
  const wrong = question.parts.flatMap(
    (part) =>
      (part.kind === 'option' && wrongIn(question.functionName, part.name, part.value, written)) || [],
  );
  const found = new Set([...names, ...wrong]);
  // a range of names and values may contain the missing option
  const hidden = question.parts.some((part) => part.kind === 'kept');
  const onlyIfKnown: readonly Contradiction[] = ['investment-without-currency', 'currency-alone', ...MISSING];
  return [...found].filter((name) => !(hidden && onlyIfKnown.includes(name)));
}

/** Returns them in the order in which the page shows them. */
function findAll(question: BuilderQuestion, mode: CompanyMode, written: DayAndSeparators) {
  const has = (name: string) => isGiven(question, name);
  const [start = '', end = '', date = ''] = DAYS.map((name) => dayOf(question, name, written.today));
  const firstDay = firstDayOf(question.functionName);
  const isTracked = question.functionName === TRACKED_COMPANIES;
  const isMatch = question.functionName === MATCH_COMPANIES;
  const named = [...textsOf(optionOf(question, 'group')), ...(isTracked ? textsOf(question.first) : [])];
  const first = question.first.kind === 'cells' || question.first.texts.length > 0;
  const companiesNamed = COMPANY_FILTERS.some(has);
  const exact = textsOf(optionOf(question, 'exact'))[0] === 'TRUE';
  const isOfNamed = mode === 'typed' || mode === 'cells' || isMatch;
  return {
    'date-beside-range': has('date') && (has('startDate') || has('endDate')),
    'start-after-end': start !== '' && end !== '' && start > end,
    'before-first-day': [start, end, date].some((one) => one !== '' && one < firstDay),
    'investment-without-currency': has('investment') && !has('currency'),
    'currency-alone': textsOf(optionOf(question, 'currency')).includes('any') && !has('investment'),
    'companies-twice': companiesNamed && (first || has('group')),
    'exact-without-companies': exact && !first && !companiesNamed,
    'no-group': mode === 'group' && !has('group') && !first,
    'no-companies': isOfNamed && !isTracked && !first && !has('group') && !companiesNamed,
    'no-tracked-group': isTracked && !first && !has('group'),
    'unknown-group': named.some((name) => isUnknown(name, written)),
    'bad-cells': isWrongCells(question.first, written),
  };
}

/** Returns an option's day, of a span its first for startDate, else its last; undefined if it has none. */
export function dayOf(question: BuilderQuestion, name: string, today: string): string | undefined {
  const word = canonicalDay((textsOf(optionOf(question, name))[0] ?? '').trim());
  const days = word === undefined ? undefined : resolveDay(word, today);
  // a relative date can leave the calendar: -9999y
  return days && isoFromWire(name === 'startDate' ? days.start : days.end, 'YYYY-MM-DD');
}

/** Returns the problem of an option's value; undefined if it is valid. */
export function wrongIn(
  functionName: string,
  name: string,
  value: BuilderValue | undefined,
  written: DayAndSeparators,
): WrongValue | undefined {
  if (value?.kind === 'cells') return isWrongCells(value, written) ? 'bad-cells' : undefined;
  const [text] = textsOf(value);
  if (text === undefined) return undefined;
  if (name === 'limit') return isWhole(text, { min: 1, max: MAX_LIMIT }) ? undefined : 'bad-limit';
  return wrongValue(name === 'since' ? { kind: 'date' } : filtersOf(functionName)[name], text);
}

function wrongValue(filter: Partial<Filter> | undefined, text: string): WrongValue | undefined {
  switch (filter?.kind) {
    case 'date':
      return canonicalDay(text.trim()) === undefined ? 'bad-day' : undefined;
    case 'amount':
      return isAmount(text) ? undefined : 'bad-amount';
    case 'integer':
      return isWhole(text.replace(/^>=|\+$/g, ''), filter) ? undefined : 'bad-number';
    default:
      return undefined;
  }
}

function isWrongCells(value: BuilderValue, { separators }: DayAndSeparators): boolean {
  return value.kind === 'cells' && !isExpression(value.text, separators);
}

/** Ignores case, so that in doubt the service decides whether the group exists. */
function isUnknown(name: string, written: DayAndSeparators): boolean {
  const groups = written.groups?.();
  const wanted = name.trim().toLowerCase();
  return groups !== undefined && !groups.some((group) => group.trim().toLowerCase() === wanted);
}

function isWhole(text: string, { min = 0, max = Number.MAX_SAFE_INTEGER }: { min?: number; max?: number }) {
  const number = readNumber(text);
  return number !== undefined && Number.isSafeInteger(number) && number >= min && number <= max;
}

function isAmount(text: string): boolean {
  try {
    return amountExpression(text.trim(), () => new Error('no amount')) !== '';
  } catch {
    return false;
  }
}

function isGiven(question: BuilderQuestion, name: string): boolean {
  const value = optionOf(question, name);
  return value !== undefined && (value.kind === 'cells' || value.texts.length > 0);
}

function firstDayOf(functionName: string): string {
  const name = datasetOf(functionName);
  const dataset: Dataset | undefined = name && DATASETS[name];
  return dataset?.firstDay ?? '';
}
