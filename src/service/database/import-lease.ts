/**
 * Imports of files run one after the other. The running import holds a lease in the database and renews it,
 * because imports may run in several processes.
 */
import { type Db, firstOf, run, scalarOf } from './db.js';
import { forgetSetting, readSetting, writeSetting } from './settings.js';

const LEASE = 'turn of imports';
/** A killed import cannot release its lease, so the lease expires, also if the database's clock was set back since. */
const LOST_AFTER_SECONDS = 60;

export interface Lease {
  /** Identifies the import by its file. */
  readonly name: string;
  /** Identifies the run, because a file may be imported twice at the same time. */
  readonly owner: string;
}

/**
 * Prevents other transactions from writing records, companies and groups, and from beginning an import, until
 * the caller's transaction ends. Call it before locking rows: triggers take the same lock on each write.
 */
export async function lockChanges(db: Db): Promise<void> {
  await run(db)`select lock_changes()`;
}

/**
 * Returns the line after which the import begins; undefined while another import runs. Deletes other imports'
 * progress: they cannot resume after this import overwrites their rows. An import of the same file takes the
 * lease over, so that one that was killed resumes at once. `restart` deletes its own progress, too. Runs inside
 * the caller's transaction.
 */
export async function beginImport(
  db: Db,
  { name, owner, restart }: Lease & { readonly restart: boolean },
): Promise<number | undefined> {
  await lockChanges(db);
  const holder = await findHolder(db);
  if (holder !== undefined && holder.name !== name && !holder.isLost) return undefined;
  await run(db)`delete from setting where name like 'import %' and (name <> ${name} or ${restart})`;
  await renewLease(db, { name, owner });
  return Number((await readSetting(db, name)) ?? 0);
}

/** @throws if the lease was lost, which is final: another import may have written meanwhile */
export async function checkLease(db: Db, { owner }: Lease): Promise<void> {
  if ((await findHolder(db))?.owner === owner) return;
  throw new Error(
    'This import has lost its turn, because another one has begun: of the same file, or after this one had stood ' +
      `still for ${LOST_AFTER_SECONDS} seconds. Run it again when that one has ended`,
  );
}

export async function renewLease(db: Db, { name, owner }: Lease): Promise<void> {
  const at = await scalarOf<number>(db)`select extract(epoch from clock_timestamp())::bigint`;
  await writeSetting(db, LEASE, `${at} ${owner} ${name}`);
}

/** Releases the lease, and deletes a finished import's progress. Runs inside the caller's transaction. */
export async function endImport(
  db: Db,
  { name, owner, isDone }: Lease & { readonly isDone: boolean },
): Promise<void> {
  await lockChanges(db);
  if ((await findHolder(db))?.owner !== owner) return;
  await forgetSetting(db, LEASE);
  if (isDone) await forgetSetting(db, name);
}

async function findHolder(db: Db): Promise<(Lease & { readonly isLost: boolean }) | undefined> {
  return firstOf<Lease & { readonly isLost: boolean }>(db)`
    select split_part(value, ' ', 2) as owner, substring(value from 'import .*') as name,
      abs(extract(epoch from clock_timestamp()) - split_part(value, ' ', 1)::bigint) > ${LOST_AFTER_SECONDS}::int
        as "isLost" from setting where name = ${LEASE}`;
}
