/** Logger: the log of an execution. */
import type { Rule } from './rule.js';

export const loggerRules: readonly Rule[] = [
  {
    name: 'log gives the logger',
    source: 'docs',
    expected: true,
    see: () => Logger.log('first').log('second').getLog().includes('second'),
  },
  {
    name: 'the log has what was logged',
    source: 'docs',
    expected: true,
    see: () => {
      Logger.log('a line');
      return Logger.getLog().includes('a line');
    },
  },
  {
    name: 'clear empties the log',
    source: 'docs',
    expected: '',
    see: () => {
      Logger.log('a line');
      Logger.clear();
      return Logger.getLog();
    },
  },
  {
    name: '%s is replaced by the following values',
    source: 'docs',
    expected: true,
    see: () => {
      Logger.clear();
      Logger.log('%s and %s', 'one', 'two');
      return Logger.getLog().includes('one and two');
    },
  },
];
