/** Problems of a formula, found in the page before any request. */
import { amountExpression, readNumber } from '../../contract/amount-text.js';
import { MAX_LIMIT } from '../../contract/datasets.js';
import { isoFromWire } from '../../contract/dates.js';
import { canonicalDay, resolveDay } from '../../contract/day-words.js';
import { isDomain, reduceToDomain } from '../../contract/domains.js';
import { COMPANY_FILTERS, type Filter } from '../../contract/filters.js';
import { isExpression, type Separators } from '../../contract/formula.js';
import {
  type BuilderQuestion,
  type BuilderValue,
  filtersOf,
  MATCH_COMPANIES,
  propertiesOf,
  TRACKED_COMPANIES,
} from '../../contract/formula-question.js';
import { isIntegerIn } from '../../contract/json.js';
import { splitValues } from '../../contract/options.js';
import {
  type CompanyMode,
  DAYS,
  isGiven,
  isOption,
  isPaid,
  limitOf,
  MANY_COMPANIES,
  optionOf,
  textsOf,
} from './question-edit.js';

/** Problems of a question, of one value, and of typed texts outside of it. Each has its own text. */
export type ValidationIssue = keyof QuestionIssues | ValueIssue | 'unfinished' | 'unread' | 'doubt';
type QuestionIssues = ReturnType<typeof checkQuestion>;
type ValueIssue = 'bad-day' | 'bad-number' | 'bad-limit' | 'bad-amount' | 'bad-cells' | 'bad-single';

/** True for missing companies: without them, the question would be about all companies. */
export function isMissingCompanies(name: ValidationIssue): boolean {
  return name.startsWith('no-');
}

export interface ValidationContext {
  /** Today as YYYY-MM-DD, in the spreadsheet's zone. */
  readonly today: string;
  readonly separators: Separators;
  /** All groups; undefined if they are not known. Called only if the question names a group. */
  readonly groups?: () => readonly string[] | undefined;
}

/** Issues that only the formula can confirm, or that change nothing. They do not prevent an insertion. */
export const HARMLESS_ISSUES: readonly ValidationIssue[] = ['exact-without-companies', 'perhaps-low-limit'];

/** Values in cells are not known here, so they cause no issue. */
export function validationIssuesOf(
  question: BuilderQuestion,
  mode: CompanyMode,
  context: ValidationContext,
): ValidationIssue[] {
  const all = checkQuestion(question, mode, context);
  const names = (Object.keys(all) as (keyof QuestionIssues)[]).filter((name) => all[name]);
  const wrong = question.parts.flatMap(
    (part) =>
      (part.kind === 'option' && valueIssueOf(question.functionName, part.name, part.value, context)) || [],
  );
  const found = [...new Set<ValidationIssue>([...names, ...wrong])];
  // a range of names and values may contain the missing option
  const hasUnreadParts = question.parts.some((part) => part.kind === 'verbatim');
  const needsOption = (name: ValidationIssue) => isMissingCompanies(name) || name.includes('currency');
  return hasUnreadParts ? found.filter((name) => !needsOption(name)) : found;
}

