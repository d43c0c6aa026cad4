/** Keys: neither the database nor the pepper file reveals one. */
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { checkPepper, digestOf, loadPepper, makeKey, prefixOf } from '../../../src/service/keys/api-key.js';
import { useTempFolders } from '../../support/temp-folder.js';
import { useEngine } from '../support/engines.js';

test('a key is 24 random bytes behind bs_', () => {
  const keys = Array.from({ length: 100 }, makeKey);
  expect(new Set(keys).size).toBe(100);
  for (const key of keys) expect(key).toMatch(/^bs_[A-Za-z0-9_-]{32}$/);
});

const engine = useEngine();

test('the table contains the digest and a short prefix, never the key', async () => {
  const { store, sql } = engine;
  const key = makeKey();
  await store.createKey({ name: 'N', credits: 1, digest: digestOf(key, 'p'), prefix: prefixOf(key) });
  const dump = JSON.stringify([await sql('select * from api_key'), await sql('select * from ledger')]);
  expect(dump).toContain(digestOf(key, 'p'));
  expect(dump).not.toContain(key.slice(0, 12));
  expect(dump).not.toContain(key.slice(8));
});

describe('the pepper', () => {
  let folder: string;
  const newFolder = useTempFolders();
  beforeEach(() => {
    folder = newFolder();
  });

  test('is made once, for the owner only, even by many concurrent processes', async () => {
    const dataDirectory = path.join(folder, 'data');
    const peppers = await Promise.all(
      Array.from({ length: 10 }, () => loadPepper({ keyPepper: undefined, dataDirectory })),
    );
    expect(new Set(peppers).size).toBe(1);
    const file = path.join(dataDirectory, 'key-pepper');
    expect(await readFile(file, 'utf8')).toBe(peppers[0]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('lies in a directory that only its owner may read, even if it was open before', async () => {
    const dataDirectory = path.join(folder, 'data');
    await mkdir(dataDirectory, { mode: 0o755 });
    await loadPepper({ keyPepper: undefined, dataDirectory });
    expect((await stat(dataDirectory)).mode & 0o777).toBe(0o700);
  });

  test('is not taken from an empty file', async () => {
    await writeFile(path.join(folder, 'key-pepper'), '\n');
    const loaded = loadPepper({ keyPepper: undefined, dataDirectory: folder });
    await expect(loaded).rejects.toThrow(/key-pepper is empty: restore it from your backup/);
  });
});

describe('a database whose keys were made with another pepper', () => {
  const makeOne = () =>
    engine.store.createKey({ name: 'N', credits: 1, digest: digestOf(makeKey(), 'p'), prefix: 'bs_' });

  test('makes no key that would never work, until all keys are revoked', async () => {
    await checkPepper(engine.store, 'p');
    await makeOne();
    await checkPepper(engine.store, 'p');
    await expect(checkPepper(engine.store, 'other')).rejects.toThrow('KEY_PEPPER');
    for (const { id } of await engine.store.listKeys()) await engine.store.revokeKey(id);
    await checkPepper(engine.store, 'other');
    await makeOne();
    await expect(checkPepper(engine.store, 'p')).rejects.toThrow('KEY_PEPPER');
  });
});
