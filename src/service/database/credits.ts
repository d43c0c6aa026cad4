/**
 * Credits. The charge of an answer that is stored for a retry is settled at once: whatever happens to the answer, its
 * records can be had again. The charge of any other answer is on hold until it is settled, before the first record
 * leaves. What nobody can have read is refunded. Each of these steps is one statement, so balance and ledger always
 * agree, and of two steps on one charge, in any instances, the first one counts.
 */
import { type Kysely, sql } from 'kysely';
import type { DatasetName } from '../../contract/datasets.js';
import type { Tables } from './database.js';
import { bringVersions, countNew, type Versions } from './entitlements.js';
import { SPENT_TODAY, TODAY } from './keys.js';
import { FORGOTTEN, ROOM_CHECK } from './stored-answers.js';

export interface Charge {
  readonly keyId: number;
  /** Of the key: it pays only if it is valid and has this digest. */
  readonly digest?: string;
  /** Records of the answer, each a credit; more than 0. */
  readonly amount: number;
  readonly dataset: DatasetName;
  /** Of these records, for a key that is billed per version: what it owns is free. */
  readonly versions?: Versions;
  /** Most credits; above, nothing is charged. */
  readonly ceiling?: number;
  /** Stored, to answer a retry of the same request without a charge. */
  readonly answer?: IdempotentAnswer;
}

export interface IdempotentAnswer {
  /** The idempotency key of the request. */
  readonly idempotencyKey: string;
  /** Digest of the query. */
  readonly fingerprint: string;
  readonly json: string;
  /** Of all stored answers of the key; a single one may have more. */
  readonly maxStoredBytes: number;
}

export interface ReplayedAnswer {
  readonly chargeId: number;
  readonly fingerprint: string;
  readonly json: string;
  readonly amount: number;
  /** Records that were free. */
  readonly owned: number;
}

export type ChargeRefusal = 'NO_CREDITS' | 'FEW_CREDITS' | 'DAILY_CAP' | 'OVER_CEILING';

export type ChargeOutcome =
  | {
      readonly outcome: 'charged';
      readonly chargeId: number;
      readonly charged: number;
      readonly left: number;
    }
  /** The stored answers of the key must be trimmed first. */
  | { readonly outcome: 'NO_ROOM' }
  /** Another request with the same idempotency key was faster. */
  | { readonly outcome: 'REPEATED' | ChargeRefusal }
  /** The key is revoked, or has another digest. */
  | { readonly outcome: 'BAD_KEY' };

const UNIQUE_VIOLATION = '23505';
const CHECK_VIOLATION = '23514';
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
 * Deducts the credits, writes the ledger, the versions that the key owns from now on, and the answer, in one statement:
 * all or nothing. The charge is settled if the answer is stored, else on hold. Charges of one key follow each other.
 */
export async function charge(db: Kysely<Tables>, request: Charge): Promise<ChargeOutcome> {
  const { keyId, digest, amount, dataset, versions, ceiling = null, answer } = request;
  const valid = digest === undefined ? sql`` : sql` and digest = ${digest} and revoked is null`;
  const brought = versions === undefined ? undefined : { keyId, dataset, versions };
  const price = brought
    ? sql`e as (${bringVersions(brought)}), n as (select count(*) filter (where not shared) as amount from e)`
    : sql`n as (select ${amount}::bigint as amount)`;
  const keep = answer
    ? sql`, s as (insert into stored_answer (key_id, idempotency_key, fingerprint, ledger_id, json, owned)
        select ${keyId}::bigint, ${answer.idempotencyKey}, ${answer.fingerprint}, l.id, ${answer.json},
          ${amount}::bigint - n.amount from l, n)`
    : sql``;
  const bytes = answer ? Buffer.byteLength(answer.json) : 0;
  const storing = answer
    ? sql`, stored_bytes = case
        when a.stored_bytes > 0 and a.stored_bytes + ${bytes}::bigint > ${answer.maxStoredBytes}::bigint then -1
        else a.stored_bytes + ${bytes}::bigint end`
    : sql``;
  try {
    // what cannot be paid or stored violates a check of the key, and takes back what was written before
    const { rows } = await sql<{ left: number; charged: number; chargeId: number }>`/* prepared */
      with w as (select ${LAZY_COMMIT}),
        k as (select credits, daily_cap, greatest(spent_day, ${TODAY}) as day, ${SPENT_TODAY} as spent
          from api_key where id = ${keyId}::bigint${valid} for update),
        i as materialized (select nextval(pg_get_serial_sequence('ledger', 'id')) as id),
        ${price},
        u as (update api_key a set spent_day = k.day, spent = k.spent + n.amount,
            credits = case when k.spent + n.amount > k.daily_cap or n.amount > ${ceiling}::bigint then -1 else a.credits - n.amount end${storing}
          from k, n where a.id = ${keyId}::bigint returning a.credits),
        l as (insert into ledger (id, key_id, delta, reason, state) overriding system value
          select i.id, ${keyId}::bigint, -n.amount, ${dataset}, ${answer ? 'settled' : 'held'} from u, n, i
          returning id)${keep}
      select u.credits as "left", n.amount as charged, l.id as "chargeId" from w, u, n, l`.execute(db);
    return rows[0] ? { outcome: 'charged', ...rows[0] } : { outcome: 'BAD_KEY' };
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === UNIQUE_VIOLATION && answer) return { outcome: 'REPEATED' };
    if (constraint === ROOM_CHECK) return { outcome: 'NO_ROOM' };
    if (code === CHECK_VIOLATION) return { outcome: await reasonOfRefusal(db, request) };
    throw error;
  }
}

