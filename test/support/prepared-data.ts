/**
 * Data directories that are created once and copied for each test: filling one with the sample data takes
 * seconds, a copy takes a moment.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { addressOf } from './service-address.js';

const ROOT = path.resolve(__dirname, '../..');
const KEPT = path.join(ROOT, 'out/test/prepared');
const PROGRAM = path.join(ROOT, 'out/service/main.mjs');
const ENGINE = path.join(ROOT, 'node_modules/@electric-sql/pglite/package.json');
/** The databases of the build: one without tables, one with the sample data of the day of the build. */
const BUILT = { empty: path.join(ROOT, 'out/service/engine'), sample: path.join(ROOT, 'out/service/sample') };

/** The variable with the folder that the global setup creates. */
const SETTING = 'TEST_SEEDED_DATA';

/** A database of the build, or `seeded`: the data that the built service creates at its first start. */
export type Prepared = keyof typeof BUILT | 'seeded';

/** Copies data for one test, which must remove the copy. */
export async function copyData(prepared: Prepared, to?: string): Promise<string> {
  const seeded = process.env[SETTING];
  if (prepared === 'seeded' && !seeded)
    throw new Error(`${SETTING} is not set: this project has no setup that prepares data`);
  const folder = to ?? (await mkdtemp(path.join(os.tmpdir(), 'signals-data-')));
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copies =
    prepared === 'seeded' ? [`${seeded}/.`, folder] : [BUILT[prepared], path.join(folder, 'pglite')];
  // there are a thousand small files, and Node's cp would take ten times as long
  await promisify(execFile)('cp', ['-R', ...copies]);
  return folder;
}

/** Creates today's sample data if they do not exist, and passes their folder to the suites. */
export async function prepareSeededData(): Promise<void> {
  const { name, make } = seededData();
  const folder = path.join(KEPT, name);
  if (!existsSync(folder)) {
    await rm(KEPT, { recursive: true, force: true });
    const unfinished = path.join(KEPT, `unfinished-${process.pid}`);
    await mkdir(unfinished, { recursive: true, mode: 0o700 });
    await make(unfinished);
    await rename(unfinished, folder);
  }
  process.env[SETTING] = folder;
}

/** The data of this build on this day, because the service adds records each day. */
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
