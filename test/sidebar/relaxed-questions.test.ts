/** A similar value in place of one that the service does not know. */
import { COMMA } from '../../src/contract/formula.js';
import { openFormula, writeFormula } from '../../src/contract/formula-question.js';
import { withNearestValue } from '../../src/sidebar/draft/question-edit.js';

const questionOf = (formula: string) => openFormula(formula, COMMA)!.question;

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
