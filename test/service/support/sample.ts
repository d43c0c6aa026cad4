/** A hand-made data set: small enough to read, with matches and non-matches for every filter. */
import { randomBytes } from 'node:crypto';
import type { DatasetName } from '../../../src/contract/datasets.js';
import type { Query } from '../../../src/contract/query.js';
import type { Company } from '../../../src/service/database/companies.js';
import type { StoredNews } from '../../../src/service/database/news.js';
import type { StoredRecord } from '../../../src/service/database/records.js';
import type { Store } from '../../../src/service/store/create-store.js';

export const COMPANIES: readonly Company[] = [
  {
    id: 'c1',
    name: 'Acme Motors Inc.',
    domain: 'acme-motors.example',
    industries: ['automobile', 'manufacturing'],
    industrySegments: ['Electric Vehicles'],
    location: 'Detroit, Michigan, United States of America',
    ticker: ['ACM', 'ACM.L'],
    stockExchange: ['NYSE'],
    type: 'Public',
  },
  {
    id: 'c2',
    name: 'Beta Foods',
    domain: 'betafoods.example',
    industries: ['restaurants & food services'],
    industrySegments: ['Coffee'],
    location: 'Singapore, Singapore',
    type: 'Private',
  },
  {
    id: 'c3',
    name: '100%_o\'x "Ltd"',
    domain: 'ox.example',
    industries: ['accounting, audit & tax'],
    location: 'Zürich, Zürich, Switzerland',
    type: 'Not-for-profit',
  },
  { id: 'c4', name: 'Untracked AG', domain: 'untracked.example', location: 'Germany' },
];

export const EXPANSIONS: readonly StoredRecord[] = [
  recordOf('e1', 'c1', '2026-01-05', {
    expansionType: 'Factory/Plant',
    expansionLocation: { city: 'Austin', state: 'Texas', country: 'United States of America' },
    investment: 1_000_000,
    currency: 'USD',
    jobs: 50,
    lastModified: '2026-02-20',
    title: 'Acme builds',
  }),
  recordOf('e2', 'c2', '2026-01-10', {
    expansionType: 'Restaurant',
    expansionLocation: { country: 'Singapore' },
    investment: 2_500_000.5,
    currency: 'EUR',
    jobs: 100,
    title: 'Beta opens',
  }),
  recordOf('e3', 'c3', '2026-01-10', {
    expansionType: 'Data Centre',
    expansionLocation: { state: 'Bavaria', country: 'Germany' },
    investment: 5_000_000,
    lastModified: '2026-01-12',
    title: 'Ox digs',
  }),
  recordOf('e4', 'c4', '2026-02-01', { expansionType: 'HQ', jobs: 7, title: 'Untracked moves' }),
];

/** Records with headlines so long that an answer does not fit into the buffers of a socket. */
export function longExpansions(count: number, repeats: number): StoredRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `e${index}`,
    company: { id: 'c1' },
    announcedDate: '2026-01-05',
    lastModified: '2026-01-05',
    expansionType: 'HQ',
    title: `Headline ${index} `.repeat(repeats),
    url: `https://news.example/${index}`,
  }));
}

/** The same with their company's name, for a database without companies. */
export const namedExpansions = (count: number, repeats: number): object[] =>
  longExpansions(count, repeats).map((record) => ({ ...record, company: { name: 'Acme' } }));

/** The records with titles that cannot be compressed. */
export function incompressible<T extends object>(records: readonly T[]): (T & { title: string })[] {
  return records.map((record) => ({ ...record, title: randomBytes(1_500).toString('base64') }));
}

export const HIRINGS: readonly StoredRecord[] = [
  hiring('h1', 'c1', '2026-01-05', { numberOfJobs: 100, lastModified: '2026-01-06' }),
  hiring('h2', 'c2', '2026-01-20', { numberOfJobs: 250, lastModified: '2026-01-21' }),
  hiring('h3', 'c3', '2026-01-19', { numberOfJobs: 99, lastModified: '2026-01-21' }),
  hiring('h4', 'c4', '2026-02-01', { numberOfJobs: 5_000, lastModified: '2026-02-02' }),
];

