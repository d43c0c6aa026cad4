/** A database for the built program: a directory of the embedded engine, or a database on the server. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { copyData } from '../../support/prepared-data.js';
import { createServerDatabase, SERVER_URL } from './engines.js';

/** Runs statements, and returns the rows of the last. Use the embedded engine only while no service runs. */
type Sql = (text: string) => Promise<readonly object[]>;

export interface TestDatabase {
  readonly environment: Readonly<Record<string, string>>;
  readonly sql: Sql;
  readonly drop: () => Promise<void>;
}

const PGLITE = `const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  const engine = await PGlite.create(process.argv[1], { extensions: { pg_trgm } });
  console.log(JSON.stringify((await engine.exec(process.argv[2])).at(-1).rows));
  await engine.close();`;
async function openEmbedded(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-test-'));
  const DATA_DIR = await copyData('empty', path.join(folder, 'data'));
  return {
    environment: { DATA_DIR, DATABASE_URL: '', SEED: 'off' },
    sql: async (text) => {
      const args = ['--input-type=module', '--eval', PGLITE, path.join(DATA_DIR, 'pglite'), text];
      const { stdout } = await promisify(execFile)(process.execPath, args);
      return JSON.parse(stdout) as readonly object[];
    },
    drop: () => rm(folder, { recursive: true }),
  };
}

async function openOnServer(): Promise<TestDatabase> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signals-test-'));
  const { url, drop } = await createServerDatabase(SERVER_URL!);
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  return {
    environment: { DATA_DIR: folder, DATABASE_URL: url },
    sql: async (text) => [await pool.query<object>(text)].flat().at(-1)!.rows,
    drop: async () => {
      await pool.end();
      await drop();
      await rm(folder, { recursive: true });
    },
  };
}

const ALL = [['the embedded engine', openEmbedded] as const, ['PostgreSQL', openOnServer] as const];

/** By the name of their engine; without tables. */
export const TEST_DATABASES = SERVER_URL ? ALL : ALL.slice(0, 1);
