/** What is offered when a question finds nothing. */
import { COMMA } from '../../src/contract/formula.js';
import { openFormula, writeFormula } from '../../src/contract/formula-question.js';
import { withNearestValue, withWiderDays } from '../../src/sidebar/draft/question-edit.js';

const TODAY = '2026-11-20';
const questionOf = (formula: string) => openFormula(formula, COMMA)!.question;

test.each([
  ['"from", "-7d"', ['=EXPANSIONS(, "startDate", "-30d")']],
  // D48
  ['"startDate", "today"', ['=EXPANSIONS(, "startDate", "-30d")']],
  ['"startDate", "-30d"', ['=EXPANSIONS(, "startDate", "-90d")']],
  ['"startDate", "-400d"', []],
  ['"startDate", "2021-05-01"', []],
  ['"startDate", A1', ['=EXPANSIONS(, "startDate", "-365d")']],
  ['"startDate", "this month"', ['=EXPANSIONS(, "startDate", "-30d")']],
  ['"date", "2026-01-31"', ['=EXPANSIONS(, "startDate", "-365d")']],
  ['"startDate", "last month", "endDate", "last month"', ['=EXPANSIONS(, "startDate", "-90d")']],
  [
    '"startDate", "-30d", "investment", ">=10M", "currency", "USD", "limit", 3',
    ['=EXPANSIONS(, "startDate", "-90d", "investment", ">=10M", "currency", "USD", "limit", 3)'],
  ],
  ['"group", "Key accounts", "columns", "date"', []],
])('%s', (options, expected) => {
  const wider = withWiderDays(questionOf(`=EXPANSIONS(, ${options})`), TODAY);
  expect(wider ? [writeFormula(wider.question, COMMA)] : []).toEqual(expected);
});

test('an unknown value is replaced in the formula, but not in a cell', () => {
  const question = questionOf('=EXPANSIONS("Acme|Ford", "expansionLocation", "germny|Texas")');
  expect(writeFormula(withNearestValue(question, 'Germny', 'Germany')!, COMMA)).toBe(
    '=EXPANSIONS("Acme|Ford", "expansionLocation", "Germany|Texas")',
  );
  expect(writeFormula(withNearestValue(question, 'Acme', 'Acme Corp')!, COMMA)).toBe(
    '=EXPANSIONS("Acme Corp|Ford", "expansionLocation", "germny|Texas")',
  );
  expect(withNearestValue(questionOf('=EXPANSIONS(A2:A9)'), 'Germny', 'Germany')).toBeUndefined();
});
