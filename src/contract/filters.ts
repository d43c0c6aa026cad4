/**
 * The filters of each dataset, as tables. Types, checks and the API's schemas are derived from them. Their
 * descriptions are in descriptions.json.
 */
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
const part = (field: string) =>
  ({ kind: 'list', wire: 'commas', match: 'part', field }) as const satisfies Filter;
const whole = (field: string) =>
  ({ kind: 'list', wire: 'commas', match: 'whole', field }) as const satisfies Filter;
/** The same in version 1, where a request carries only arrays. */
const array = (field: string) => ({ ...whole(field), wire: 'array' }) as const satisfies Filter;
const amount = (field: string) => ({ kind: 'amount', field }) as const satisfies Filter;

const DATE = { kind: 'date' } as const satisfies Filter;
const LIMIT = { kind: 'integer', min: 1 } as const satisfies Filter;

export const BUSINESS_EXPANSION_FILTERS = {
  dateType: { kind: 'choice', values: DATE_TYPES },
  startDate: DATE,
  endDate: DATE,
  date: DATE,
  companyName: part('company.name'),
  companyDomain: part('company.domain'),
  companyIndustry: { ...whole('company.industries'), wire: 'text', values: INDUSTRIES },
  companyLocation: part('company.location'),
  companyType: { ...whole('company.type'), values: COMPANY_TYPES },
  companyTicker: whole('company.ticker'),
  expansionType: { ...whole('expansionType'), values: EXPANSION_TYPES },
  expansionLocation: part('expansionLocation'),
  investment: amount('investment'),
  currency: { ...whole('currency'), values: CURRENCIES },
  jobs: amount('jobs'),
  limit: LIMIT,
} as const satisfies FilterTable;

/** Shared by the two version 1 datasets. Their dates are compared with the last-modified date. */
const VERSION_1_FILTERS = {
  startDate: DATE,
  endDate: DATE,
  companyIds: array('company.id'),
  industries: array('company.industries'),
  industrySegments: array('company.industrySegments'),
  countries: array('company.location'),
} as const satisfies FilterTable;

export const MAJOR_HIRING_FILTERS = {
  ...VERSION_1_FILTERS,
  count: { kind: 'integer', min: 0, field: 'numberOfJobs' },
  limit: LIMIT,
} as const satisfies FilterTable;

export const EXECUTIVE_CHANGE_FILTERS = {
  ...VERSION_1_FILTERS,
  title: { kind: 'text', match: 'whole', field: 'executiveTitleCategory' },
  reason: { kind: 'choice', values: CHANGE_REASONS, field: 'reason' },
  limit: LIMIT,
} as const satisfies FilterTable;
