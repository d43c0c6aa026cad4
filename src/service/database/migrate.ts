/** Brings a database up to date: numbered migrations, the texts of new search columns, and indexes. */
import { type Kysely, Migrator, sql } from 'kysely';
import { fillCompanyAliases } from './company-aliases.js';
import type { Tables } from './database.js';
import indexes from './migrations/indexes.sql';
import { MIGRATIONS } from './migrations/migrations.js';
import { fillSearchColumns, searchColumnsOf } from './search-columns.js';

/** Less than the time after which a server looks for deadlocks. */
const LOCK_TIMEOUT = `set local lock_timeout = '500ms'`;
const LOCK_NOT_AVAILABLE = '55P03';
const MOST_TRIES = 40;

/** The extension is not installed, or the user may not add it. */
const NO_EXTENSION: readonly unknown[] = ['0A000', '42501', '58P01'];
const INDEX = /create index (\w+)[^;]*/g;

/**
 * Runs at every start; instances that start at the same time wait for each other. A database that is up to date is only
 * looked at.
 * @param isServer other instances may be at work: indexes are built beside them
 * @returns what is missing for speed, in words; undefined if nothing is
 */
export async function migrate(db: Kysely<Tables>, isServer: boolean): Promise<string | undefined> {
  const before = await searchColumnsOf(db);
  await runMigrations(db);
  await fillSearchColumns(db, before);
  await fillCompanyAliases(db);
  return buildIndexes(db, isServer);
}

/** All in one transaction. It gives way to statements of other instances, and tries again. */
async function runMigrations(db: Kysely<Tables>): Promise<void> {
  const migrations = Object.entries(MIGRATIONS).map(([name, text]) => [
    name,
    {
      up: async (tx: Kysely<unknown>) => {
        await sql.raw(LOCK_TIMEOUT).execute(tx);
        await sql.raw(text).execute(tx);
      },
    },
  ]);
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const migrator = new Migrator({ db, provider });
  for (let tries = 1; ; tries += 1) {
    const { error } = await migrator.migrateToLatest();
    if (error === undefined) return;
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === MOST_TRIES) throw error;
  }
}

/** Builds the indexes that are missing, each on its own. What another instance is building is left to it. */
async function buildIndexes(db: Kysely<Tables>, isServer: boolean): Promise<string | undefined> {
  const wanted = [...indexes.matchAll(INDEX)].map(([statement, name]) => ({ statement, name: name! }));
  const { rows } = await sql<{ name: string; isDone: boolean }>`
    select c.relname as name, i.indisvalid or p.pid is not null as "isDone"
    from pg_index i join pg_class c on c.oid = i.indexrelid
      left join pg_stat_progress_create_index p on p.index_relid = i.indexrelid
    where c.relname = any(${wanted.map(({ name }) => name)}::text[])
      and c.relnamespace = current_schema()::regnamespace`.execute(db);
  const found = new Map(rows.map(({ name, isDone }) => [name, isDone]));
  const missing = wanted.filter(({ name }) => !found.get(name));
  if (missing.length === 0) return undefined;
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
  } catch (error) {
    if (!NO_EXTENSION.includes((error as { code?: string }).code)) throw error;
    return `Searches for parts of texts are slower, because the extension pg_trgm cannot be added: ${(error as Error).message}`;
  }
  const concurrently = isServer ? 'concurrently' : '';
  for (const { name, statement } of missing) {
    // what a build has left that was interrupted
    if (found.has(name)) await sql.raw(`drop index ${concurrently} if exists ${name}`).execute(db);
    const build = statement.replace('create index', `create index ${concurrently} if not exists`);
    await sql.raw(build).execute(db);
  }
  return undefined;
}
