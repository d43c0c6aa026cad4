/** A database for the built program: a directory of the embedded engine, or a database on the server. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { sqlIn } from '../../support/database.js';
import { copyData } from '../../support/prepared-data.js';
import { createServerDatabase, SERVER_URL } from './engines.js';

/** Runs statements, and returns the rows of the last. Use the embedded engine only while no service runs. */
type Sql = (text: string) => Promise<readonly object[]>;

export interface TestDatabase {
  readonly environment: Readonly<Record<string, string>>;
  readonly sql: Sql;
  readonly drop: () => Promise<void>;
}

async function openEmbedded(): Promise<TestDatabase> {
  const DATA_DIR = await copyData('empty');
  return {
    environment: { DATA_DIR, DATABASE_URL: '', SEED: 'off' },
    sql: (text) => sqlIn(DATA_DIR, text),
    drop: () => rm(DATA_DIR, { recursive: true }),
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
