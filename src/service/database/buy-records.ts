/**
 * A question, its key and its charge in one call: over a thread, each call waits for two of its turns. Where nothing has
 * changed about the key, no statement looks it up: the one that charges it finds out.
 */
import type { Kysely } from 'kysely';
import type { Charge, ChargeOutcome, ChargeRefusal } from './credits.js';
import type { Tables } from './database.js';
import { type Account, findAccount } from './keys.js';
import { queryRecords, type RecordAnswer, type RecordQuery } from './query-records.js';

export interface RecordPurchase extends Omit<RecordQuery, 'withVersions'> {
  /** Of the key that pays. */
  readonly digest: string;
  /** The holder of the key as it was a moment ago. */
  readonly lastKnown: Account;
  /** Most credits that it may cost. */
  readonly ceiling?: number;
}

export interface PurchasedRecords {
  readonly account: Account;
  /** Missing where nothing was asked for. */
  readonly answer?: RecordAnswer;
  /** Missing without records, and where nothing may be charged. */
  readonly charge?: ChargeOutcome;
  /** Why nothing is charged: found before the charge, which may find another reason. */
  readonly refusal?: ChargeRefusal;
}

/** What is to be read for an answer that an account pays. */
export type Affordable = Required<Pick<RecordQuery, 'limit' | 'withVersions'>>;

/**
 * In two statements, neither of which holds the lock of its key during the other. What cannot be charged to the key as it
 * was is looked at again with the key as it is.
 * @returns undefined where no valid key has this digest
 */
export async function buyRecords(
  db: Kysely<Tables>,
  { digest, lastKnown, ceiling, ...query }: RecordPurchase,
  charge: (charge: Charge) => Promise<ChargeOutcome>,
): Promise<PurchasedRecords | undefined> {
  const tried = await buyAs(lastKnown);
  if (tried.charge?.outcome === 'charged') return tried;
  if (tried.charge?.outcome === 'BAD_KEY') return undefined;
  const account = await findAccount(db, digest);
  if (!account) return undefined;
  return tried.answer?.count === 0 ? { account, answer: tried.answer } : buyAs(account);

  async function buyAs(account: Account): Promise<PurchasedRecords> {
    const affordable = affordableOf(account, query.limit, ceiling);
    if (affordable === undefined) return { account, refusal: 'NO_CREDITS' };
    const answer = await queryRecords(db, { ...query, ...affordable });
    const { count, versions } = answer;
    const refusal = excessOf(account, count, ceiling);
    if (refusal) return { account, answer, refusal };
    if (count === 0) return { account, answer };
    const charged = await charge({
      ...{ keyId: account.keyId, digest, amount: count, dataset: query.dataset },
      ...(versions && { versions }),
      ...(ceiling !== undefined && { ceiling }),
    });
    return { account, answer, charge: charged };
  }
}

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
