/** The records of the service, field by field. Adding a column is one line here and one in descriptions.json. */
import { CHANGE_REASONS, COMPANY_TYPES, EXPANSION_TYPES, INDUSTRIES } from './enumerations.js';
import type { FieldTable, RecordOf } from './fields.js';

const text = (header: string) => ({ type: 'text', header }) as const;
const date = (header: string) => ({ type: 'date', header }) as const;
const number = (header: string) => ({ type: 'number', header }) as const;
const list = (header: string) => ({ type: 'list', header }) as const;

const ID = text('Id');
const ANNOUNCED = date('Announced');
const LAST_MODIFIED = date('Last modified');
const TITLE = text('Headline');
const URL = text('Source');

/** A company in version 2, which has no id. */
const COMPANY_V2 = {
  name: text('Company'),
  domain: text('Domain'),
  industries: { ...list('Industries'), values: INDUSTRIES },
  location: text('Headquarters'),
  type: { ...text('Company type'), values: COMPANY_TYPES },
  ticker: list('Ticker'),
} as const satisfies FieldTable;

export const COMPANY_V1 = {
  id: text('Company id'),
  name: COMPANY_V2.name,
  domain: COMPANY_V2.domain,
  industries: COMPANY_V2.industries,
  industrySegments: list('Segments'),
  location: COMPANY_V2.location,
  ticker: COMPANY_V2.ticker,
  stockExchange: list('Exchange'),
  type: COMPANY_V2.type,
} as const satisfies FieldTable;

const PLACE = {
  country: text('Country'),
  state: text('State'),
  city: text('City'),
} as const satisfies FieldTable;

export const BUSINESS_EXPANSION = {
  id: ID,
  announcedDate: ANNOUNCED,
  company: COMPANY_V2,
  expansionType: { ...text('Type'), values: EXPANSION_TYPES },
  expansionLocation: PLACE,
  investment: number('Investment'),
  currency: text('Currency'),
  jobs: number('Jobs'),
  lastModified: LAST_MODIFIED,
  title: TITLE,
  url: URL,
} as const satisfies FieldTable;

export const MAJOR_HIRING = {
  id: ID,
  announcedDate: ANNOUNCED,
  company: COMPANY_V1,
  numberOfJobs: number('Jobs'),
  location: PLACE,
  url: URL,
  title: TITLE,
  lastModified: LAST_MODIFIED,
} as const satisfies FieldTable;

export const EXECUTIVE_CHANGE = {
  id: ID,
  company: COMPANY_V1,
  announcedDate: ANNOUNCED,
  executiveName: text('Executive'),
  executiveTitle: text('Position'),
  executiveTitleCategory: list('Position category'),
  reason: { ...text('Reason'), values: CHANGE_REASONS },
  executivePreviousCompany: {
    id: text('Previous company id'),
    name: text('Previous company'),
    domain: text('Previous domain'),
    score: number('Previous score'),
  },
  effectiveDate: date('Effective'),
  url: URL,
  title: TITLE,
  lastModified: LAST_MODIFIED,
} as const satisfies FieldTable;

export const TRACKED_COMPANY = {
  id: COMPANY_V1.id,
  name: COMPANY_V1.name,
  domain: COMPANY_V1.domain,
} as const satisfies FieldTable;

/** The column of a table that names companies to exclude: yes, with its place in that list, or no. */
export const KNOWN_COLUMN = { known: text('Known') } as const satisfies FieldTable;

/** Columns of a table with rules for a score: the points of the rules that the record meets, and those rules. */
export const SCORE_COLUMNS = {
  score: number('Score'),
  why: text('Why'),
} as const satisfies FieldTable;

/** Returns the columns that the options `exclude` and `score` add, in the order of their cells in rows. */
export function addedColumns(hasKnown: boolean, hasScore: boolean) {
  return { ...(hasKnown && KNOWN_COLUMN), ...(hasScore && SCORE_COLUMNS) };
}

/** The row that MATCH_COMPANIES gives for a text. */
export const MATCHED_COMPANY = {
  text: text('Text'),
  ...TRACKED_COMPANY,
  headquarters: COMPANY_V1.location,
  confidence: number('Confidence'),
  status: text('Match'),
  alternatives: list('Alternatives'),
} as const satisfies FieldTable;

export const NEWS_ITEM = {
  id: text('Id'),
  publisher: text('Publisher'),
  title: text('Headline'),
  url: text('Source'),
  desc: text('Summary'),
  publishDate: date('Published'),
  companies: { type: 'refs', header: 'Companies' },
  triggers: list('Triggers'),
} as const satisfies FieldTable;

export type BusinessExpansion = RecordOf<typeof BUSINESS_EXPANSION>;
export type NewsItem = RecordOf<typeof NEWS_ITEM>;
