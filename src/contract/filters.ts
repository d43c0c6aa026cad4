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

/** Those that name companies. */
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

const LIMIT = {
  kind: 'integer',
  min: 1,
  description: 'Maximum number of records',
} as const satisfies Filter;

export const BUSINESS_EXPANSION_FILTERS = {
  dateType: {
    kind: 'choice',
    values: DATE_TYPES,
    description: 'Which date the range is compared with; ANNOUNCED by default',
  },
  startDate: { kind: 'date', description: 'First day of the range; the data begins on 2021-01-01' },
  endDate: { kind: 'date', description: 'Last day of the range' },
  date: { kind: 'date', description: 'One exact day' },
  companyName: {
    kind: 'list',
    wire: 'commas',
    match: 'part',
    field: 'company.name',
    description: 'Company names, whole or in part',
  },
  companyDomain: {
    kind: 'list',
    wire: 'commas',
    match: 'part',
    field: 'company.domain',
    description: 'Website domains, whole or in part',
  },
  companyIndustry: {
    kind: 'list',
    wire: 'text',
    match: 'whole',
    values: INDUSTRIES,
    field: 'company.industries',
    description: 'Industries of the company',
  },
  companyLocation: {
    kind: 'list',
    wire: 'commas',
    match: 'part',
    field: 'company.location',
    description: 'Headquarters: city, state, province or country, whole or in part',
  },
  companyType: {
    kind: 'list',
    wire: 'commas',
    match: 'whole',
    values: COMPANY_TYPES,
    field: 'company.type',
    description: 'Ownership of the company',
  },
  companyTicker: {
    kind: 'list',
    wire: 'commas',
    match: 'whole',
    field: 'company.ticker',
    description: 'Ticker of a public company',
  },
  expansionType: {
    kind: 'list',
    wire: 'commas',
    match: 'whole',
    values: EXPANSION_TYPES,
    field: 'expansionType',
    description: 'Kinds of facility or expansion',
  },
  expansionLocation: {
    kind: 'list',
    wire: 'commas',
    match: 'part',
    field: 'expansionLocation',
    description: 'Where the expansion takes place: city, state or country, whole or in part',
  },
  investment: {
    kind: 'amount',
    field: 'investment',
    description: 'Amount invested; send currency with it',
  },
  currency: {
    kind: 'list',
    wire: 'commas',
    match: 'whole',
    values: CURRENCIES,
    field: 'currency',
    description: 'Currency of the investment; any currency by default',
  },
  jobs: { kind: 'amount', field: 'jobs', description: 'Number of jobs created' },
  limit: LIMIT,
} as const satisfies FilterTable;

/** Shared by the two version 1 datasets. Their dates are compared with the last-modified date. */
const VERSION_1_FILTERS = {
  startDate: { kind: 'date', description: 'First day of the range, compared with the last-modified date' },
  endDate: { kind: 'date', description: 'Last day of the range, compared with the last-modified date' },
  companyIds: {
    kind: 'list',
    wire: 'array',
    match: 'whole',
    field: 'company.id',
    description: 'Ids of companies; all tracked companies by default',
  },
  industries: {
    kind: 'list',
    wire: 'array',
    match: 'whole',
    field: 'company.industries',
    description: 'Industries of the company',
  },
  industrySegments: {
    kind: 'list',
    wire: 'array',
    match: 'whole',
    field: 'company.industrySegments',
    description: 'Industry segments of the company',
  },
  countries: {
    kind: 'list',
    wire: 'array',
    match: 'whole',
    field: 'company.location',
    description: 'Countries of the headquarters, by full name',
  },
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
