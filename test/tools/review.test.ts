/** A reviewer may want a list of fetched addresses: the add-on with such a manifest is pushed as docs/release.md says. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { copyParts, useTempFolder } from '../support/temp-folder.js';

const ROOT = path.resolve(__dirname, '../..');
const COPIED = [
  'tools',
  'dist',
  'appsscript.json',
  'package.json',
  '.clasp-review.json',
  'appsscript.review.json',
];
const textOf = (name: string, root = ROOT) => readFileSync(path.join(root, name), 'utf8');
const jsonOf = (name: string) => JSON.parse(textOf(name)) as Record<string, unknown>;

const folder = useTempFolder();
const fill = () =>
  spawnSync(process.execPath, ['tools/make-project.mjs', 'review'], { cwd: folder, encoding: 'utf8' });
const allow = (...urlFetchWhitelist: string[]) =>
  writeFileSync(path.join(folder, 'appsscript.review.json'), JSON.stringify({ urlFetchWhitelist }));

beforeAll(() => {
  copyParts(COPIED, folder);
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
});

test('the address of the example is refused, and so is what Google would refuse', () => {
  for (const address of [
    'https://signals.example/',
    'http://signals.acme.com/',
    'https://signals.acme.com',
    'https://localhost/',
  ]) {
    allow(address);
    expect([address, fill().status]).toEqual([address, 1]);
    expect(fill().stderr).toContain(`appsscript.review.json: ${address}`);
  }
  allow();
  expect(fill().stderr).toContain('no address');
});

test('with the address of a service, clasp pushes the built add-on from a folder of its own', () => {
  allow('https://signals.acme.com/');
  expect(fill()).toMatchObject({ status: 0, stderr: '' });
  const clasp = path.join(ROOT, 'node_modules/@google/clasp/build/src/index.js');
  const status = JSON.parse(
    execFileSync(process.execPath, [clasp, '-P', '.clasp-review.json', 'show-file-status', '--json'], {
      cwd: folder,
      encoding: 'utf8',
    }),
  );
  expect([...status.filesToPush].sort()).toEqual(
    ['Code.js', 'appsscript.json', 'sidebar.html'].map((name) => `out/review/${name}`),
  );
  expect(JSON.parse(textOf('out/review/appsscript.json', folder))).toEqual({
    ...jsonOf('dist/appsscript.json'),
    urlFetchWhitelist: ['https://signals.acme.com/'],
  });
  expect(jsonOf('dist/appsscript.json')).not.toHaveProperty('urlFetchWhitelist');
  for (const name of ['Code.js', 'sidebar.html'])
    expect(textOf(`out/review/${name}`, folder)).toBe(textOf(`dist/${name}`));
});
