/** Invalid arguments: the exact message, and no request. */
import { ask } from '../ask.js';
import { type Case, casesOf } from '../cases.js';

const long = (characters: number) => 'x'.repeat(characters);

const REFUSED = casesOf(`
an unknown option → EXPANSIONS(, "colour", "red") → EXPANSIONS has no option "colour"; see the function's help
a mistyped option → EXPANSIONS(, "expansionTyp", "HQ") → EXPANSIONS has no option "expansionTyp"; did you mean expansionType?
a mistyped alias → EXPANSIONS(, "form", "-30d") → EXPANSIONS has no option "form"; did you mean from?
a mistyped option first → EXPANSIONS("expansionTyp", "HQ") → EXPANSIONS has no option "expansionTyp"; did you mean expansionType?
a mistyped option first, then pairs → EXPANSIONS("strtDate", "-30d", "type", "HQ") → EXPANSIONS has no option "strtDate"; did you mean startDate?
an option of the prototype → EXPANSIONS(, "constructor", "x") → EXPANSIONS has no option "constructor"; see the function's help
a name without a value → EXPANSIONS("acme.example", "from") → option from has no value; add one after it or remove it
an option alone → EXPANSIONS("limit") → option limit has no value; add one after it or remove it
an unknown name without a value → EXPANSIONS("acme.example", "b.example") → EXPANSIONS has no option "b.example"; see the function's help
a value without a name → EXPANSIONS(, "", "HQ") → the value "HQ" has no option name before it; add one or remove it
a value without a name in a block → EXPANSIONS(, [["type", "HQ"], ["", "Texas"]]) → the value "Texas" has no option name before it; add one or remove it
a mistyped name in a block → EXPANSIONS(, [["typ", "HQ"]]) → EXPANSIONS has no option "typ"; did you mean type?
a column where a name belongs → EXPANSIONS(, [["type"], ["HQ"]]) → a range of options needs two columns, names and values; add the second column
an object where a name belongs → EXPANSIONS(, {}, "HQ") → an option name contains an object instead of text or a number; correct that cell
two limits → EXPANSIONS("limit", [[5], [6]]) → option limit takes one value; remove the others
two amounts → EXPANSIONS("jobs", ">5", "jobs", "<9") → option jobs takes one value; remove the others
an error as a value → EXPANSIONS("type", "#REF!") → type contains a cell that shows #REF!; correct that cell
an error as a name → EXPANSIONS(, "#N/A", "HQ") → an option name contains a cell that shows #N/A; correct that cell
a name in curly quotes → EXPANSIONS(, "#NAME?", "HQ") → an option name shows #NAME?; write it in straight double quotes, such as "from"
a name in single quotes, in French → EXPANSIONS(, "#NOM?", "HQ") → an option name shows #NOM?; write it in straight double quotes, such as "from"
an error as a date → EXPANSIONS("from", "#VALUE!") → from contains a cell that shows #VALUE!; correct that cell
an error in a block → EXPANSIONS(, [["jobs", "#DIV/0!"]]) → jobs contains a cell that shows #DIV/0!; correct that cell
an error as refresh → EXPANSIONS("refresh", "#NUM!") → refresh contains a cell that shows #NUM!; correct that cell
an error as columns → EXPANSIONS("columns", "#ERROR!") → columns contains a cell that shows #ERROR!; correct that cell
a cell that is not ready → EXPANSIONS("Loading...") → companies contains a cell that shows Loading...; correct that cell
a flag as a company → EXPANSIONS(true) → companies cannot be TRUE; use website domains, names or company ids
a decimal number as a company → EXPANSIONS(1.5) → companies cannot be 1.5; use website domains, names or company ids
nothing but a bar for companies → EXPANSIONS("|", "from", "-30d") → the list of companies is empty; enter companies in it
nothing but an invisible mark for a domain → EXPANSIONS("domain", "\u200b", "from", "-30d") → the list of companies is empty; enter companies in it
nothing but an invisible mark for a group → EXPANSIONS("group", "\u200b", "from", "-30d") → the list of companies is empty; enter companies in it
nothing but invisible marks for companies → EXPANSIONS([["\u200b"], ["\ufeff"]], "from", "-30d") → the list of companies is empty; enter companies in it
words for days → EXPANSIONS("last week") → "last week" is a day, not a company; write "from" before it
a number of days → EXPANSIONS("-30d") → "-30d" is a day, not a company; write "from" before it
months ago → EXPANSIONS("3 months ago") → "3 months ago" is a day, not a company; write "from" before it
a day in a word → EXPANSIONS("yesterday") → "yesterday" is a day, not a company; write "from" before it
companies twice → EXPANSIONS("acme.example", "domain", "b.example") → companies are chosen twice, the second time by domain; keep one of the two
ids twice → HIRINGS("c_000001", "ids", "c_000002") → companies are chosen twice, the second time by ids; keep one of the two
a column with its header → EXPANSIONS([["Domain"], ["acme.example"], [""]]) → companies contain the header "Domain"; choose only the cells below it
a group and names → EXPANSIONS(, "group", "Key accounts", "companyName", "Acme") → companies are chosen twice, the second time by companyName; keep one of the two
`);

