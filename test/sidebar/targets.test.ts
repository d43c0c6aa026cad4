import { parseTargets, targetsText } from '../../src/sidebar/draft/job-draft.js';
import fc from '../support/fast-check.js';

test.each([
  ['', []],
  [' , ,', []],
  ['Accounts', ['Accounts']],
  ['Accounts, Pipeline ,Accounts', ['Accounts', 'Pipeline']],
  ['"Sales, EMEA", Q1', ['Sales, EMEA', 'Q1']],
  ['"The ""big"" ones"', ['The "big" ones']],
  ['5" screens, "open', ['5" screens', '"open']],
  ['"a" b, c', ['"a" b', 'c']],
  ['"",x', ['x']],
])('%j names %j', (text, names) => expect(parseTargets(text)).toEqual(names));

test('500 lists of names are the same after writing and reading', () => {
  const name = fc
    .string({ unit: fc.constantFrom('a', 'B', ' ', ',', '"', "'", '!', 'ü'), minLength: 1, maxLength: 12 })
    .filter((one) => one.trim() === one && one !== '');
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 8 }), (names) => {
      expect(parseTargets(targetsText(names))).toEqual(names);
    }),
    { numRuns: 500 },
  );
});
