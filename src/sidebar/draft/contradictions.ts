/** Contradictions in a formula, found in the page before any request. */
import { FIRST_DAY } from '../../contract/datasets.js';
import { isoFromWire } from '../../contract/dates.js';
import type { BuilderQuestion } from '../../contract/formula-question.js';
import { type CompanyMode, optionOf, textsOf } from './question-edit.js';

export const CONTRADICTIONS = [
  'date-beside-range',
  'start-after-end',
  'before-first-day',
  'investment-without-currency',
  'currency-alone',
  'companies-twice',
  'exact-without-companies',
  'no-group',
  'no-companies',
] as const;

export type Contradiction = (typeof CONTRADICTIONS)[number];

const COMPANY_FILTERS = ['companyName', 'companyDomain', 'companyIds'];

/** What has to be there before anything is asked: without it the question would be about all companies. */
export const MISSING: readonly Contradiction[] = ['no-group', 'no-companies'];

/** Values in cells are not known here, so they cause no contradiction. */
export function contradictionsOf(question: BuilderQuestion, mode: CompanyMode): Contradiction[] {
  const has = (name: string) => isGiven(question, name);
  const day = (name: string) => isoDay(textsOf(optionOf(question, name))[0] ?? '');
  const [start, end] = [day('startDate'), day('endDate')];
  const first = question.first.kind === 'cells' || question.first.texts.length > 0;
  const companiesNamed = COMPANY_FILTERS.some(has);
  const exact = textsOf(optionOf(question, 'exact'))[0] === 'TRUE';
  const found: Readonly<Record<Contradiction, boolean>> = {
    'date-beside-range': has('date') && (has('startDate') || has('endDate')),
    'start-after-end': start !== '' && end !== '' && start > end,
    'before-first-day': [start, end, day('date')].some((one) => one !== '' && one < FIRST_DAY),
    'investment-without-currency': has('investment') && !has('currency'),
    'currency-alone': textsOf(optionOf(question, 'currency')).includes('any') && !has('investment'),
    'companies-twice': companiesNamed && (first || has('group')),
    'exact-without-companies': exact && !first && !companiesNamed,
    'no-group': mode === 'group' && !has('group') && !first,
    'no-companies': (mode === 'typed' || mode === 'cells') && !first && !has('group') && !companiesNamed,
  };
  // a range of names and values may contain the missing option
  const hidden = question.parts.some((part) => part.kind === 'kept');
  const onlyIfKnown: readonly Contradiction[] = [
    'investment-without-currency',
    'currency-alone',
    'no-group',
    'no-companies',
  ];
  return CONTRADICTIONS.filter((name) => found[name] && !(hidden && onlyIfKnown.includes(name)));
}

function isGiven(question: BuilderQuestion, name: string): boolean {
  const value = optionOf(question, name);
  return value !== undefined && (value.kind === 'cells' || value.texts.length > 0);
}

function isoDay(text: string): string {
  return isoFromWire(text, 'YYYY-MM-DD') ?? '';
}
