/** The stores of the client: what is written stays, also after a kill, and programs do not get in each other's way. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { createMemoryStore } from '../../src/client/memory-store.js';
import { openSqliteStore } from '../../src/client/sqlite-store.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'signals-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
const newFile = () => path.join(folder, String(files++), 'answers.sqlite');

describe.each([
  ['in memory', createMemoryStore],
  ['in a file', () => openSqliteStore(newFile())],
])('%s', (_, open) => {
  test('a value is what was written last, and is added only once', () => {
    const store = open();
    expect(store.get('a')).toBeUndefined();
    store.set('a', '1');
    expect(store.add('a', '2')).toBe(false);
    expect(store.get('a')).toBe('1');
    store.set('a', "it's “3”😀");
    expect(store.get('a')).toBe("it's “3”😀");
    store.delete('a');
    expect(store.add('a', '4')).toBe(true);
    expect(store.get('a')).toBe('4');
    store.close();
  });
});

test('memory forgets the oldest answers, but not what is open', () => {
  const store = createMemoryStore();
  store.set('open:x', 'a purchase');
  for (let index = 0; index < 5; index++) store.set(`answer:${index}`, 'x'.repeat(20_000_000));
  expect(store.get('answer:0')).toBeUndefined();
  expect(store.get('answer:4')).toHaveLength(20_000_000);
  expect(store.get('open:x')).toBe('a purchase');
});

test('a file is closed to others, and forgets answers of years ago, not what is open', () => {
  const file = newFile();
  const old = openSqliteStore(file, () => 0);
  old.set('answer:a', '1');
  old.set('open:a', '2');
  expect(statSync(file).mode & 0o077).toBe(0);
  const store = openSqliteStore(file);
  expect([store.get('answer:a'), store.get('open:a')]).toEqual([undefined, '2']);
});

test('a program that was killed within a write keeps no one out', () => {
  const file = newFile();
  const store = openSqliteStore(file);
  store.set('a', '1');
  // as a kill leaves it: the engine's lock, and ours with the id of a process that is gone
  mkdirSync(`${file}.lock`);
  writeFileSync(`${file}.pid`, '999999999');
  expect(store.get('a')).toBe('1');
  expect(existsSync(`${file}.pid`)).toBe(false);
});

test('programs that add the same at once: one alone has added it, and no write is lost', async () => {
  const file = newFile();
  openSqliteStore(file);
  const program = path.join(folder, 'adds.cjs');
  await build({
    stdin: {
      contents: `import { openSqliteStore } from './sqlite-store.ts';
        const store = openSqliteStore(${JSON.stringify(file)});
        let added = 0;
        for (let index = 0; index < 20; index++) {
          if (store.add('shared' + index, String(process.pid))) added++;
          store.set('own' + process.pid + '.' + index, '1');
        }
        console.log(added);`,
      resolveDir: path.resolve(__dirname, '../../src/client'),
    },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: [],
    packages: 'external',
    outfile: program,
    logLevel: 'error',
  });
  const env = { ...process.env, NODE_PATH: path.resolve(__dirname, '../../node_modules') };
  const runs = await Promise.all(
    [1, 2, 3].map(() => promisify(execFile)(process.execPath, [program], { env })),
  );
  expect(runs.reduce((sum, { stdout }) => sum + Number(stdout), 0)).toBe(20);
});
