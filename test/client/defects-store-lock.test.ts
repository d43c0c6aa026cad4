/** The lock of the client's store: one holder at a time, and no dead one keeps the others out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { openSqliteStore } from '../../src/client/sqlite-store.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'signals-store-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let program: string;
beforeAll(async () => {
  program = path.join(folder, 'takes-and-dies.mjs');
  await build({
    stdin: {
      contents: `import { mkdirSync, rmdirSync } from 'node:fs';
        import { holdLock } from './file-lock.ts';
        const [file] = process.argv.slice(2);
        for (let round = 0; round < 40; round++) {
          const release = holdLock(file);
          // fails when another one holds it, too
          mkdirSync(file + '.held');
          rmdirSync(file + '.held');
          if (round < 39) release();
        }
        process.kill(process.pid, 'SIGKILL');`,
      resolveDir: path.resolve(__dirname, '../../src/client'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
  });
});

test('D7 of many programs one holds the lock, though each dies with it in the end', async () => {
  const file = path.join(folder, 'shared.pid');
  const run = async () => {
    const errors: Buffer[] = [];
    for (let lives = 0; lives < 5; lives++) {
      const child = spawn(process.execPath, [program, file]);
      child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
      const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
      expect([code, signal, Buffer.concat(errors).toString()]).toEqual([null, 'SIGKILL', '']);
    }
  };
  await Promise.all([run(), run(), run(), run(), run(), run()]);
  // nothing is left but the lock of the one that died last
  expect(readdirSync(folder).filter((name) => name.startsWith('shared'))).toEqual(['shared.pid']);
});

test('D7 a lock whose owner is dead is taken over, though another process has its id by now', async () => {
  const file = path.join(folder, 'answers.sqlite');
  const store = openSqliteStore(file);
  store.set('a', '1');
  const lock = path.join(folder, 'left.pid');
  const child = spawn(process.execPath, [program, lock]);
  await once(child, 'close');
  // as a program in a container finds it, which has the same id at each start
  const [, ...others] = readFileSync(lock, 'utf8').split(' ');
  writeFileSync(`${file}.pid`, [process.pid, ...others].join(' '));
  expect(store.get('a')).toBe('1');
  expect(readdirSync(folder)).not.toContain('answers.sqlite.pid');
});
