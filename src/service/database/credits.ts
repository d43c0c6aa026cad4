/**
 * Charges, and the answers that are kept for a repetition. The functions of the migration of billing do each step as one
 * transaction, with the row of the key locked: see migrations/0002-billing.sql, and 0004-oauth.sql for assistants.
 */
import { sql } from 'kysely';
import type { DatasetName } from '../../contract/datasets.js';
import { type Db, firstOf, rowsOf, run, scalarOf } from './db.js';
import type { Versions } from './query-records.js';

export interface Charge {
  readonly keyId: number;
  /** The digest of the key, which pays only if it is valid and has this digest. */
  readonly digest?: string;
  /** The grant of an assistant, which pays no more than the grant's ceiling. */
  readonly grantId?: number;
  /** Records of the answer, each a credit; more than 0. */
  readonly amount: number;
  readonly dataset: DatasetName;
  /** The versions of these records, for a key that is billed per version: a version that the key owns is free. */
  readonly versions?: Versions;
  /** Most credits; above, nothing is charged. */
  readonly ceiling?: number;
  readonly answer: KeptAnswer;
}

export interface KeptAnswer {
  /** The name that a repeated request has: its idempotency key, or the id that the service made. */
  readonly name: string;
  /** Digest of the query. */
  readonly fingerprint: string;
  readonly json: string;
  readonly seconds: number;
  /** The limit of all stored answers of the key; a single one may exceed it. Those that expire first make room. */
  readonly maxStoredBytes: number;
}

export interface RepeatedAnswer {
  readonly chargeId: number;
  readonly fingerprint: string;
  readonly json: string;
  readonly charged: number;
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
  /** REPEATED: another request with the same name was faster. BAD_KEY: the key is revoked, or has another digest. */
  | { readonly outcome: 'REPEATED' | 'BAD_KEY' | ChargeRefusal };

/** Deducts the credits, writes the ledger and the versions that the key owns from now on, and keeps the answer. */
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

/** A request with the name of an earlier one. */
export interface Repetition {
  readonly keyId: number;
  readonly name: string;
  readonly fingerprint: string;
}

/** The kept answer of that name; undefined if there is none. A repetition of the same query is not refunded any more. */
export async function findAnswer(
  db: Db,
  { keyId, name, fingerprint }: Repetition,
): Promise<RepeatedAnswer | undefined> {
  return firstOf<RepeatedAnswer>(db)`/* prepared */
    with s as (update stored_answer set replayed = replayed or fingerprint = ${fingerprint}
        where key_id = ${keyId}::bigint and idempotency_key = ${name} and expires > now()
        returning ledger_id, fingerprint, json, owned)
    select l.id as "chargeId", s.fingerprint, s.json, -l.delta as charged, s.owned
    from s join ledger l on l.id = s.ledger_id`;
}

/** Notes that these answers have gone to their clients. */
export async function noteDelivered(db: Db, chargeIds: readonly number[]): Promise<void> {
  await run(db)`/* prepared */ update stored_answer set delivered = true
    where ledger_id = any(${chargeIds}::bigint[]) and not delivered`;
}

/** Forgets the answers that have expired. Returns their number. */
export async function pruneAnswers(db: Db): Promise<number> {
  return forgetAnswers(db, sql`expires <= now()`);
}

/** Gives back what was charged for answers that their clients have not got, and forgets these. Returns their number. */
export async function refundUndelivered(db: Db): Promise<number> {
  return forgetAnswers(db, sql`not delivered and not replayed`);
}

/** Each on its own. */
async function forgetAnswers(db: Db, which: ReturnType<typeof sql>): Promise<number> {
  const rows = await rowsOf<{ id: number }>(db)`select ledger_id as id from stored_answer where ${which}`;
  for (const { id } of rows) await run(db)`select forget_answer(${id}::bigint)`;
  return rows.length;
}

/** How many keys have another balance than their entries in the ledger add up to. */
export async function countUnbalanced(db: Db): Promise<number> {
  return (await scalarOf<number>(db)`select count(*)::int as count from api_key k
    left join (select key_id, sum(delta) as booked from ledger group by key_id) l on l.key_id = k.id
    where k.credits <> coalesce(l.booked, 0)`)!;
}
