/** The options of formulas beside the service's filters, and short names of options and columns. */
import { DATASETS } from './datasets.js';
import type { FilterTable } from './filters.js';

type OwnOptionKind = 'columns' | 'flag' | 'sort' | 'token' | 'list' | 'date';

/**
 * Options that shape the table or choose companies, with their kinds. None of them is sent to the service under
 * that name. Their descriptions are in descriptions.json.
 */
export const OWN_OPTIONS = {
  group: 'list',
  columns: 'columns',
  headers: 'flag',
  sort: 'sort',
  exact: 'flag',
  exclude: 'list',
  score: 'list',
  since: 'date',
  refresh: 'token',
} as const satisfies Record<string, OwnOptionKind>;

export type OwnOption = keyof typeof OWN_OPTIONS;

export const DATASET_OPTIONS = Object.keys(OWN_OPTIONS) as readonly OwnOption[];

/** Short names of filters. A short name means the first of its filters that the dataset has. */
export const OPTION_ALIASES = {
  from: ['startDate'],
  to: ['endDate'],
  name: ['companyName'],
  domain: ['companyDomain'],
  id: ['companyIds'],
  jobs: ['count'],
  ids: ['companyIds'],
  industry: ['companyIndustry', 'industries'],
  segment: ['industrySegments'],
  type: ['expansionType'],
  location: ['expansionLocation'],
  hq: ['companyLocation', 'countries'],
  country: ['countries', 'expansionLocation'],
  ticker: ['companyTicker'],
  groups: ['group'],
  column: ['columns'],
  header: ['headers'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** The options to suggest for one that a dataset lacks: the first of these that it has. */
export const RELATED_OPTIONS: readonly { readonly words: RegExp; readonly names: readonly string[] }[] = [
  { words: /location|place|region|city|state|country/, names: ['location', 'country'] },
  { words: /role|position|title/, names: ['title'] },
  { words: /date|day|since|after/, names: ['from'] },
  { words: /amount|value|invest|size/, names: ['investment', 'jobs'] },
];

/** Short names of columns, each for the first of these that the record has. Headers and paths have none. */
export const COLUMN_ALIASES: Readonly<Record<string, readonly string[]>> = {
  date: ['announcedDate'],
  announced: ['announcedDate'],
  modified: ['lastModified'],
  company: ['company.name', 'name'],
  name: ['company.name', 'name'],
  domain: ['company.domain', 'domain'],
  companyid: ['company.id'],
  industry: ['company.industries'],
  segment: ['company.industrySegments'],
  hq: ['company.location', 'headquarters'],
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

/** Spellings of countries, and their names in the data. Case and spaces do not matter, here and below. */
export const COUNTRY_SPELLINGS = spellings({
  'United States of America':
    'us, usa, u.s., u.s.a., united states, the united states, the us, the usa, america, vereinigte staaten',
  'United Kingdom': 'uk, the uk, u.k., gb, great britain, britain, vereinigtes königreich, großbritannien',
  'United Arab Emirates': 'uae, u.a.e.',
  'South Korea': 'korea, republic of korea',
  Vietnam: 'viet nam',
  Germany: 'deutschland',
  Netherlands: 'holland, the netherlands, niederlande',
  Austria: 'österreich',
  Belgium: 'belgien',
  France: 'frankreich',
  Italy: 'italien',
  Poland: 'polen',
  Spain: 'spanien',
  Switzerland: 'schweiz',
});

/**
 * Title categories as people and records write them, and the short forms that the service filters by. CIO and CRO have
 * two meanings each, so their long forms are not shortened.
 */
export const TITLE_SPELLINGS = spellings({
  CEO: 'chief executive officer, chief executive, chief executive officer (ceo)/president/managing director',
  CFO: 'chief financial officer, chief financial officer (cfo)/head of finance',
  COO: 'chief operating officer, chief operating officer (coo)',
  CTO: 'chief technology officer, chief technology officer (cto)',
  CMO: 'chief marketing officer, chief marketing officer (cmo)',
  CPO: 'chief product officer, chief product officer (cpo)/head of product',
  CISO: 'chief information security officer, chief information security officer (ciso)',
  CHRO: 'chief human resources officer, chief people officer, chief human resource/people officer',
  Board: 'board of directors, board of director',
  Chair: 'chairman, chairwoman, chairperson',
});

/** Short forms of title categories, by their spellings without blanks. */
const SHORT_TITLES = new Map(
  Object.entries(TITLE_SPELLINGS).map(([label, short]) => [withoutBlanks(label), short.toLowerCase()]),
);

/**
 * Returns a title category in lower case with its short forms, because services filter by short ones but may send
 * long ones: ceo of `chief executive officer ( ceo)/president`, chair of `chair/vice-chair`.
 */
export function titleForms(category: string): readonly string[] {
  const [first = ''] = category.split('/');
  const inBrackets = [...category.matchAll(/\(([^()]+)\)/g)].map(([, short = '']) => short);
  const forms = [category, first.replace(/\([^()]*\)/g, ''), ...inBrackets].map((form) => form.trim());
  return [...new Set([...forms, ...forms.flatMap((form) => SHORT_TITLES.get(withoutBlanks(form)) ?? [])])];
}

function withoutBlanks(text: string): string {
  return text.replace(/\s/g, '');
}

/** Change reasons as people write them. */
export const REASON_SPELLINGS = spellings({
  'New Appointment': 'new, hired, appointed, appointment',
  'Promoted/Role Change': 'promoted, promotion, role change',
  Retired: 'retirement',
  Resigned: 'resignation',
  Demise: 'death, died',
  Terminated: 'fired',
  Others: 'other',
});

/** Kinds of dates as people write them. */
export const DATE_TYPE_SPELLINGS = spellings({ 'LAST-MODIFIED': 'modified, last modified, lastmodified' });

/** Returns the meaning of each spelling. @param table the spellings by their meaning, with commas between them */
function spellings(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const pairs = Object.entries(table).flatMap(([name, all]) => all.split(', ').map((one) => [one, name]));
  return Object.fromEntries(pairs);
}

/** Returns the values that texts contain in order, each once, without spaces around them and without blank ones. */
export function splitValues(texts: readonly string[], separator: RegExp): string[] {
  const parts = texts.flatMap((text) => text.split(separator)).map((part) => part.trim());
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** Returns the option that a typed name means, or undefined. Case and spaces do not matter. */
export function resolveOption(
  filters: FilterTable,
  typed: string,
  own: readonly OwnOption[] = DATASET_OPTIONS,
): string | undefined {
  const name = typed.toLowerCase().replace(/[\s_-]/g, '');
  const known = [...Object.keys(filters), ...own];
  const same = known.find((option) => option.toLowerCase() === name);
  if (same) return same;
  return ownValue(OPTION_ALIASES, name)?.find((option) => known.includes(option));
}

/** True if a typed name is an option of any dataset. */
export function isOptionName(typed: string): boolean {
  return Object.values(DATASETS).some(({ filters }) => resolveOption(filters, typed) !== undefined);
}

/** Returns all names that `resolveOption` finds: full names first, then short names. */
export function optionNames(filters: FilterTable, own: readonly OwnOption[] = DATASET_OPTIONS): string[] {
  const full = [...Object.keys(filters), ...own];
  return [...full, ...Object.keys(OPTION_ALIASES).filter((alias) => resolveOption(filters, alias, own))];
}

/** Returns a table's own entry; undefined for inherited names such as `constructor`. */
export function ownValue<V>(table: Readonly<Record<string, V>>, key: string): V | undefined {
  return Object.prototype.hasOwnProperty.call(table, key) ? table[key] : undefined;
}
