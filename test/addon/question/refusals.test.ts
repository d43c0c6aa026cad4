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
an error among the companies → EXPANSIONS([["acme.example"], ["#N/A"]]) → companies contains a cell that shows #N/A; correct that cell
the same in another language: #NV → EXPANSIONS([["acme.example"], ["#NV"]]) → companies contains a cell that shows #NV; correct that cell
the same in another language: #N/D → EXPANSIONS([["acme.example"], ["#N/D"]]) → companies contains a cell that shows #N/D; correct that cell
the same in another language: #¿NOMBRE? → EXPANSIONS([["acme.example"], ["#¿NOMBRE?"]]) → companies contains a cell that shows #¿NOMBRE?; correct that cell
the same in another language: #Н/Д → EXPANSIONS([["acme.example"], ["#Н/Д"]]) → companies contains a cell that shows #Н/Д; correct that cell
an error as a value → EXPANSIONS("type", "#REF!") → type contains a cell that shows #REF!; correct that cell
an error as a name → EXPANSIONS(, "#NAME?", "HQ") → an option name contains a cell that shows #NAME?; correct that cell
an error as a date → EXPANSIONS("from", "#VALUE!") → from contains a cell that shows #VALUE!; correct that cell
an error in a block → EXPANSIONS(, [["jobs", "#DIV/0!"]]) → jobs contains a cell that shows #DIV/0!; correct that cell
an error as refresh → EXPANSIONS("refresh", "#NUM!") → refresh contains a cell that shows #NUM!; correct that cell
an error as columns → EXPANSIONS("columns", "#ERROR!") → columns contains a cell that shows #ERROR!; correct that cell
a cell that is not ready → EXPANSIONS("Loading...") → companies contains a cell that shows Loading...; correct that cell
a flag as a company → EXPANSIONS(true) → companies cannot be TRUE; use website domains, names or company ids
a decimal number as a company → EXPANSIONS(1.5) → companies cannot be 1.5; use website domains, names or company ids
companies twice → EXPANSIONS("acme.example", "domain", "b.example") → companies are chosen twice, the second time by companyDomain; keep one of the two
ids twice → HIRINGS("c_000001", "ids", "c_000002") → companies are chosen twice, the second time by companyIds; keep one of the two
a group and names → EXPANSIONS(, "group", "Key accounts", "companyName", "Acme") → companies are chosen twice, the second time by companyName; keep one of the two
`);

/** With what is no JSON, or too long to be read. */
const FURTHER: Case[] = [
  [
    'a date where a name belongs',
    'EXPANSIONS',
    [undefined, new Date(0), 'HQ'],
    'an option name contains a date instead of text or a number; correct that cell',
  ],
  [
    'a date as a company',
    'EXPANSIONS',
    [new Date(0)],
    'companies cannot be a date; use website domains, names or company ids',
  ],
  [
    'a text of a thousand letters',
    'EXPANSIONS',
    [long(1001)],
    `companies contains "${long(27)}…", longer than 1000 characters; shorten it`,
  ],
  [
    'a whole sheet of companies',
    'EXPANSIONS',
    [Array.from({ length: 5001 }, (_, n) => [`c${n}.example`])],
    'companies has 5001 values, more than 5000; use a smaller range',
  ],
  [
    'an order by more columns than there are',
    'EXPANSIONS',
    ['', 'sort', Array.from({ length: 20 }, (_, n) => [`-${' '.repeat(n)}jobs`])],
    'sort has 20 values, more than 18; use a smaller range',
  ],
];

test.each([...REFUSED, ...FURTHER])('%s is refused', (_title, name, args, message) => {
  const { error, requests } = ask(name, args);
  expect(error).toBe(`#BAD_INPUT: ${message}`);
  expect(requests).toEqual([]);
});

test('bad input is told before a missing key', () => {
  const { error } = ask('EXPANSIONS', ['type', 'Stoer'], { connected: false });
  expect(error).toBe('#BAD_INPUT: type has no value "Stoer"; did you mean Store?');
});

test('a spreadsheet without a key says who can help', () => {
  const { error, requests } = ask('EXPANSIONS', ['type', 'Store'], { connected: false });
  expect(error).toMatch(/^#NO_KEY: /);
  expect(requests).toEqual([]);
});