/** Returns them in the order in which the page shows them. */
function checkQuestion(question: BuilderQuestion, mode: CompanyMode, context: ValidationContext) {
  const has = (name: string) => question.parts.some((part) => isOption(part, name) && isGiven(part));
  const [start = '', end = '', date = ''] = DAYS.map((name) => dayOf(question, name, context.today));
  const firstDay = propertiesOf(question.functionName)?.firstDay ?? '';
  const isTrackedCompanies = question.functionName === TRACKED_COMPANIES;
  const isMatch = question.functionName === MATCH_COMPANIES;
  const named = [
    ...textsOf(optionOf(question, 'group')),
    ...(isTrackedCompanies ? textsOf(question.first) : []),
  ];
  const hasFirst = question.first.kind === 'cells' || question.first.texts.length > 0;
  const hasCompanyFilter = COMPANY_FILTERS.some(has);
  const isExact = textsOf(optionOf(question, 'exact'))[0] === 'TRUE';
  const limit = (isPaid(question) && limitOf(question)) || MAX_LIMIT;
  const isOfUnknownCount = question.first.kind === 'cells' || has('group');
  const needsCompanies = mode === 'typed' || mode === 'cells' || isMatch;
  return {
    'date-beside-range': has('date') && (has('startDate') || has('endDate')),
    'start-after-end': start !== '' && end !== '' && start > end,
    'before-first-day': [start, end, date].some((one) => one !== '' && one < firstDay),
    'investment-without-currency': has('investment') && !has('currency'),
    'currency-alone': textsOf(optionOf(question, 'currency')).includes('any') && !has('investment'),
    'companies-twice': hasCompanyFilter && (hasFirst || has('group')),
    'exact-without-companies': isExact && !hasFirst && !hasCompanyFilter,
    'no-group': mode === 'group' && !has('group') && !hasFirst,
    'no-companies': needsCompanies && !isTrackedCompanies && !hasFirst && !has('group') && !hasCompanyFilter,
    'no-tracked-group': isTrackedCompanies && !hasFirst && !has('group'),
    'unknown-group': named.some((name) => isUnknownGroup(name, context)),
    'low-limit': !isOfUnknownCount && limit < requestsFor(textsOf(question.first)),
    'perhaps-low-limit': isOfUnknownCount && limit < 2,
    'bad-cells': question.first.kind === 'cells' && !isExpression(question.first.text, context.separators),
  };
}

/** Returns how many requests typed companies need: domains and names are asked for apart. */
function requestsFor(companies: readonly string[]): number {
  const domains = companies.filter((company) => isDomain(reduceToDomain(company))).length;
  return Math.ceil(domains / MANY_COMPANIES) + Math.ceil((companies.length - domains) / MANY_COMPANIES);
}

/** Returns an option's day, of a span its first for startDate, else its last; undefined if it has none. */
export function dayOf(question: BuilderQuestion, name: string, today: string): string | undefined {
  const word = canonicalDay((textsOf(optionOf(question, name))[0] ?? '').trim());
  const days = word === undefined ? undefined : resolveDay(word, today);
  // a relative date can leave the calendar: -9999y
  return days && isoFromWire(name === 'startDate' ? days.start : days.end, 'YYYY-MM-DD');
}

/** Returns the problem of an option's value; undefined if it is valid. */
export function valueIssueOf(
  functionName: string,
  name: string,
  value: BuilderValue | undefined,
  context: ValidationContext,
): ValueIssue | undefined {
  if (value?.kind === 'cells') return isExpression(value.text, context.separators) ? undefined : 'bad-cells';
  const [text] = textsOf(value);
  if (text === undefined) return undefined;
  if (name === 'limit') return isIntegerIn(readNumber(text), 1, MAX_LIMIT) ? undefined : 'bad-limit';
  const filter = filtersOf(functionName)[name];
  const { kind, min = 0 }: Partial<Filter> =
    name === 'since' ? { kind: 'date' } : (filter ?? { kind: 'list' });
  if (kind === 'date' && canonicalDay(text.trim()) === undefined) return 'bad-day';
  if (kind === 'amount' && !isAmount(text)) return 'bad-amount';
  if (kind === 'integer' && !isIntegerIn(readNumber(text.replace(/^>=|\+$/g, '')), min)) return 'bad-number';
  // a formula would split one text, too
  const hasSeveral = splitValues(textsOf(value), /[|\r\n]/).length > 1;
  return kind !== 'list' && kind !== 'amount' && hasSeveral ? 'bad-single' : undefined;
}

/** Ignores case, so that in doubt the service decides whether the group exists. */
function isUnknownGroup(name: string, context: ValidationContext): boolean {
  const groups = context.groups?.();
  const wanted = name.trim().toLowerCase();
  return groups !== undefined && !groups.some((group) => group.trim().toLowerCase() === wanted);
}

function isAmount(text: string): boolean {
  try {
    return amountExpression(text.trim(), () => new Error('no amount')) !== '';
  } catch {
    return false;
  }
}
