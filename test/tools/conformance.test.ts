/** The sandbox keeps the rules of conformance/, the page says so, and clasp would push the same rules to Google. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useHosts } from '../support/host.js';

const ROOT = path.resolve(__dirname, '../..');
const PROJECT = path.join(ROOT, 'out/conformance');
const textOf = (name: string) => readFileSync(path.join(PROJECT, name), 'utf8');
const MANIFEST = JSON.parse(textOf('appsscript.json')) as { readonly oauthScopes: readonly string[] };
const startHost = useHosts();

const project = () => ({ code: textOf('Code.js'), htmlFiles: { page: textOf('page.html') } });

test('each rule holds in the sandbox, there are enough of them, and the page is up to date', () => {
  const output = execFileSync(process.execPath, ['tools/conformance.mjs', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [, count = 0] = /^(\d+) rules, of which 0 differ$/m.exec(output) ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(120);
});

test('a rule that the host breaks differs', async () => {
  const manifest = {
    ...MANIFEST,
    oauthScopes: MANIFEST.oauthScopes.slice(0, 1),
    timeZone: 'America/New_York',
  };
  const host = await startHost({ ...project(), manifest });
  const table = (await host.run('conformanceTable')) as string[][];
  const broken = table.filter((row) => row.at(-1) === 'DIFFERS').map(([, , name]) => name);
  expect(broken).toEqual(
    expect.arrayContaining([
      'dates have the time zone of the manifest',
      'a trigger is listed under its own id',
    ]),
  );
});

test('the menu writes the same table into a tab', async () => {
  const host = await startHost({ ...project(), manifest: MANIFEST });
  await host.run('onOpen', [], { mode: 'simple-trigger' });
  await host.run('runConformance');
  const [header = [], first = []] = host.workbook.read('Conformance!A1:G2');
  expect(header.map(({ display }) => display)).toEqual([
    'No.',
    'Service',
    'Rule',
    'Source',
    'Expected',
    'Seen',
    'Verdict',
  ]);
  expect(first.map(({ display }) => display)).toEqual(expect.arrayContaining(['1', 'JavaScript', 'holds']));
});

test('a name is given once in a service', async () => {
  const page = readFileSync(path.join(ROOT, 'docs/conformance/sandbox.md'), 'utf8');
  const names = [...page.matchAll(/^\| \d+ +\| ([^|]+)\| ((?:[^|\\]|\\.)+)\|/gm)].map(
    ([, service = '', name = '']) => `${service.trim()}: ${name.trim()}`,
  );
  expect(names.length).toBeGreaterThanOrEqual(120);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

test('clasp pushes the script, its page and its manifest, into a script that is still to be named', () => {
  const clasp = path.join(ROOT, 'node_modules/@google/clasp/build/src/index.js');
  const status = JSON.parse(
    execFileSync(process.execPath, [clasp, '-P', '.clasp-conformance.json', 'show-file-status', '--json'], {
      cwd: ROOT,
      encoding: 'utf8',
    }),
  );
  expect([...status.filesToPush].sort()).toEqual(
    ['Code.js', 'appsscript.json', 'page.html'].map((name) => `out/conformance/${name}`),
  );
  expect(status.untrackedFiles).toEqual([]);
  const { scriptId } = JSON.parse(readFileSync(path.join(ROOT, '.clasp-conformance.json'), 'utf8'));
  expect(scriptId).toBe('REPLACE_WITH_THE_ID_OF_A_SCRATCH_SCRIPT');
});
