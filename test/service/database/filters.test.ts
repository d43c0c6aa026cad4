/** Each filter of each dataset, and its edge cases. random-questions.test.ts compares them with the add-on's. */
import { DATASETS, type DatasetName } from '../../../src/contract/datasets.js';
import { parseQuery } from '../../../src/contract/query.js';
import { ENGINES, SERVER_URL, useEngine } from '../support/engines.js';
import { EXECUTIVE_CHANGES, fillWithSample, idsOf } from '../support/sample.js';

if (!SERVER_URL) process.stderr.write('PostgreSQL server: not tested, TEST_DATABASE_URL is not set\n');

type Case = readonly [filter: string, body: Record<string, unknown>, ids: string];

/** All, by announcement: e4 e3 e2 e1. */
const EXPANSION_CASES: readonly Case[] = [
  ['no filter: everything, newest first, ties by id', {}, 'e4 e3 e2 e1'],
  ['dateType: LAST-MODIFIED compares and orders by it', { dateType: 'LAST-MODIFIED' }, 'e1 e4 e3 e2'],
  ['startDate and endDate are included', { startDate: '2026-01-10', endDate: '2026-02-01' }, 'e4 e3 e2'],
  ['date is exact', { date: '2026-01-05' }, 'e1'],
  ['companyName: a part, whatever its case', { companyName: 'MOTOR' }, 'e1'],
  ['companyName: commas separate names', { companyName: 'acme, beta' }, 'e2 e1'],
  ['companyName: % matches itself only', { companyName: '%' }, 'e3'],
  ['companyName: _ matches itself only', { companyName: '_' }, 'e3'],
  ['companyName: quotes are text', { companyName: ['o\'x "ltd"'] }, 'e3'],
  ['companyName: a backslash is text', { companyName: '\\' }, ''],
  ['companyName: SQL is text', { companyName: "'; drop table company; --" }, ''],
  ['companyDomain: a part', { companyDomain: 'acme-' }, 'e1'],
  ['companyIndustry: one of those of the company', { companyIndustry: 'manufacturing' }, 'e1'],
  ['companyIndustry: commas belong to the value', { companyIndustry: 'accounting, audit & tax' }, 'e3'],
  ['companyLocation: the city', { companyLocation: 'detroit' }, 'e1'],
  ['companyLocation: the country, beyond ASCII', { companyLocation: 'ZÜRICH' }, 'e3'],
  ['companyLocation: an array may hold commas', { companyLocation: ['Michigan, United'] }, 'e1'],
  ['companyType', { companyType: 'Public,Private' }, 'e2 e1'],
  ['companyTicker: the whole, whatever its case', { companyTicker: 'acm.l' }, 'e1'],
  ['companyTicker: no part', { companyTicker: 'AC' }, ''],
  ['expansionType', { expansionType: ['HQ', 'Data Centre'] }, 'e4 e3'],
  ['expansionLocation: country, of two', { expansionLocation: 'singapore,germany' }, 'e3 e2'],
  ['expansionLocation: across the parts', { expansionLocation: ['bavaria, germany'] }, 'e3'],
  ['investment: equal, as a number', { investment: 1_000_000 }, 'e1'],
  ['investment: not equal takes known amounts only', { investment: '!=1000000' }, 'e3 e2'],
  ['investment: a pair in parentheses', { investment: '(1000000, 3000000)' }, 'e2 e1'],
  ['investment: a pair without its minimum', { investment: '>1000000,3000000' }, 'e2'],
  ['investment with currency', { investment: '>1', currency: 'USD' }, 'e1'],
  ['investment without currency: any, and none', { investment: '>1' }, 'e3 e2 e1'],
  ['currency alone', { currency: ['EUR', 'USD'] }, 'e2 e1'],
  ['jobs: missing matches nothing', { jobs: '!=50' }, 'e4 e2'],
  ['limit as text', { limit: '1' }, 'e4'],
  [
    'filters join by AND across tables',
    { companyType: 'Public', expansionLocation: 'austin', jobs: 50 },
    'e1',
  ],
];

