/**
 * Two services on one data directory, on one or two machines: the second refuses to start.
 * See store/lock-file.test.ts for all cases.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { useTempFolder } from '../support/temp-folder.js';
import { type RunningService, runProgram, usePrograms } from './support/run-service.js';

const startProgram = usePrograms();
const environment = { DATA_DIR: path.join(useTempFolder(), 'data'), SEED: 'off' };
let service: RunningService;
beforeAll(async () => {
  service = await startProgram(environment);
});

const lock = () => path.join(environment.DATA_DIR, 'store.lock');

/** Every file with its bytes, its time and its permissions. */
function filesOf(directory: string): readonly unknown[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()
    .map((file) => {
      const { mtimeMs, mode } = statSync(file);
      return [file, mtimeMs, mode, statSync(file).isFile() && readFileSync(file).toString('base64')];
    });
}

test('D6 on one machine the second service is refused, and the first one answers', async () => {
  // the first service may write to its files meanwhile; the second adds none and leaves the lock alone
  const seen = () => [readdirSync(environment.DATA_DIR).sort(), readFileSync(lock(), 'utf8')];
  const before = seen();
  const second = await runProgram([], { ...environment, PORT: '0' });
  expect(seen()).toEqual(before);
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`Process ${service.process.pid} has`);
  expect((await fetch(`${service.url}/ready`)).status).toBe(200);
});

test('D6 a lock of another machine is never taken over, nothing is written beside it, and its removal is enough', async () => {
  await service.stop('SIGKILL');
  const holder = JSON.parse(readFileSync(lock(), 'utf8')) as { readonly socket: string };
  await writeFile(lock(), JSON.stringify({ ...holder, namespace: `${randomUUID()} pid:[4026531836]` }));
  const before = filesOf(environment.DATA_DIR);
  for (const command of [[], ['keys', 'list']]) {
    const second = await runProgram(command, { ...environment, PORT: '0' });
    expect(second).toMatchObject({ code: 1, stdout: '' });
    expect(second.stderr).toContain('store.lock is the lock of a service on another machine');
  }
  expect(filesOf(environment.DATA_DIR)).toEqual(before);
  await rm(lock());
  service = await startProgram(environment);
  expect((await fetch(`${service.url}/ready`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
  expect(existsSync(lock())).toBe(false);
});
