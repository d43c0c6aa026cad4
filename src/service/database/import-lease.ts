/**
 * Imports of files run one after the other. The running import holds a lease in the database and renews it,
 * because imports may run in several processes.
 */
import { sql } from 'kysely';
import { type Db, hasRow, run } from './db.js';

const LEASE = 'turn of imports';
/** A killed import cannot release its lease, so the lease expires, also if the database's clock was set back since. */
const LOST_AFTER_SECONDS = 20;

const NOW = sql`extract(epoch from clock_timestamp())::bigint`;
const RENEWED_AT = sql`split_part(setting.value, ' ', 1)::bigint`;
const OWNER = sql`split_part(setting.value, ' ', 2)`;

/**
 * Prevents other transactions from writing records, companies and groups, and from beginning an import, until
 * the caller's transaction ends. Call it before locking rows: triggers take the same lock on each write.
 */
export async function lockChanges(db: Db): Promise<void> {
  await run(db)`select lock_changes()`;
}

/** Returns false while another import runs. Runs inside the caller's transaction. */
export async function beginImport(db: Db, owner: string): Promise<boolean> {
  // a batch of the import before may still be at work: its lease is as old as its beginning
  await lockChanges(db);
  return hasRow(db)`insert into setting (name, value) values (${LEASE}, ${NOW} || ' ' || ${owner}::text)
    on conflict (name) do update set value = excluded.value
      where abs(${NOW} - ${RENEWED_AT}) > ${LOST_AFTER_SECONDS}::int
    returning name`;
}

/** @throws if the lease was lost, which is final: another import may have written meanwhile */
export async function renewLease(db: Db, owner: string): Promise<void> {
  const isOwn = await hasRow(db)`update setting set value = ${NOW} || ' ' || ${owner}::text
    where name = ${LEASE} and ${OWNER} = ${owner} returning name`;
  if (isOwn) return;
  throw new Error(
    'This import has lost its turn, because another one has begun after this one had stood still for ' +
      `${LOST_AFTER_SECONDS} seconds. Run it again when that one has ended`,
  );
}

export async function endImport(db: Db, owner: string): Promise<void> {
  await run(db)`delete from setting where name = ${LEASE} and ${OWNER} = ${owner}`;
}
