/** The command line beside a running service: its changes take effect at once. */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { useHttpServer } from '../../support/http-server.js';
import { copyData } from '../../support/prepared-data.js';
import { useTempFolder } from '../../support/temp-folder.js';
import { runForJson, runHere } from '../support/run-here.js';
import { type RunningService, runProgram, usePrograms } from '../support/run-service.js';
import { EXPANSIONS } from '../support/sample-service.js';
import { send } from '../support/test-service.js';

const startProgram = usePrograms();
const folder = useTempFolder();
let environment: Readonly<Record<string, string>>;
let service: RunningService;

beforeAll(async () => {
  environment = {
    DATA_DIR: await copyData('empty', path.join(folder, 'data')),
    SEED: 'off',
    ALLOW_CALLBACKS: '127.0.0.1',
  };
  service = await startProgram(environment);
});

const command = (...args: string[]) => runHere(args, environment);
const json = (...args: string[]) => runForJson(args, environment);
/** The exit code and the error of a command. */
const failure = async (...args: string[]) => {
  const { code, stderr } = await command(...args);
  return [code, stderr];
};
const createKey = async (name: string, credits: number, ...rules: string[]) =>
  (await json('keys', 'create', '--name', name, '--credits', String(credits), ...rules)) as {
    id: number;
    key: string;
  };
const importLine = async (kind: string, line: object) => {
  const file = path.join(folder, `${kind}.line.ndjson`);
  await writeFile(file, JSON.stringify(line));
  return json('import', kind, file);
};
const status = async (key: string, address = EXPANSIONS, body: object = {}) =>
  (await send(service.url + address, { headers: { 'x-api-key': key }, body })).status;

const receiver = useHttpServer(async (_request, response) => {
  response.writeHead(404).end('nobody here');
});

test('a key is listed, charged, topped up, rotated and revoked', async () => {
  const { id, key } = await createKey('Ann', 0);
  const by = ['--id', String(id)];
  expect(await json('keys', 'list')).toEqual([
    {
      id,
      name: 'Ann',
      prefix: key.slice(0, 7),
      credits: 0,
      billing: 'per-answer',
      dailyCap: null,
      spentToday: 0,
      mayEditGroups: false,
      created: expect.stringMatching(/^\d{4}-/),
      revoked: null,
    },
  ]);
  expect(await status(key)).toBe(404);
  expect(await failure('keys', 'credits', ...by)).toEqual([2, expect.stringContaining('--add or --remove')]);
  expect(await json('keys', 'credits', ...by, '--add', '5')).toEqual({ id, credits: 5 });
  expect(await status(key)).toBe(200);
  expect((await command('keys', 'credits', ...by, '--remove', '6')).code).toBe(1);
  expect(await json('keys', 'credits', ...by, '--remove', '2')).toEqual({ id, credits: 3 });
  expect(await json('keys', 'usage', ...by)).toEqual([
    { day: expect.any(String), reason: 'added', requests: 1, credits: -5 },
    { day: expect.any(String), reason: 'created', requests: 1, credits: 0 },
    { day: expect.any(String), reason: 'removed', requests: 1, credits: 2 },
  ]);
  expect(await json('keys', 'ledger', ...by)).toMatchObject([
    { kind: 'removed', delta: -2, balance: 3 },
    { kind: 'added', delta: 5, balance: 5 },
    { kind: 'created', delta: 0, balance: 0 },
  ]);
  expect((await command('keys', 'ledger', '--id', '999')).code).toBe(1);
  expect(await failure('keys', 'usage', '--id', '999')).toEqual([1, 'There is no key 999\n']);
  const { key: fresh } = (await json('keys', 'rotate', ...by)) as { key: string };
  expect([await status(key), await status(fresh)]).toEqual([400, 200]);
  await json('keys', 'revoke', ...by);
  expect(await status(fresh)).toBe(400);
  expect((await command('keys', 'rotate', ...by)).code).toBe(1);
  expect(await json('keys', 'ledger', ...by, '--limit', '2')).toMatchObject([
    { kind: 'changed', delta: 0, balance: 3, note: 'revoked' },
    { kind: 'changed', delta: 0, balance: 3, note: `new text: ${fresh.slice(0, 7)}…` },
  ]);
  expect(await failure('keys', 'credits', ...by, '--add', '5')).toEqual([
    1,
    'There is no valid key with this id\n',
  ]);
  expect(await json('keys', 'credits', ...by, '--remove', '3')).toEqual({ id, credits: 0 });
});

