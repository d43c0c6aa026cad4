/** Checks a database's version and brings it up to date: numbered migrations, search columns, indexes. */
import { Migrator, sql } from 'kysely';
import { type ColumnDefinition, columnName, TABLES } from './columns.js';
import { type Db, rowsOf, run, scalarOf } from './db.js';
import { lockChanges } from './import-lease.js';
import indexes from './migrations/indexes.sql';
import { MIGRATIONS } from './migrations/migrations.js';
import { fold } from './text.js';

/** Shorter than PostgreSQL's default deadlock_timeout of one second. */
const LOCK_TIMEOUT = `set local lock_timeout = '500ms'`;
const LOCK_NOT_AVAILABLE = '55P03';
const MOST_TRIES = 40;

/** The extension is not installed, or the user may not add it. */
const NO_EXTENSION: readonly unknown[] = ['0A000', '42501', '58P01'];

/**
 * Changes nothing. @param mayLack true: accept a database that lacks migrations
 * @throws an Error that says what to do with a database of another release
 */
export async function checkVersion(db: Db, mayLack = false, migrations = MIGRATIONS): Promise<undefined> {
  const rows = (await hasTables(db))
    ? await rowsOf<{ name: string }>(db)`select name from kysely_migration order by name`
    : [];
  const done = rows.map(({ name }) => name);
  const unknown = done.filter((name) => !(name in migrations));
  if (unknown.length > 0) {
    throw new Error(
      `Another release has changed this database (${unknown.join(', ')}); nothing was changed. Use that release, or ` +
        'restore the backup from before its migration',
    );
  }
  const missing = Object.keys(migrations).filter((name) => !done.includes(name));
  if (mayLack || missing.length === 0) return undefined;
  throw new Error(
    `The database lacks ${missing.join(', ')}; nothing was changed. Make a backup, then run the command migrate, ` +
      'or start the service, which migrates first',
  );
}

export async function hasTables(db: Db): Promise<boolean> {
  return (await scalarOf<boolean>(db)`select to_regclass('kysely_migration') is not null`) === true;
}

/**
 * Instances that start at the same time wait for each other. An up-to-date database is not changed.
 * @returns a warning about missing indexes; undefined if there are none
 * @throws if another release has changed the database
 */
export async function migrate(db: Db, migrations = MIGRATIONS): Promise<string | undefined> {
  await checkVersion(db, true, migrations);
  await runMigrations(db, migrations);
  await fillFoldedColumns(db);
  return buildIndexes(db);
}

/** Runs all migrations in one transaction. After a lock timeout, it lets statements pass and retries. */
async function runMigrations(db: Db, texts: typeof MIGRATIONS): Promise<void> {
  const migrations = Object.entries(texts).map(([name, text]) => [
    name,
    { up: (tx: Db) => sql.raw(`${LOCK_TIMEOUT}; ${text}`).execute(tx) },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const migrator = new Migrator({ db, provider });
  for (let tries = 1; ; tries += 1) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === MOST_TRIES) throw error;
  }
}

/** Builds missing indexes in one transaction. Meanwhile others read, and imports wait. */
async function buildIndexes(db: Db): Promise<string | undefined> {
  const names = [...indexes.matchAll(/^create index if not exists (\w+)/gm)].map(([, name]) => name);
  const rows = await rowsOf(db)`select from unnest(${names}::text[]) as name where to_regclass(name) is null`;
  if (rows.length === 0) return undefined;
  try {
    await db.transaction().execute(async (tx) => {
      // instances that start at the same time build after each other
      await lockChanges(tx);
      await run(tx)`create extension if not exists pg_trgm`;
      await sql.raw(indexes).execute(tx);
    });
  } catch (error) {
    if (!NO_EXTENSION.includes((error as { code?: string }).code)) throw error;
    return `Searches for parts of texts are slower, because the extension pg_trgm cannot be added: ${(error as Error).message}`;
  }
  return undefined;
}

const ROWS_PER_UPDATE = 20_000;

/** Fills the columns that a migration has added, in short transactions, as others may be at work. */
async function fillFoldedColumns(db: Db): Promise<void> {
  for (const { name: table, columns } of TABLES) {
    for (const column of columns) if (column.folded) await fillFoldedColumn(db, table, column);
  }
}

/** Folds texts in JavaScript, because the locale of the engine may support only ASCII. */
async function fillFoldedColumn(db: Db, tableName: string, { name, path }: ColumnDefinition): Promise<void> {
  const [table, folded, source] = [sql.table(tableName), sql.id(name), sql.id(columnName(path))];
  for (;;) {
    const rows = await rowsOf<{ id: string; text: string }>(db)`select id::text as id, ${source} as text
      from ${table} where ${folded} is null and ${source} is not null limit ${ROWS_PER_UPDATE}::int`;
    if (rows.length === 0) return;
    const texts = JSON.stringify(rows.map(({ id, text }) => ({ id, [name]: fold(text) })));
    await run(db)`update ${table} as t set ${folded} = x.${folded}
      from json_populate_recordset(null::${table}, ${texts}::json) as x where t.id = x.id`;
  }
}
