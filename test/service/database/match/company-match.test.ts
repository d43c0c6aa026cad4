/** Matches messy texts to companies: each is right, and none is wrong above the threshold. */
import { clearImmediate, setImmediate } from 'node:timers';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { MAX_MATCHED } from '../../../../src/contract/match-answer.js';
import {
  MATCH_THRESHOLD,
  matchCompany,
  type NamedCompany,
  nameCompany,
  readWantedCompany,
} from '../../../../src/service/database/company-match.js';
import { matchCompanies } from '../../../../src/service/database/match-companies.js';
import { COMPANY_SETS, HARD, LISTED } from './company-sets.js';

const outcome = (text: string, known: readonly NamedCompany[]): string => {
  const { company, status, confidence } = matchCompany(readWantedCompany(text), known);
  expect(company !== undefined).toBe(confidence >= MATCH_THRESHOLD && status !== 'several');
  return company?.id ?? status;
};

test.each(COMPANY_SETS)('each messy text is right: $what', ({ companies, texts }) => {
  const known = companies.map(nameCompany);
  const found = texts.map(([text]) => [text, outcome(text, known)]);
  expect(found).toEqual(texts);
});

test.each([
  ['Acme Holding', { name: 'Acme International Ltd', domain: 'acme.example' }],
  ['merck.com', { name: 'Merck KGaA', domain: 'merckgroup.com' }],
  ['삼선전자', { name: '삼성전자', domain: 'samsung.com' }],
  ['Air France', { name: 'Air Inc.', domain: 'air.example' }],
  ['https://www.glassdoor.de/Overview/Acme', { name: 'Glassdoor', domain: 'glassdoor.com' }],
  ['acme.slack.com', { name: 'Slack', domain: 'slack.com' }],
  ['ann@blueyonder.co.uk', { name: 'Blue Yonder Group', domain: 'blueyonder.com' }],
  ['https://www.google.com/maps/place/Acme', { name: 'Google LLC', domain: 'google.com' }],
  ['google.de/search?q=acme', { name: 'Google LLC', domain: 'google.com' }],
  ['//www.amazon.co.uk/stores/Acme', { name: 'Amazon', domain: 'amazon.co.uk' }],
  ['https://de.trustpilot.com/review/acme.example', { name: 'Trustpilot', domain: 'trustpilot.com' }],
  ['https://www.nasdaq.com/market-activity/stocks/acme', { name: 'Nasdaq, Inc.', domain: 'nasdaq.com' }],
  ['https://www.reuters.com/companies/ACME.O', { name: 'Reuters', domain: 'reuters.com' }],
  ['appsource.microsoft.com/product/acme', { name: 'Microsoft', domain: 'microsoft.com' }],
  ['acme.en.alibaba.com', { name: 'Alibaba', domain: 'alibaba.com' }],
  ['https://facebook.com/pages/Acme/123', { name: 'Pages Inc.', domain: 'pages.example' }],
  ['lever.ai', { name: 'Lever, Inc.', domain: 'lever.co' }],
  ['ann@apple.bank', { name: 'Apple Inc.', domain: 'apple.com' }],
  ['Roberts', { name: 'Robert GmbH', domain: 'robert.example' }],
])('%s does not mean %o', (text, { name, domain }) => {
  const known = nameCompany({ ...HARD.companies[0]!, id: 'c_x', name, domain });
  expect(matchCompany(readWantedCompany(text), [known]).company).toBeUndefined();
});

test.each([
  ['Peeters BVBA', 'Peeters'],
  ['Dupont & Fils', 'Dupont-et-Fils S.A.'],
  ['Nowak Sp. z o.o. Sp. k.', 'Nowak'],
  ['Vestel Elektronik', 'Vestel Elektronik Sanayi ve Ticaret A.Ş.'],
  ['Tremblay Ltée', 'Tremblay'],
  ['García Hnos. S.A.', 'García Hermanos'],
  ['TOV Halychyna', 'Halychyna TOV'],
  ['ТОВ Галичина', 'Галичина'],
  ['Telkom Indonesia Tbk PT', 'PT Telkom Indonesia Tbk'],
  ['주식회사 삼성전자', '삼성전자'],
  ['华为技术有限责任公司', '华为技术'],
  ['株 式 会 社 日立', '日立'],
  ['AB Group', 'AB Ltd'],
  ['Fa. Hans Bauer', 'Hans Bauer GmbH'],
  ['United States Steel Corp.', 'U.S. Steel Corporation'],
])('%s means %s', (text, name) => {
  const known = nameCompany({ id: 'c_x', name, domain: '', location: '' });
  expect(matchCompany(readWantedCompany(text), [known]).company?.id).toBe('c_x');
});

test.each(['google.com', 'https://www.google.com/', 'ann@google.com', 'careers.google.com'])(
  '%s means the platform itself',
  (text) => {
    const google = nameCompany({ id: 'g', name: 'Google LLC', domain: 'google.com' });
    expect(matchCompany(readWantedCompany(text), [google]).company?.id).toBe('g');
  },
);

test('an address may stand on lines of its own', () => {
  const known = LISTED.companies.map(nameCompany);
  expect(outcome('Evergreen Packaging\n5350 Poplar Ave\nMemphis, TN 38119\nUSA', known)).toBe('e_022');
  expect(outcome('Evergreen Packaging\n12 Main St\nDenver, CO 80202', known)).toBe('none');
});

/** A database without rows, whose answers need no turn of the loop. */
const NO_ROWS = new Kysely<unknown>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

test('other requests get their turn while the longest list is read', async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const texts = Array.from({ length: MAX_MATCHED }, (_, index) => `Acme ${index} GmbH`);
  const matches = await matchCompanies(NO_ROWS, texts);
  clearImmediate(timer);
  expect(matches).toHaveLength(MAX_MATCHED);
  expect(turns).toBeGreaterThanOrEqual(20);
});
