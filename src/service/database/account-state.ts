/** The credits that a key has left, and those that it has spent on each of the last days. */
import type { SpentDay } from '../../contract/lookups.js';
import { type Db, firstOf } from './db.js';
import { type Billing, REFUND } from './keys.js';

/** Today is one of them. */
const DAYS = 31;

export interface AccountBook {
  readonly name: string;
  readonly balance: number;
  readonly billing: Billing;
  /** Null without a cap. */
  readonly dailyCap: number | null;
  readonly mayEditGroups: boolean;
  /** In UTC, by the clock of the database, as the ledger's. */
  readonly today: string;
  /** Newest first, without days on which nothing was spent. */
  readonly spent: readonly SpentDay[];
}

/** @param keyId an existing key: keys are revoked, and never deleted */
export async function accountBook(db: Db, keyId: number): Promise<AccountBook> {
  return (await firstOf<AccountBook>(db)`
    select k.name, k.credits as balance, k.billing, k.daily_cap as "dailyCap", k.may_edit_groups as "mayEditGroups",
      to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today, (
      select coalesce(json_agg(json_build_object('day', day, 'credits', credits) order by day desc), '[]') from (
        select to_char(l.at at time zone 'UTC', 'YYYY-MM-DD') as day, -sum(l.delta + coalesce(r.delta, 0))::bigint as credits
        from ledger l ${REFUND} where l.key_id = k.id and l.kind = 'charge' and l.delta < 0
          and l.at >= (date_trunc('day', now() at time zone 'UTC') - ${DAYS - 1}::int * interval '1 day') at time zone 'UTC'
        group by 1) d where credits > 0) as spent
    from api_key k where k.id = ${keyId}::bigint`)!;
}
