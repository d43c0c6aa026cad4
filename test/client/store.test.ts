/** The stores of the client: what they keep, for how long, and for programs that are killed while they write. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { openFileStore } from '../../src/client/file-store.js';
import { createMemoryStore } from '../../src/client/memory-store.js';
import { questionEntries } from '../../src/client/stored.js';
import { useTempFolder } from '../support/temp-folder.js';

const folder = useTempFolder();

let folders = 0;
const newFolder = () => path.join(folder, String(folders++), 'answers');

describe.each([
  ['in memory', createMemoryStore],
  ['in a folder', () => openFileStore(newFolder())],
])('%s', (_, open) => {
  test('a value is the last one written, and is added only once', () => {
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
  });
});

test('memory deletes the oldest answers first, then the oldest open purchases', () => {
  const store = createMemoryStore();
  const fill = (kind: string) => {
    for (let index = 0; index < 5; index++) store.set(`${kind}:${index}`, 'x'.repeat(20_000_000));
  };
  const kept = (...names: string[]) => names.filter((name) => store.get(name) !== undefined);
  store.set('open:x', 'a purchase');
  fill('answer');
  expect(kept('answer:0', 'answer:4', 'open:x')).toEqual(['answer:4', 'open:x']);
  fill('open');
  expect(kept('answer:4', 'open:0', 'open:1', 'open:2', 'open:4')).toEqual(['open:2', 'open:4']);
});

test('a folder is closed to others, and loses answers of years ago, but no open purchase and no foreign file', () => {
  const answers = newFolder();
  const old = openFileStore(answers);
  const names = ['answer:a1', 'watch:a1', 'open:a1', 'answer:of a person'];
  for (const name of names) old.set(name, name);
  writeFileSync(path.join(answers, 'notes.txt'), 'of a person');
  writeFileSync(path.join(answers, `${'0'.repeat(36)}.signals-draft`), 'of a program that was killed');
  expect(statSync(answers).mode & 0o077).toBe(0);
  expect(statSync(path.join(answers, 'answer%3Aa1')).mode & 0o077).toBe(0);
  for (const file of readdirSync(answers)) utimesSync(path.join(answers, file), 0, 0);
  const store = openFileStore(answers);
  expect(names.map((name) => store.get(name))).toEqual([undefined, undefined, ...names.slice(2)]);
  expect(readdirSync(answers).sort()).toEqual(['answer%3Aof%20a%20person', 'notes.txt', 'open%3Aa1']);
});

test('a value that cannot be read or written is refused with a message', () => {
  const answers = newFolder();
  openFileStore(answers);
  const named = path.join(answers, 'answer%3Aab');
  mkdirSync(path.join(named, 'inner'), { recursive: true });
  utimesSync(named, 0, 0);
  const store = openFileStore(answers);
  expect(() => store.get('answer:ab')).toThrow('#SERVICE: a stored answer cannot be read');
  expect(() => store.set('answer:ab', '1')).toThrow('#SERVICE: answers cannot be stored');
  chmodSync(answers, 0o777);
  expect(() => openFileStore(answers)).toThrow('#SERVICE: others can write to the folder');
});

test('an answer that is damaged, or of another version of the client, counts as missing', () => {
  const store = createMemoryStore();
  const { answer } = questionEntries(store, 'cd');
  const rows = { askedAt: 0, served: [], window: { start: '', end: '' }, rows: [], ceiling: 1, paid: 0 };
  answer.set(rows);
  expect(answer.get()).toEqual(rows);
  const text = store.get('answer:cd')!;
  for (const other of [JSON.stringify(rows), text.slice(0, -1), text.replace('"paid":0', '"paid":1'), '']) {
    store.set('answer:cd', other);
    expect(answer.get()).toBeUndefined();
  }
});

test('a folder that cannot be created is refused with a message', () => {
  const file = path.join(folder, 'no-folder');
  writeFileSync(file, '');
  for (const name of [file, path.join(file, 'inner')])
    expect(() => openFileStore(name)).toThrow(
      '#SERVICE: answers cannot be stored; set SIGNALS_STORE to a folder',
    );
});

test('the folders around a folder are created, too', () => {
  const inner = path.join(newFolder(), 'a', 'b');
  openFileStore(inner);
  expect(statSync(inner).mode & 0o777).toBe(0o700);
});

/** Long enough to be written in several parts. */
const LENGTH = 300_000;

let program: string;
beforeAll(async () => {
  program = path.join(folder, 'writes.mjs');
  await build({
    stdin: {
      contents: `import { writeSync } from 'node:fs';
        import { openFileStore } from './file-store.ts';
        const store = openFileStore(process.argv[2]);
        for (let round = 0; round < 200; round++) {
          if (store.add('open:' + round, String(process.pid))) writeSync(1, round + '\\n');
          store.set('answer:a', String(round % 10).repeat(${LENGTH}));
          const text = store.get('answer:a');
          if (text.length !== ${LENGTH} || text !== text[0].repeat(${LENGTH})) writeSync(1, 'broken\\n');
        }`,
      resolveDir: path.resolve(__dirname, '../../src/client'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
  });
});

test('D7 of many concurrent programs, killed while they write, only one begins a purchase, and all answers are complete', async () => {
  const answers = path.join(folder, 'answers');
  const begun: string[] = [];
  const live = async (ms: number | undefined) => {
    const child = spawn(process.execPath, [program, answers]);
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += text.toString();
    });
    const closed = once(child, 'close');
    if (ms !== undefined) await Promise.race([sleep(ms).then(() => child.kill('SIGKILL')), closed]);
    await closed;
    begun.push(...said.split('\n').filter((line) => line !== ''));
  };
  const liveThrice = async (turn: number) => {
    for (const ms of [120, 180, 240]) await live(ms + 15 * turn);
  };
  await Promise.all([0, 1, 2, 3].map(liveThrice));
  // leftovers do not block this program
  await live(undefined);
  expect(begun).not.toContain('broken');
  expect(new Set(begun).size).toBe(begun.length);
  const store = openFileStore(answers);
  for (let round = 0; round < 200; round++) expect(store.get(`open:${round}`)).toMatch(/^\d+$/);
  expect(readdirSync(answers).filter((name) => /^(?:open|answer)%3A/.test(name))).toHaveLength(201);
});
