/** Arguments as people give them to =EXPANSIONS( and the exact request body. Now is Friday, 2026-11-20. */
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
a name like an option, with a bar → EXPANSIONS("Type|") → { "companyName": ["Type"] }
a name like an option, in a column → EXPANSIONS([["Type"], ["Acme"]]) → { "companyName": ["Type", "Acme"] }
a two-column range of companies → EXPANSIONS([["acme.example", "b.example"]]) → { "companyDomain": ["acme.example", "b.example"] }
`);

const COMPANIES = casesOf(String.raw`
a domain → EXPANSIONS("acme.example") → { "companyDomain": ["acme.example"] }
a name → EXPANSIONS("Acme") → { "companyName": ["Acme"] }
pasted with invisible marks → EXPANSIONS("a.example\u200b|\ufeffb.ex\u00adample\u200e", "ty\u2060pe", "HQ\u200b") → { "expansionType": ["HQ"], "companyDomain": ["a.example", "b.example"] }
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
a page of a network is not the network → EXPANSIONS("linkedin.com/company/acme") → { "companyDomain": ["linkedin.com/company/acme"] }
an e-mail address → EXPANSIONS("ann@mail.acme.example") → { "companyDomain": ["mail.acme.example"] }
a mailbox is not its provider → EXPANSIONS("ann@comcast.net") → { "companyDomain": ["ann@comcast.net"] }
a number → EXPANSIONS(4711) → { "companyName": ["4711"] }
the option companyDomain → EXPANSIONS(, "domain", "https://acme.example/") → { "companyDomain": ["acme.example"] }
the option companyName keeps its commas → EXPANSIONS(, "companyName", "Acme, Inc.") → { "companyName": ["Acme, Inc."] }
the option companyDomain divides at commas → EXPANSIONS(, "companyDomain", "a.example,b.example") → { "companyDomain": ["a.example", "b.example"] }
`);

/** All of them mean acme.example. */
const ONE_DOMAIN = [
  ...['ACME.Example', 'WWW.ACME.EXAMPLE', 'www2.acme.example', 'acme.example.', 'acme.example,'],
  ...[
    'https://www.acme.example/jobs?x=1#y',
    '//acme.example/',
    'acme.example:8443',
    'https://acme.example/@news',
  ],
  ...['mailto:ann@acme.example', 'Ann Lee <ann@acme.example>'],
];

const PAIRS = casesOf(`
pairs in any order → EXPANSIONS(, "to", "2026-02-01", "type", "HQ", "from", "2026-01-01") → { "expansionType": ["HQ"], "startDate": "2026-01-01", "endDate": "2026-02-01" }
a block after the companies → EXPANSIONS("a.example", [["type", "HQ"], ["hq", "Texas"]]) → { "companyDomain": ["a.example"], "expansionType": ["HQ"], "companyLocation": ["Texas"] }
a block between pairs → EXPANSIONS(, "type", "HQ", [["hq", "Texas"]], "jobs", 5) → { "expansionType": ["HQ"], "companyLocation": ["Texas"], "jobs": "5" }
two blocks → EXPANSIONS(, [["type", "HQ"]], [["hq", "Texas"]]) → { "expansionType": ["HQ"], "companyLocation": ["Texas"] }
a block with further columns of values → EXPANSIONS(, [["type", "HQ", "Store", ""], ["hq", "Texas", "", "Ohio"]]) → { "expansionType": ["HQ", "Store"], "companyLocation": ["Texas", "Ohio"] }
the same list option twice in a block → EXPANSIONS(, [["type", "HQ"], ["type", "Store"]]) → { "expansionType": ["HQ", "Store"] }
a block with blank rows → EXPANSIONS(, [["", ""], ["type", "HQ"], ["", ""]]) → { "expansionType": ["HQ"] }
a block with names and no values → EXPANSIONS(, [["type", ""], ["from", ""]]) → {}
a blank value → EXPANSIONS(, "type", "", "jobs", 5) → { "jobs": "5" }
a blank range as a value → EXPANSIONS(, "type", [[""], [""]]) → {}
a null value → EXPANSIONS(, "type", null) → {}
a blank pair → EXPANSIONS(, "", "", "jobs", 5) → { "jobs": "5" }
a trailing blank argument → EXPANSIONS(, "jobs", 5, "") → { "jobs": "5" }
nothing but separators as a value → EXPANSIONS(, "type", "|", "location", " | ") → {}
our own options do not travel → EXPANSIONS(, "columns", "all", "headers", false, "sort", "-jobs", "exact", true) → {}
a limit → EXPANSIONS(, "limit", 5) → { "limit": 5 }
a limit as text → EXPANSIONS(, "limit", "1,000") → { "limit": 1000 }
the same value twice is one → EXPANSIONS(, "limit", 5, "limit", "5") → { "limit": 5 }
`);

const LISTS = casesOf(`
a list in one text → EXPANSIONS(, "type", "HQ|Store") → { "expansionType": ["HQ", "Store"] }
a list with commas → EXPANSIONS(, "type", "HQ, Store") → { "expansionType": ["HQ", "Store"] }
a list as a range → EXPANSIONS(, "type", [["HQ"], [""], ["Store"]]) → { "expansionType": ["HQ", "Store"] }
a list as an array literal → EXPANSIONS(, "type", [["HQ", "Store"]]) → { "expansionType": ["HQ", "Store"] }
a repeated value → EXPANSIONS(, "type", "HQ|hq") → { "expansionType": ["HQ"] }
another case → EXPANSIONS(, "type", "data CENTRE") → { "expansionType": ["Data Centre"] }
blanks around slashes → EXPANSIONS(, "type", "Factory / Plant") → { "expansionType": ["Factory/Plant"] }
one industry with a comma → EXPANSIONS(, "industry", "accounting, audit & tax") → { "companyIndustry": ["accounting, audit & tax"] }
all three industries with commas → EXPANSIONS(, "industry", "Accounting, Audit & Tax|agriculture, animal husbandry & forestry|engineering, procurement & construction") → { "companyIndustry": ["accounting, audit & tax", "agriculture, animal husbandry & forestry", "engineering, procurement & construction"] }
an industry with a slash and a blank → EXPANSIONS(, "industry", "angels/venture capital/private equity") → { "companyIndustry": ["angels/ venture capital/ private equity"] }
a company type → EXPANSIONS(, "companyType", "public, private") → { "companyType": ["Public", "Private"] }
tickers → EXPANSIONS(, "ticker", "ACM,MTA") → { "companyTicker": ["ACM", "MTA"] }
a place with commas is one place → EXPANSIONS(, "location", "Detroit, Michigan, United States of America") → { "expansionLocation": ["Detroit, Michigan, United States of America"] }
two places → EXPANSIONS(, "location", "Texas|Ohio") → { "expansionLocation": ["Texas", "Ohio"] }
countries as people write them → EXPANSIONS(, "location", "US|USA|U.S.|United States|America|UK|Great Britain|UAE|Holland") → { "expansionLocation": ["United States of America", "United Kingdom", "United Arab Emirates", "Netherlands"] }
a country of headquarters → EXPANSIONS(, "hq", "usa") → { "companyLocation": ["United States of America"] }
a country by its option → EXPANSIONS(, "country", "the UK") → { "expansionLocation": ["United Kingdom"] }
a date type → EXPANSIONS(, "dateType", "last_modified") → { "dateType": "LAST-MODIFIED" }
a date type by a short word → EXPANSIONS(, "dateType", "modified") → { "dateType": "LAST-MODIFIED" }
currencies in small letters → EXPANSIONS(, "currency", "usd|eur") → { "currency": ["USD", "EUR"] }
`);

const AMOUNTS = casesOf(`
a number cell → EXPANSIONS("jobs", 100) → { "jobs": "100" }
not, as Sheets writes it → EXPANSIONS("jobs", "<>0") → { "jobs": "!=0" }
at most, as a sign → EXPANSIONS("jobs", "≤100") → { "jobs": "<=100" }
a turned operator → EXPANSIONS("jobs", "=>100") → { "jobs": ">=100" }
thousands with commas → EXPANSIONS("jobs", ">=1,000") → { "jobs": ">=1000" }
millions with commas → EXPANSIONS("jobs", "1,000,000") → { "jobs": "1000000" }
a plus sign → EXPANSIONS("jobs", "500+") → { "jobs": ">=500" }
a range in parentheses → EXPANSIONS("jobs", "(10, 50)") → { "jobs": "(10,50)" }
a range with a comma → EXPANSIONS("jobs", "10,50") → { "jobs": "(10,50)" }
a range from zero → EXPANSIONS("jobs", "0..5k") → { "jobs": "(0,5000)" }
an open end → EXPANSIONS("jobs", "10..") → { "jobs": ">=10" }
an open start → EXPANSIONS("jobs", "..50") → { "jobs": "<=50" }
millions → EXPANSIONS("investment", ">=1M", "currency", "USD") → { "investment": ">=1000000", "currency": "USD" }
decimals of millions → EXPANSIONS("investment", ">1.1m", "currency", "USD") → { "investment": ">1100000", "currency": "USD" }
billions in words → EXPANSIONS("investment", "2 billion..3 bn", "currency", "EUR") → { "investment": "(2000000000,3000000000)", "currency": "EUR" }
any currency never travels → EXPANSIONS("investment", ">=1M", "currency", "any") → { "investment": ">=1000000" }
two currencies → EXPANSIONS("investment", 5, "currency", "USD|EUR") → { "investment": "5", "currency": ["USD", "EUR"] }
`);

describe.each([
  ['the first argument', FIRST_ARGUMENT],
  ['companies', COMPANIES],
  ['pairs and blocks', PAIRS],
  ['lists', LISTS],
  ['amounts', AMOUNTS],
])('%s', (_what, cases) => {
  test.each(cases)('%s', expectSent);
});

test.each(ONE_DOMAIN)('%s is the domain of a company', (typed) => {
  expect(ask('EXPANSIONS', [typed]).bodies).toEqual([{ limit: 100, companyDomain: ['acme.example'] }]);
});

test('values with many blanks are read without long work', () => {
  const values = Array.from({ length: 800 }, (_, index) => [`Lease/Land${' '.repeat(980 - index)}Purchase`]);
  const started = process.cpuUsage();
  expect(ask('EXPANSIONS', ['', 'type', values]).bodies).toEqual([
    { limit: 100, expansionType: ['Lease/Land Purchase'] },
  ]);
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
});

test('an open range with blanks and blank texts', () => {
  const cells = ['b.example', '', 'a.example', '  ', ...Array.from({ length: 980 }, () => '')];
  const { bodies } = ask('EXPANSIONS', [cells.map((cell) => [cell])]);
  expect(bodies).toEqual([{ limit: 100, companyDomain: ['b.example', 'a.example'] }]);
});
