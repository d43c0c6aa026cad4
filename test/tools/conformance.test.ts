/** The sandbox keeps the rules of conformance/, and the page says so. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useHosts } from '../support/host.js';

const ROOT = path.resolve(__dirname, '../..');
const PROJECT = path.join(ROOT, 'out/conformance');
const textOf = (name: string) => readFileSync(path.join(PROJECT, name), 'utf8');
execFileSync(process.execPath, ['tools/conformance.mjs', 'build'], { cwd: ROOT });
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
