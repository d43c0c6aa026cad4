/** What a formula understands beside the service's own filters: our options, and short names for options and columns. */
import type { FilterTable } from './filters.js';

export type OwnOptionKind = 'columns' | 'flag' | 'sort' | 'token' | 'list';

/** Options that shape the table or choose companies; none of them travels to the service by that name. */
export const OWN_OPTIONS = {
  group: { kind: 'list', description: 'Names of groups of tracked companies: only those companies' },
  columns: { kind: 'columns', description: 'Columns in the wanted order, by name; or all' },
  headers: { kind: 'flag', description: 'FALSE leaves the header row out' },
  sort: { kind: 'sort', description: 'Columns to sort by; with - in front, from high to low' },
  exact: { kind: 'flag', description: 'TRUE keeps only whole-word matches of the companies asked for' },
  refresh: { kind: 'token', description: 'Any cell: whenever its value is new, the service is asked anew' },
} as const satisfies Record<string, { kind: OwnOptionKind; description: string }>;

export type OwnOption = keyof typeof OWN_OPTIONS;

/** Short names of filters; the first that the dataset has is meant. */
export const OPTION_ALIASES: Readonly<Record<string, readonly string[]>> = {
  from: ['startDate'],
  to: ['endDate'],
  name: ['companyName'],
  domain: ['companyDomain'],
  id: ['companyIds'],
  ids: ['companyIds'],
  industry: ['companyIndustry', 'industries'],
  segment: ['industrySegments'],
  type: ['expansionType'],
  location: ['expansionLocation', 'countries'],
  hq: ['companyLocation', 'countries'],
  country: ['countries', 'expansionLocation'],
  ticker: ['companyTicker'],
  groups: ['group'],
  column: ['columns'],
  header: ['headers'],
};

/** Short names of columns; the first that the record has is meant. Headers and paths need no entry. */
export const COLUMN_ALIASES: Readonly<Record<string, readonly string[]>> = {
  date: ['announcedDate', 'publishDate'],
  announced: ['announcedDate'],
  modified: ['lastModified'],
  company: ['company.name', 'name'],
  name: ['company.name', 'name'],
  domain: ['company.domain', 'domain'],
  companyid: ['company.id', 'id'],
  industry: ['company.industries'],
  segment: ['company.industrySegments'],
  hq: ['company.location'],
  ticker: ['company.ticker'],
  type: ['expansionType', 'company.type'],
  location: ['expansionLocation', 'location', 'company.location'],
  country: ['expansionLocation.country', 'location.country'],
  state: ['expansionLocation.state', 'location.state'],
  city: ['expansionLocation.city', 'location.city'],
  amount: ['investment'],
  jobs: ['jobs', 'numberOfJobs'],
  headline: ['title'],
  link: ['url'],
  source: ['url'],
  executive: ['executiveName'],
  position: ['executiveTitle'],
  category: ['executiveTitleCategory'],
  previous: ['executivePreviousCompany.name'],
};

/** Countries as people write them, in lower case, and their names in the data. */
export const COUNTRY_SPELLINGS: Readonly<Record<string, string>> = {
  us: 'United States of America',
  usa: 'United States of America',
  'u.s.': 'United States of America',
  'u.s.a.': 'United States of America',
  'united states': 'United States of America',
  america: 'United States of America',
  uk: 'United Kingdom',
  'u.k.': 'United Kingdom',
  gb: 'United Kingdom',
  'great britain': 'United Kingdom',
  britain: 'United Kingdom',
  uae: 'United Arab Emirates',
  'south korea': 'South Korea',
  korea: 'South Korea',
  holland: 'Netherlands',
  'the netherlands': 'Netherlands',
};

/** Title categories as people write them, in lower case, and the short forms that the service filters by. */
export const TITLE_SPELLINGS: Readonly<Record<string, string>> = {
  'chief executive officer': 'CEO',
  'chief executive': 'CEO',
  'chief financial officer': 'CFO',
  'chief operating officer': 'COO',
  'chief technology officer': 'CTO',
  'chief marketing officer': 'CMO',
  'chief human resources officer': 'CHRO',
  'chief people officer': 'CHRO',
  'chief information security officer': 'CISO',
  'chief product officer': 'CPO',
};

/** Change reasons as people write them, in lower case. */
export const REASON_SPELLINGS: Readonly<Record<string, string>> = {
  new: 'New Appointment',
  appointed: 'New Appointment',
  appointment: 'New Appointment',
  promoted: 'Promoted/Role Change',
  promotion: 'Promoted/Role Change',
  'role change': 'Promoted/Role Change',
  retirement: 'Retired',
  resignation: 'Resigned',
  death: 'Demise',
  died: 'Demise',
  other: 'Others',
};

/** The option that a typed name means for a table of filters, or undefined. Case does not matter. */
export function resolveOption(filters: FilterTable, typed: string): string | undefined {
  const name = typed.trim().toLowerCase();
  const known = [...Object.keys(filters), ...Object.keys(OWN_OPTIONS)];
  const same = known.find((option) => option.toLowerCase() === name);
  if (same) return same;
  return ownValue(OPTION_ALIASES, name)?.find((option) => known.includes(option));
}

/** A table's own entry: a name such as `constructor` finds nothing. */
export function ownValue<V>(table: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;
}
