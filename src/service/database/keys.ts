/** API keys in the database: by digest, never by their text. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './database.js';

/** What costs a credit: each record of each answer, or each version of a record once. */
export type Billing = 'per-answer' | 'per-version';

export const BILLINGS: readonly Billing[] = ['per-answer', 'per-version'];

/** The caller of a request. */
export interface Account {
  readonly keyId: number;
  readonly credits: number;
  readonly billing: Billing;
  /** Credits that the daily cap leaves today, or the ceiling of the assistant; null without either. */
  readonly leftToday: number | null;
  readonly mayEditGroups: boolean;
  /** Of an assistant that a person lets use the key. */
  readonly grantId?: number;
}

export interface NewKey {
  readonly name: string;
  readonly credits: number;
  readonly digest: string;
  /** First characters of the key, to recognise it in a list. */
  readonly prefix: string;
  /** @default 'per-answer' */
  readonly billing?: Billing;
  /** Most credits per day (UTC), over all that use the key. @default none */
  readonly dailyCap?: number;
  /** @default false */
  readonly mayEditGroups?: boolean;
}

/** The current day of the database, in UTC. */
const TODAY = sql`(now() at time zone 'UTC')::date`;
/** Of a row of api_key: what was spent today. */
const SPENT_TODAY = sql`case when spent_day >= ${TODAY} then spent else 0 end`;

/** Joins the refund `r` of a charge `l`, if there is one. */
export const REFUND = sql`left join ledger r on r.kind = 'refund' and r.charge_id = l.id`;

/** The holder of a key that is not revoked; undefined otherwise. */
export async function findAccount(db: Kysely<Tables>, digest: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`/* prepared */
    select id as "keyId", credits, billing, may_edit_groups as "mayEditGroups",
      case when daily_cap is not null then greatest(daily_cap - ${SPENT_TODAY}, 0) end as "leftToday"
    from api_key where digest = ${digest} and revoked is null`.execute(db);
  return rows[0];
}

/** Adds a key and its first ledger entry in one statement. Returns its id. */
export async function createKey(
  db: Kysely<Tables>,
  { name, credits, digest, prefix, billing = 'per-answer', dailyCap, mayEditGroups = false }: NewKey,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with k as (insert into api_key (digest, prefix, name, credits, billing, daily_cap, may_edit_groups)
        values (${digest}, ${prefix}, ${name}, ${credits}::bigint, ${billing}, ${dailyCap ?? null}::bigint,
          ${mayEditGroups}) returning id, credits),
      l as (insert into ledger (key_id, kind, delta) select id, 'created', credits from k)
    select id from k`.execute(db);
  return rows[0]!.id;
}

export interface KeyOverview {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly credits: number;
  readonly billing: Billing;
  /** Null without a cap. */
  readonly dailyCap: number | null;
  readonly spentToday: number;
  readonly mayEditGroups: boolean;
  readonly created: string;
  /** Null while the key is valid. */
  readonly revoked: string | null;
}

export async function listKeys(db: Kysely<Tables>): Promise<readonly KeyOverview[]> {
  const { rows } = await sql<KeyOverview>`
    select id, name, prefix, credits, billing, daily_cap as "dailyCap", ${SPENT_TODAY} as "spentToday",
      may_edit_groups as "mayEditGroups",
      to_char(created at time zone 'UTC', 'YYYY-MM-DD') as created,
      to_char(revoked at time zone 'UTC', 'YYYY-MM-DD') as revoked
    from api_key order by id`.execute(db);
  return rows;
}

/** Allows a valid key to change groups, or forbids it. Returns whether there is such a key. */
export async function allowGroupEdits(db: Kysely<Tables>, id: number, isAllowed: boolean): Promise<boolean> {
  const { rows } = await sql`update api_key set may_edit_groups = ${isAllowed}
    where id = ${id}::bigint and revoked is null returning id`.execute(db);
  return rows.length > 0;
}

/** Revokes a key immediately. Returns whether the key existed. */
export async function revokeKey(db: Kysely<Tables>, id: number): Promise<boolean> {
  const { rows } = await sql`update api_key set revoked = now()
    where id = ${id}::bigint and revoked is null returning id`.execute(db);
  return rows.length > 0;
}

/** Gives a valid key a new text. The old text stops working immediately; credits and usage stay. */
export async function rotateKey(
  db: Kysely<Tables>,
  id: number,
  key: Pick<NewKey, 'digest' | 'prefix'>,
): Promise<boolean> {
  const { rows } = await sql`update api_key set digest = ${key.digest}, prefix = ${key.prefix}
    where id = ${id}::bigint and revoked is null returning id`.execute(db);
  return rows.length > 0;
}

/** Adds credits, or removes them if negative, but never below 0. Returns the balance; undefined if refused. */
export async function addCredits(
  db: Kysely<Tables>,
  id: number,
  amount: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ credits: number }>`
    with k as (update api_key set credits = credits + ${amount}::bigint
        where id = ${id}::bigint and credits + ${amount}::bigint >= 0 returning id, credits),
      l as (insert into ledger (key_id, kind, delta) select id, 'added', ${amount}::bigint from k)
    select credits from k`.execute(db);
  return rows[0]?.credits;
}

export interface KeyUsage {
  readonly day: string;
  readonly reason: string;
  readonly requests: number;
  /** Credits spent; negative for added credits. */
  readonly credits: number;
}

/** What a key spent and received, by day and reason, newest first; without what was refunded. */
export async function keyUsage(db: Kysely<Tables>, id: number, days: number): Promise<readonly KeyUsage[]> {
  const { rows } = await sql<KeyUsage>`
    select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD') as day, coalesce(l.dataset, l.kind) as reason,
      count(*)::int as requests, (-sum(l.delta + coalesce(r.delta, 0)))::bigint as credits
    from ledger l ${REFUND} where l.key_id = ${id}::bigint and l.kind <> 'refund'
      and (r.id is null or l.delta + r.delta <> 0) and l.at >= now() - ${days}::int * interval '1 day'
    group by 1, 2 order by 1 desc, 2`.execute(db);
  return rows;
}
