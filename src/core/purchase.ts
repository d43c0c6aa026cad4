/** Purchases as events: what was requested, answered and charged. All that is known of purchases is folded from them. */
import type { DatasetName } from '../contract/datasets.js';
import type { ActivityCall } from '../contract/spending.js';
import type { FetchedPage, FetchRequest, KeyUse } from './facts.js';
import { covers } from './query.js';

export interface Purchase {
  readonly token: string;
  /** The idempotency keys of requests that were first sent in another purchase, with others that were answered. */
  readonly names?: readonly string[];
  readonly payer: string;
  readonly dataset: DatasetName;
  /** The digest of the question; of a job its id behind `job `. */
  readonly asker: string;
  readonly requests: readonly FetchRequest[];
  /** The most that it may cost. */
  readonly amount: number;
  /** When it was first sent, and last, in milliseconds since 1970. */
  readonly at: number;
  readonly sentAt: number;
  /** The day of the last sending in the zone of the spreadsheet. */
  readonly day: string;
  /** The value of `refresh` that it serves; empty for none. */
  readonly refresh: string;
  /** Why it is forced, empty for no reason: with a new one, what timed out may be sent again. */
  readonly cause: string;
  /** `unclear`: it timed out, and may have been charged. `refused`, `released`: it cost nothing. */
  readonly state: 'requested' | 'unclear' | 'answered' | 'refused' | 'released';
  readonly uses?: readonly KeyUse[];
  readonly pages?: readonly FetchedPage[];
  readonly call?: ActivityCall;
  /** The credits left, as the service reports them. */
  readonly balance?: number;
}

/**
 * So long a purchase may be repeated under its token. A service gives the same answer again for 24 hours, by its own clock:
 * after that it would charge once more.
 */
const REPEATABLE_MS = 22 * 3_600_000;
/** A purchase that has not ended by then is taken for dead: a little longer than the longest request. */
export const LEASE_MS = 21_000;

/** Returns the idempotency keys: repeated under its own, a request that was charged is not charged again. */
export function namesOf({
  token,
  names,
  requests,
}: Pick<Purchase, 'token' | 'names'> & { readonly requests: readonly unknown[] }): readonly string[] {
  return names ?? requests.map((_, index) => `${token}.${index}`);
}

/** Whether it may be charged yet, or was charged without an answer. A free one is open only while its requests are being made. */
export function isOpen({ state, at, amount, sentAt }: Purchase, now: number): boolean {
  const isEnded = state !== 'requested' && state !== 'unclear';
  return !isEnded && (amount > 0 ? at > now - REPEATABLE_MS : sentAt > now - LEASE_MS);
}

/** Whether its requests are being made at the moment. */
export function isInFlight({ state, sentAt }: Purchase, now: number): boolean {
  return state === 'requested' && Math.abs(now - sentAt) < LEASE_MS;
}

/** Whether it brings a part of what is about to be asked for, or is for the same question. */
export function isFor(
  purchase: Purchase,
  wanted: { readonly payer: string; readonly asker: string; readonly requests: readonly FetchRequest[] },
): boolean {
  if (purchase.payer !== wanted.payer) return false;
  if (purchase.asker === wanted.asker) return true;
  return wanted.requests.some((request) => purchase.requests.some((other) => brings(other, request)));
}

function brings(other: FetchRequest, request: FetchRequest): boolean {
  if (other.since || request.since)
    return other.since?.cursor === request.since?.cursor && covers(other.key, request.key);
  return (
    other.axis === request.axis &&
    other.from <= request.from &&
    other.to >= request.to &&
    covers(other.key, request.key)
  );
}