test('a key may change groups when it is allowed to', async () => {
  const made = await createKey('Editor', 0, '--edit-groups');
  expect(made).toMatchObject({ mayEditGroups: true });
  const { id, key } = made;
  const edit = () => status(key, '/api/v1/tracked-companies/G', { add: ['nobody'] });
  expect((await command('keys', 'list')).stdout).toMatch(/\tEditor\t.*\ttrue\t/);
  expect(await edit()).toBe(200);
  const update = (...rules: string[]) => command('keys', 'update', '--id', String(id), ...rules);
  expect((await update('--no-edit-groups')).stdout).toBe(`Key ${id}: may change groups: no (was yes)\n`);
  expect(await edit()).toBe(403);
  expect((await update('--edit-groups')).stdout).toBe(`Key ${id}: may change groups: yes (was no)\n`);
  expect(await edit()).toBe(200);
  expect((await update('--edit-groups')).stdout).toBe(`Key ${id}: nothing is different\n`);
  expect(await failure('keys', 'update', '--id', String(id))).toEqual([
    2,
    expect.stringContaining('give --billing, --daily-cap, --no-daily-cap, --edit-groups or --no-edit-groups'),
  ]);
  expect((await command('keys', 'update', '--id', '999', '--edit-groups')).code).toBe(1);
});

test('billing and daily cap of a key change at once, and its ledger says so', async () => {
  const made = await createKey('Cap', 100, '--billing', 'per-version', '--daily-cap', '25');
  expect(made).toMatchObject({ billing: 'per-version', dailyCap: 25 });
  expect((await command('keys', 'list')).stdout).toMatch(/\tCap\t.*\t100\tper-version\t25\t0\tfalse\t/);
  const { id, key } = await createKey('Later', 100);
  const ask = () =>
    send(service.url + EXPANSIONS, { headers: { 'x-api-key': key }, body: { companyName: ['Updated'] } });
  await importLine('companies', { id: 'u1', name: 'Updated' });
  const record = { announcedDate: '2026-01-05', company: { id: 'u1' } };
  for (const name of ['u-1', 'u-2', 'u-3']) await importLine('business-expansion', { id: name, ...record });
  expect((await ask()).headers['x-credits-remaining']).toBe('97');
  const update = (...rules: string[]) => command('keys', 'update', '--id', String(id), ...rules);
  expect((await update('--daily-cap', '4')).stdout).toBe(`Key ${id}: daily cap: 4 (was none)\n`);
  expect([(await ask()).status, (await ask()).text]).toEqual([405, expect.stringContaining('DAILY_CAP')]);
  expect((await update('--no-daily-cap', '--billing', 'per-version')).stdout).toBe(
    `Key ${id}: billing: per-version (was per-answer); daily cap: none (was 4)\n`,
  );
  // once per version, from now on
  expect((await ask()).headers['x-credits-remaining']).toBe('94');
  expect((await ask()).headers['x-credits-remaining']).toBe('94');
  for (const wrong of [
    ['--billing', 'monthly'],
    ['--daily-cap', '0'],
    ['--daily-cap', '1.5'],
  ]) {
    expect((await update(...wrong)).code).toBe(2);
    expect((await command('keys', 'create', '--name', 'X', '--credits', '1', ...wrong)).code).toBe(2);
  }
  const { stdout } = await command('keys', 'ledger', '--id', String(id));
  expect(stdout.split('\n').map((line) => line.split('\t').slice(2).join(' '))).toEqual([
    'kind dataset delta balance chargeId note',
    'charge business-expansion 0 94  ',
    'charge business-expansion -3 94  ',
    'changed  0 97  billing: per-version (was per-answer); daily cap: none (was 4)',
    'changed  0 97  daily cap: 4 (was none)',
    'charge business-expansion -3 97  ',
    'created  100 100  ',
    '',
  ]);
});

