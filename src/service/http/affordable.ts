/** What an account can pay: known before the charge, which decides by what the key has then. */
import type { ChargeRefusal } from '../database/credits.js';
import type { Account } from '../database/keys.js';
import type { RecordQuery } from '../database/query-records.js';

/** What is to be read for an answer that an account pays. */
export type Affordable = Required<Pick<RecordQuery, 'limit' | 'withVersions'>>;

/**
 * One record more than can be paid shows that it is too many, and that is all that is to be known. What a key owns is known
 * only when it is charged. Undefined where nothing can be paid: nothing is asked for where a query is only to be followed.
 */
export function affordableOf(account: Account, limit: number, ceiling?: number): Affordable | undefined {
  const { billing, credits } = account;
  if (billing === 'per-version') return { limit, withVersions: true };
  if (credits === 0 && limit > 0) return undefined;
  return { limit: Math.min(limit, mostOf(account, ceiling) + 1), withVersions: false };
}

/** Why so many records cannot be charged, as far as that is known before the charge. */
export function excessOf(account: Account, count: number, ceiling?: number): ChargeRefusal | undefined {
  const { billing, credits, leftToday } = account;
  if (billing === 'per-version') return undefined;
  if (count > credits) return 'FEW_CREDITS';
  if (count > (leftToday ?? credits)) return 'DAILY_CAP';
  return count > mostOf(account, ceiling) ? 'OVER_CEILING' : undefined;
}

function mostOf({ credits, leftToday }: Account, ceiling = credits): number {
  return Math.min(credits, leftToday ?? credits, ceiling);
}
