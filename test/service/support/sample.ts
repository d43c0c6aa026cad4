/** A hand-made data set: small enough to read, with matches and non-matches for every filter. */
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
  {
    id: 'e1',
    announcedDate: '2026-01-05',
    company: { id: 'c1' },
    expansionType: 'Factory/Plant',
    expansionLocation: { city: 'Austin', state: 'Texas', country: 'United States of America' },
    investment: 1_000_000,
    currency: 'USD',
    jobs: 50,
    lastModified: '2026-02-20',
    title: 'Acme builds',
    url: 'https://news.example/1',
  },
  {
    id: 'e2',
    announcedDate: '2026-01-10',
    company: { id: 'c2' },
    expansionType: 'Restaurant',
    expansionLocation: { country: 'Singapore' },
    investment: 2_500_000.5,
    currency: 'EUR',
    jobs: 100,
    lastModified: '2026-01-10',
    title: 'Beta opens',
    url: 'https://news.example/2',
  },
  {
    id: 'e3',
    announcedDate: '2026-01-10',
    company: { id: 'c3' },
    expansionType: 'Data Centre',
    expansionLocation: { state: 'Bavaria', country: 'Germany' },
    investment: 5_000_000,
    lastModified: '2026-01-12',
    title: 'Ox digs',
    url: 'https://news.example/3',
  },
  {
    id: 'e4',
    announcedDate: '2026-02-01',
    company: { id: 'c4' },
    expansionType: 'HQ',
    jobs: 7,
    lastModified: '2026-02-01',
    title: 'Untracked moves',
    url: 'https://news.example/4',
  },
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

export const HIRINGS: readonly StoredRecord[] = [
  hiring('h1', 'c1', 100, '2026-01-05', '2026-01-06'),
  hiring('h2', 'c2', 250, '2026-01-20', '2026-01-21'),
  hiring('h3', 'c3', 99, '2026-01-19', '2026-01-21'),
  hiring('h4', 'c4', 5_000, '2026-02-01', '2026-02-02'),
];

export const EXECUTIVE_CHANGES: readonly StoredRecord[] = [
  {
    id: 'x1',
    company: { id: 'c1' },
    announcedDate: '2026-01-05',
    executiveName: 'Ana Clarke',
    executiveTitle: 'Chairman and CEO',
    executiveTitleCategory: ['Chair', 'CEO'],
    reason: 'New Appointment',
    executivePreviousCompany: { id: 'c2', name: 'Beta Foods', domain: 'betafoods.example', score: 0.75 },
    effectiveDate: '2026-02-01',
    url: 'https://news.example/x1',
    title: 'Acme names Ana Clarke',
    lastModified: '2026-01-06',
  },
  {
    id: 'x2',
    company: { id: 'c2' },
    announcedDate: '2026-01-07',
    executiveName: 'Omar Ito',
    executiveTitle: 'Chief Financial Officer',
    executiveTitleCategory: ['CFO'],
    reason: 'Retired',
    url: 'https://news.example/x2',
    title: 'Omar Ito to retire',
    lastModified: '2026-01-08',
  },
  {
    id: 'x3',
    company: { id: 'c4' },
    announcedDate: '2026-01-09',
    executiveName: 'Nora Weber',
    executiveTitle: 'Chief Executive Officer',
    executiveTitleCategory: ['CEO'],
    reason: 'Resigned',
    url: 'https://news.example/x3',
    title: 'Nora Weber resigns',
    lastModified: '2026-01-09',
  },
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

function hiring(
  id: string,
  company: string,
  numberOfJobs: number,
  announcedDate: string,
  lastModified: string,
): StoredRecord {
  return {
    id,
    announcedDate,
    company: { id: company },
    numberOfJobs,
    location: { city: 'Leeds', state: 'England', country: 'United Kingdom' },
    url: `https://news.example/${id}`,
    title: `${id} hires`,
    lastModified,
  };
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