export const EXECUTIVE_CHANGES: readonly StoredRecord[] = [
  recordOf('x1', 'c1', '2026-01-05', {
    executiveName: 'Ana Clarke',
    executiveTitle: 'Chairman and CEO',
    executiveTitleCategory: ['Chair', 'CEO'],
    reason: 'New Appointment',
    executivePreviousCompany: { id: 'c2', name: 'Beta Foods', domain: 'betafoods.example', score: 0.75 },
    effectiveDate: '2026-02-01',
    title: 'Acme names Ana Clarke',
    lastModified: '2026-01-06',
  }),
  recordOf('x2', 'c2', '2026-01-07', {
    executiveName: 'Omar Ito',
    executiveTitle: 'Chief Financial Officer',
    executiveTitleCategory: ['CFO'],
    reason: 'Retired',
    title: 'Omar Ito to retire',
    lastModified: '2026-01-08',
  }),
  recordOf('x3', 'c4', '2026-01-09', {
    executiveName: 'Nora Weber',
    executiveTitle: 'Chief Executive Officer',
    executiveTitleCategory: ['CEO'],
    reason: 'Resigned',
    title: 'Nora Weber resigns',
  }),
];

/** Around 2026-03-10. */
export const NEWS: readonly StoredNews[] = [
  news('n1', '2026-03-10', ['c1']),
  news('n2', '2026-03-09', ['c2', 'c1']),
  news('n3', '2026-03-06', ['c1']),
  news('n4', '2026-03-05', ['c1']),
  news('n5', '2026-03-10', ['c4']),
];

export const GROUP = 'Key accounts & Söhne';

/** c1 to c3 are tracked, c4 is not. */
export async function fillWithSample(store: Store): Promise<void> {
  await store.putCompanies(COMPANIES);
  await store.putRecords('business-expansion', EXPANSIONS);
  await store.putRecords('major-hiring', HIRINGS);
  await store.putRecords('executive-change', EXECUTIVE_CHANGES);
  await store.putNews(NEWS);
  await store.addToGroup(GROUP, ['c1', 'c2']);
  await store.addToGroup('Others', ['c3']);
}

/** Stores the companies of the sample, and these expansions in place of its records. */
export async function fillWithExpansions(store: Store, records: readonly StoredRecord[]): Promise<void> {
  await store.putCompanies(COMPANIES);
  await store.putRecords('business-expansion', records);
}

/** The ids of the records that match, in the order of the answer. */
export async function idsOf(
  store: Pick<Store, 'queryRecords'>,
  dataset: DatasetName,
  query: Query,
  limit = 100,
): Promise<string[]> {
  const { count, json } = await store.queryRecords({ dataset, query, limit });
  const ids = (JSON.parse(json) as { id: string }[]).map(({ id }) => id);
  expect(count).toBe(ids.length);
  return ids;
}

function hiring(id: string, company: string, announcedDate: string, more: object): StoredRecord {
  const location = { city: 'Leeds', state: 'England', country: 'United Kingdom' };
  return recordOf(id, company, announcedDate, { location, title: `${id} hires`, ...more });
}

/** A record that was changed last when it was announced, unless `more` says otherwise. */
function recordOf(id: string, company: string, announcedDate: string, more: object): StoredRecord {
  const url = `https://news.example/${id}`;
  return { id, announcedDate, company: { id: company }, lastModified: announcedDate, url, ...more };
}

function news(id: string, publishDate: string, companies: readonly string[]): StoredNews {
  return {
    id,
    publisher: 'Wire',
    title: `News ${id}`,
    url: `https://news.example/${id}`,
    desc: `<p>About ${id} &amp; others</p>`,
    publishDate,
    companies: companies.map((company) => ({ id: company })),
    triggers: ['Business Expansion'],
  };
}
