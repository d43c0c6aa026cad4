/** Every error has a way out, and says truly what it has cost. */
import { dataOf, errors } from '../../src/addon/errors.js';
import { ERROR_TEXTS, type ErrorData, type ErrorKey } from '../../src/contract/error-texts.js';
import { CELL_ERRORS, type CellErrorCode } from '../../src/contract/errors.js';
import { chargeOf, remediesFor, WAYS } from '../../src/sidebar/draft/remedies.js';
import { de } from '../../src/sidebar/texts/de.js';
import { en } from '../../src/sidebar/texts/en.js';

function anyOf(code: CellErrorCode): ErrorData {
  return { message: '', details: { code, key: Object.keys(ERROR_TEXTS[code])[0] as ErrorKey, args: [] } };
}

test.each(CELL_ERRORS.filter((code) => code !== 'BAD_INPUT'))(
  '%s has a button, with words in both languages',
  (code) => {
    const found = remediesFor(anyOf(code));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) {
      expect([en, de].map(({ remedies }) => remedies.labels[one])).toEqual([
        expect.any(String),
        expect.any(String),
      ]);
      expect(one === 'retry' || WAYS[one].section).toBeTruthy();
    }
  },
);

test('what is wrong with an input is corrected in its field', () => {
  expect(remediesFor(dataOf(errors.badCap()))).toEqual([]);
  expect(chargeOf(dataOf(errors.badCap()), 'build-preview')).toBeUndefined();
});

test.each([
  [dataOf(errors.timeout(25)), 'build-preview', 'perhaps'],
  [dataOf(errors.status(502, '')), 'build-preview', 'perhaps'],
  [{ message: 'the connection to Google was lost' }, 'build-preview', 'perhaps'],
  [dataOf(errors.budgetUsed(9)), 'build-preview', 'none'],
  [dataOf(errors.timeout(25)), 'build-insert', 'none'],
  [dataOf(errors.budgetUsed(9)), 'job-abc-run', 'kept'],
  [dataOf(errors.timeout(25)), 'job-abc-error', 'kept'],
  [{ message: 'the connection to Google was lost' }, 'job-abc-pause', 'none'],
] as const)('%j at %s costs: %s', (error, place, charge) => {
  expect(chargeOf(error, place)).toBe(charge);
});
