/** The embedded engine: PostgreSQL inside this thread, over a directory or in memory. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { type RawBuilder, sql } from 'kysely';
import { openDatabase } from '../database/database.js';
import { type Db, rowsOf, run, scalarOf } from '../database/db.js';
import { createStore, type Store } from './create-store.js';
import { copyDatabase } from './templates.js';

/** The major version of PostgreSQL in the pinned version of PGlite. */
const POSTGRES_MAJOR = '18';

/** The limit of the write-ahead log since the last checkpoint, during an import. */
const MAX_WAL_BYTES = 64 * 1_048_576;

/** Up to this number of changed rows, a table needs no new statistics. */
const FEW_CHANGES = 1_000;

interface EmbeddedOptions {
  /** Called once the engine cannot continue: its next statement may never end. */
  readonly onBroken?: (reason: Error) => void;
  /** A directory to copy for a new database. @default the engine creates it, which takes seconds */
  readonly template?: string;
}

/**
 * Opens the store in the calling thread. Queries block it, so use a worker thread, except in tests.
 * @param directory created if missing; `memory://` stores nothing
 */
export async function openEmbedded(
  directory: string,
  { onBroken = () => undefined, template }: EmbeddedOptions = {},
): Promise<{ readonly store: Store; readonly engine: PGlite }> {
  const version = await versionOf(directory);
  if (version === undefined && template !== undefined && (await versionOf(template)) === POSTGRES_MAJOR) {
    await copyDatabase(template, directory);
  }
  if (version !== undefined && version !== POSTGRES_MAJOR) {
    throw new Error(
      `${directory} was written by PostgreSQL ${version}, and this release has ${POSTGRES_MAJOR}: ` +
        'export all kinds, accounts too, with the release that wrote it, and import the files here',
    );
  }
  const engine = await PGlite.create(directory, { extensions: { pg_trgm } }).catch((error: unknown) => {
    // the engine's file system throws objects that are no Error and may have only an error number
    const { message, errno } = error as { message?: string; errno?: number };
    const reason = message || `error ${errno} of its file system; is the disk full?`;
    throw new Error(`The embedded engine cannot open ${directory}: ${reason}`, { cause: error });
  });
  // the engine has one session
  const database = openDatabase(
    { ...createPgConfig(batchMessages(engine)), max: 1 },
    { onUnavailable: onBroken },
  );
  const { db } = database;
  const store = createStore({ ...database, vacuum: () => vacuum(db), close: () => engine.close() });
  const importing: Pick<Store, 'importBatch' | 'endImport'> = {
    importBatch: async (batch) => {
      const count = await store.importBatch(batch);
      await limitWal(db);
      return count;
    },
    endImport: async (owner) => {
      await store.endImport(owner);
      await analyzeChangedTables(db);
    },
  };
  return { store: { ...store, ...importing }, engine };
}

/** The message types that end a batch: Sync, a simple query, Terminate. */
const BATCH_ENDS = new Set(['S', 'Q', 'X'].map((type) => type.charCodeAt(0)));

/** Sends the driver's five messages per statement in one call, because each call of the engine is slow. */
function batchMessages(engine: PGlite): PGlite {
  let waiting: Uint8Array[] = [];
  const execProtocolStream: PGlite['execProtocolStream'] = async (message, options) => {
    waiting.push(message);
    if (!BATCH_ENDS.has(message[0]!)) return [];
    const all = Buffer.concat(waiting);
    waiting = [];
    return engine.execProtocolStream(all, options);
  };
  return Object.create(engine, { execProtocolStream: { value: execProtocolStream } }) as PGlite;
}

/** Vacuums and makes a checkpoint, because the engine does not, and its files and log would only grow. */
async function vacuum(db: Db): Promise<void> {
  await vacuumTables(db, sql``, sql`s.n_dead_tup > 0`);
  await analyzeChangedTables(db);
  await run(db)`checkpoint`;
}

/**
 * Replaces autovacuum, which the embedded engine lacks: renews the statistics of tables without any or with a
 * tenth changed, and the visibility map. Without the map, counting reads each record instead of an index.
 */
async function analyzeChangedTables(db: Db): Promise<void> {
  const isChanged = sql`s.n_mod_since_analyze > ${FEW_CHANGES}::int + s.n_live_tup / 10
    or (c.reltuples < 0 and pg_relation_size(c.oid) > 0)`;
  await vacuumTables(db, sql`(analyze)`, isChanged);
}

async function vacuumTables(db: Db, options: RawBuilder<unknown>, which: RawBuilder<unknown>): Promise<void> {
  await run(db)`select pg_stat_force_next_flush()`;
  const rows = await rowsOf<{ name: string }>(db)`
    select s.relname as name from pg_stat_user_tables s join pg_class c on c.oid = s.relid where ${which}`;
  for (const { name } of rows) await run(db)`vacuum ${options} ${sql.table(name)}`;
}

/** Limits the log during an import, which may write gigabytes before the next cleanup. */
async function limitWal(db: Db): Promise<void> {
  const bytes = await scalarOf<number>(db)`
    select (pg_current_wal_insert_lsn() - redo_lsn)::bigint as bytes from pg_control_checkpoint()`;
  if (bytes! > MAX_WAL_BYTES) await run(db)`checkpoint`;
}

/** Returns undefined if there is no database. */
async function versionOf(directory: string): Promise<string | undefined> {
  const text = await readFile(path.join(directory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  return text?.trim();
}