const VALUES = casesOf(`
a mistyped type → EXPANSIONS("type", "Data Center") → type has no value "Data Center"; did you mean Data Centre?
a part of a type → EXPANSIONS("type", "warehouse") → type has no value "warehouse"; did you mean Fulfillment/Distribution Centre/Warehouse?
a type that is far from all → EXPANSIONS("type", "Spaceport") → type has no value "Spaceport"; choose one in Signals > Build a formula
one wrong type of two → EXPANSIONS("type", "HQ|Stoer") → type has no value "Stoer"; did you mean Store?
industries joined by a comma → EXPANSIONS("industry", "healthcare, banking") → industry has no value "healthcare, banking"; put | between several values
half an industry → EXPANSIONS("industry", "accounting") → industry has no value "accounting"; did you mean accounting, audit & tax?
an unknown currency → EXPANSIONS("currency", "dollars") → currency has no value "dollars"; use USD, CAD, EUR, GBP, INR, AUD, CHF, CNY, JPY, SEK
a date type that is none → EXPANSIONS("dateType", "effective") → dateType has no value "effective"; use ANNOUNCED, LAST-MODIFIED
a flag as a type → EXPANSIONS("type", true) → type has no value "true"; choose one in Signals > Build a formula
one number or two → EXPANSIONS("jobs", "100,200") → jobs "100,200" can mean one number or two; write 1000 or 1..1000
investment without currency → EXPANSIONS("investment", ">=1M") → investment needs a currency; add "currency", "USD", or "currency", "any"
any currency without investment → EXPANSIONS("currency", "any") → currency "any" works only with investment; add investment or remove currency
an unknown column → EXPANSIONS("columns", "colour") → there is no column "colour"; use "columns", "all" to see them
a mistyped column → EXPANSIONS("columns", "date|investmnt") → there is no column "investmnt"; did you mean Investment?
an unknown column to sort by → EXPANSIONS("sort", "-size") → there is no column "size"; use "columns", "all" to see them
a flag that is none → EXPANSIONS("headers", "maybe") → headers is neither yes nor no: "maybe"; use TRUE or FALSE
no day → EXPANSIONS("since", "soon") → since is no day: "soon"; use a date cell, YYYY-MM-DD, today or -30d
a day out of the calendar → HIRINGS("since", "-9999y") → since is no day: "-9999y"; use a date cell, YYYY-MM-DD, today or -30d
two days → EXPANSIONS("since", [["-7d", "-8d"]]) → option since takes one value; remove the others
two flags → EXPANSIONS("exact", [[true, false]]) → option exact takes one value; remove the others
no group at all → TRACKED_COMPANIES() → no group is given; add one, for example =TRACKED_COMPANIES("Key accounts")
an option that lists of companies lack → TRACKED_COMPANIES("Key accounts", "exact", true) → TRACKED_COMPANIES has no option "exact"; see the function's help
a filter on a list of companies → TRACKED_COMPANIES("Key accounts", "from", "-30d") → TRACKED_COMPANIES has no option "from"; see the function's help
`);

const refused = (name: string, values: readonly unknown[], message: (value: unknown) => string): Case[] =>
  values.map((value) => [`${name} ${value}`, 'EXPANSIONS', [undefined, name, value], message(value)]);

const VALUES_OF_OPTIONS = [
  ...refused(
    'jobs',
    ['many', -5, '50..10', '(1,2,3)', 1.5, '10-50k', '5x', '9999999999999999999', '>=$1M'],
    (value) => `jobs is no amount: "${value}"; use >=1000000, 10M..50M or (10,50)`,
  ),
  ...refused(
    'limit',
    [0, 10_001, '>=5', 2.5],
    (value) => `limit must be 1 to 10000, not "${value}"; use a whole number`,
  ),
  // an error as Sheets shows it in several languages
  ...refused(
    'domain',
    ['#N/A', '#NV', '#N/D', '#¿NOMBRE?', '#Н/Д'],
    (value) => `domain contains a cell that shows ${value}; correct that cell`,
  ),
];

const companies = Array.from({ length: 5001 }, (_, n) => [`c${n}.example`]);
const columns = Array.from({ length: 20 }, (_, n) => [`-${' '.repeat(n)}jobs`]);

/** With what is no JSON, or too long to be read. */
const FURTHER = [
  [['jobs', new Date(0)], 'jobs contains a date instead of text or a number; correct that cell'],
  [
    [undefined, new Date(0), 'HQ'],
    'an option name contains a date instead of text or a number; correct that cell',
  ],
  [[new Date(0)], 'companies cannot be a date; use website domains, names or company ids'],
  [[long(1001)], `companies contains "${long(27)}…", longer than 1000 characters; shorten it`],
  [[companies], 'companies has 5001 values, more than 5000; use a smaller range'],
  [['', 'sort', columns], 'sort has 20 values, more than 18; use a smaller range'],
].map(([args, message]) => [message, 'EXPANSIONS', args, message] as Case);

test.each([...REFUSED, ...VALUES, ...VALUES_OF_OPTIONS, ...FURTHER])(
  '%s is refused',
  (_title, name, args, message) => {
    const { error, requests } = ask(name, args);
    expect(error).toBe(`#BAD_INPUT: ${message}`);
    expect(requests).toEqual([]);
  },
);

test('bad input is reported before a missing key', () => {
  const { error } = ask('EXPANSIONS', ['type', 'Stoer'], { connected: false });
  expect(error).toBe('#BAD_INPUT: type has no value "Stoer"; did you mean Store?');
});

test('a spreadsheet without a key says who can help', () => {
  const { error, requests } = ask('EXPANSIONS', ['type', 'Store'], { connected: false });
  expect(error).toMatch(/^#NO_KEY: /);
  expect(requests).toEqual([]);
});
