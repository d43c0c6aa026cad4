/**
 * Credits. The charge of an answer that is stored for a retry is settled at once: whatever happens to the answer, its
 * records can be had again. The charge of any other answer is on hold until it is settled, before the first record
 * leaves. What nobody can have read is refunded. Each of these steps is one statement, so balance and ledger always
 * agree, and of two steps on one charge, in any instances, the first one counts.
 */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './database.js';
import { FORGOTTEN } from './stored-answers.js';

export interface Charge {
  readonly keyId: number;
  /** Credits, one per record; more than 0. */
  readonly amount: number;
  readonly reason: string;
  /** Stored, to answer a retry of the same request without a charge. */
  readonly answer?: IdempotentAnswer;
}

export interface IdempotentAnswer {
  /** The idempotency key of the request. */
  readonly idempotencyKey: string;
  /** Digest of the query. */
  readonly fingerprint: string;
  readonly json: string;
}

export interface ReplayedAnswer {
  readonly chargeId: number;
  readonly fingerprint: string;
  readonly json: string;
  readonly amount: number;
}

export type ChargeOutcome =
  | { readonly outcome: 'charged'; readonly chargeId: number; readonly left: number }
  /** Another request with the same idempotency key was faster. */
  | { readonly outcome: 'REPEATED' | 'NO_CREDITS' | 'FEW_CREDITS' };

const UNIQUE_VIOLATION = '23505';
/**
 * Charges need not wait for the disk: a database that loses power loses the latest of them completely (balance, ledger
 * and answer), and those answers were free. Where a standby is to follow at once, they wait for it as all else does.
 * The embedded engine never waits, and it would not write later what it did not write immediately.
 */
const LAZY_COMMIT = sql`set_config('synchronous_commit',
  case when current_setting('fsync') = 'off' then 'on'
    when current_setting('synchronous_standby_names') <> '' then current_setting('synchronous_commit')
    else 'off' end, true)`;

/**
 * Deducts the credits, writes the ledger and stores the answer in one statement: all or nothing. The charge is settled
 * if the answer is stored, else on hold.
 */
export async function charge(db: Kysely<Tables>, request: Charge): Promise<ChargeOutcome> {
  const { keyId, amount, reason, answer } = request;
  const keep = answer
    ? sql`, s as (insert into stored_answer (key_id, idempotency_key, fingerprint, ledger_id, json)
        select ${keyId}::bigint, ${answer.idempotencyKey}, ${answer.fingerprint}, id, ${answer.json} from l)`
    : sql``;
  try {
    const { rows } = await sql<{
      before: number;
      left: number | null;
      chargeId: number | null;
    }>`/* prepared */
      with w as (select ${LAZY_COMMIT}),
        k as (select credits from api_key where id = ${keyId}::bigint for update),
        u as (update api_key a set credits = a.credits - ${amount}::bigint from k
          where a.id = ${keyId}::bigint and k.credits >= ${amount}::bigint returning a.credits),
        l as (insert into ledger (key_id, delta, reason, state)
          select ${keyId}::bigint, -${amount}::bigint, ${reason}, ${answer ? 'settled' : 'held'} from u returning id)${keep}
      select k.credits as before, u.credits as "left", l.id as "chargeId"
      from w cross join k left join u on true left join l on true`.execute(db);
    const row = rows[0];
    if (row && row.left !== null && row.chargeId !== null) {
      return { outcome: 'charged', chargeId: row.chargeId, left: row.left };
    }
    return { outcome: row && row.before > 0 ? 'FEW_CREDITS' : 'NO_CREDITS' };
  } catch (error) {
    if ((error as { code?: string }).code === UNIQUE_VIOLATION && answer) return { outcome: 'REPEATED' };
    throw error;
  }
}

/**
 * The answer that was charged with this idempotency key; undefined if there is none. To find it marks it as replayed in
 * the same statement: from then on, its charge is not refunded.
 */
export async function findAnswer(
  db: Kysely<Tables>,
  keyId: number,
  idempotencyKey: string,
): Promise<ReplayedAnswer | undefined> {
  const { rows } = await sql<ReplayedAnswer>`/* prepared */
    with d as (delete from stored_answer where key_id = ${keyId}::bigint and created < ${FORGOTTEN}),
      s as (update stored_answer set replayed = true
        where key_id = ${keyId}::bigint and idempotency_key = ${idempotencyKey} and created >= ${FORGOTTEN}
        returning ledger_id, fingerprint, json)
    select l.id as "chargeId", s.fingerprint, s.json, -l.delta as amount from s join ledger l on l.id = s.ledger_id`.execute(
    db,
  );
  return rows[0];
}

/** Settles a charge on hold. False if it was refunded before: then nothing of its answer may leave. */
export async function settle(db: Kysely<Tables>, chargeId: number): Promise<boolean> {
  const { rows } = await sql`/* prepared */ with w as (select ${LAZY_COMMIT} as setting)
    update ledger set state = 'settled' from w
    where id = ${chargeId}::bigint and state = 'held' and w.setting is not null returning id`.execute(db);
  return rows.length > 0;
}

/**
 * Refunds the charge of an answer of which nothing has left, and forgets the answer. Not if the charge of an answer that
 * is not stored is settled, or if a stored answer was replayed.
 */
export async function refund(db: Kysely<Tables>, chargeId: number): Promise<void> {
  await giveBack(
    db,
    sql`o as (delete from stored_answer where ledger_id = ${chargeId}::bigint and not replayed
      returning ledger_id)`,
    sql`id = ${chargeId}::bigint and (state = 'held' or (state = 'settled' and id in (select ledger_id from o)))`,
  );
}

/** Refunds the old charges on hold of dead services. Returns their number. */
export async function refundHeld(db: Kysely<Tables>, olderThanSeconds: number): Promise<number> {
  return giveBack(
    db,
    sql`o as (select 1)`,
    sql`state = 'held' and at <= now() - ${olderThanSeconds}::int * interval '1 second'`,
  );
}

type Fragment = ReturnType<typeof sql>;

/** @param first runs before it, in the same statement */
async function giveBack(db: Kysely<Tables>, first: Fragment, which: Fragment): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with ${first},
      u as (update ledger set state = 'refunded' where ${which} returning id, key_id, delta),
      a as (update api_key k set credits = k.credits - s.delta
        from (select key_id, sum(delta)::bigint as delta from u group by key_id) s where k.id = s.key_id),
      l as (insert into ledger (key_id, delta, reason) select key_id, -delta, 'refund of ' || id from u)
    select count(*)::int as count from u`.execute(db);
  return rows[0]!.count;
}
