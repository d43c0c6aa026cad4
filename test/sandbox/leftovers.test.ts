/** Scripts that end badly and a closed host leave no unhandled rejection, no running execution and no timer behind. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Far less than the five minutes of the program's timers, and enough for a busy machine. */
const ENDS_WITHIN_MS = 200_000;
const LATE = 'Exceeded maximum execution time';

test('an answer of 60 MB, forgotten rejections, killed scripts and a stopped calculation leave nothing behind', async () => {
  const program = path.join(__dirname, 'leftovers.mjs');
  // rejects after an unhandled rejection, or if something keeps the process alive
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], {
    timeout: ENDS_WITHIN_MS,
  });
  const { outcomes, ended } = JSON.parse(stdout) as { outcomes: readonly string[]; ended: number };
  expect(outcomes).toEqual([
    'fetch: Limit Exceeded: URLFetch Response Size.',
    'forget: done',
    'store: The execution was ended',
    ...['wait', 'wait', 'spin', 'sleep', 'ask'].map((name) => `${name}: ${LATE}`),
    expect.stringMatching(/^read: (Loading|#ERROR!|Exceeded)/),
    ...['fetch', 'fetchTwice', 'fetch'].map((name) => `${name}: ${LATE}`),
  ]);
  // with that of the custom function
  expect(ended).toBe(outcomes.length + 1);
  expect(stderr).toBe('');
});
