/** The log of pushed news: time, content, address and result. What has failed stays until it is delivered or forgotten. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from './database.js';

export interface DeliveryResult {
  readonly news: number;
  /** Status of the last answer; null without an answer. */
  readonly status: number | null;
  /** Why there was no answer. */
  readonly error: string | null;
  readonly hasFailed: boolean;
  readonly attempts: number;
  readonly durationMs: number;
}

export interface Delivery extends DeliveryResult {
  /** Null if version 1 requires no key, and for test deliveries. */
  readonly keyId: number | null;
  readonly group: string;
  /** Scheme, host and port of the address: the rest may be a secret of the receiver. */
  readonly callback: string;
  readonly days: number;
  /** The last day of the news, 'YYYY-MM-DD'. */
  readonly postedDate: string;
  /** The same in each attempt. */
  readonly messageId: string;
}

export interface LoggedDelivery extends Omit<Delivery, 'messageId' | 'postedDate'> {
  readonly id: number;
  /** ISO date and time. */
  readonly at: string;
}

/** What a repetition needs. */
export interface FailedDelivery
  extends Pick<Delivery, 'keyId' | 'group' | 'days' | 'postedDate' | 'messageId'> {
  readonly id: number;
}

/** Adds a delivery. */
export async function logDelivery(db: Kysely<Tables>, delivery: Delivery): Promise<void> {
  const { keyId, group, callback, days, postedDate, messageId } = delivery;
  const { news, status, error, hasFailed, attempts, durationMs } = delivery;
  await sql`insert into push_delivery (key_id, group_name, callback, days, posted_date, message_id, news,
      status, error, failed, attempts, duration_ms)
    values (${keyId}::bigint, ${group}, ${callback}, ${days}::int, ${postedDate}::date, ${messageId},
      ${news}::int, ${status}::int, ${error}::text, ${hasFailed}, ${attempts}::int, ${durationMs}::int)`.execute(
    db,
  );
}

/** The last result of a delivery takes the place of the one before; its attempts are added. */
export async function logRepetition(
  db: Kysely<Tables>,
  id: number,
  { news, status, error, hasFailed, attempts, durationMs }: DeliveryResult,
): Promise<void> {
  await sql`update push_delivery set news = ${news}::int, status = ${status}::int, error = ${error}::text,
    failed = ${hasFailed}, attempts = attempts + ${attempts}::int, duration_ms = ${durationMs}::int
    where id = ${id}::bigint`.execute(db);
}

/** The newest first. */
export async function deliveries(
  db: Kysely<Tables>,
  limit: number,
  which: 'all' | 'failed' = 'all',
): Promise<readonly LoggedDelivery[]> {
  const condition: RawBuilder<unknown> = which === 'failed' ? sql`where failed` : sql``;
  const { rows } = await sql<LoggedDelivery>`
    select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, key_id as "keyId",
      group_name as "group", callback, days, news, status, error, failed as "hasFailed", attempts,
      duration_ms as "durationMs"
    from push_delivery ${condition} order by id desc limit ${limit}::int`.execute(db);
  return rows;
}

/** Undefined unless the delivery has failed. */
export async function failedDelivery(db: Kysely<Tables>, id: number): Promise<FailedDelivery | undefined> {
  const { rows } = await sql<FailedDelivery>`
    select id, key_id as "keyId", group_name as "group", days,
      posted_date as "postedDate", message_id as "messageId"
    from push_delivery where id = ${id}::bigint and failed`.execute(db);
  return rows[0];
}

/** Forgets deliveries of more than 90 days ago. Returns their number. */
export async function pruneDeliveries(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with d as (delete from push_delivery where at < now() - interval '90 days' returning 1)
    select count(*)::int as count from d`.execute(db);
  return rows[0]!.count;
}
