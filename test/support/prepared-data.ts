/**
 * Data directories that are made once and copied for each test: a database takes the embedded engine six seconds to
 * make and eight more to fill with the sample data, and a copy takes a moment.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { addressOf } from './service-address.js';

const ROOT = path.resolve(__dirname, '../..');
const KEPT = path.join(ROOT, 'out/test/prepared');
const PROGRAM = path.join(ROOT, 'out/service/main.mjs');
const ENGINE = path.join(ROOT, 'node_modules/@electric-sql/pglite/package.json');

/** Names the folders that the hooks before all suites have made. */
const SETTINGS = { empty: 'TEST_EMPTY_DATA', seeded: 'TEST_SEEDED_DATA' } as const;

/** `empty`: a database without tables. `seeded`: what the built service makes at its first start. */
export type Prepared = keyof typeof SETTINGS;

/** A copy for one test, which removes it. */
export async function copyData(prepared: Prepared, to?: string): Promise<string> {
  const from = process.env[SETTINGS[prepared]];
  if (!from)
    throw new Error(`${SETTINGS[prepared]} is not set: this project has no setup that prepares data`);
  const folder = to ?? (await mkdtemp(path.join(os.tmpdir(), 'signals-data-')));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // a thousand small files: Node's own cp takes ten times as much work
  await promisify(execFile)('cp', ['-R', `${from}/.`, folder]);
  return folder;
}

/** Makes what is not there yet and tells the suites where it is. */
export async function prepareData(prepared: Prepared): Promise<void> {
  const { name, make } = prepared === 'empty' ? emptyData() : seededData();
  const folder = path.join(KEPT, name);
  if (!existsSync(folder)) {
    await removeOthers(prepared);
    const unfinished = path.join(KEPT, `unfinished-${process.pid}`);
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await make(unfinished);
    await rename(unfinished, folder);
  }
  process.env[SETTINGS[prepared]] = folder;
}

function emptyData() {
  const program = `
    const { PGlite } = await import('@electric-sql/pglite');
    const engine = await PGlite.create(process.argv[1]);
    await engine.close();`;
  return {
    name: `empty-${digestOf(ENGINE)}`,
    make: async (folder: string) => {
      const args = ['--input-type=module', '--eval', program, path.join(folder, 'pglite')];
      await promisify(execFile)(process.execPath, args, { cwd: ROOT });
    },
  };
}

/** Of this build on this day: each day the service adds to its data. */
function seededData() {
  const day = new Date().toISOString().slice(0, 10);
  return {
    name: `seeded-${day}-${digestOf(ENGINE, PROGRAM, path.join(path.dirname(PROGRAM), 'store-worker.mjs'))}`,
    make: async (folder: string) => {
      const child = spawn(process.execPath, [PROGRAM], {
        env: { ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: '' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await addressOf(child);
      child.kill();
      await once(child, 'exit');
    },
  };
}

function digestOf(...files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

async function removeOthers(prepared: Prepared): Promise<void> {
  const names = await readdir(KEPT).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(`${prepared}-`))) {
    await rm(path.join(KEPT, name), { recursive: true, force: true });
  }
}
