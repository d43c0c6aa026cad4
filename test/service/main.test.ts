/** The built program from its operator's view: start, stop, crash, and the command line beside it. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readConfig } from '../../src/service/config.js';
import { SAMPLE_DAY } from '../../src/service/store/templates.js';
import { sqlIn } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { copyData } from '../support/prepared-data.js';
import { useTempFolder } from '../support/temp-folder.js';
import { createKey, runHere } from './support/run-here.js';
import { type RunningService, runProgram, usePrograms } from './support/run-service.js';
import { EXPANSIONS } from './support/sample-service.js';
import { send } from './support/test-service.js';

const startProgram = usePrograms();
const folder = useTempFolder();

/** A copy of a database without tables. */
const emptyData = (name: string) => copyData('empty', path.join(folder, name));

describe('a service on the embedded engine, from an empty directory', () => {
  let service: RunningService;
  let environment: { readonly DATA_DIR: string };
  let key: string;

  beforeAll(async () => {
    environment = { DATA_DIR: path.join(folder, 'seeded') };
    await mkdir(path.join(environment.DATA_DIR, 'pglite.unfinished/begun'), { recursive: true });
    // the program inherits the umask
    const usual = process.umask(0);
    service = await startProgram(environment).finally(() => process.umask(usual));
    key = await createKey(environment, 50_000);
  });
  afterAll(async () => {
    await service.stop();
  });

  const ask = (body: unknown, url = service.url) =>
    send(url + EXPANSIONS, { headers: { 'x-api-key': key }, body });

  test('the database is a copy of the prebuilt one, without files of an interrupted start', async () => {
    const directory = path.join(environment.DATA_DIR, 'pglite');
    expect(await identityOf(directory)).toBe(await identityOf('out/service/sample'));
    expect(await readdir(directory)).toContain(SAMPLE_DAY);
    expect(await readdir(environment.DATA_DIR)).not.toContain('pglite.unfinished');
    expect(await readdir(path.join(environment.DATA_DIR, 'pglite'))).not.toContain('begun');
  });

  test('the secrets of the directory are for its owner only, under any umask', async () => {
    for (const name of ['key-pepper', 'store.lock', 'store.sock']) {
      const { mode } = await stat(path.join(environment.DATA_DIR, name));
      expect([name, mode & 0o777]).toEqual([name, 0o600]);
    }
    expect((await stat(environment.DATA_DIR)).mode & 0o777).toBe(0o700);
  });

  test('a killed service keeps its data, its lock is taken over, and it stops on a signal', async () => {
    const before = (await ask({ limit: 10, endDate: '2024-01-01' })).text;
    expect(JSON.parse(before)).toHaveLength(10);
    // days were added up to today
    const [newest] = (await ask({ limit: 1 })).json() as [{ announcedDate: string }];
    expect(Date.now() - Date.parse(newest.announcedDate)).toBeLessThan(5 * 86_400_000);
    const startDate = new Date(Date.now() - 90 * 86_400_000).toISOString().slice(0, 10);
    const starter = await ask({ expansionType: 'Data Centre', startDate, limit: 1_000 });
    expect((starter.json() as unknown[]).length).toBeGreaterThanOrEqual(30);
    await service.stop('SIGKILL');
    service = await startProgram(environment);
    expect((await ask({ limit: 10, endDate: '2024-01-01' })).text).toBe(before);
    expect(await service.stop()).toBe(0);
    await expect(stat(path.join(environment.DATA_DIR, 'store.lock'))).rejects.toThrow('ENOENT');
    service = await startProgram(environment);
  });
});

describe('a service whose database a command has created, with SEED=off', () => {
  let environment: { readonly DATA_DIR: string; readonly SEED: string };
  let service: RunningService;
  let key: string;

  test('keys can be created before the first start, and the database is empty', async () => {
    environment = { DATA_DIR: path.join(folder, 'empty'), SEED: 'off' };
    const made = await runProgram(['keys', 'create', '--name', 'N', '--credits', '5', '--json'], environment);
    const { key: printed, ...rest } = JSON.parse(made.stdout) as { key: string };
    key = printed;
    expect(rest).toEqual({ id: 1, name: 'N', credits: 5, billing: 'per-answer' });
    service = await startProgram(environment);
    const reply = await send(service.url + EXPANSIONS, { headers: { 'x-api-key': key }, body: {} });
    expect([reply.status, reply.text]).toEqual([200, '[]']);
  });

  test('two signals, as by Ctrl-C and then by its parent, stop it once with exit code 0', async () => {
    service.process.kill('SIGINT');
    expect([await service.stop('SIGTERM'), service.errors()]).toEqual([0, '']);
  });
});

