/** What people type after =HIRINGS( and =EXEC_CHANGES(, and the request body. */
import { ask } from '../ask.js';
import { casesOf, expectSent } from '../cases.js';

const OWN = { groups: ['Key accounts'] };

const ASKED = casesOf(`
nothing → HIRINGS() → {}
ids → HIRINGS("c_000007|c_000008") → { "companyIds": ["c_000007", "c_000008"] }
ids in a range → HIRINGS([["c_000007"], [""], ["c_000008"]]) → { "companyIds": ["c_000007", "c_000008"] }
numeric ids → HIRINGS(471100) → { "companyIds": ["471100"] }
ids by their option → HIRINGS(, "ids", "c_000007,c_000008") → { "companyIds": ["c_000007", "c_000008"] }
industries → HIRINGS("industry", "banking|accounting, audit & tax") → { "industries": ["banking", "accounting, audit & tax"] }
segments → HIRINGS("segment", "Cloud|Chips") → { "industrySegments": ["Cloud", "Chips"] }
countries → HIRINGS("country", "US|Germany|united states") → { "countries": ["United States of America", "Germany"] }
a headquarters → HIRINGS("hq", "UK") → { "countries": ["United Kingdom"] }
a count → HIRINGS("count", 500) → { "count": 500 }
at least a count → HIRINGS("count", ">=500") → { "count": 500 }
a count and more → HIRINGS("count", "1k+") → { "count": 1000 }
jobs, which mean the count here → HIRINGS("jobs", ">=500") → { "count": 500 }
a count of zero → HIRINGS("count", 0) → { "count": 0 }
a title → EXEC_CHANGES("title", "CEO") → { "title": "CEO" }
a title in small letters → EXEC_CHANGES("title", "ceo") → { "title": "CEO" }
a country in small letters → HIRINGS("country", "germany|south  korea") → { "countries": ["Germany", "South Korea"] }
a title in full → EXEC_CHANGES("title", "chief  executive officer") → { "title": "CEO" }
a title as records write it → EXEC_CHANGES("title", "Chief Financial Officer ( CFO) / Head of Finance") → { "title": "CFO" }
a title with two meanings is not shortened → EXEC_CHANGES("title", "Chief Information Officer") → { "title": "Chief Information Officer" }
an unknown title → EXEC_CHANGES("title", "Head of Tea") → { "title": "Head of Tea" }
a reason → EXEC_CHANGES("reason", "promoted / role change") → { "reason": "Promoted/Role Change" }
a reason in short → EXEC_CHANGES("reason", "Promotion") → { "reason": "Promoted/Role Change" }
a new appointment → EXEC_CHANGES("reason", "new") → { "reason": "New Appointment" }
a death → EXEC_CHANGES("reason", "death") → { "reason": "Demise" }
`);

test.each(ASKED)('%s', expectSent);

const RESOLVED: [string, unknown[], string[]][] = [
  ['a domain', ['acme.example'], ['c_000101']],
  ['an address', ['https://www.acme.example/about'], ['c_000101']],
  ['the page of a profile', ['linkedin.com/company/acme-robotics-inc'], ['c_000101']],
  ['a whole name', ['Acme Robotics, Inc.'], ['c_000101']],
  ['a name without its marks', ['acme robotics inc'], ['c_000101']],
  ['the words of a name', ['Robotics'], ['c_000101']],
  ['whole words before parts of words', ['Meta'], ['c_000102']],
  ['an id that is tracked, beside a domain', ['c_000102|acme.example'], ['c_000102', 'c_000101']],
  ['an id that is not tracked, beside a name', ['c_000999|Meta Foods'], ['c_000999', 'c_000102']],
  ['mixed, in order', [[['meta.example'], ['Acme'], ['c_000103']]], ['c_000102', 'c_000101', 'c_000103']],
  ['two names of one company', ['acme.example|Acme'], ['c_000101']],
];

