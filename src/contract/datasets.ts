/** The three datasets that can be queried, each with its address, its records and its filters. */
import type { DateFormat } from './dates.js';
import type { DATE_TYPES } from './enumerations.js';
import { type Column, columnsOf, type FieldTable } from './fields.js';
import {
  BUSINESS_EXPANSION_FILTERS,
  EXECUTIVE_CHANGE_FILTERS,
  type FilterTable,
  MAJOR_HIRING_FILTERS,
} from './filters.js';
import { BUSINESS_EXPANSION, EXECUTIVE_CHANGE, MAJOR_HIRING } from './records.js';

export interface Dataset {
  /** The custom function that queries it. */
  readonly functionName: string;
  readonly path: string;
  /** The date format in requests and records. */
  readonly dates: DateFormat;
  readonly record: FieldTable;
  readonly filters: FilterTable;
  /** True if each returned record costs one credit. */
  readonly paid: boolean;
  /** The date of a record that a date range is compared with, unless the filter `dateType` says otherwise. */
  readonly dateType: (typeof DATE_TYPES)[number];
  /** The fields that name companies in a request: `companyIds`, or `companyDomain` and `companyName`. */
  readonly companiesBy: 'id' | 'domain-or-name';
  /** The companies that a query is about when it names none. */
  readonly defaultCompanies: 'all' | 'tracked';
  /** Its first day, if the service refuses earlier ones. */
  readonly firstDay?: string;
  /** The default columns of a table, by path. */
  readonly columns: readonly string[];
}

/** The properties that both datasets of version 1 share. */
const VERSION_1 = {
  dates: 'DD/MM/YYYY',
  paid: false,
  dateType: 'LAST-MODIFIED',
  companiesBy: 'id',
  defaultCompanies: 'tracked',
} as const satisfies Partial<Dataset>;

export const DATASETS = {
  'business-expansion': {
    functionName: 'EXPANSIONS',
    path: '/api/v2/dataset/business-expansion',
    dates: 'YYYY-MM-DD',
    record: BUSINESS_EXPANSION,
    filters: BUSINESS_EXPANSION_FILTERS,
    paid: true,
    dateType: 'ANNOUNCED',
    companiesBy: 'domain-or-name',
    defaultCompanies: 'all',
    firstDay: '2021-01-01',
    columns: [
      'announcedDate',
      'company.name',
      'company.domain',
      'expansionType',
      'expansionLocation.city',
      'expansionLocation.state',
      'expansionLocation.country',
      'investment',
      'currency',
      'jobs',
      'title',
      'url',
    ],
  },
  'major-hiring': {
    functionName: 'HIRINGS',
    path: '/api/v1/dataset/major-hiring',
    ...VERSION_1,
    record: MAJOR_HIRING,
    filters: MAJOR_HIRING_FILTERS,
    columns: [
      'announcedDate',
      'company.name',
      'company.domain',
      'numberOfJobs',
      'location.city',
      'location.state',
      'location.country',
      'title',
      'url',
      'lastModified',
    ],
  },
  'executive-change': {
    functionName: 'EXEC_CHANGES',
    path: '/api/v1/dataset/executive-change',
    ...VERSION_1,
    record: EXECUTIVE_CHANGE,
    filters: EXECUTIVE_CHANGE_FILTERS,
    columns: [
      'announcedDate',
      'company.name',
      'company.domain',
      'executiveName',
      'executiveTitle',
      'executiveTitleCategory',
      'reason',
      'executivePreviousCompany.name',
      'effectiveDate',
      'url',
      'lastModified',
    ],
  },
} as const satisfies Record<string, Dataset>;

export type DatasetName = keyof typeof DATASETS;

/** All columns of a dataset's records. */
export const RECORD_COLUMNS = Object.fromEntries(
  Object.entries(DATASETS).map(([name, { record }]) => [name, columnsOf(record)]),
) as unknown as Readonly<Record<DatasetName, readonly Column[]>>;

/** The default limit of a query. Version 1 specifies it, version 2 does not. */
export const DEFAULT_LIMIT = 100;

/** The most records of a formula: more exceed the 30 s of an execution or the memory of a page. */
export const MAX_LIMIT = 10_000;

export const FIRST_DAY = DATASETS['business-expansion'].firstDay;

export function isDatasetName(value: unknown): value is DatasetName {
  return typeof value === 'string' && Object.keys(DATASETS).includes(value);
}
