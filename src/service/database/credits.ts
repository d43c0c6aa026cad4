/**
 * Charges credits, and stores paid answers for repetition. Functions of migrations/0002-billing.sql (for
 * assistants 0004-oauth.sql) do each step in one transaction that locks the row of the key.
 */
import { sql } from 'kysely';
import type { DatasetName } from '../../contract/datasets.js';
import { type Db, firstOf, rowsOf, run, scalarOf } from './db.js';
import type { Versions } from './query-records.js';

export interface Charge {
  readonly keyId: number;
  /** The charge fails if the key's current digest differs. */
  readonly digest?: string;
  /** The grant of an assistant, whose ceiling limits the charge. */
  readonly grantId?: number;
  /** Records of the answer, one credit each; at least 1. */
  readonly amount: number;
  readonly dataset: DatasetName;
  /** The versions of these records, for billing per version: versions that the key has paid for are free. */
  readonly versions?: Versions;
  /** The maximum credits; above it, nothing is charged. */
  readonly ceiling?: number;
  readonly answer: AnswerToStore;
}

export interface AnswerToStore {
  /** The idempotency key of the request, or the id that the service made for it. */
  readonly name: string;
  readonly fingerprint: string;
  readonly json: string;
  readonly seconds: number;
  /** Bytes of the key's stored answers; one larger answer may exceed it. The first to expire are evicted. */
  readonly maxStoredBytes: number;
}

export interface RepeatedAnswer {
  readonly chargeId: number;
  readonly fingerprint: string;
  readonly json: string;
  /** The credits of this answer, charged when it was first sent. */
  readonly charged: number;
  /** Records that were free because the key had paid for them before. */
  readonly owned: number;
  /** Credits left now. */
  readonly left: number;
}

export type ChargeRefusal = 'NO_CREDITS' | 'FEW_CREDITS' | 'DAILY_CAP' | 'OVER_CEILING';

export type ChargeOutcome =
  | {
      readonly outcome: 'charged';
      readonly chargeId: number;
      readonly charged: number;
      readonly left: number;
    }
  /** REPEATED: a concurrent request with this name was charged. BAD_KEY: the key is revoked or changed. */
  | { readonly outcome: 'REPEATED' | 'BAD_KEY' | ChargeRefusal };

/** Deducts the credits, writes the ledger and the entitlements, and stores the answer. */
export async function charge(db: Db, request: Charge): Promise<ChargeOutcome> {
  const { keyId, digest = null, grantId, amount, dataset, versions = null, ceiling = null, answer } = request;
  const { name, fingerprint, json, seconds, maxStoredBytes } = answer;
  const beginning = grantId === undefined ? sql`charge_answer(` : sql`charge_grant(${grantId}::bigint, `;
  const rows = await rowsOf<ChargeOutcome>(db)`/* prepared */
    select outcome, new_charge as "chargeId", charged, credits_left as "left"
    from ${beginning}${keyId}::bigint, ${digest}::text, ${amount}::bigint, ${dataset}::text, ${versions}::json,
      ${ceiling}::bigint, ${name}::text, ${fingerprint}::text, ${json}::text, make_interval(secs => ${seconds}::int),
      ${maxStoredBytes}::bigint)`;
  const charged = rows[0]!;
  return charged.outcome === 'charged' ? charged : { outcome: charged.outcome };
}

/** Returns the stored answer if there is one. Its repetition prevents a refund of the charge. */
export async function findAnswer(
  db: Db,
  { keyId, name, fingerprint }: Pick<Charge, 'keyId'> & Pick<AnswerToStore, 'name' | 'fingerprint'>,
): Promise<RepeatedAnswer | undefined> {
  return firstOf<RepeatedAnswer>(db)`/* prepared */
    with s as (update stored_answer set replayed = replayed or fingerprint = ${fingerprint}
        where key_id = ${keyId}::bigint and idempotency_key = ${name} and expires > now()
        returning ledger_id, fingerprint, json, owned)
    select l.id as "chargeId", s.fingerprint, s.json, -l.delta as charged, s.owned, k.credits as "left"
    from s join ledger l on l.id = s.ledger_id join api_key k on k.id = l.key_id`;
}

export async function markDelivered(db: Db, chargeIds: readonly number[]): Promise<void> {
  await run(db)`/* prepared */ update stored_answer set delivered = true
    where ledger_id = any(${chargeIds}::bigint[]) and not delivered`;
}

/** Deletes answers, each in a transaction of its own, and refunds those that their clients did not receive. */
export async function forgetAnswers(db: Db, which: 'expired' | 'undelivered'): Promise<void> {
  const condition = which === 'expired' ? sql`expires <= now()` : sql`not delivered and not replayed`;
  const rows = await rowsOf<{ id: number }>(db)`select ledger_id as id from stored_answer where ${condition}`;
  for (const { id } of rows) await run(db)`select forget_answer(${id}::bigint)`;
}

/** Counts the keys whose balance differs from the sum of their ledger. */
export async function countUnbalanced(db: Db): Promise<number> {
  return (await scalarOf<number>(db)`select count(*)::int as count from api_key k
    left join (select key_id, sum(delta) as booked from ledger group by key_id) l on l.key_id = k.id
    where k.credits <> coalesce(l.booked, 0)`)!;
}
