/** Failures of `npm start`: one sandbox per port and per folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import { startService } from '../../src/sandbox/start/service-process.js';
import { openStateFile } from '../../src/sandbox/start/state-file.js';
import { eventually } from '../support/eventually.js';
import { openPageSocket, readHostSnapshot } from '../support/page-socket.js';
import { copyData } from '../support/prepared-data.js';
import { type RunningSandbox, startSandbox } from '../support/sandbox.js';
import { useTempFolders } from '../support/temp-folder.js';

const PROGRAM = path.resolve(__dirname, '../../out/sandbox/main.mjs');

const newFolder = useTempFolders();
let folder: string;
let state: string;
const running: RunningSandbox[] = [];
beforeEach(() => {
  folder = newFolder();
  state = path.join(folder, 'state.json');
});
afterEach(async () => {
  for (const sandbox of running.splice(0)) {
    sandbox.signal('SIGCONT');
    await sandbox.stop();
  }
});

/** Starts the sandbox over the test's folder, which gets the sample data first. */
async function start(settings: Record<string, string> = {}): Promise<RunningSandbox> {
  if (!existsSync(path.join(folder, 'service'))) await copyData('seeded', path.join(folder, 'service'));
  const sandbox = await startSandbox(folder, settings);
  running.push(sandbox);
  return sandbox;
}

function spawnProgram(settings: Record<string, string>) {
  return spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, PORT: '0', SANDBOX_DATA: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the sandbox until it exits. @param onReady called when the service runs */
async function run(settings: Record<string, string>, onReady: (child: ChildProcess) => void = () => {}) {
  const child = spawnProgram(settings);
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    said.out += data;
    if (String(data).includes('Service:')) onReady(child);
  });
  child.stderr.on('data', (data) => {
    said.err += data;
  });
  await once(child, 'close');
  return { ...said, code: child.exitCode };
}

test('a port in use is named in one line, and no data is created', async () => {
  const listener = net.createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  try {
    expect(await run({ PORT: String(port) })).toEqual({
      out: '',
      err: `listen EADDRINUSE: address already in use 127.0.0.1:${port}: set PORT or HOST to another\n`,
      code: 1,
    });
    expect(existsSync(state)).toBe(false);
    expect(existsSync(path.join(folder, 'service'))).toBe(false);
  } finally {
    listener.close();
  }
});

test('an empty address is the default one, not all addresses of the machine', async () => {
  await copyData('seeded', path.join(folder, 'service'));
  const { out, code } = await run({ HOST: '' }, (child) => child.kill('SIGINT'));
  expect(out).toMatch(/^Spreadsheet: http:\/\/127\.0\.0\.1:\d+\/$/m);
  expect(code).toBe(0);
});

test('a second sandbox on the same folder reports the first one and leaves its data unchanged', async () => {
  const first = await start();
  // from the first start on, the sidebars of both people follow the system’s appearance, as the page does
  const people = () =>
    existsSync(state) ? (readFileSync(state, 'utf8').match(/"appearance":"system"/g)?.length ?? 0) : 0;
  await eventually(() => people() === 2);
  // stops the first sandbox, so that only the second one could write from here on
  first.signal('SIGSTOP');
  const before = statSync(state).mtimeMs;
  const { out, err, code } = await run({});
  expect(out).not.toContain('Service:');
  expect(err).toContain('open: stop it');
  expect(err).toContain('set SANDBOX_DATA to another folder');
  expect(err).not.toMatch(/^\s+at /m);
  expect(code).toBe(1);
  expect(statSync(state).mtimeMs).toBe(before);
});

test('a sandbox whose service ends by itself saves, says so and stops', async () => {
  await copyData('seeded', path.join(folder, 'service'));
  const { err, code } = await run({ SANDBOX_CONNECTED: 'no' }, () => {
    const { pid } = JSON.parse(readFileSync(path.join(folder, 'service/store.lock'), 'utf8'));
    process.kill(pid, 'SIGKILL');
  });
  expect(err).toContain('The service has ended by itself, so the sandbox stops, too: start it again');
  expect(code).toBe(1);
  // the port is among what the sandbox had not saved yet
  expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({ servicePort: expect.any(Number) });
});