test('companies, groups and records are imported and exported', async () => {
  const companies = path.join(folder, 'companies.csv');
  await writeFile(companies, 'id,name,domain\nc1,Acme,acme.example\nc2,Beta,beta.example\n');
  expect(await json('import', 'companies', companies)).toMatchObject({ lines: 2, written: 2, refused: 0 });
  const records = path.join(folder, 'records.ndjson');
  const line = { id: 'r1', announcedDate: '2026-01-05', company: { domain: 'acme.example' } };
  await writeFile(records, `${JSON.stringify(line)}\nbroken\n`);
  const report = await command('import', 'business-expansion', records);
  expect(report.stdout).toBe(`2 lines: 1 written, 0 unchanged, 1 refused; see ${records}.errors.ndjson\n`);
  expect(await readFile(`${records}.errors.ndjson`, 'utf8')).toBe(
    '{"line":2,"message":"line is not valid JSON","text":"broken"}\n',
  );
  const gone = path.join(folder, 'gone.ndjson');
  await writeFile(`${gone}.errors.ndjson`, 'of an earlier import');
  expect(await failure('import', 'companies', gone)).toEqual([1, `${gone} cannot be read\n`]);
  expect(await readFile(`${gone}.errors.ndjson`, 'utf8')).toBe('of an earlier import');
  // before the database is opened
  const dead = { ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/nothing' };
  expect((await runHere(['import', 'accounts', companies], dead)).stderr).toBe(
    'Accounts are NDJSON, and no CSV\n',
  );

  await json('groups', 'add', 'Key accounts', 'acme.example', 'c2');
  expect(await json('groups', 'list')).toEqual([{ name: 'Key accounts', companies: 2 }]);
  expect((await command('groups', 'add', 'Key accounts', 'nobody.example')).stderr).toContain(
    'nobody.example',
  );
  expect(await failure('groups', 'add', '..', 'c2')).toEqual([
    1,
    expect.stringMatching(/^group needs more than dots/),
  ]);
  expect(await json('groups', 'remove', 'Key accounts', 'BETA.example')).toEqual({
    group: 'Key accounts',
    removed: 1,
  });
  // the same group, as an import reads it
  await json('groups', 'add', ' Key accounts ', 'acme.example');
  expect(await json('groups', 'list')).toEqual([{ name: 'Key accounts', companies: 1 }]);
  expect(await failure('groups', 'remove', 'Nobody', 'c2')).toEqual([1, 'There is no group named Nobody\n']);
  expect(await json('companies', 'find', 'ACM')).toEqual([
    { id: 'c1', name: 'Acme', domain: 'acme.example', tracked: true },
  ]);
  expect((await runProgram(['export', 'groups'], environment)).stdout).toBe(
    '{"group" : "Key accounts", "companies" : ["c1"]}\n',
  );
  await json('export', 'business-expansion', '--to', path.join(folder, 'out.csv'));
  expect(await readFile(path.join(folder, 'out.csv'), 'utf8')).toContain('r1,2026-01-05,c1,Acme');

  expect(await failure('export', 'news', '--to', path.join(folder, 'no', 'such.csv'))).toEqual([
    1,
    expect.stringMatching(/^\S+ cannot be written: .*\n$/),
  ]);

  await json('groups', 'delete', 'Key accounts');
  expect((await command('groups', 'delete', 'Key accounts')).code).toBe(1);
});

test('a list has one line for each item, whatever is in its texts', async () => {
  await importLine('companies', { id: 'odd', name: 'Odd\nodd2\tOther' });
  expect((await command('companies', 'find', 'odd')).stdout).toBe(
    'id\tname\ttracked\nodd\tOdd\\u000aodd2\\u0009Other\tfalse\n',
  );
});

test('an export to standard output fails if the disk is full', async () => {
  const name = 'On a full disk '.repeat(5);
  const lines = Array.from({ length: 40 }, (_, index) => JSON.stringify({ id: `full-${index}`, name }));
  const file = path.join(folder, 'full.ndjson');
  await writeFile(file, lines.join('\n'));
  expect(await json('import', 'companies', file)).toMatchObject({ written: 40 });
  /** Exports to `$1`, on a disk with little room. */
  const exportTo = async (where: string, to: string) => {
    const line = `ulimit -f 2; "$0" out/service/main.mjs export companies ${where} "$1"`;
    const env = { ...process.env, ...environment };
    return promisify(execFile)('sh', ['-c', line, process.execPath, to], { env }).catch(
      (error: { code: number; stderr: string }) => error,
    );
  };
  const tooBig = { code: 1, stderr: expect.stringContaining('EFBIG') };
  expect(await exportTo('>', `${file}.full`)).toMatchObject(tooBig);

  // fails before the first page
  expect(await failure('export', 'companies', '--format', 'csv', '--to', '/dev/full')).toEqual([
    1,
    expect.stringContaining('ENOSPC'),
  ]);

  // an earlier export to the same file stays until the new one is complete
  const names = await readdir(folder);
  await writeFile(`${file}.to`, 'the earlier export');
  expect(await exportTo('--to', `${file}.to`)).toMatchObject(tooBig);
  expect(await readFile(`${file}.to`, 'utf8')).toBe('the earlier export');
  expect((await readdir(folder)).sort()).toEqual([...names, path.basename(`${file}.to`)].sort());
});

test('a push is in the log', async () => {
  await importLine('groups', { group: 'Pushed', companies: [] });
  const { key } = await createKey('Pusher', 0);
  const headers = { 'x-api-key': key, 'callback-url': `${receiver.url}/hook` };
  const reply = await send(`${service.url}/api/v1/push-news/Pushed/1`, { headers });
  expect(reply.json()).toEqual({ response: 'nobody here' });
  expect(await json('push', 'log')).toMatchObject([
    { group: 'Pushed', callback: receiver.url, news: 0, status: 404 },
  ]);
});