/** Tracked: h3 h2 h1; h4 is not. */
const HIRING_CASES: readonly Case[] = [
  ['no filter: tracked companies, newest change first, ties by id', {}, 'h3 h2 h1'],
  ['startDate compares lastModified', { startDate: '21/01/2026' }, 'h3 h2'],
  ['endDate compares lastModified', { endDate: '20/01/2026' }, 'h1'],
  ['companyIds: tracked or not', { companyIds: ['c4', 'c1'] }, 'h4 h1'],
  ['companyIds: unknown', { companyIds: ['nobody'] }, ''],
  ['industries', { industries: ['AUTOMOBILE'] }, 'h1'],
  ['industrySegments', { industrySegments: ['coffee', 'tea'] }, 'h2'],
  ['countries: the whole country', { countries: ['switzerland'] }, 'h3'],
  ['countries: no part', { countries: ['United States'] }, ''],
  ['countries: not a city of that name', { countries: ['zürich'] }, ''],
  ['count is the least', { count: 100 }, 'h2 h1'],
  ['count as text', { count: '250' }, 'h2'],
  ['limit: the latest', { limit: '1' }, 'h3'],
];

const EXECUTIVE_CASES: readonly Case[] = [
  ['no filter: tracked companies', {}, 'x2 x1'],
  ['startDate', { startDate: '07/01/2026' }, 'x2'],
  ['endDate', { endDate: '07/01/2026' }, 'x1'],
  ['companyIds', { companyIds: ['c4'] }, 'x3'],
  ['industries', { industries: ['restaurants & food services'] }, 'x2'],
  ['industrySegments', { industrySegments: ['Electric Vehicles'] }, 'x1'],
  ['countries', { countries: ['Singapore'] }, 'x2'],
  ['title: one of the categories', { title: 'ceo' }, 'x1'],
  ['title: no part of a category', { title: 'CE' }, ''],
  ['title: of untracked companies', { title: 'CEO', companyIds: ['c4'] }, 'x3'],
  ['reason', { reason: 'Retired' }, 'x2'],
  ['limit', { limit: 1 }, 'x2'],
];

const CASES: Record<DatasetName, readonly Case[]> = {
  'business-expansion': EXPANSION_CASES,
  'major-hiring': HIRING_CASES,
  'executive-change': EXECUTIVE_CASES,
};
const NAMES = Object.keys(CASES) as DatasetName[];

test.each(NAMES)('%s: every filter has a case', (dataset) => {
  const tried = new Set(CASES[dataset].flatMap(([, body]) => Object.keys(body)));
  expect([...tried].sort()).toEqual(Object.keys(DATASETS[dataset].filters).sort());
});

describe.each(ENGINES)('$name', ({ open }) => {
  const engine = useEngine(open);
  beforeAll(() => fillWithSample(engine.store));

  describe.each(NAMES)('%s', (dataset) => {
    test.each(CASES[dataset])('%s', async (_, body, ids) => {
      const query = parseQuery(DATASETS[dataset].filters, DATASETS[dataset].dates, body);
      const limit = query['limit'] as number | undefined;
      expect((await idsOf(engine.store, dataset, query, limit)).join(' ')).toBe(ids);
    });
  });

  test('title: the short form of a long category', async () => {
    const executiveTitleCategory = ['Chief Human Resource / People Officer', 'Chair/Vice-Chair'];
    const record = { ...EXECUTIVE_CHANGES[1]!, id: 'x4', executiveTitleCategory };
    await engine.store.putRecords('executive-change', [record]);
    const found = (title: string) => idsOf(engine.store, 'executive-change', { title });
    expect(await found('CHRO')).toEqual(['x4']);
    expect(await found('Chair/Vice-Chair')).toEqual(['x4']);
    expect(await found('chair')).toEqual(['x4', 'x1']);
  });
});
