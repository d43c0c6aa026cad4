'use strict';
// The order of the test files: as long as their times are not known, the longest and those that start programs come
// first, so that no long one is left for one core at the end.
const { default: Sequencer } = require('@jest/test-sequencer');

const FIRST = ['differential', 'e2e', 'bundle', 'service'];

module.exports = class extends Sequencer {
  /**
   * @override
   * @param {import('@jest/test-result').Test[]} tests
   */
  async sort(tests) {
    const sorted = await super.sort(tests);
    if (sorted.every(({ duration }) => duration !== undefined)) return sorted;
    return FIRST.concat('unit').flatMap((project) =>
      sorted.filter(({ context }) => context.config.displayName?.name === project),
    );
  }
};
