/** Which formulas ask the same question, and so share one request. */
import { createApp } from '../../../src/addon/app.js';
import { casesOf } from '../cases.js';
import { createFakePlatform } from '../fake-platform.js';

const BODY = [{ id: 'a', announcedDate: '2026-11-02', lastModified: '2026-11-02', title: 'Acme' }];

/** The requests that formulas in one spreadsheet make, one after the other. */
function requestsOf(...formulas: unknown[][]): number {
  const platform = createFakePlatform({ respond: () => ({ body: BODY }) });
  // each formula is an execution of its own
  for (const args of formulas) createApp(platform).dataset('business-expansion', args);
  // why a table is empty is another question
  return platform.requests.filter(({ url }) => !url.endsWith('/estimate')).length;
}

const FIRST = ['a.example|b.example', 'type', 'HQ|Store', 'from', '-30d', 'jobs', '>=1000'];

const SAME = casesOf(`
the same again → EXPANSIONS("a.example|b.example", "type", "HQ|Store", "from", "-30d", "jobs", ">=1000")
options in another order → EXPANSIONS("a.example|b.example", "jobs", ">=1000", "from", "-30d", "type", "HQ|Store")
lists in another order → EXPANSIONS("b.example|a.example", "type", "Store|HQ", "from", "-30d", "jobs", ">=1000")
full names → EXPANSIONS("a.example|b.example", "expansionType", "HQ|Store", "startDate", "-30d", "jobs", ">=1000")
other spellings → EXPANSIONS("https://www.A.example/|b.example", "type", "hq|store", "from", "30 days ago", "jobs", ">=1k")
a range instead of a list → EXPANSIONS([["a.example"], ["b.example"]], "type", [["HQ", "Store"]], "from", "-30d", "jobs", ">=1000")
a block instead of pairs → EXPANSIONS([["a.example"], ["b.example"]], [["type", "HQ", "Store"], ["from", "-30d", ""], ["jobs", ">=1000", ""]])
`).map(([title, , args]): [string, unknown[]] => [title, args]);

test.each<[string, unknown[]]>([
  ...SAME,
  ['the default limit', [...FIRST, 'limit', 100]],
  ['the default kind of date', [...FIRST, 'dateType', 'ANNOUNCED']],
  ['other columns', [...FIRST, 'columns', 'all']],
  ['no headers', [...FIRST, 'headers', false]],
  ['another order of rows', [...FIRST, 'sort', '-jobs']],
  ['whole words only', [...FIRST, 'exact', true]],
  ['a blank refresh', [...FIRST, 'refresh', '']],
])('%s is the same question', (_title, args) => expect(requestsOf(FIRST, args)).toBe(1));

test.each<[string, unknown[]]>([
  ['another company', ['a.example|c.example', ...FIRST.slice(1)]],
  ['a value of refresh', [...FIRST, 'refresh', 1]],
  ['another kind of date', [...FIRST, 'dateType', 'modified']],
])('%s sends a new request', (_title, args) => expect(requestsOf(FIRST, args)).toBe(2));

test('a time as refresh counts to the second', () => {
  const at = (time: string) => [...FIRST, 'refresh', new Date(`2026-11-20T${time}Z`)];
  expect(requestsOf(at('10:00:00'), at('10:00:00'))).toBe(1);
  expect(requestsOf(at('10:00:00'), at('10:00:01'))).toBe(2);
});

test('`since` shows new records of the same answer on any day', () => {
  const since = ['-7d', '-1d', 'last month', new Date('2026-11-02T09:00:00Z')];
  expect(requestsOf(FIRST, ...since.map((day) => [...FIRST, 'since', day]))).toBe(1);
});

const HQ = ['type', 'HQ'];

test.each<[unknown[], unknown[]]>([
  [['c1.example'], ['companyDomain', 'c1.example']],
  [['companyDomain', ['c1.example', 'c2.example']], [['https://www.C2.example/jobs', 'C1.EXAMPLE']]],
  [['Company 1'], ['companyName', 'COMPANY 1']],
  [['companyName', 'company 1'], ['Company 1']],
  [['company'], ['Company 12']],
  [[['c1.example', 'Company 2']], ['companyDomain', 'c1.example']],
  [
    ['companyDomain', 'c1'],
    ['c1.example', ...HQ],
  ],
])('the same or a narrower question in other words sends no new request: %j, %j', (first, second) =>
  expect(requestsOf(first, second)).toBe(requestsOf(first)),
);

test.each<[unknown[], unknown[]]>([
  [['Company 12'], ['company']],
  [['c1.example'], ['Company 1']],
  [
    ['companyName', 'c1.example', ...HQ],
    ['c1.example', ...HQ],
  ],
])('a question that was not asked before sends a new request: %j, %j', (first, second) =>
  expect(requestsOf(first, second)).toBeGreaterThan(requestsOf(first)),
);
