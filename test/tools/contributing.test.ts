/** CONTRIBUTING.md shows diffs that apply to this very revision; `.ci/nightly` tries what they make. */
import { execFileSync } from 'node:child_process';
import path from 'node:path';

test('each diff of the page applies: a column, a filter, a language, a dataset', () => {
  const script = path.resolve(__dirname, '../../tools/try-contributing.mjs');
  const output = execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
  expect(output.match(/^.*(?=: the diff applies$)/gm)).toEqual([
    'A column',
    'A filter',
    'A language',
    'A dataset',
  ]);
});
