/** Brings a database up to date: runs the statements of the schema, once for each version of it. */
import { hash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { searchColumn } from './columns.js';
import type { Tables } from './database.js';
import { ACCELERATION, MIGRATION, SEARCHED, SETTING, type SearchedColumn } from './schema.js';
import { readSetting, writeSetting } from './settings.js';
import { fold } from './text.js';

/** Any number that no other program uses for a lock. */
const MIGRATION_LOCK = 7_446_252_738;
const ROWS_PER_UPDATE = 5_000;
const LOCK_NOT_AVAILABLE = '55P03';
const MOST_TRIES = 40;

/**
 * Runs at every start; instances that start at the same time wait for each other. Nothing is done, and no table locked,
 * where the database is up to date: other instances may be at work.
 */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await inTurn(db, (transaction) => runAll(transaction, [SETTING]));
  await once(db, { name: 'schema', statements: MIGRATION }, async (transaction) => {
    const before = await searchColumnsOf(transaction);
    await runAll(transaction, MIGRATION);
    for (const added of SEARCHED) {
      if (!before.has(`${added.table}.${searchColumn(added.column)}`))
        await fillSearchColumn(transaction, added);
    }
  });
  // an engine without the extension, or a user who may not add it: queries are slower, nothing else
  await once(db, { name: 'schema for speed', statements: ACCELERATION }, (transaction) =>
    runAll(transaction, ACCELERATION),
  ).catch(() => undefined);
}

interface Step {
  /** Of the setting with the digest of the statements. */
  readonly name: string;
  readonly statements: readonly string[];
}

/** Gives way to statements of other instances, and tries again, so that none of them fails by a deadlock. */
async function once(
  db: Kysely<Tables>,
  { name, statements }: Step,
  work: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  const digest = hash('sha256', JSON.stringify(statements));
  if ((await readSetting(db, name)) === digest) return;
  for (let tries = 1; ; tries += 1) {
    try {
      await inTurn(db, async (transaction) => {
        if ((await readSetting(transaction, name)) === digest) return;
        // less than the time after which a server looks for deadlocks
        await sql`set local lock_timeout = '500ms'`.execute(transaction);
        await work(transaction);
        await writeSetting(transaction, name, digest);
      });
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || tries === MOST_TRIES) throw error;
    }
  }
}

async function inTurn(
  db: Kysely<Tables>,
  work: (transaction: Kysely<Tables>) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
    await work(transaction);
  });
}

async function runAll(db: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

async function searchColumnsOf(db: Kysely<Tables>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ name: string }>`select table_name || '.' || column_name as name
    from information_schema.columns where table_schema = current_schema() and column_name like 'search%'`.execute(
    db,
  );
  return new Set(rows.map(({ name }) => name));
}

/** Rows that were written before a filter compared their column get its folded text: the engine cannot fold. */
async function fillSearchColumn(
  db: Kysely<Tables>,
  { table, idType, column }: SearchedColumn,
): Promise<void> {
  const search = sql.id(searchColumn(column));
  for (;;) {
    const { rows } = await sql<{ id: string; text: string }>`select id::text as id, ${sql.id(column)} as text
      from ${sql.table(table)} where ${search} is null and ${sql.id(column)} is not null
      limit ${ROWS_PER_UPDATE}::int`.execute(db);
    if (rows.length === 0) return;
    const folded = rows.map(({ id, text }) => ({ id, text: fold(text) }));
    await sql`update ${sql.table(table)} as t set ${search} = x.text
      from json_to_recordset(${JSON.stringify(folded)}::json) as x(id ${sql.raw(idType)}, text text)
      where t.id = x.id`.execute(db);
  }
}
