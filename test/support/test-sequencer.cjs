'use strict';
// The order of the test files: as long as their times are not known, the longest and those that start programs come
// first, so that no long one is left for one core at the end.
const { default: Sequencer } = require('@jest/test-sequencer');

const FIRST = ['differential', 'e2e', 'smoke', 'bundle', 'service'];

/** Minutes at full scale, the longest first. */
const LONG = [
  'differential/tables.test.ts',
  'bundle/refresh-job-interrupted.test.ts',
  'service/http/broken-answers.test.ts',
  'service/transfer/import-at-once.test.ts',
  'service/http/fuzz.test.ts',
  'service/soak.test.ts',
  'service/transfer/import-faults.test.ts',
  'service/transfer/import-bulk.test.ts',
  'service/http/changes-oracle.test.ts',
  'bundle/jobs-interrupted.test.ts',
  'bundle/jobs-year.test.ts',
];

module.exports = class extends Sequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    /** @param {import('@jest/test-result').Test} test */
    const rank = ({ path }) => LONG.findIndex((name) => path.endsWith(name)) + 1 || LONG.length + 1;
    /** @param {import('@jest/test-result').Test} test */
    const place = ({ context }) => {
      const index = FIRST.indexOf(context.config.displayName?.name ?? '');
      return index < 0 ? FIRST.length : index;
    };
    return [...sorted].sort((a, b) => rank(a) - rank(b) || place(a) - place(b));
  }
};