test.each(RESOLVED)('%s is looked up in the spreadsheet’s groups', (_title, args, companyIds) => {
  const { bodies, error, requests } = ask('HIRINGS', args, OWN);
  expect(error).toBeUndefined();
  expect(bodies).toEqual([{ limit: 100, companyIds }]);
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'get https://signals.example/api/v1/tracked-companies/Key%20accounts',
    'post https://signals.example/api/v1/dataset/major-hiring',
  ]);
});

test('a part of a word is enough in a group that the formula names, and only there', () => {
  expect(ask('HIRINGS', ['Metal', 'group', 'Key accounts']).bodies).toEqual([
    { limit: 100, companyIds: ['c_000103'] },
  ]);
  expect(ask('HIRINGS', ['Metal'], OWN).bodies).not.toContainEqual({ limit: 100, companyIds: ['c_000103'] });
});

test('a host of a company is the company in a group that the formula names; elsewhere the service decides', () => {
  const host = 'https://careers.acme.example';
  expect(ask('HIRINGS', [host, 'group', 'Key accounts']).bodies).toEqual([
    { limit: 100, companyIds: ['c_000101'] },
  ]);
  expect(ask('HIRINGS', [host], OWN).error).toContain('not found: "careers.acme.example"');
});

test('ids alone need no group', () => expect(ask('HIRINGS', ['c_000101'], OWN).requests).toHaveLength(1));

const REFUSED = casesOf(`
a name without any group → HIRINGS("Acme") → #BAD_INPUT: not found: "Acme"; use company ids or a "group" that contains them
a company that is not tracked → HIRINGS("Nobody", "group", "Key accounts") → #BAD_INPUT: not found: "Nobody"; use company ids or a "group" that contains them
a mailbox is not its provider → HIRINGS("ann@comcast.net", "group", "Key accounts") → #BAD_INPUT: not found: "ann@comcast.net"; use company ids or a "group" that contains them
a profile is not a longer name → HIRINGS("linkedin.com/company/acme", "group", "Key accounts") → #BAD_INPUT: not found: "linkedin.com/company/acme"; use company ids or a "group" that contains them
several that are not tracked → HIRINGS("Nobody|acme.example|no.example", "group", "Key accounts") → #BAD_INPUT: not found: "Nobody" and 1 more; use company ids or a "group" that contains them
a group without companies → HIRINGS(, "group", "Empty") → #BAD_INPUT: the group "Empty" has no companies; add companies at the service
a group that does not exist → HIRINGS(, "group", "Key acounts") → #NO_GROUP: the service has no group "Key acounts"; check its spelling
an option of the other dataset → HIRINGS("c_000101", "title", "CEO") → #BAD_INPUT: HIRINGS has no option "title"; see the function's help
a place, which version 1 cannot ask for → HIRINGS("location", "Texas") → #BAD_INPUT: HIRINGS has no option "location"; did you mean country?
two reasons → EXEC_CHANGES("reason", "Retired|Resigned") → #BAD_INPUT: option reason takes one value; remove the others
two titles → EXEC_CHANGES("title", "CEO|CFO") → #BAD_INPUT: option title takes one value; remove the others
two reasons with a comma → EXEC_CHANGES("reason", "Retired, Resigned") → #BAD_INPUT: option reason takes one value; remove the others
two titles with a comma → EXEC_CHANGES("title", "CEO, CFO") → #BAD_INPUT: option title takes one value; remove the others
a mistyped reason → EXEC_CHANGES("reason", "Retierd") → #BAD_INPUT: reason has no value "Retierd"; did you mean Retired?
a count that is no number → HIRINGS("count", "many") → #BAD_INPUT: count must be 0 or more, not "many"; use a whole number
`);

test.each(REFUSED)('%s is refused, and no dataset is asked', (_title, name, args, message) => {
  const { requests, error } = ask(name, args);
  expect(error).toBe(message);
  expect(requests.filter(({ url }) => url.includes('/dataset/'))).toEqual([]);
});
