/** What becomes of stored answers: they are kept for 24 hours, and within the limit of their key as long as possible. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './database.js';

/** From before this instant no retry gets a stored answer. */
export const FORGOTTEN = sql`now() - interval '24 hours'`;

export interface AnswerLimit {
  readonly keyId: number;
  /** That must fit. */
  readonly bytes: number;
  /** Of all stored answers of the key. */
  readonly maxBytes: number;
}

/** The check of a key that fails where an answer has no room. */
export const ROOM_CHECK = 'api_key_room';

/** What stays after making room: so that not every answer makes room for itself alone. */
const KEPT_SHARE = 0.75;

/** Notes that the client has all of the answer. */
export async function noteDelivered(db: Kysely<Tables>, chargeId: number): Promise<void> {
  await sql`/* prepared */ update stored_answer set delivered = true
    where ledger_id = ${chargeId}::bigint and not delivered`.execute(db);
}

/** Forgets answers that are too old to be repeated. Returns their number. */
export async function pruneAnswers(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with d as (delete from stored_answer where created < ${FORGOTTEN} returning 1)
    select count(*)::int as count from d`.execute(db);
  return rows[0]!.count;
}

/**
 * Makes room for an answer: forgets the oldest answers of the key that were delivered, and no other. Returns the bytes
 * that stay, which may be too many. Runs inside the caller's transaction: what is counted stays true until its end,
 * because a charge of the key waits for the lock.
 */
export async function trimAnswers(
  db: Kysely<Tables>,
  { keyId, bytes, maxBytes }: AnswerLimit,
): Promise<number> {
  const kept = Math.max(0, Math.floor(maxBytes * KEPT_SHARE) - bytes);
  await sql`select 1 from api_key where id = ${keyId}::bigint for update`.execute(db);
  // the length of a long text is known without reading it
  const { rows } = await sql<{ left: number }>`
    with a as (select ledger_id, delivered, created, octet_length(json)::bigint as bytes
        from stored_answer where key_id = ${keyId}::bigint),
      t as (select coalesce(sum(bytes), 0)::bigint as total from a),
      o as (select ledger_id, bytes, sum(bytes) over (order by created, ledger_id) - bytes as before
        from a where delivered),
      g as (select ledger_id, bytes from o cross join t
        where total + ${bytes}::bigint > ${maxBytes}::bigint and before < total - ${kept}::bigint),
      d as (delete from stored_answer where ledger_id in (select ledger_id from g) and delivered)
    update api_key set stored_bytes = total - coalesce((select sum(bytes) from g), 0)
    from t where id = ${keyId}::bigint returning stored_bytes as left`.execute(db);
  return rows[0]!.left;
}
