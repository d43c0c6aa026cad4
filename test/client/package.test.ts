/** The package in an empty project: it has one dependency, and all code of its README runs. */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { useTempFolder } from '../support/temp-folder.js';
import { useClientService } from './client-service.js';

const ROOT = path.resolve(__dirname, '../..');
const PACKAGE = path.resolve('out/client');
const project = useTempFolder();
const service = useClientService();

async function run(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(file, [...args], {
    cwd: project,
    env: { ...process.env, HOME: project, ...env },
  });
  return stdout;
}

async function pack(folder: string): Promise<string> {
  await run('npm', ['pack', folder, '--pack-destination', project, '--ignore-scripts', '--silent']);
  const name = path.basename(folder) === 'client' ? 'signals-client' : path.basename(folder);
  return path.join(project, readdirSync(project).find((file) => file.startsWith(`${name}-`))!);
}

beforeAll(async () => {
  writeFileSync(path.join(project, 'package.json'), '{ "name": "empty", "private": true }');
  const files = [await pack(PACKAGE), await pack(path.join(ROOT, 'node_modules/undici'))];
  await run('npm', ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...files]);
});

test('installs one dependency', () => {
  const installed = readdirSync(path.join(project, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(installed.sort()).toEqual(['signals-client', 'undici']);
  const { dependencies } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as {
    dependencies: object;
  };
  expect(dependencies).toEqual({ undici: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
});

const PROGRAM = `
const signals = createClient({ url: process.env.SIGNALS_URL, key: process.env.SIGNALS_API_KEY, store: openFileStore('answers') });
signals.expansions({ from: '2025-02-01', to: '2025-02-10', maxCredits: 20 }).then(async ({ records, charged }) => {
  console.log(records.length, charged, isSignalsError(await signals.expansions({ typ: 1 }).catch((error) => error)));
  await signals.close();
});
`;

test.each([
  ['import.mjs', (names: string, from: string) => `import ${names} from '${from}';\n`],
  ['require.cjs', (names: string, from: string) => `const ${names} = require('${from}');\n`],
])('runs by %s', async (file, load) => {
  const head =
    load('{ createClient, isSignalsError }', 'signals-client') +
    load('{ openFileStore }', 'signals-client/store');
  writeFileSync(path.join(project, file), head + PROGRAM);
  rmSync(path.join(project, 'answers'), { force: true, recursive: true });
  const env = service.environment(await service.makeKey(100));
  expect(await run(process.execPath, [file], env)).toBe('10 10 true\n');
  expect(await run(process.execPath, [file], env)).toBe('10 0 true\n');
});

const TYPED = `import { createClient, type DatasetAnswer, type RecordFor } from 'signals-client';
import { openFileStore } from 'signals-client/store';
const signals = createClient({ key: 'a', url: 'b', store: openFileStore('c') });
export async function check(): Promise<string | undefined> {
  const answer: DatasetAnswer<RecordFor<'business-expansion'>> = await signals.expansions({
    companies: ['acme.example'], from: '-30d', expansionType: ['Data Centre'], investment: '10M..50M', maxCredits: 3,
  });
  const [record] = answer.records;
  const jobs: number | undefined = record?.jobs;
  // @ts-expect-error a misspelled option
  await signals.expansions({ fromm: '-30d' });
  // @ts-expect-error no field of a record
  void record?.numberOfJobs;
  for await (const change of signals.execChanges.each({ title: 'CEO' })) return change.executiveName;
  return String(jobs) + record?.company?.domain;
}
`;
const COMPILERS = { newest: 'node_modules/typescript', oldest: 'tools/typescript/node_modules/typescript' };

describe.each(Object.entries(COMPILERS))('the types, for the %s TypeScript', (_, folder) => {
  const tsc = path.join(ROOT, folder, 'bin/tsc');
  // a missing compiler is reported as skipped, never as passed
  const check = existsSync(tsc) ? test : test.skip;

  check.each([
    ['node16', 'node16', ['typed.mts', 'typed.cts']],
    ['nodenext', 'nodenext', ['typed.mts', 'typed.cts']],
    ['esnext', 'bundler', ['typed.ts']],
  ])('by module %s and resolution %s: datasets, options and records', async (module, resolution, files) => {
    for (const file of files) writeFileSync(path.join(project, file), TYPED);
    const strict = '--noEmit --strict --exactOptionalPropertyTypes --lib es2022 --target es2022'.split(' ');
    const all = [tsc, ...strict, '--module', module, '--moduleResolution', resolution, ...files];
    expect(await run(process.execPath, all).catch((error: { stdout: string }) => error.stdout)).toBe('');
  });
});

test('has a README whose lines run', async () => {
  const readme = readFileSync(path.join(PACKAGE, 'README.md'), 'utf8');
  const [, shell = ''] = /```\n([\s\S]*?)```/.exec(readme) ?? [];
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(readme) ?? [];
  const env = service.environment(await service.makeKey(100));
  const command = shell.split('\n').find((line) => line.startsWith('npx '))!;
  expect(await run('sh', ['-c', command.replace('npx', 'npx --offline')], env)).toContain('Announced');
  writeFileSync(path.join(project, 'readme.mjs'), program);
  expect(await run(process.execPath, ['readme.mjs'], env)).toContain('=EXPANSIONS(');
});
