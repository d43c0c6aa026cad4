/** Checks a database's version and brings it up to date: numbered migrations, search columns, indexes. */
import { Migrator, sql } from 'kysely';
import { columnName, TABLES } from './columns.js';
import { type Db, rowsOf, run, scalarOf } from './db.js';
import indexes from './migrations/indexes.sql';
import { MIGRATIONS } from './migrations/migrations.js';
import { readSetting, writeSetting } from './settings.js';
import { fold } from './text.js';

/** Shorter than PostgreSQL's default deadlock_timeout of one second. */
const LOCK_TIMEOUT = `set local lock_timeout = '500ms'`;
const LOCK_NOT_AVAILABLE = '55P03';
const MOST_TRIES = 40;

/** The extension is not installed, or the user may not add it. */
const NO_EXTENSION: readonly unknown[] = ['0A000', '42501', '58P01'];
/** An arbitrary number that no other advisory lock uses. */
const TRY_BUILD_LOCK = 'select pg_try_advisory_xact_lock(7446252741) as "isFirst"';
const INDEX = /create index (\w+)[^;]*/g;

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
  const [state, first] =
    done.length === 0
      ? ['has no tables of the service', 'Run']
      : [`lacks ${missing.join(', ')}`, 'Make a backup, then run'];
  throw new Error(
    `The database ${state}; nothing was changed. ${first} the command migrate, or start the service, which migrates first`,
  );
}

export async function hasTables(db: Db): Promise<boolean> {
  return (await scalarOf<boolean>(db)`select to_regclass('kysely_migration') is not null`) === true;
}

/**
 * Instances that start at the same time wait for each other. An up-to-date database is not changed.
 * @param isServer true: other instances may be at work, so indexes are built concurrently
 * @returns a warning about missing indexes; undefined if there are none
 * @throws if another release has changed the database
 */
export async function migrate(
  db: Db,
  isServer: boolean,
  migrations = MIGRATIONS,
): Promise<string | undefined> {
  await checkVersion(db, true, migrations);
  await runMigrations(db, migrations);
  await fillSearchColumns(db);
  return isServer ? buildAlone(db) : buildIndexes(db, false);
}

/**
 * One of several starting instances builds; the others skip it, because two builds on a table wait for each
 * other. CREATE INDEX CONCURRENTLY cannot run in a transaction, and behind a pooler a lock lasts only within
 * one: so a second transaction holds the lock.
 */
async function buildAlone(db: Db): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    await run(tx)`set local idle_in_transaction_session_timeout = 0`;
    // without parameters: the snapshot of a parameterised statement stays open, and the build would wait
    const { rows } = await sql.raw<{ isFirst: boolean }>(TRY_BUILD_LOCK).execute(tx);
    return rows[0]!.isFirst ? buildIndexes(db, true) : undefined;
  });
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

/** Builds each missing index on its own, and skips those that another instance is building. */
async function buildIndexes(db: Db, isServer: boolean): Promise<string | undefined> {
  const wanted = [...indexes.matchAll(INDEX)].map(([statement, name]) => ({ statement, name: name! }));
  const rows = await rowsOf<{ name: string; isDone: boolean }>(db)`
    select c.relname as name, i.indisvalid or p.pid is not null as "isDone"
    from pg_index i join pg_class c on c.oid = i.indexrelid
      left join pg_stat_progress_create_index p on p.index_relid = i.indexrelid
    where c.relname = any(${wanted.map(({ name }) => name)}::text[])
      and c.relnamespace = current_schema()::regnamespace`;
  const found = new Map(rows.map(({ name, isDone }) => [name, isDone]));
  const missing = wanted.filter(({ name }) => !found.get(name));
  if (missing.length === 0) return undefined;
  try {
    await run(db)`create extension if not exists pg_trgm`;
  } catch (error) {
    if (!NO_EXTENSION.includes((error as { code?: string }).code)) throw error;
    return `Searches for parts of texts are slower, because the extension pg_trgm cannot be added: ${(error as Error).message}`;
  }
  const concurrently = isServer ? 'concurrently' : '';
  for (const { name, statement } of missing) {
    // remove the invalid index that an interrupted build has left
    if (found.has(name)) await sql.raw(`drop index ${concurrently} if exists ${name}`).execute(db);
    const build = statement.replace('create index', `create index ${concurrently} if not exists`);
    await sql.raw(build).execute(db);
  }
  return undefined;
}

const SETTING = 'search columns';
const ROWS_PER_UPDATE = 5_000;

/** Fills the columns added since the last call, in many short transactions, as others may be at work. */
async function fillSearchColumns(db: Db): Promise<void> {
  const filled = (await readSetting(db, SETTING))?.split(' ') ?? [];
  for (const { name: table, columns } of TABLES) {
    for (const { name, path, folded } of columns) {
      const column = `${table}.${name}`;
      if (!folded || filled.includes(column)) continue;
      await fillSearchColumn(db, table, name, columnName(path));
      filled.push(column);
      await writeSetting(db, SETTING, filled.join(' '));
    }
  }
}

/** Folds texts in JavaScript, because the locale of the engine may support only ASCII. */
async function fillSearchColumn(db: Db, tableName: string, search: string, column: string): Promise<void> {
  const table = sql.table(tableName);
  let after: string | null = null;
  for (;;) {
    const rows: readonly { id: string; text: string }[] = await rowsOf<{ id: string; text: string }>(db)`
      select id::text as id, ${sql.id(column)} as text from ${table}
      where ${sql.id(column)} is not null and (${after}::text is null or id > ${after})
      order by ${table}.id limit ${ROWS_PER_UPDATE}::int`;
    if (rows.length === 0) return;
    const folded = JSON.stringify(rows.map(({ id, text }) => ({ id, [search]: fold(text) })));
    await run(db)`update ${table} as t set ${sql.id(search)} = x.${sql.id(search)}
      from json_populate_recordset(null::${table}, ${folded}::json) as x where t.id = x.id`;
    after = rows.at(-1)!.id;
  }
}
