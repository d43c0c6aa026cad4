/** A range without a sheet gets one; everything else in a formula stays unchanged. */
import { COMMA, separatorsOf } from '../../src/contract/formula.js';
import { withSheet } from '../../src/contract/formula-sheet.js';

const named = (formula: string, sheet = 'Accounts', locale = 'en_US') =>
  withSheet(formula, sheet, separatorsOf(locale));

test.each([
  ['=EXPANSIONS(A2:A5)', "=EXPANSIONS('Accounts'!A2:A5)"],
  ['=EXPANSIONS( $A$2:$A )', "=EXPANSIONS( 'Accounts'!$A$2:$A )"],
  ['=EXPANSIONS(A:A, B1:C4)', "=EXPANSIONS('Accounts'!A:A, 'Accounts'!B1:C4)"],
  ['=EXPANSIONS(2:5, "country", b7)', "=EXPANSIONS('Accounts'!2:5, \"country\", 'Accounts'!b7)"],
])('%s', (formula, wanted) => expect(named(formula)).toBe(wanted));

test.each([
  '=EXPANSIONS()',
  '=EXPANSIONS(Sheet2!A2:A5)',
  "=EXPANSIONS('My list'!A2)",
  '=EXPANSIONS("A2:A5")',
  '=EXPANSIONS(Companies, "columns", "date|company")',
  '=EXPANSIONS(, "jobs", 12)',
  '=SUM(A2:A5)',
])('%s stays unchanged', (formula) => expect(named(formula)).toBe(formula));

test('a quote in the sheet name is doubled, and a German formula keeps its semicolons', () => {
  expect(named('=HIRINGS(A2:A5;"country";B1)', "Ann's", 'de_DE')).toBe(
    "=HIRINGS('Ann''s'!A2:A5;\"country\";'Ann''s'!B1)",
  );
});

test.each(["Deals[Customer's name]", 'Accounts[Revenue, EUR]', 'Deals[A1]', 'Deals[[#ALL],[B2:C3]]'])(
  'the columns of a table, %s, get no sheet name',
  (reference) => {
    expect(named(`=EXPANSIONS(${reference}, "from", B1)`, 'My tab')).toBe(
      `=EXPANSIONS(${reference}, "from", 'My tab'!B1)`,
    );
  },
);

test('a range that had a sheet name before gets it again, and another range gets the given one', () => {
  const before = "=EXPANSIONS('Ann''s'!A2:A5, \"from\", Sheet2!B1)";
  expect(withSheet('=EXPANSIONS( A2:A5, "from", B1, "to", B2)', 'Other', COMMA, before)).toBe(
    "=EXPANSIONS( 'Ann''s'!A2:A5, \"from\", Sheet2!B1, \"to\", 'Other'!B2)",
  );
});

test('a range of the same cells as one that keeps its sheet name gets the given one', () => {
  const before = '=EXPANSIONS("acme.example", "exclude", CRM!A2:A50)';
  expect(withSheet('=EXPANSIONS(A2:A50, "exclude", CRM!A2:A50)', 'Other', COMMA, before)).toBe(
    '=EXPANSIONS(\'Other\'!A2:A50, "exclude", CRM!A2:A50)',
  );
});
