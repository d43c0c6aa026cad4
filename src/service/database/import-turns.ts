/**
 * Imports of files take turns as wholes, so that the table is that of one after the other. Whose turn it is, and since
 * when nothing came from it, is in the database, because imports may run in several processes.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './database.js';
import { forgetSetting, readSetting, writeSetting } from './settings.js';

/** Any number that no other program uses for a lock. */
const IMPORT_LOCK = 7_446_252_740;
const TURN = 'turn of imports';
/** An import that was killed cannot give up its turn. */
const LOST_AFTER_SECONDS = 60;

export interface ImportStart {
  /** Names the import and its progress: the same for the same file. */
  readonly name: string;
  /** Forget its progress. */
  readonly restart: boolean;
}

export interface ImportEnd {
  readonly name: string;
  /** Else its progress is kept. */
  readonly isDone: boolean;
}

/** Until the end of the caller's transaction, no other import begins or writes. */
export async function lockImports(db: Kysely<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`.execute(db);
}

/**
 * Returns the line after which the import begins; undefined while it is the turn of another one. What another one has
 * written lies over what was imported before it: then no other import can resume. Runs inside the caller's transaction.
 */
export async function beginImport(
  db: Kysely<Tables>,
  { name, restart }: ImportStart,
): Promise<number | undefined> {
  await lockImports(db);
  const holder = await findHolder(db);
  if (holder !== undefined && holder.name !== name && !holder.isLost) return undefined;
  await sql`delete from setting where name like 'import %' and (name <> ${name} or ${restart})`.execute(db);
  await keepTurn(db, name);
  return Number((await readSetting(db, name)) ?? 0);
}

/** @throws where the turn was lost, which is final: another import may have written meanwhile */
export async function checkTurn(db: Kysely<Tables>, name: string): Promise<void> {
  if ((await findHolder(db))?.name === name) return;
  throw new Error(
    `This import has stood still for ${LOST_AFTER_SECONDS} seconds, and another one has begun: run it again`,
  );
}

/** Notes that the import is alive. */
export async function keepTurn(db: Kysely<Tables>, name: string): Promise<void> {
  const { rows } = await sql<{
    at: number;
  }>`select extract(epoch from clock_timestamp())::bigint as at`.execute(db);
  await writeSetting(db, TURN, `${rows[0]!.at} ${name}`);
}

/** Gives up the turn. Runs inside the caller's transaction. */
export async function endImport(db: Kysely<Tables>, { name, isDone }: ImportEnd): Promise<void> {
  await lockImports(db);
  if ((await findHolder(db))?.name !== name) return;
  await forgetSetting(db, TURN);
  if (isDone) await forgetSetting(db, name);
}

async function findHolder(db: Kysely<Tables>): Promise<{ name: string; isLost: boolean } | undefined> {
  const { rows } = await sql<{ name: string; isLost: boolean }>`
    select substr(value, strpos(value, ' ') + 1) as name,
      to_timestamp(split_part(value, ' ', 1)::bigint) < clock_timestamp() - ${LOST_AFTER_SECONDS}::int * interval '1 second'
        as "isLost" from setting where name = ${TURN}`.execute(db);
  return rows[0];
}
