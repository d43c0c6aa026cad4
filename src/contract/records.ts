/** The records of the service, field by field. Adding a column is one line here. */
import { CHANGE_REASONS, COMPANY_TYPES, EXPANSION_TYPES, INDUSTRIES } from './enumerations.js';
import type { FieldTable, RecordOf } from './fields.js';

const text = (header: string, description: string) => ({ type: 'text', header, description }) as const;
const date = (header: string, description: string) => ({ type: 'date', header, description }) as const;
const number = (header: string, description: string) => ({ type: 'number', header, description }) as const;
const list = (header: string, description: string) => ({ type: 'list', header, description }) as const;

const ID = text('Id', 'Unique id of the record; the same id appears again when the record is corrected');
const ANNOUNCED = date('Announced', 'Date of the announcement');
const LAST_MODIFIED = date('Last modified', 'Date on which the record was last changed');
const TITLE = text('Headline', 'Headline of the source news or press release');
const URL = text('Source', 'Address of the source document');

/** A company in version 2, which has no id. */
const COMPANY_V2 = {
  name: text('Company', 'Name of the company'),
  domain: text('Domain', 'Website domain of the company'),
  industries: { ...list('Industries', 'Industries of the company'), values: INDUSTRIES },
  location: text('Headquarters', 'Headquarters of the company: city, state, country'),
  type: { ...text('Company type', 'Ownership of the company'), values: COMPANY_TYPES },
  ticker: list('Ticker', 'Stock tickers of a public company'),
} as const satisfies FieldTable;

export const COMPANY_V1 = {
  id: text('Company id', 'Id of the company, assigned by the service'),
  name: COMPANY_V2.name,
  domain: COMPANY_V2.domain,
  industries: COMPANY_V2.industries,
  industrySegments: list('Segments', 'Industry segments of the company'),
  location: COMPANY_V2.location,
  ticker: COMPANY_V2.ticker,
  stockExchange: list('Exchange', 'Stock exchanges of a public company'),
  type: COMPANY_V2.type,
} as const satisfies FieldTable;

const place = (what: string) =>
  ({
    country: text('Country', `Country of the ${what}`),
    state: text('State', `State or province of the ${what}`),
    city: text('City', `City of the ${what}`),
  }) as const satisfies FieldTable;

export const BUSINESS_EXPANSION = {
  id: ID,
  announcedDate: ANNOUNCED,
  company: COMPANY_V2,
  expansionType: { ...text('Type', 'Kind of facility or expansion'), values: EXPANSION_TYPES },
  expansionLocation: place('expansion'),
  investment: number('Investment', 'Announced investment, in the currency of the record'),
  currency: text('Currency', 'Currency of the investment'),
  jobs: number('Jobs', 'Number of jobs created'),
  lastModified: LAST_MODIFIED,
  title: TITLE,
  url: URL,
} as const satisfies FieldTable;

export const MAJOR_HIRING = {
  id: ID,
  announcedDate: ANNOUNCED,
  company: COMPANY_V1,
  numberOfJobs: number('Jobs', 'Number of people to be hired'),
  location: place('jobs'),
  url: URL,
  title: TITLE,
  lastModified: LAST_MODIFIED,
} as const satisfies FieldTable;

export const EXECUTIVE_CHANGE = {
  id: ID,
  company: COMPANY_V1,
  announcedDate: ANNOUNCED,
  executiveName: text('Executive', 'Name of the executive'),
  executiveTitle: text('Position', 'Title as announced'),
  executiveTitleCategory: list('Position category', 'Categories of the title, such as CEO or CFO'),
  reason: { ...text('Reason', 'Why the position changes'), values: CHANGE_REASONS },
  executivePreviousCompany: {
    id: text('Previous company id', 'Id of the company that the executive comes from'),
    name: text('Previous company', 'Name of the company that the executive comes from'),
    domain: text('Previous domain', 'Website domain of the company that the executive comes from'),
    score: number(
      'Previous score',
      'Score of the previous company; the service does not say what it measures',
    ),
  },
  effectiveDate: date('Effective', 'Date on which the change takes effect'),
  url: URL,
  title: TITLE,
  lastModified: LAST_MODIFIED,
} as const satisfies FieldTable;

export const TRACKED_COMPANY = {
  id: COMPANY_V1.id,
  name: COMPANY_V1.name,
  domain: COMPANY_V1.domain,
} as const satisfies FieldTable;

/** Columns of a table that names companies to exclude. */
export const KNOWN_COLUMN = {
  known: text('Known', 'yes, with its place in your list, or no'),
} as const satisfies FieldTable;

/** Columns of a table with rules for a score. */
export const SCORE_COLUMNS = {
  score: number('Score', 'Points of the rules that the record meets'),
  why: text('Why', 'Those rules, each with its points'),
} as const satisfies FieldTable;

/** The row that MATCH_COMPANIES gives for a text. */
export const MATCHED_COMPANY = {
  text: text('Text', 'What your cell has'),
  ...TRACKED_COMPANY,
  headquarters: COMPANY_V1.location,
  confidence: number('Confidence', 'From 0 to 100; there is a company from 80 on'),
  status: text('Match', 'exact, probable, renamed, several or none'),
  alternatives: list('Alternatives', 'Other companies that are near, the nearest first'),
} as const satisfies FieldTable;

export const NEWS_ITEM = {
  id: text('Id', 'Unique id of the news item'),
  publisher: text('Publisher', 'Who published it'),
  title: text('Headline', 'Headline'),
  url: text('Source', 'Address of the article'),
  desc: text('Summary', 'Short text of the article'),
  publishDate: date('Published', 'Date of publication'),
  companies: { type: 'refs', header: 'Companies', description: 'Companies in the news item' },
  triggers: list('Triggers', 'Topics that the service recognised'),
} as const satisfies FieldTable;

export type BusinessExpansion = RecordOf<typeof BUSINESS_EXPANSION>;
export type NewsItem = RecordOf<typeof NEWS_ITEM>;
