/**
 * Projects of their own that clasp pushes, in a copy: the receiver of news, the trial of the add-on with
 * functions that measure what no service has to answer, and the add-on with the list of fetched addresses that
 * a reviewer may want.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { useHosts } from '../support/host.js';
import { copyParts, useTempFolder } from '../support/temp-folder.js';

const ROOT = path.resolve(__dirname, '../..');
const PROJECTS = ['trial', 'receiver', 'review'];
const SERVICE = 'https://signals.acme.com/';
/** The receiver is a web app for anyone, which runs as the person who deployed it. */
const WEB_APP = { webapp: { access: 'ANYONE_ANONYMOUS', executeAs: 'USER_DEPLOYING' } };

const startHost = useHosts();
const folder = useTempFolder();
const textOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const make = (project: string) =>
  spawnSync(process.execPath, ['tools/make-project.mjs', project], { cwd: folder, encoding: 'utf8' });
const allow = (...urlFetchWhitelist: string[]) =>
  writeFileSync(path.join(folder, 'appsscript.review.json'), JSON.stringify({ urlFetchWhitelist }));

beforeAll(() => {
  const settings = PROJECTS.map((project) => `.clasp-${project}.json`);
  const parts = ['tools', 'dist', 'appsscript.json', 'appsscript.receiver.json', 'package.json'];
  copyParts([...parts, ...settings, 'conformance/trial.js'], folder);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});

test.each([
  ['trial', ['trial.js'], {}],
  ['receiver', [], WEB_APP],
  ['review', [], { urlFetchWhitelist: [SERVICE] }],
])('clasp pushes the add-on from the folder of the %s, with its manifest', (project, more, manifest) => {
  allow(SERVICE);
  expect(make(project)).toMatchObject({ status: 0, stderr: '' });
  const clasp = path.join(ROOT, 'node_modules/@google/clasp/build/src/index.js');
  const asked = [clasp, '-P', `.clasp-${project}.json`, 'show-file-status', '--json'];
  const status = JSON.parse(execFileSync(process.execPath, asked, { cwd: folder, encoding: 'utf8' }));
  expect([...status.filesToPush].sort()).toEqual(
    ['Code.js', 'appsscript.json', 'sidebar.html', ...more].map((name) => `out/${project}/${name}`),
  );
  expect(status.untrackedFiles).toEqual([]);
  const published = JSON.parse(textOf('dist/appsscript.json'));
  for (const name of ['webapp', 'urlFetchWhitelist']) expect(published).not.toHaveProperty(name);
  expect(JSON.parse(textOf(`out/${project}/appsscript.json`))).toEqual({ ...published, ...manifest });
  for (const name of ['Code.js', 'sidebar.html'])
    expect(textOf(`out/${project}/${name}`)).toBe(textOf(`dist/${name}`));
});

test('for a review, the address of the example is refused, and so is what Google would refuse', () => {
  for (const address of [
    'https://signals.example/',
    'http://signals.acme.com/',
    'https://signals.acme.com',
    'https://localhost/',
  ]) {
    allow(address);
    const { status, stderr } = make('review');
    expect([address, status]).toEqual([address, 1]);
    expect(stderr).toContain(`appsscript.review.json: ${address}`);
  }
  allow();
  expect(make('review').stderr).toContain('no address');
});

test('cells measure beside the add-on: its stores, a table of any size, and when they ran', async () => {
  make('trial');
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
