'use strict';
// Orders the test files. While durations are unknown, the longest suites and those that start programs run
// first, so that no long suite remains for one core at the end.
const { default: Sequencer } = require('@jest/test-sequencer');
const { rankOf } = require('./long-suites.cjs');

const FIRST = ['differential', 'e2e', 'smoke', 'bundle', 'service'];
/** By far the longest suite at full scale; `npm test` plays a part of it. */
const LONGEST = /differential\/tables\.test/;

module.exports = class extends Sequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    /** @param {import('@jest/test-result').Test} test */
    const place = ({ context }) => {
      const index = FIRST.indexOf(context.config.displayName?.name ?? '');
      return index < 0 ? FIRST.length : index;
    };
    /** @param {import('@jest/test-result').Test} test */
    const rank = ({ path }) => (process.env['PROOFS'] === 'full' && LONGEST.test(path) ? -1 : rankOf(path));
    return [...sorted].sort((a, b) => rank(a) - rank(b) || place(a) - place(b));
  }
};