describe('a database without a running service', () => {
  let DATA_DIR: string;

  beforeAll(async () => {
    DATA_DIR = await emptyData('parallel');
  });

  test('concurrent commands all print their keys', async () => {
    const results = await Promise.all(
      [1, 2, 3].map((number) =>
        runProgram(['keys', 'create', '--name', `p${number}`, '--credits', '1'], { DATA_DIR, SEED: 'off' }),
      ),
    );
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(results.map(() => [0, '']));
    expect(new Set(results.map(({ stdout }) => stdout.trim())).size).toBe(3);
  });

  test('a service that cannot start ends, and releases its lock', async () => {
    // no day can be added to this one
    await sqlIn(DATA_DIR, `insert into setting (name, value) values ('seeded_to', '2020-13-01')`);
    const { code, stderr } = await runProgram([], { DATA_DIR, PORT: '0' });
    expect([code, stderr]).toEqual([1, 'Invalid time value\n']);
    await expect(stat(path.join(DATA_DIR, 'store.lock'))).rejects.toThrow('ENOENT');
  });
});

test('a first import opens a database that is no copy of the sample data', async () => {
  const DATA_DIR = path.join(folder, 'own');
  const companies = path.join(folder, 'companies.csv');
  await writeFile(companies, 'id,name\nc-1,Acme Motors\n');
  expect((await runHere(['import', 'companies', companies], { DATA_DIR })).code).toBe(0);
  expect(await readdir(path.join(DATA_DIR, 'pglite'))).not.toContain(SAMPLE_DAY);
  const { stdout } = await runHere(['seed', '--json'], { DATA_DIR });
  expect(JSON.parse(stdout)).toEqual({ records: 0 });
});

test.each([
  ['its own port', false],
  ['a port for operators', true],
])("the container's health check finds a service with %s", async (_, hasOperations) => {
  const operations = hasOperations && { OPERATIONS_PORT: String(await freePort()) };
  const DATA_DIR = await emptyData(`health-${hasOperations}`);
  const { url, stop } = await startProgram({ DATA_DIR, SEED: 'off', ...operations });
  const [, check = ''] = /HEALTHCHECK [^[]*CMD (\[.*\])/.exec(await readFile('Dockerfile', 'utf8')) ?? [];
  const [, ...args] = JSON.parse(check) as string[];
  const env = { ...process.env, PORT: new URL(url).port, ...operations };
  await promisify(execFile)(process.execPath, args, { env });
  await stop();
});

test.each([
  [{ SEED: 'yes' }, 'SEED must be one of on, off'],
  [{ MAX_LIMIT: '0' }, 'MAX_LIMIT must be a whole number from 1 to 100000, but is 0'],
  [{ MAX_LIMIT: '100001' }, 'MAX_LIMIT must be a whole number from 1 to 100000, but is 100001'],
  [{ KEY_CONCURRENCY: '0' }, 'KEY_CONCURRENCY must be a whole number from 1 to 1000, but is 0'],
  [{ OPERATIONS_PORT: '8787' }, 'OPERATIONS_PORT must be another port than PORT, but both are 8787'],
  [{ MAX_CONNECTIONS: '0' }, 'MAX_CONNECTIONS must be a whole number from 1 to 100000, but is 0'],
])('a wrong setting is named: %j', (environment, message) =>
  expect(() => readConfig(environment)).toThrow(message),
);

test.each([
  [['keys', 'create', '--name', 'N', '--credits', '-1'], 'It must be a whole number from 0'],
  [['keys', 'create', '--name', 'N', '--credits', '5', '--dayly-cap', '1'], 'Did you mean --daily-cap?'],
])('a command with a usage error exits with 2 and says how: %j', async (args, message) => {
  const result = await runProgram(args, { DATA_DIR: path.join(folder, 'usage') });
  expect([result.code, result.stdout, result.stderr]).toEqual([2, '', expect.stringContaining(message)]);
});

test('D24 if the database server accepts connections and never answers, a command fails in seconds', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const listing = runHere(['keys', 'list'], {
    DATABASE_URL: `postgres://signals@127.0.0.1:${port}/signals`,
  });
  try {
    const result = await Promise.race([listing, setTimeout(15_000, 'still waiting', { ref: false })]);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('cannot be reached') });
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await listing;
  }
});

/** The number that PostgreSQL gives a new database, in its control file; copies have the same. */
async function identityOf(directory: string): Promise<bigint> {
  return (await readFile(path.join(directory, 'global/pg_control'))).readBigUInt64LE();
}
