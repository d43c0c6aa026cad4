/** Companies as people give them to =EXPANSIONS( and the exact request body. Now is Friday, 2026-11-20. */
import { ask } from '../ask.js';
import { casesOf, expectSent } from '../cases.js';

// what is expected is the body without its limit of 100
const FIRST_ARGUMENT = casesOf(`
nothing but a limit → EXPANSIONS(, "limit", 100) → {}
a first argument left out → EXPANSIONS(, "type", "HQ") → { "expansionType": ["HQ"] }
a blank cell of companies → EXPANSIONS("", "type", "HQ") → { "expansionType": ["HQ"] }
a null first argument → EXPANSIONS(null, "type", "HQ") → { "expansionType": ["HQ"] }
an option name first → EXPANSIONS("expansionType", "HQ") → { "expansionType": ["HQ"] }
an alias first → EXPANSIONS("from", "2026-01-31") → { "startDate": "2026-01-31" }
an option name first in capitals → EXPANSIONS("EXPANSIONTYPE", "HQ") → { "expansionType": ["HQ"] }
an option name with blanks → EXPANSIONS("Start date", "2026-01-31") → { "startDate": "2026-01-31" }
a block of pairs first → EXPANSIONS([["type", "HQ"], ["from", "2026-01-31"]]) → { "expansionType": ["HQ"], "startDate": "2026-01-31" }
a row of one pair first → EXPANSIONS([["type", "HQ"]]) → { "expansionType": ["HQ"] }
a block with one mistyped name is still a block of options → EXPANSIONS([["type", "HQ"], ["", ""], ["jobs", 5]]) → { "expansionType": ["HQ"], "jobs": "5" }
a two-column range of companies → EXPANSIONS([["acme.example", "b.example"]]) → { "companyDomain": ["acme.example", "b.example"] }
`);

const COMPANIES = casesOf(String.raw`
a domain → EXPANSIONS("acme.example") → { "companyDomain": ["acme.example"] }
a domain in capitals → EXPANSIONS("ACME.Example") → { "companyDomain": ["acme.example"] }
a name → EXPANSIONS("Acme") → { "companyName": ["Acme"] }
a name with a comma and a dot → EXPANSIONS("Acme, Inc.") → { "companyName": ["Acme, Inc."] }
a name that ends in a dot → EXPANSIONS("Acme Co.") → { "companyName": ["Acme Co."] }
initials → EXPANSIONS("J.P.") → { "companyName": ["J.P."] }
a column → EXPANSIONS([["a.example"], ["b.example"]]) → { "companyDomain": ["a.example", "b.example"] }
a row → EXPANSIONS([["a.example", "b.example"]]) → { "companyDomain": ["a.example", "b.example"] }
a flat list → EXPANSIONS(["a.example", "b.example"]) → { "companyDomain": ["a.example", "b.example"] }
a block → EXPANSIONS([["a.example", "b.example"], ["c.example", ""]]) → { "companyDomain": ["a.example", "b.example", "c.example"] }
duplicates → EXPANSIONS([["b.example"], ["a.example"], ["b.example"]]) → { "companyDomain": ["b.example", "a.example"] }
duplicates in other case → EXPANSIONS([["Acme"], ["ACME"], ["acme"]]) → { "companyName": ["Acme"] }
duplicates after reduction → EXPANSIONS([["a.example"], ["https://www.a.example/"]]) → { "companyDomain": ["a.example"] }
values divided by | → EXPANSIONS("a.example | b.example") → { "companyDomain": ["a.example", "b.example"] }
names divided by | → EXPANSIONS("Acme, Inc.|Meta") → { "companyName": ["Acme, Inc.", "Meta"] }
domains divided by commas → EXPANSIONS("a.example, b.example") → { "companyDomain": ["a.example", "b.example"] }
domains divided by blanks → EXPANSIONS("a.example b.example") → { "companyDomain": ["a.example", "b.example"] }
domains divided by semicolons → EXPANSIONS("a.example;b.example") → { "companyDomain": ["a.example", "b.example"] }
lines in one cell → EXPANSIONS("Acme\nMeta") → { "companyName": ["Acme", "Meta"] }
an address → EXPANSIONS("https://www.acme.example/jobs?x=1#y") → { "companyDomain": ["acme.example"] }
an address without a scheme → EXPANSIONS("//acme.example/") → { "companyDomain": ["acme.example"] }
an address with a port → EXPANSIONS("acme.example:8443") → { "companyDomain": ["acme.example"] }
an address with an @ in its path → EXPANSIONS("https://acme.example/@news") → { "companyDomain": ["acme.example"] }
a page of a network is not the network → EXPANSIONS("linkedin.com/company/acme") → { "companyDomain": ["linkedin.com/company/acme"] }
www alone → EXPANSIONS("www.acme.example") → { "companyDomain": ["acme.example"] }
WWW in capitals → EXPANSIONS("WWW.ACME.EXAMPLE") → { "companyDomain": ["acme.example"] }
an e-mail address → EXPANSIONS("ann@mail.acme.example") → { "companyDomain": ["mail.acme.example"] }
a mailto link → EXPANSIONS("mailto:ann@acme.example") → { "companyDomain": ["acme.example"] }
an e-mail address with a name → EXPANSIONS("Ann Lee <ann@acme.example>") → { "companyDomain": ["acme.example"] }
a domain with a trailing dot → EXPANSIONS("acme.example.") → { "companyDomain": ["acme.example"] }
a domain with a trailing comma → EXPANSIONS("acme.example,") → { "companyDomain": ["acme.example"] }
a number → EXPANSIONS(4711) → { "companyName": ["4711"] }
the option companyDomain → EXPANSIONS(, "domain", "https://acme.example/") → { "companyDomain": ["acme.example"] }
the option companyName keeps its commas → EXPANSIONS(, "companyName", "Acme, Inc.") → { "companyName": ["Acme, Inc."] }
the option companyDomain divides at commas → EXPANSIONS(, "companyDomain", "a.example,b.example") → { "companyDomain": ["a.example", "b.example"] }
`);

describe.each([
  ['the first argument', FIRST_ARGUMENT],
  ['companies', COMPANIES],
])('%s', (_what, cases) => {
  test.each(cases)('%s', expectSent);
});

test('an open range with blanks and blank texts', () => {
  const cells = ['b.example', '', 'a.example', '  ', ...Array.from({ length: 980 }, () => '')];
  const { bodies } = ask('EXPANSIONS', [cells.map((cell) => [cell])]);
  expect(bodies).toEqual([{ limit: 100, companyDomain: ['b.example', 'a.example'] }]);
});
