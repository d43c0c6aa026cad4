/** The log of pushed news: time, content, address and result. */
import { type Db, rowsOf, run } from './db.js';

export interface Delivery {
  readonly keyId: number;
  readonly group: string;
  /** Scheme, host and port of the address; the path may be a secret of the receiver. */
  readonly callback: string;
  readonly days: number;
  readonly news: number;
  /** Status of the last response; null without a response. */
  readonly status: number | null;
  /** The reason why there was no response. */
  readonly error: string | null;
  readonly attempts: number;
  readonly durationMs: number;
}

export async function logDelivery(db: Db, delivery: Delivery): Promise<void> {
  const { keyId, group, callback, days, news, status, error, attempts, durationMs } = delivery;
  await run(db)`
    insert into push_delivery (key_id, group_name, callback, days, news, status, error, attempts, duration_ms)
    values (${keyId}::bigint, ${group}, ${callback}, ${days}::int, ${news}::int, ${status}::int, ${error}::text,
      ${attempts}::int, ${durationMs}::int)`;
}

/** Returns the deliveries with their ids and times, newest first. */
export async function deliveries(db: Db, limit: number): Promise<readonly Delivery[]> {
  return rowsOf<Delivery>(db)`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, key_id as "keyId",
      group_name as "group", callback, days, news, status, error, attempts, duration_ms as "durationMs"
    from push_delivery order by id desc limit ${limit}::int`;
}

/** Deletes deliveries that are older than 90 days, and all but the last 100,000. */
export async function pruneDeliveries(db: Db): Promise<void> {
  await run(db)`delete from push_delivery where at < now() - interval '90 days'
    or id <= (select max(id) - 100000 from push_delivery)`;
}
