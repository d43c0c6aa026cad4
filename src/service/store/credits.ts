/** Credits: what a key may still spend, and the charge that is never partial. */
import { type Kysely, sql } from 'kysely';
import type { Tables } from './database.js';

export interface Charge {
  readonly keyId: number;
  /** Credits, one per record; more than 0. */
  readonly amount: number;
  readonly reason: string;
}

export type ChargeOutcome = 'charged' | 'NO_CREDITS' | 'FEW_CREDITS';

/** Takes the credits and writes the ledger in one statement: either both happen or neither. */
export async function charge(db: Kysely<Tables>, { keyId, amount, reason }: Charge): Promise<ChargeOutcome> {
  const { rows } = await sql<{ before: number; left: number | null }>`
    with k as (select credits from api_key where id = ${keyId}::bigint for update),
      u as (update api_key a set credits = a.credits - ${amount}::bigint from k
        where a.id = ${keyId}::bigint and k.credits >= ${amount}::bigint returning a.credits),
      l as (insert into ledger (key_id, delta, reason)
        select ${keyId}::bigint, -${amount}::bigint, ${reason} from u)
    select k.credits as before, u.credits as "left" from k left join u on true`.execute(db);
  const row = rows[0];
  if (row && row.left !== null) return 'charged';
  return row && row.before > 0 ? 'FEW_CREDITS' : 'NO_CREDITS';
}
