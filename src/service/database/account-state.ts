/** What a key has left, and what it has spent on each of the last days. */
import { type Kysely, sql } from 'kysely';
import type { SpentDay } from '../../contract/lookups.js';
import type { Tables } from './database.js';
import type { Billing } from './keys.js';

/** Today is one of them. */
const DAYS = 31;

export interface AccountBook {
  readonly name: string;
  readonly balance: number;
  readonly billing: Billing;
  /** Null without a cap. */
  readonly dailyCap: number | null;
  /** In UTC, by the clock of the database, as the ledger's. */
  readonly today: string;
  /** Newest first, without days on which nothing was spent. */
  readonly spent: readonly SpentDay[];
}

/** Undefined for an unknown key. Charges on hold count as spent, as in the balance. */
export async function accountBook(db: Kysely<Tables>, keyId: number): Promise<AccountBook | undefined> {
  const { rows } = await sql<AccountBook>`
    select k.name, k.credits as balance, k.billing, k.daily_cap as "dailyCap", to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today, (
      select coalesce(json_agg(json_build_object('day', day, 'credits', credits) order by day desc), '[]') from (
        select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, -sum(delta)::bigint as credits
        from ledger where key_id = k.id and state <> 'refunded' and delta < 0 and reason <> 'added'
          and at >= (date_trunc('day', now() at time zone 'UTC') - ${DAYS - 1}::int * interval '1 day') at time zone 'UTC'
        group by 1) d) as spent
    from api_key k where k.id = ${keyId}::bigint`.execute(db);
  return rows[0];
}
