/** A key's credits and charges. Only this file reads the ledger's rows, which no endpoint lists. */
import type { AnswerToStore } from '../../../src/service/database/credits.js';
import type { OpenedEngine } from './engines.js';

export interface KeyAccount {
  readonly id: number;
  /** Credits left. */
  readonly credits: number;
  /** Credits spent today. */
  readonly spent: number;
  /** The amount of each charge that was not fully refunded, in order. */
  readonly charges: readonly number[];
  /** The amount of each refund. */
  readonly refunded: readonly number[];
  /** The ids of the records of which the key owns a version, once per version. */
  readonly owned: readonly string[];
  readonly versions: number;
}

/** @throws if the ledger's sum differs from the balance, or from the spending under the daily cap */
export async function accountOf(
  { store, sql }: Pick<OpenedEngine, 'store' | 'sql'>,
  key: string,
): Promise<KeyAccount> {
  const { id, spentToday } = (await store.listKeys()).find(({ prefix }) => key.startsWith(prefix))!;
  const { today, spent: days } = (await store.readAccountSummary(id))!;
  const spent = days.find(({ day }) => day === today)?.credits ?? 0;
  const [row] = await sql(
    `select k.credits::int as credits, (select sum(delta)::int from ledger where key_id = k.id) as total, l.*,
        (select coalesce(json_agg(record_id), '[]') from entitlement where key_id = k.id) as owned
      from api_key k cross join (select
        coalesce(json_agg(-c.delta - coalesce(r.delta, 0) order by c.id)
          filter (where r.id is null or c.delta + r.delta < 0), '[]') as charges,
        coalesce(json_agg(r.delta order by r.id) filter (where r.id is not null), '[]') as refunded
        from ledger c left join ledger r on r.charge_id = c.id
        where c.key_id = $1 and c.kind = 'charge') l where k.id = $1`,
    [id],
  );
  const { total, ...account } = row as unknown as Row;
  if (account.credits !== total || spent !== spentToday) {
    throw new Error(
      `The ledger says ${total} left and ${spent} spent today; the key has ${account.credits} and ${spentToday}`,
    );
  }
  return { id, spent, versions: account.owned.length, ...account };
}

/** An answer to store with a charge. */
export function storedAs(name: string, json = '[]'): AnswerToStore {
  return { name, fingerprint: 'f', json, seconds: 600, maxStoredBytes: 1_000_000 };
}

/** Deletes undelivered answers, of one key or of all, as their expiry would. */
export async function refundUnread({ sql }: Pick<OpenedEngine, 'sql'>, keyId?: number): Promise<void> {
  await sql(
    `select forget_answer(ledger_id) from (select ledger_id from stored_answer
      where not delivered and not replayed and key_id = coalesce($1::bigint, key_id) order by key_id) s`,
    [keyId ?? null],
  );
}

interface Row extends Omit<KeyAccount, 'id' | 'spent' | 'versions'> {
  readonly total: number;
}
