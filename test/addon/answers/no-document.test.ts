/** A spreadsheet whose properties cannot be had: nothing is paid that could not be kept, and the cell says so. */
import { createApp } from '../../../src/addon/app.js';
import { createFakePlatform } from '../fake-platform.js';

test('without document properties nothing is asked, and the cell says what to do', () => {
  const platform = createFakePlatform({ hasDocument: false, respond: () => ({ body: [] }) });
  expect(() => createApp(platform).dataset('business-expansion', ['type', 'HQ'])).toThrow(
    /^#BAD_INPUT: this file cannot store/,
  );
  expect(platform.requests).toHaveLength(0);
});
