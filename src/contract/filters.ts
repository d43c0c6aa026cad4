/** The filters of each dataset, as tables. Types, checks and the API description are derived from them. */
import {
  CHANGE_REASONS,
  COMPANY_TYPES,
  CURRENCIES,
  DATE_TYPES,
  EXPANSION_TYPES,
  INDUSTRIES,
} from './enumerations.js';

/**
 * - `choice`: one of `values`.
 * - `date`: a calendar date in the format of the dataset.
 * - `list`: several values, any of which may match. `wire` says how a request carries them: only as an array, as an
 *   array or one text, or also as one text with commas between the values.
 * - `amount`: a number expression, see amounts.ts.
 * - `integer`: a whole number, or any number if it is compared with a field; or the same as text.
 * - `text`: one text.
 */
type FilterKind = 'choice' | 'date' | 'list' | 'amount' | 'integer' | 'text';

export const COMPANY_FILTERS: readonly string[] = ['companyDomain', 'companyName', 'companyIds'];

export interface Filter {
  readonly kind: FilterKind;
  readonly description: string;
  readonly values?: readonly string[];
  readonly wire?: 'array' | 'text' | 'commas';
  /** How a text is compared, ignoring case: with a part of the field, or with the whole field. */
  readonly match?: 'part' | 'whole';
  /** The field of the record that is compared; dates and `limit` have none. */
  readonly field?: string;
  readonly min?: number;
}

export type FilterTable = Readonly<Record<string, Filter>>;

/** A list that is compared with a part of a field, or with the whole field. */
const part = (field: string, description: string) =>
  ({ kind: 'list', wire: 'commas', match: 'part', field, description }) as const satisfies Filter;
const whole = (field: string, description: string) =>
  ({ kind: 'list', wire: 'commas', match: 'whole', field, description }) as const satisfies Filter;
/** The same in version 1, where a request carries only arrays. */
const array = (field: string, description: string) =>
  ({ ...whole(field, description), wire: 'array' }) as const satisfies Filter;
const date = (description: string) => ({ kind: 'date', description }) as const satisfies Filter;
const amount = (field: string, description: string) =>
  ({ kind: 'amount', field, description }) as const satisfies Filter;

const LIMIT = { kind: 'integer', min: 1, description: 'Maximum number of records' } as const satisfies Filter;

export const BUSINESS_EXPANSION_FILTERS = {
  dateType: {
    kind: 'choice',
    values: DATE_TYPES,
    description: 'Which date the range is compared with; ANNOUNCED by default',
  },
  startDate: date('First day of the range; the data begins on 2021-01-01'),
  endDate: date('Last day of the range'),
  date: date('One exact day'),
  companyName: part('company.name', 'Company names, whole or in part'),
  companyDomain: part('company.domain', 'Website domains, whole or in part'),
  companyIndustry: {
    ...whole('company.industries', 'Industries of the company'),
    wire: 'text',
    values: INDUSTRIES,
  },
  companyLocation: part(
    'company.location',
    'Headquarters: city, state, province or country, whole or in part',
  ),
  companyType: { ...whole('company.type', 'Ownership of the company'), values: COMPANY_TYPES },
  companyTicker: whole('company.ticker', 'Ticker of a public company'),
  expansionType: { ...whole('expansionType', 'Kinds of facility or expansion'), values: EXPANSION_TYPES },
  expansionLocation: part(
    'expansionLocation',
    'Where the expansion takes place: city, state or country, whole or in part',
  ),
  investment: amount('investment', 'Amount invested; send currency with it'),
  currency: {
    ...whole('currency', 'Currency of the investment; any currency by default'),
    values: CURRENCIES,
  },
  jobs: amount('jobs', 'Number of jobs created'),
  limit: LIMIT,
} as const satisfies FilterTable;

/** Shared by the two version 1 datasets. Their dates are compared with the last-modified date. */
const VERSION_1_FILTERS = {
  startDate: date('First day of the range, compared with the last-modified date'),
  endDate: date('Last day of the range, compared with the last-modified date'),
  companyIds: array('company.id', 'Ids of companies; all tracked companies by default'),
  industries: array('company.industries', 'Industries of the company'),
  industrySegments: array('company.industrySegments', 'Industry segments of the company'),
  countries: array('company.location', 'Countries of the headquarters, by full name'),
} as const satisfies FilterTable;

export const MAJOR_HIRING_FILTERS = {
  ...VERSION_1_FILTERS,
  count: { kind: 'integer', min: 0, field: 'numberOfJobs', description: 'Minimum number of jobs' },
  limit: LIMIT,
} as const satisfies FilterTable;

export const EXECUTIVE_CHANGE_FILTERS = {
  ...VERSION_1_FILTERS,
  title: {
    kind: 'text',
    match: 'whole',
    field: 'executiveTitleCategory',
    description: 'Category of the title, for example CEO, CFO, COO, CTO or CMO',
  },
  reason: {
    kind: 'choice',
    values: CHANGE_REASONS,
    field: 'reason',
    description: 'Why the position changes',
  },
  limit: LIMIT,
} as const satisfies FilterTable;
