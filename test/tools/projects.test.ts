/**
 * Projects of their own that clasp pushes: the receiver of news, and the trial of the add-on, with functions
 * that measure what no service has to answer.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useHosts } from '../support/host.js';

const ROOT = path.resolve(__dirname, '../..');
const textOf = (name: string) => readFileSync(path.join(ROOT, name), 'utf8');
const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
const startHost = useHosts();
/** The receiver is a web app for anyone, which runs as the person who deployed it. */
const WEB_APP = { webapp: { access: 'ANYONE_ANONYMOUS', executeAs: 'USER_DEPLOYING' } };

beforeAll(() => {
  for (const name of ['trial', 'receiver']) run('tools/make-project.mjs', name);
});

test.each([
  ['trial', ['trial.js'], {}],
  ['receiver', [], WEB_APP],
])('clasp pushes the add-on from the folder of the %s, with its manifest', (project, more, manifest) => {
  const clasp = 'node_modules/@google/clasp/build/src/index.js';
  const status = JSON.parse(run(clasp, '-P', `.clasp-${project}.json`, 'show-file-status', '--json'));
  expect([...status.filesToPush].sort()).toEqual(
    ['Code.js', 'appsscript.json', 'sidebar.html', ...more].map((name) => `out/${project}/${name}`),
  );
  expect(status.untrackedFiles).toEqual([]);
  const published = JSON.parse(textOf('dist/appsscript.json'));
  expect(published).not.toHaveProperty('webapp');
  expect(JSON.parse(textOf(`out/${project}/appsscript.json`))).toEqual({ ...published, ...manifest });
  for (const name of ['Code.js', 'sidebar.html'])
    expect(textOf(`out/${project}/${name}`)).toBe(textOf(`dist/${name}`));
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
