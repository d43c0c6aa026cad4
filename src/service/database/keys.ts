/** API keys in the database: stored by digest, never by their text. */
import { type RawBuilder, sql } from 'kysely';
import type { Billing, SpentDay } from '../../contract/lookups.js';
import { type Db, firstOf, hasRow, rowsOf, scalarOf } from './db.js';

/** The caller of a request. */
export interface Account {
  readonly keyId: number;
  readonly credits: number;
  readonly billing: Billing;
  /** The rest of the daily cap or of the assistant's ceiling, whichever is less; null without either. */
  readonly leftToday: number | null;
  readonly mayEditGroups: boolean;
  /** The grant of an assistant that uses the key for a person. */
  readonly grantId?: number;
}

export interface NewKey {
  readonly name: string;
  readonly credits: number;
  readonly digest: string;
  /** First characters of the key, to recognise it in a list. */
  readonly prefix: string;
  /** @default 'per-answer' */
  readonly billing?: Billing | undefined;
  /** Maximum credits per day (UTC) for all users of the key. @default none */
  readonly dailyCap?: number | undefined;
  /** @default false */
  readonly mayEditGroups?: boolean | undefined;
}

/** The number of days in an account's daily spending, including today. */
const ACCOUNT_DAYS = 31;

/** The current day of the database, in UTC. */
export const TODAY = sql`(now() at time zone 'UTC')::date`;
/** The credits that a row of api_key has spent today. */
const SPENT_TODAY = sql`case when spent_day >= ${TODAY} then spent else 0 end`;

/** Returns the account of a valid key; undefined if the key is unknown or revoked. */
export async function findAccount(db: Db, digest: string): Promise<Account | undefined> {
  return firstOf<Account>(db)`/* prepared */
    select id as "keyId", credits, billing, may_edit_groups as "mayEditGroups",
      case when daily_cap is not null then greatest(daily_cap - ${SPENT_TODAY}, 0) end as "leftToday"
    from api_key where digest = ${digest} and revoked is null`;
}

export async function validDigests(db: Db): Promise<readonly string[]> {
  const rows = await rowsOf<{ digest: string }>(db)`select digest from api_key where revoked is null`;
  return rows.map(({ digest }) => digest);
}

/** Adds a key and its first ledger entry in one statement. Returns its id. */
export async function createKey(
  db: Db,
  { name, credits, digest, prefix, billing = 'per-answer', dailyCap, mayEditGroups = false }: NewKey,
): Promise<number> {
  return (await scalarOf<number>(db)`
    with k as (insert into api_key (digest, prefix, name, credits, billing, daily_cap, may_edit_groups)
        values (${digest}, ${prefix}, ${name}, ${credits}::bigint, ${billing}, ${dailyCap ?? null}::bigint,
          ${mayEditGroups}) returning id, credits),
      l as (insert into ledger (key_id, kind, delta) select id, 'created', credits from k)
    select id from k`)!;
}

