/** Brings the tables of a database up to date. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './database.js';
import { ACCELERATION, MIGRATION } from './schema.js';

/** Any number that no other program locks with. */
const MIGRATION_LOCK = 7_446_252_738;

/** Runs at every start; instances that start at the same time wait for each other. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  await runAll(db, MIGRATION);
  // an engine without the extension, or a user who may not add it: nothing is lost but speed
  await runAll(db, ACCELERATION).catch(() => undefined);
}

async function runAll(db: Kysely<Tables>, statements: readonly string[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(transaction);
    for (const statement of statements) await sql.raw(statement).execute(transaction);
  });
}