/** Why a charge was refused, by what the key has now. */
async function reasonOfRefusal(
  db: Kysely<Tables>,
  { keyId, amount, dataset, versions, ceiling }: Charge,
): Promise<ChargeRefusal> {
  const wanted = versions === undefined ? amount : await countNew(db, { keyId, dataset, versions });
  const { rows } = await sql<{ credits: number; hasCap: boolean }>`
    select credits, daily_cap is not null as "hasCap" from api_key where id = ${keyId}::bigint`.execute(db);
  const { credits, hasCap } = rows[0]!;
  if (credits === 0) return 'NO_CREDITS';
  if (credits < wanted) return 'FEW_CREDITS';
  // another answer may have brought what was new a moment ago
  return ceiling !== undefined && (wanted > ceiling || !hasCap) ? 'OVER_CEILING' : 'DAILY_CAP';
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
    with d as (delete from stored_answer
        where key_id = ${keyId}::bigint and idempotency_key = ${idempotencyKey} and created < ${FORGOTTEN}),
      s as (update stored_answer set replayed = true
        where key_id = ${keyId}::bigint and idempotency_key = ${idempotencyKey} and created >= ${FORGOTTEN}
        returning ledger_id, fingerprint, json, owned)
    select l.id as "chargeId", s.fingerprint, s.json, -l.delta as amount, s.owned from s join ledger l on l.id = s.ledger_id`.execute(
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
    sql`ledger.id = ${chargeId}::bigint`,
    sql`ledger_id = ${chargeId}::bigint and not replayed`,
  );
}

/** Refunds the old charges on hold of dead services. Returns their number. */
export async function refundHeld(db: Kysely<Tables>, olderThanSeconds: number): Promise<number> {
  return giveBack(
    db,
    sql`ledger.state = 'held' and ledger.at <= now() - ${olderThanSeconds}::int * interval '1 second'`,
    sql`false`,
  );
}

type Fragment = ReturnType<typeof sql>;

/**
 * Takes the same locks in the same order as a charge. Of a charge per version it takes back what it has brought, but not
 * what another answer has relied on meanwhile: that was handed out, so it stays paid, as an entry of its own.
 * @param which of the ledger
 * @param forgotten of the stored answers: their charges are refunded although they are settled
 */
async function giveBack(db: Kysely<Tables>, which: Fragment, forgotten: Fragment): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with k as materialized (select id, billing, spent_day from api_key
        where id in (select key_id from ledger where ${which}) order by id for update),
      o as (delete from stored_answer s using k where s.key_id = k.id and ${forgotten} returning s.ledger_id),
      u as (update ledger set state = 'refunded' from k where ledger.key_id = k.id and ${which}
          and (state = 'held' or (state = 'settled' and ledger.id in (select ledger_id from o)))
        returning ledger.id, key_id, delta, reason, billing, (at at time zone 'UTC')::date = spent_day as is_today),
      d as (delete from entitlement e using u where e.ledger_id = u.id and not e.shared returning e.ledger_id),
      g as (select u.*, case billing when 'per-version' then (select count(*) from d where d.ledger_id = u.id)
          else -delta end as back from u),
      a as (update api_key set credits = credits + s.back, spent = spent - s.today
        from (select key_id, sum(back)::bigint as back,
            coalesce(sum(back) filter (where is_today), 0)::bigint as today from g group by key_id) s
        where api_key.id = s.key_id),
      l as (insert into ledger (key_id, delta, reason)
        select key_id, -delta, 'refund of ' || id from g
        union all select key_id, delta + back, reason from g where delta + back < 0)
    select count(*)::int as count from u`.execute(db);
  return rows[0]!.count;
}
