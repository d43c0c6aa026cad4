/** The lock of a data directory: one holder, which loses it only when its process ends. */
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs, { existsSync, readFileSync } from 'node:fs';
import { link, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { build } from 'esbuild';
import { isLock, takeLock } from '../../../src/service/store/lock-file.js';
import { eventually } from '../../support/eventually.js';
import { useTempFolders } from '../../support/temp-folder.js';

let folder: string;
let file: string;
const newFolder = useTempFolders();
beforeEach(() => {
  folder = newFolder();
  file = path.join(folder, 'store.lock');
});

async function take() {
  const result = await takeLock(file, '/socket');
  if (!isLock(result)) throw new Error(`held by ${result.pid}`);
  return result;
}

test('it is free after its release, which removes only its own lock', async () => {
  const lock = await take();
  lock.release();
  expect(existsSync(file)).toBe(false);
  const second = await take();
  await writeFile(file, 'of another program');
  second.release();
  expect(await readFile(file, 'utf8')).toBe('of another program');
});

test('a lock of another process that had the same id is taken over', async () => {
  await writeFile(file, JSON.stringify({ pid: process.pid, started: '1', socket: '/old' }));
  await take();
});

test('a lock of a running process is not taken over at any age', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  await writeFile(file, JSON.stringify({ pid: child.pid, socket: '/theirs' }));
  expect(await takeLock(file, '/mine')).toMatchObject({ pid: child.pid, socket: '/theirs' });
  child.kill();
});

test('a file that is no lock is left alone', async () => {
  await writeFile(file, '{}');
  await expect(takeLock(file, '/mine')).rejects.toThrow('is not a lock of this service');
  expect(await readFile(file, 'utf8')).toBe('{}');
});

test('a process that died while it removed a stale lock does not block the next one', async () => {
  const stale = JSON.stringify({ pid: process.pid, started: '1', socket: '/old' });
  await writeFile(file, stale);
  const claim = `${file}.${createHash('sha256').update(stale).digest('hex').slice(0, 12)}`;
  await link(file, claim);
  const later = Date.now() + 21_000;
  const now = jest.spyOn(Date, 'now').mockReturnValue(later);
  await take();
  now.mockRestore();
  expect(await readdir(folder)).toEqual(['store.lock']);
});

test('of many concurrent takers one has the lock, even if half of the holders die with it', async () => {
  const takers = path.join(folder, 'lock-taker.mjs');
  await build({
    entryPoints: [path.join(__dirname, '../support/lock-taker.ts')],
    outfile: takers,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const ends = [1, 2, 3, 4, 5, 6].map((name) =>
    once(new Worker(takers, { workerData: { file, name, deadPid: child.pid } }), 'exit'),
  );
  expect(await Promise.all(ends)).toEqual(ends.map(() => [0]));
  await rm(file, { force: true });
  expect(await readdir(folder)).toEqual(['lock-taker.mjs']);
});

describe('a lock of another container, whose process ids are meaningless here', () => {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  const namespace = `${boot} pid:[1]`;
  const holder = (socket: string) => JSON.stringify({ pid: 1, namespace, socket });

  async function makeOld(): Promise<void> {
    const before = new Date(Date.now() - 60_000);
    await utimes(file, before, before);
  }

  test('is held while its socket answers, even if no such process exists here', async () => {
    const socket = path.join(folder, 'store.sock');
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    const server = createServer((connection) => connection.resume()).listen(socket);
    await once(server, 'listening');
    await writeFile(file, JSON.stringify({ pid: child.pid, namespace, socket }));
    await makeOld();
    expect(await takeLock(file, '/mine')).toMatchObject({ pid: child.pid, socket });
    server.close();
  });

  test('D6 names a socket beside it without the directory, whose path is another one elsewhere', async () => {
    if (!isLock(await takeLock(file, path.join(folder, 'store.sock')))) throw new Error('not taken');
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ socket: 'store.sock' });
  });

  test.each([
    ['a socket elsewhere', namespace, '/elsewhere/signals-x/store.sock'],
    ['another machine', `${randomUUID()} pid:[1]`, 'nobody.sock'],
  ])('D6 with %s is never taken over, even if its holder has ended', async (_, other, socket) => {
    const text = JSON.stringify({ pid: 1, namespace: other, socket });
    await writeFile(file, text);
    await makeOld();
    await expect(takeLock(file, '/mine')).rejects.toThrow('on another machine or in another container');
    expect(await readFile(file, 'utf8')).toBe(text);
  });

  test('is taken over if nobody listens, even if a process here has the same id', async () => {
    await writeFile(file, holder('nobody.sock'));
    await makeOld();
    await take();
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ pid: process.pid });
  });

  test('is waited for while it is new, because its holder may be starting', async () => {
    const socket = path.join(folder, 'store.sock');
    await writeFile(file, holder('store.sock'));
    // it reads the lock's age each time its holder does not listen
    const looks = jest.spyOn(fs, 'statSync');
    const taken = takeLock(file, '/mine');
    await eventually(() => looks.mock.calls.filter(([name]) => name === file).length > 1, { everyMs: 10 });
    looks.mockRestore();
    const server = createServer((connection) => connection.resume()).listen(socket);
    expect(await taken).toMatchObject({ pid: 1, socket });
    server.close();
  });
});
