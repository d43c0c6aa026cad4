/** A call of the page that never gets an answer ends with an error that says what to do. */
import { refusalIn } from '../../src/contract/sidebar-api.js';
import { client } from '../../src/sidebar/page/client.js';
import { dataOf, errorText } from '../../src/sidebar/page/error-text.js';
import { textsFor } from '../../src/sidebar/texts/language.js';

afterEach(() => jest.useRealTimers());

test('a call without an answer fails after the time that Google gives an execution', async () => {
  jest.useFakeTimers();
  const run: object = { withSuccessHandler: () => run, withFailureHandler: () => run, saveRules() {} };
  Object.assign(globalThis, { google: { script: { run } } });
  const error = client.saveRules({ freshness: { mode: 'daily' } }).then(refusalIn, dataOf);
  jest.advanceTimersByTime(7 * 60_000);
  const told = errorText((await error)!, textsFor('en'));
  expect(told).toMatch(/^Google has not answered for 7 minutes\. .+ before you try again\.$/);
});
