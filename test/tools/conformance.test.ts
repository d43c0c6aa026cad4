/** The sandbox keeps the rules of conformance/, and the page says so. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const output = execFileSync(process.execPath, ['tools/conformance.mjs'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [, count = 0] = /^(\d+) rules, of which 0 differ$/m.exec(output) ?? [];
  expect(Number(count)).toBeGreaterThanOrEqual(120);
});

test('the project of the add-on has its own rules, says what its menu was made with, and writes a tab', async () => {
  const folder = path.join(ROOT, 'out/conformance-addon');
  const addOn = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const host = await startHost({
    code: addOn('Code.js'),
    htmlFiles: { page: addOn('page.html') },
    manifest: JSON.parse(addOn('appsscript.json')),
    addOnName: 'Conformance',
    switches: { testDeployment: true },
  });
  const openedIn = async (authMode: 'NONE' | 'LIMITED') => {
    await host.run('onOpen', [{ authMode }], { mode: 'simple-trigger', authMode });
    return JSON.stringify(host.ui.menus);
  };
  expect(await openedIn('NONE')).toContain('Opened with NONE, locale yes, cells no, cache no, properties no');
  expect(await openedIn('LIMITED')).toContain('Opened with LIMITED, locale yes, cells yes');
  await host.run('runConformance');
  const cells = host.workbook.read('Conformance!A1:G300');
  const [titles = [], ...table] = cells.map((row) => row.map(({ display }) => display));
  expect(titles.join(' ')).toBe('No. Service Rule Source Expected Seen Verdict');
  const ofAddOn = table.filter(([, service]) => service === 'Add-on');
  expect(ofAddOn.map((row) => row.at(-1))).toEqual(['holds', 'holds', 'holds']);
  expect(ofAddOn[0]?.[5]).toContain('LIMITED');
  // what needs a trigger is left out, because a test deployment makes none
  expect(table.map(([, , name]) => name)).not.toContain('a trigger knows its function');
});

test('a table that was copied on Google becomes a page', () => {
  const name = 'google-of-a-test';
  const file = path.join(ROOT, 'out', `${name}.tsv`);
  const page = path.join(ROOT, 'conformance', `${name}.md`);
  const rows = [
    ['No.', 'Service', 'Rule', 'Source', 'Expected', 'Seen', 'Verdict'],
    ['1', 'Range', 'a | b', 'docs', '"x"', '"y"', 'DIFFERS'],
  ];
  writeFileSync(file, rows.map((row) => row.join('\t')).join('\n'));
  try {
    execFileSync(process.execPath, ['tools/conformance.mjs', 'page', file], { cwd: ROOT });
    const text = readFileSync(page, 'utf8');
    expect(text).toContain('1 rules, of which 1 differ.');
    expect(text).toMatch(/\| 1 +\| Range +\| a \\\| b +\| docs +\| "x" +\| "y" +\| DIFFERS +\|/);
  } finally {
    rmSync(page, { force: true });
  }
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
