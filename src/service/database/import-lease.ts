/**
 * Imports of files run as wholes, one after the other. The one that runs has a lease in the database, which it renews,
 * because imports may run in several processes.
 */
import { type Db, firstOf, run, scalarOf } from './db.js';
import { forgetSetting, readSetting, writeSetting } from './settings.js';

const LEASE = 'turn of imports';
/** An import that was killed cannot give up its lease. */
const LOST_AFTER_SECONDS = 60;

/**
 * Until the end of the caller's transaction, nobody else writes records, companies and groups, or begins an import. Taken
 * first, before rows are locked: the tables take it, too, when they are written.
 */
export async function lockChanges(db: Db): Promise<void> {
  await run(db)`select lock_changes()`;
}

/**
 * Returns the line after which the import begins; undefined while another one runs. What another one has
 * written lies over what was imported before it: then no other import can resume. Runs inside the caller's transaction.
 * `name` is that of the import and its progress, the same for the same file; with `restart` its progress is forgotten.
 */
export async function beginImport(
  db: Db,
  { name, restart }: { readonly name: string; readonly restart: boolean },
): Promise<number | undefined> {
  await lockChanges(db);
  const holder = await findHolder(db);
  if (holder !== undefined && holder.name !== name && !holder.isLost) return undefined;
  await run(db)`delete from setting where name like 'import %' and (name <> ${name} or ${restart})`;
  await renewLease(db, name);
  return Number((await readSetting(db, name)) ?? 0);
}

/** @throws where the lease was lost, which is final: another import may have written meanwhile */
export async function checkLease(db: Db, name: string): Promise<void> {
  if ((await findHolder(db))?.name === name) return;
  throw new Error(
    `This import has stood still for ${LOST_AFTER_SECONDS} seconds, and another one has begun: run it again`,
  );
}

/** Notes that the import is alive. */
export async function renewLease(db: Db, name: string): Promise<void> {
  const at = await scalarOf<number>(db)`select extract(epoch from clock_timestamp())::bigint`;
  await writeSetting(db, LEASE, `${at} ${name}`);
}

/** Gives up the lease, and forgets the progress of what is done. Runs inside the caller's transaction. */
export async function endImport(
  db: Db,
  { name, isDone }: { readonly name: string; readonly isDone: boolean },
): Promise<void> {
  await lockChanges(db);
  if ((await findHolder(db))?.name !== name) return;
  await forgetSetting(db, LEASE);
  if (isDone) await forgetSetting(db, name);
}

async function findHolder(db: Db): Promise<{ name: string; isLost: boolean } | undefined> {
  return firstOf<{ name: string; isLost: boolean }>(db)`
    select substr(value, strpos(value, ' ') + 1) as name,
      to_timestamp(split_part(value, ' ', 1)::bigint) < clock_timestamp() - ${LOST_AFTER_SECONDS}::int * interval '1 second'
        as "isLost" from setting where name = ${LEASE}`;
}
