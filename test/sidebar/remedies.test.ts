/** Every error has a way out, and says truly what it has cost. */
import { CELL_ERRORS } from '../../src/contract/errors.js';
import { chargeOf, remediesFor, WAYS } from '../../src/sidebar/draft/remedies.js';
import { de } from '../../src/sidebar/texts/de.js';
import { en } from '../../src/sidebar/texts/en.js';

test.each(CELL_ERRORS.filter((code) => code !== 'BAD_INPUT'))(
  '%s has a button, with words in both languages',
  (code) => {
    const found = remediesFor(`Error: #${code}: something`);
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
  expect(remediesFor('#BAD_INPUT: correct it')).toEqual([]);
  expect(chargeOf('#BAD_INPUT: correct it', 'build-preview')).toBeUndefined();
});

test.each([
  ['#TIMEOUT: no answer', 'build-preview', 'perhaps'],
  ['#SERVICE: status 502', 'build-preview', 'perhaps'],
  ['the connection to Google was lost', 'build-preview', 'perhaps'],
  ['#BUDGET: used up', 'build-preview', 'none'],
  ['#TIMEOUT: no answer', 'build-insert', 'none'],
  ['#BUDGET: used up', 'job-abc-run', 'kept'],
  ['#TIMEOUT: no answer', 'job-abc-error', 'kept'],
  ['#NOVEL: an error of a later version', 'job-abc-pause', 'none'],
])('%s at %s costs: %s', (message, place, charge) => {
  expect(chargeOf(message, place)).toBe(charge);
});
