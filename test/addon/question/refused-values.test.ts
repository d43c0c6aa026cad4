/** Invalid values: the exact message with the closest remedy, and no request. */
import { ask } from '../ask.js';
import { type Case, casesOf } from '../cases.js';

const REFUSED = casesOf(`
a mistyped type → EXPANSIONS("type", "Data Center") → type has no value "Data Center"; did you mean Data Centre?
a part of a type → EXPANSIONS("type", "warehouse") → type has no value "warehouse"; did you mean Fulfillment/Distribution Centre/Warehouse?
a type that is far from all → EXPANSIONS("type", "Spaceport") → type has no value "Spaceport"; choose one in Signals > Build a formula
one wrong type of two → EXPANSIONS("type", "HQ|Stoer") → type has no value "Stoer"; did you mean Store?
industries joined by a comma → EXPANSIONS("industry", "healthcare, banking") → industry has no value "healthcare, banking"; put | between several values
half an industry → EXPANSIONS("industry", "accounting") → industry has no value "accounting"; did you mean accounting, audit & tax?
an unknown currency → EXPANSIONS("currency", "dollars") → currency has no value "dollars"; use USD, CAD, EUR, GBP, INR, AUD, CHF, CNY, JPY, SEK
a date type that is none → EXPANSIONS("dateType", "effective") → dateType has no value "effective"; use ANNOUNCED, LAST-MODIFIED
a flag as a type → EXPANSIONS("type", true) → type has no value "true"; choose one in Signals > Build a formula
an amount in words → EXPANSIONS("jobs", "many") → jobs cannot read "many"; use >=1000000, 10M..50M or (10,50)
a negative amount → EXPANSIONS("jobs", -5) → jobs cannot read "-5"; use >=1000000, 10M..50M or (10,50)
an amount with a currency sign → EXPANSIONS("investment", ">=$1M", "currency", "USD") → investment cannot read ">=$1M"; use >=1000000, 10M..50M or (10,50)
a minimum above its maximum → EXPANSIONS("jobs", "50..10") → jobs cannot read "50..10"; use >=1000000, 10M..50M or (10,50)
three bounds → EXPANSIONS("jobs", "(1,2,3)") → jobs cannot read "(1,2,3)"; use >=1000000, 10M..50M or (10,50)
one number or two → EXPANSIONS("jobs", "100,200") → jobs "100,200" can mean one number or two; write 1000 or 1..1000
a decimal amount → EXPANSIONS("jobs", 1.5) → jobs cannot read "1.5"; use >=1000000, 10M..50M or (10,50)
a range that shares its unit or not → EXPANSIONS("jobs", "10-50k") → jobs cannot read "10-50k"; use >=1000000, 10M..50M or (10,50)
an unknown unit → EXPANSIONS("jobs", "5x") → jobs cannot read "5x"; use >=1000000, 10M..50M or (10,50)
an amount beyond counting → EXPANSIONS("jobs", "9999999999999999999") → jobs cannot read "9999999999999999999"; use >=1000000, 10M..50M or (10,50)
investment without currency → EXPANSIONS("investment", ">=1M") → investment needs a currency; add "currency", "USD", or "currency", "any"
any currency without investment → EXPANSIONS("currency", "any") → currency "any" works only with investment; add investment or remove currency
a limit of zero → EXPANSIONS("limit", 0) → limit cannot read "0"; use a whole number from 1 to 10000
a limit beyond reason → EXPANSIONS("limit", 10001) → limit cannot read "10001"; use a whole number from 1 to 10000
a limit with an operator → EXPANSIONS("limit", ">=5") → limit cannot read ">=5"; use a whole number from 1 to 10000
a decimal limit → EXPANSIONS("limit", 2.5) → limit cannot read "2.5"; use a whole number from 1 to 10000
an unknown column → EXPANSIONS("columns", "colour") → there is no column "colour"; use "columns", "all" to see them
a mistyped column → EXPANSIONS("columns", "date|investmnt") → there is no column "investmnt"; did you mean Investment?
an unknown column to sort by → EXPANSIONS("sort", "-size") → there is no column "size"; use "columns", "all" to see them
a flag that is none → EXPANSIONS("headers", "maybe") → headers cannot read "maybe"; use TRUE or FALSE
no day → EXPANSIONS("since", "soon") → since cannot read "soon"; use a date cell, YYYY-MM-DD, today or -30d
a day out of the calendar → HIRINGS("since", "-9999y") → since cannot read "-9999y"; use a date cell, YYYY-MM-DD, today or -30d
two days → EXPANSIONS("since", [["-7d", "-8d"]]) → option since takes one value; remove the others
two flags → EXPANSIONS("exact", [[true, false]]) → option exact takes one value; remove the others
no group at all → TRACKED_COMPANIES() → no group is given; add one, for example =TRACKED_COMPANIES("Key accounts")
an option that lists of companies lack → TRACKED_COMPANIES("Key accounts", "exact", true) → TRACKED_COMPANIES has no option "exact"; see the function's help
a filter on a list of companies → TRACKED_COMPANIES("Key accounts", "from", "-30d") → TRACKED_COMPANIES has no option "from"; see the function's help
`);

const DATE: Case = [
  'a date as an amount',
  'EXPANSIONS',
  ['jobs', new Date(0)],
  'jobs contains a date instead of text or a number; correct that cell',
];

test.each([...REFUSED, DATE])('%s is refused', (_title, name, args, message) => {
  const { error, requests } = ask(name, args);
  expect(error).toBe(`#BAD_INPUT: ${message}`);
  expect(requests).toEqual([]);
});
