/** Every error has a remedy, the right charge, and the right status of the service and wrong field. */
import { dataOf, errors } from '../../src/addon/errors.js';
import {
  type CellErrorCode,
  ERROR_TEXTS,
  type ErrorData,
  type ErrorKey,
} from '../../src/contract/error-texts.js';
import {
  chargeOf,
  fieldProblemOf,
  REMEDY_TARGETS,
  remediesFor,
  serviceStatusOf,
} from '../../src/sidebar/draft/remedies.js';

function anyOf(code: CellErrorCode): ErrorData {
  return { message: '', details: { code, key: Object.keys(ERROR_TEXTS[code])[0] as ErrorKey, args: [] } };
}

const LOST = { message: 'the connection to Google was lost' };

const CODES = Object.keys(ERROR_TEXTS) as CellErrorCode[];

test.each(CODES.filter((code) => code !== 'BAD_INPUT'))('%s has a remedy that leads somewhere', (code) => {
  const found = remediesFor(anyOf(code));
  expect(found.length).toBeGreaterThan(0);
  for (const one of found) expect(one === 'retry' || REMEDY_TARGETS[one].section).toBeTruthy();
});

test('the budget of the spreadsheet is no remedy for the budget of a job', () => {
  expect(remediesFor(dataOf(errors.dayTooLarge('2026-01-31', 9, true)))).toEqual([]);
  expect(remediesFor(dataOf(errors.dayTooLarge('2026-01-31', 9, false)))).toEqual(['budget']);
});

test('the budget of the spreadsheet is no remedy for the cap of a key', () => {
  for (const error of [errors.capReached(), errors.dayOverCap('2026-01-31', 9)])
    expect(remediesFor(dataOf(error))).toEqual([]);
});

test('the budget of the day is no remedy for that of the month', () => {
  expect(remediesFor(dataOf(errors.monthUsed(500)))).toEqual(['month']);
  expect(REMEDY_TARGETS.month.focus).toBe('rules-month');
});

test('a wrong input has no remedy and no charge', () => {
  expect(remediesFor(dataOf(errors.badCap()))).toEqual([]);
  expect(chargeOf(dataOf(errors.badCap()), 'build-preview')).toBeUndefined();
});

test.each([
  [dataOf(errors.timeout(25)), 'build-preview', 'perhaps'],
  [dataOf(errors.status(502, '')), 'build-preview', 'perhaps'],
  [LOST, 'build-preview', 'perhaps'],
  [LOST, 'starter-data-centres', 'perhaps'],
  [LOST, 'build-insert', 'perhaps'],
  [dataOf(errors.budgetUsed(9)), 'build-preview', 'none'],
  [dataOf(errors.timeout(25)), 'build-insert', 'none'],
  [dataOf(errors.budgetUsed(9)), 'job-abc-run', 'kept'],
  [dataOf(errors.timeout(25)), 'job-abc-error', 'kept'],
  [LOST, 'job-abc-pause', 'none'],
] as const)('%j at %s costs: %s', (error, place, charge) => expect(chargeOf(error, place)).toBe(charge));

test('what never costs credits was not charged, whatever has failed', () => {
  expect(chargeOf(dataOf(errors.timeout(25)), 'build-preview', true)).toBe('none');
  expect(chargeOf(LOST, 'starter-hiring', true)).toBe('none');
  expect(chargeOf(dataOf(errors.badCap()), 'build-preview', true)).toBeUndefined();
  expect(chargeOf(dataOf(errors.timeout(25)), 'job-push-error', true)).toBe('none');
});

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
  expect(serviceStatusOf(dataOf(error))).toBe(condition);
  expect(fieldProblemOf(dataOf(error))).toEqual(problem);
});
