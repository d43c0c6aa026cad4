/** A call of the page that never gets an answer ends with an error that says what to do. */
import { refusalIn } from '../../src/contract/sidebar-api.js';
import { client } from '../../src/sidebar/page/client.js';
import { dataOf, errorText } from '../../src/sidebar/page/error-text.js';
import { textsFor } from '../../src/sidebar/texts/language.js';

afterEach(() => jest.useRealTimers());

test.each([
  ['testConnection', /Nothing has changed: try again\.$/],
  ['saveRules', /It may be done all the same: .+ before you try again\.$/],
] as const)(
  '%s without an answer fails after the time that Google gives an execution',
  async (name, words) => {
    jest.useFakeTimers();
    const run: object = { withSuccessHandler: () => run, withFailureHandler: () => run, [name]() {} };
    Object.assign(globalThis, { google: { script: { run } } });
    const made = name === 'saveRules' ? client.saveRules({ freshness: { mode: 'daily' } }) : client[name]();
    const error = made.then(refusalIn, dataOf);
    jest.advanceTimersByTime(7 * 60_000);
    const told = errorText((await error)!, textsFor('en'));
    expect(told).toMatch(/^Google has not answered for 7 minutes\. /);
    expect(told).toMatch(words);
  },
);
