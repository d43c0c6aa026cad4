/** The trial of the add-on is a project of its own: the built add-on, and functions that measure what no service has to answer. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useHosts } from '../support/host.js';

const ROOT = path.resolve(__dirname, '../..');
const textOf = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
const startHost = useHosts();

beforeAll(() => run('tools/make-project.mjs', 'trial'));

test('clasp pushes the built add-on with its own manifest, and one file more', () => {
  const clasp = 'node_modules/@google/clasp/build/src/index.js';
  const status = JSON.parse(run(clasp, '-P', '.clasp-trial.json', 'show-file-status', '--json'));
  expect([...status.filesToPush].sort()).toEqual(
    ['Code.js', 'appsscript.json', 'sidebar.html', 'trial.js'].map((name) => `out/trial/${name}`),
  );
  expect(JSON.parse(textOf('out/trial/appsscript.json'))).toEqual(JSON.parse(textOf('appsscript.json')));
  for (const name of ['Code.js', 'sidebar.html'])
    expect(textOf(`out/trial/${name}`)).toBe(textOf(`dist/${name}`));
});

test('cells measure beside the add-on: its stores, a table of any size, and when they ran', async () => {
  // Apps Script reads the files of a project one after the other, as one script
  const host = await startHost({ code: `${textOf('out/trial/Code.js')}\n${textOf('out/trial/trial.js')}` });
  host.workbook.type('A1', '=TRIAL_STORES()');
  host.workbook.type('A5', '=TRIAL_TABLE(2, 3, 4)');
  host.workbook.type('A8', '=TRIAL_TIME()');
  await host.settled();
  const values = host.workbook.read('A1:C8').map((row) => row.map(({ value }) => value));
  expect(values.slice(0, 3).map((row) => row.slice(0, 2))).toEqual([
    ['lock', true],
    ['cache', true],
    ['properties', true],
  ]);
  expect(values.slice(4, 6)).toEqual([
    ['xxxx', 'xxxx', 'xxxx'],
    ['xxxx', 'xxxx', 'xxxx'],
  ]);
  expect(Math.abs(Number(values[7]?.[0]) - Date.now())).toBeLessThan(60_000);
});
