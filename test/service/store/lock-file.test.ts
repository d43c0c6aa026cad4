/** The lock of a data directory: one holder, and no other way to lose it than to end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isLock, takeLock } from '../../../src/service/store/lock-file.js';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'signals-test-'));
  file = path.join(folder, 'store.lock');
});
afterEach(() => rm(folder, { recursive: true }));

function take() {
  const result = takeLock(file, '/socket');
  if (!isLock(result)) throw new Error(`held by ${result.pid}`);
  return result;
}

test('the second taker learns who holds it and where to call', () => {
  take();
  expect(takeLock(file, '/other')).toMatchObject({ pid: process.pid, socket: '/socket' });
});

test('it is free after its release, which takes away its own lock only', async () => {
  const lock = take();
  lock.release();
  expect(existsSync(file)).toBe(false);
  const second = take();
  await writeFile(file, 'of somebody else');
  second.release();
  expect(await readFile(file, 'utf8')).toBe('of somebody else');
});

test('a lock whose process is gone is taken over', async () => {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  await writeFile(file, JSON.stringify({ pid: child.pid, socket: '/old' }));
  take();
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid, socket: '/socket' });
  expect(await readdir(folder)).toEqual(['store.lock']);
});

test('a lock of another process that had the same id is taken over', async () => {
  await writeFile(file, JSON.stringify({ pid: process.pid, started: '1', socket: '/old' }));
  take();
});

test('a lock of a living process is not taken, however old', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  await writeFile(file, JSON.stringify({ pid: child.pid, socket: '/theirs' }));
  expect(takeLock(file, '/mine')).toMatchObject({ pid: child.pid, socket: '/theirs' });
  child.kill();
});

test('what is no lock is left alone', async () => {
  await writeFile(file, '{}');
  expect(() => takeLock(file, '/mine')).toThrow('is not a lock of this service');
  expect(await readFile(file, 'utf8')).toBe('{}');
});
