/** The stores of the client: what they keep, and for how long. See defects-store.test.ts for programs at once. */
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openFileStore } from '../../src/client/file-store.js';
import { createMemoryStore } from '../../src/client/memory-store.js';
import { questionStore } from '../../src/client/stored.js';
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
    store.close();
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
  const rows = { askedAt: 0, served: [], window: {}, rows: [1, null, {}], ceiling: 1 };
  store.set('answer:cd', JSON.stringify(rows));
  expect(questionStore(store, 'cd').answer()).toBeUndefined();
  chmodSync(answers, 0o777);
  expect(() => openFileStore(answers)).toThrow('#SERVICE: others can write to the folder');
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