interface KeyOverview {
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

export async function listKeys(db: Db): Promise<readonly KeyOverview[]> {
  return rowsOf<KeyOverview>(db)`
    select id, name, prefix, credits, billing, daily_cap as "dailyCap", ${SPENT_TODAY} as "spentToday",
      may_edit_groups as "mayEditGroups",
      to_char(created at time zone 'UTC', 'YYYY-MM-DD') as created,
      to_char(revoked at time zone 'UTC', 'YYYY-MM-DD') as revoked
    from api_key order by id`;
}

/** Missing properties stay unchanged; null removes the cap. */
interface KeyChange {
  readonly billing?: Billing;
  readonly dailyCap?: number | null;
  readonly mayEditGroups?: boolean;
}

/**
 * Changes the settings of a valid key, and notes the differences in its ledger. Runs inside the caller's
 * transaction. Returns the note, empty if nothing differs; undefined if there is no such key.
 */
export async function updateKey(db: Db, id: number, change: KeyChange): Promise<string | undefined> {
  const before = await firstOf<Required<KeyChange>>(db)`
    select billing, daily_cap as "dailyCap", may_edit_groups as "mayEditGroups" from api_key
    where id = ${id}::bigint and revoked is null for update`;
  if (!before) return undefined;
  const { billing, dailyCap, mayEditGroups } = { ...before, ...change };
  const changes = [
    ['billing', before.billing, billing],
    ['daily cap', before.dailyCap ?? 'none', dailyCap ?? 'none'],
    ['may change groups', before.mayEditGroups ? 'yes' : 'no', mayEditGroups ? 'yes' : 'no'],
  ].filter(([, was, is]) => was !== is);
  if (changes.length === 0) return '';
  const note = changes.map(([name, was, is]) => `${name}: ${is} (was ${was})`).join('; ');
  const values = sql`billing = ${billing}, daily_cap = ${dailyCap}::bigint, may_edit_groups = ${mayEditGroups}`;
  await changeKey(db, id, values, note);
  return note;
}

/** Changes a valid key, and notes it in its ledger. Returns false if there is no valid key with this id. */
async function changeKey(db: Db, id: number, values: RawBuilder<unknown>, note: string): Promise<boolean> {
  return hasRow(db)`
    with k as (update api_key set ${values} where id = ${id}::bigint and revoked is null returning id)
    insert into ledger (key_id, kind, delta, note) select id, 'changed', 0, ${note} from k returning id`;
}

/** Revokes a key immediately. Returns false if there is no valid key with this id. */
export async function revokeKey(db: Db, id: number): Promise<boolean> {
  return changeKey(db, id, sql`revoked = now()`, 'revoked');
}

/** Gives a valid key a new text. The old text stops working immediately; credits and usage stay. */
export async function rotateKey(
  db: Db,
  id: number,
  { digest, prefix }: Pick<NewKey, 'digest' | 'prefix'>,
): Promise<boolean> {
  return changeKey(db, id, sql`digest = ${digest}, prefix = ${prefix}`, `new text: ${prefix}…`);
}

/**
 * Adds credits to a valid key, or removes them from any key if negative, never below 0. Returns the balance;
 * undefined if refused.
 */
export async function addCredits(db: Db, id: number, amount: number): Promise<number | undefined> {
  return scalarOf<number>(db)`
    with k as (update api_key set credits = credits + ${amount}::bigint
        where id = ${id}::bigint and credits + ${amount}::bigint >= 0
          and (revoked is null or ${amount}::bigint < 0) returning id, credits),
      l as (insert into ledger (key_id, kind, delta)
        select id, ${amount < 0 ? 'removed' : 'added'}, ${amount}::bigint from k)
    select credits from k`;
}

/** Returns the credits that a key spent (less refunds) or received (negative), by day and reason, newest first. */
export async function keyUsage(db: Db, id: number, days: number): Promise<readonly object[]> {
  return rowsOf<object>(db)`
    select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD') as day, coalesce(l.dataset, l.kind) as reason,
      count(*)::int as requests, (-sum(l.delta + coalesce(r.delta, 0)))::bigint as credits
    from ledger l left join ledger r on r.kind = 'refund' and r.charge_id = l.id
    where l.key_id = ${id}::bigint and l.kind not in ('refund', 'changed')
      and (r.id is null or l.delta + r.delta <> 0) and l.at >= (${TODAY} - ${days - 1}::int)::timestamp at time zone 'UTC'
    group by 1, 2 order by 1 desc, 2`;
}

/** The balance of a key, and its spending on each of the last days. */
export interface AccountSummary extends Pick<KeyOverview, 'name' | 'billing' | 'dailyCap' | 'mayEditGroups'> {
  readonly balance: number;
  /** In UTC, by the database's clock, like the ledger. */
  readonly today: string;
  /** Newest first, without days without spending. */
  readonly spent: readonly SpentDay[];
}

/** @param keyId an existing key: keys are revoked, and never deleted */
export async function readAccountSummary(db: Db, keyId: number): Promise<AccountSummary> {
  return (await firstOf<AccountSummary>(db)`
    select k.name, k.credits as balance, k.billing, k.daily_cap as "dailyCap", k.may_edit_groups as "mayEditGroups",
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today, (
      select coalesce(json_agg(json_build_object('day', day, 'credits', credits) order by day desc), '[]') from (
        select (at at time zone 'UTC')::date as day, -sum(delta)::bigint as credits from (
          select at, delta from ledger where key_id = k.id and kind = 'charge' union all
          select l.at, r.delta from ledger r join ledger l on l.id = r.charge_id where r.key_id = k.id and r.kind = 'refund') e
        where at >= (date_trunc('day', now() at time zone 'UTC') - ${ACCOUNT_DAYS - 1}::int * interval '1 day') at time zone 'UTC'
        group by 1) d where credits > 0) as spent
    from api_key k where k.id = ${keyId}::bigint`)!;
}

/** Returns the last entries of a key, newest first. The service never changes or deletes an entry. */
export async function keyLedger(db: Db, id: number, limit: number): Promise<readonly object[]> {
  return rowsOf<object>(db)`
    select l.id, to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, kind, dataset, delta,
      (k.credits - coalesce(sum(delta) over (order by l.id desc
        rows between unbounded preceding and 1 preceding), 0))::bigint as balance,
      charge_id as "chargeId", note
    from ledger l join api_key k on k.id = l.key_id where l.key_id = ${id}::bigint
    order by l.id desc limit ${limit}::int`;
}
