/** What the page reads out of an error: the state of the service, and the field that is to blame. */
import { dataOf, errors } from '../../src/addon/errors.js';
import { conditionOf, fieldProblemOf } from '../../src/sidebar/page/condition.js';

test.each([
  [errors.badKey(), 'refused', { field: 'key', why: 'refused' }],
  [errors.status(401, ''), 'refused', { field: 'key', why: 'refused' }],
  [errors.unreachable('DNS error'), 'silent', { field: 'address', why: 'nothing' }],
  [errors.wrongAddress(), 'silent', { field: 'address', why: 'other' }],
  [errors.notJson('<html>'), 'silent', { field: 'address', why: 'other' }],
  [errors.proxy(407), 'silent', { field: 'address', why: 'other' }],
  [errors.status(503, ''), 'silent', undefined],
  [errors.timeout(20), 'silent', undefined],
  [errors.badAddress(), undefined, { field: 'address', why: 'malformed' }],
  [errors.badKeyText(), undefined, { field: 'key', why: 'malformed' }],
  [errors.noCredits(), 'answers', undefined],
  [errors.budgetUsed(5), undefined, undefined],
])('%s', (error, condition, problem) => {
  expect(conditionOf(dataOf(error))).toBe(condition);
  expect(fieldProblemOf(dataOf(error))).toEqual(problem);
});
