/** Failures of `npm start`: one sandbox per port and per folder. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { openStateFile } from '../../src/sandbox/start/state-file.js';
import { eventually } from '../support/eventually.js';
import { copyData } from '../support/prepared-data.js';
import { startSandbox } from '../support/sandbox.js';

const PROGRAM = path.resolve(__dirname, '../../out/sandbox/main.mjs');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'signals-start-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Runs the sandbox until it exits. */
async function run(settings: Record<string, string>) {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...process.env, PORT: '0', SANDBOX_DATA: folder, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (data) => {
    said.out += data;
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
      err: `Port ${port} is in use: set PORT to another\n`,
      code: 1,
    });
    expect(existsSync(path.join(folder, 'state.json'))).toBe(false);
    expect(existsSync(path.join(folder, 'service'))).toBe(false);
  } finally {
    listener.close();
  }
});

test('an invalid port is refused in one line', async () => {
  expect(await run({ PORT: 'many' })).toEqual({
    out: '',
    err: 'PORT must be a whole number from 0 to 65535, but is many\n',
    code: 1,
  });
});

test('a second sandbox on the same folder reports the first one and leaves its data unchanged', async () => {
  await copyData('seeded', path.join(folder, 'service'));
  const first = await startSandbox(folder);
  const state = path.join(folder, 'state.json');
  try {
    await eventually(() => existsSync(state));
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
  } finally {
    first.signal('SIGCONT');
    await first.stop();
  }
});

test('the sidebar follows the system’s appearance from the first start, as the page does', async () => {
  await copyData('seeded', path.join(folder, 'service'));
  const sandbox = await startSandbox(folder);
  const state = path.join(folder, 'state.json');
  const people = () =>
    existsSync(state) ? (readFileSync(state, 'utf8').match(/"appearance":"system"/g)?.length ?? 0) : 0;
  try {
    await eventually(() => people() === 2);
  } finally {
    await sandbox.stop();
  }
});

test('the state is written only after the sandbox owns the data', async () => {
  const file = path.join(folder, 'state.json');
  const state = openStateFile(file, () => ({ apiKey: 'k' }));
  state.write();
  expect(existsSync(file)).toBe(false);
  state.enableWrites();
  state.write();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ apiKey: 'k' });
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