test('a sandbox stops if the program that reads its messages has ended', async () => {
  const child = spawnProgram({});
  const exit = once(child, 'exit');
  try {
    await once(child.stdout, 'data');
    // the next message, which names the service, cannot be written
    child.stdout.destroy();
    child.stderr.destroy();
    await eventually(() => child.exitCode !== null);
    expect(await exit).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

test('what a person types is saved soon, and when the terminal closes', async () => {
  const sandbox = await start({ SANDBOX_CONNECTED: 'no' });
  const isSaved = (text: string) =>
    existsSync(state) && readFileSync(state, 'utf8').includes(JSON.stringify(text));
  /** Types into the spreadsheet of a new user, in which no script runs and stores something. */
  const type = async (text: string) => {
    const page = await openPageSocket(sandbox.url);
    const cell = { unitId: 'spreadsheet', subUnitId: 'sheet-1', cellValue: { 0: { 0: { v: text } } } };
    page.send({ type: 'mutation', mutation: { id: 'sheet.mutation.set-range-values', params: cell } });
    return page;
  };
  // the start saves the state, so only the later texts show that typing saves it, too
  for (const text of ['first', 'second', 'third']) {
    const page = await type(text);
    await eventually(() => isSaved(text));
    page.close();
  }
  await sandbox.interrupt('SIGKILL');
  // the service ends with the sandbox
  await eventually(() => !existsSync(path.join(folder, 'service/store.lock')));
  await sandbox.restart();
  expect(JSON.stringify(await readHostSnapshot(sandbox.url))).toContain('"third"');

  const other = await openPageSocket(sandbox.url);
  const page = await type('last');
  await other.next('mutation');
  expect(await sandbox.interrupt('SIGHUP')).toBe(0);
  page.close();
  other.close();
  expect(isSaved('last')).toBe(true);
});

test('the page hears that its changes are not saved, and that they are again', async () => {
  const sandbox = await start({ SANDBOX_CONNECTED: 'no' });
  await eventually(() => existsSync(state));
  const page = await openPageSocket(sandbox.url);
  const hears = (isSaved: boolean) =>
    eventually(() => page.received('status').at(-1)?.status.isSaved === isSaved);
  await hears(true);
  // a file cannot be written in place of a folder
  // the sandbox may be saving at this moment
  await eventually(() => {
    mkdirSync(`${state}.next`);
    return true;
  });
  const cell = { unitId: 'spreadsheet', subUnitId: 'sheet-1', cellValue: { 0: { 0: { v: 'unsaved' } } } };
  page.send({ type: 'mutation', mutation: { id: 'sheet.mutation.set-range-values', params: cell } });
  await hears(false);
  rmSync(`${state}.next`, { recursive: true });
  await hears(true);
  page.close();
  expect(readFileSync(state, 'utf8')).toContain('"unsaved"');
});

test('a later start replaces and forgets no connection but its own at another port', async () => {
  const pair = (): { baseUrl: string; apiKey: string } => {
    const { script } = JSON.parse(readFileSync(state, 'utf8'));
    return JSON.parse(script.properties['user owner@example.com'].connection);
  };
  let sandbox = await start();
  const first = sandbox.serviceUrl;
  const listener = net.createServer();
  try {
    await sandbox.interrupt();
    expect(pair().baseUrl).toBe(first);
    listener.listen(Number(new URL(first).port), '127.0.0.1');
    await once(listener, 'listening');
    sandbox = await start();
    expect(sandbox.serviceUrl).not.toBe(first);
    const own = { baseUrl: 'https://signals.example', apiKey: 'my-own-key' };
    const page = await openPageSocket(sandbox.url);
    page.send({ type: 'become', role: 'owner' });
    await page.next('start');
    page.send({ type: 'run', id: 1, mode: 'sidebar', functionName: 'sidebarState', args: [] });
    expect((await page.next('ran')).value).toMatchObject({ baseUrl: sandbox.serviceUrl });
    page.send({ type: 'run', id: 2, mode: 'sidebar', functionName: 'saveConnection', args: [own] });
    await page.next('ran');
    page.close();
    for (const SANDBOX_CONNECTED of ['yes', 'no']) {
      await sandbox.interrupt();
      sandbox = await start({ SANDBOX_CONNECTED });
      await sandbox.interrupt();
      expect([SANDBOX_CONNECTED, pair()]).toEqual([SANDBOX_CONNECTED, expect.objectContaining(own)]);
    }
  } finally {
    listener.close();
  }
});

test('a stop that cannot save says what is lost, and fails', async () => {
  await copyData('seeded', path.join(folder, 'service'));
  const { err, code } = await run({ SANDBOX_CONNECTED: 'no' }, (child) => {
    // a file cannot be written in place of a folder
    mkdirSync(path.join(folder, 'state.json.next'));
    child.kill('SIGINT');
  });
  expect(err).toContain('your last changes are lost');
  expect(code).toBe(1);
});

test('the service may push to the address of the page', async () => {
  const program = path.join(folder, 'prints.mjs');
  writeFileSync(program, `process.stdout.write(process.env.ALLOW_CALLBACKS)`);
  const before = process.env['HOST'];
  process.env['HOST'] = '192.0.2.7';
  try {
    const service = startService(program, folder);
    // it ends without an address
    await service.baseUrl.catch(() => undefined);
    expect((await service.command()).split(',')).toEqual(['127.0.0.0/8', '::1', '192.0.2.7']);
  } finally {
    if (before === undefined) delete process.env['HOST'];
    else process.env['HOST'] = before;
  }
});

test('a failed write of the state is reported, and a later one succeeds', () => {
  const place = path.join(folder, 'full');
  const file = path.join(place, 'state.json');
  const state = openStateFile(file, () => ({ apiKey: 'k' }));
  // a folder cannot be created in place of a file
  writeFileSync(place, '');
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  state.enableWrites();
  state.write();
  expect(said.mock.calls.join()).toContain('is not saved');
  said.mockRestore();
  rmSync(place);
  state.write();
  expect(existsSync(file)).toBe(true);
});

test('a failed write is repeated although nothing changes', () => {
  jest.useFakeTimers();
  const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const { enableWrites, write } = openStateFile(state, () => ({ apiKey: 'k' }));
    enableWrites();
    // a file cannot be written in place of a folder
    mkdirSync(`${state}.next`);
    expect(write()).toBe(false);
    rmSync(`${state}.next`, { recursive: true });
    jest.advanceTimersByTime(10_000);
    expect(readFileSync(state, 'utf8')).toBe('{"apiKey":"k"}');
    expect(said).toHaveBeenCalledTimes(1);
  } finally {
    said.mockRestore();
    jest.useRealTimers();
  }
});

test('what another sandbox saves after this one has read the file is not overwritten', () => {
  const late = openStateFile(state, () => ({ apiKey: 'late' }));
  const saved = '{"apiKey":"saved meanwhile"}';
  writeFileSync(state, saved);
  expect(() => late.enableWrites()).toThrow('Another sandbox has just saved');
  late.write();
  expect(readFileSync(state, 'utf8')).toBe(saved);
});

test.each([
  '[]',
  '{"apiKey":3}',
  '{"servicePort":"8787"}',
  '{"script":[]}',
  '{"spreadsheets":{}}',
  '{"spreadsheets":[{"owner":"owner"}]}',
])('a state of %s is reported as damaged and left unchanged', (text) => {
  const file = path.join(folder, 'state.json');
  writeFileSync(file, text);
  expect(() => openStateFile(file, () => ({}))).toThrow(`${file} is damaged`);
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test.each([
  '{"spreadsheets":[{"id":"spreadsheet","owner":"nobody"}]}',
  '{"spreadsheets":[{"id":"spreadsheet","workbook":{"sheetOrder":3}}]}',
])('a state whose content cannot be opened is reported with its file: %s', async (text) => {
  await copyData('seeded', path.join(folder, 'service'));
  writeFileSync(state, text);
  const { err, code } = await run({});
  expect(err).toContain(`${state} cannot be opened (`);
  expect(code).toBe(1);
  expect(readFileSync(state, 'utf8')).toBe(text);
});
