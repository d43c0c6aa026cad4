/** Purchases as events: their requests, answers and charges. All other facts are folded from these. */
import type { DatasetName } from '../contract/datasets.js';
import type { ActivityCall } from '../contract/spending.js';
import type { ChangeCursor, FetchedPage, FetchRequest, KeyUse } from './facts.js';
import { covers, partsOf } from './query.js';

export interface Purchase {
  readonly token: string;
  /** The idempotency keys of the requests, if another purchase sent them first and got other answers only. */
  readonly names?: readonly string[];
  readonly payer: string;
  readonly dataset: DatasetName;
  /** The digest of the question, or for a job `job ` and its id. */
  readonly asker: string;
  readonly requests: readonly FetchRequest[];
  /** The most that it may cost. */
  readonly amount: number;
  /** When it was first and last sent, in milliseconds since 1970. */
  readonly at: number;
  readonly sentAt: number;
  /** The day on which it was last sent, in the spreadsheet's zone. */
  readonly day: string;
  /** The value of `refresh` that it satisfies; empty for none. */
  readonly refresh: string;
  /** The reason for a forced purchase; empty for none. A new reason may repeat a timed-out request. */
  readonly cause: string;
  /**
   * `failed`: it may have been charged, and the next execution repeats it. `unclear`: it may have been charged, and
   * only a new cause repeats it, because it timed out. `refused`, `released`: it cost nothing.
   */
  readonly state: 'requested' | 'failed' | 'unclear' | 'answered' | 'refused' | 'released';
  readonly uses?: readonly KeyUse[];
  readonly pages?: readonly FetchedPage[];
  readonly call?: ActivityCall;
  /** The credits left, as the service reports them. */
  readonly balance?: number;
}

/** A purchase may be repeated under its token for less than the 24 hours of the service's own clock. */
const REPEATABLE_MS = 22 * 3_600_000;
/** A purchase without an end after this time counts as dead. It is a little longer than the longest request. */
export const LEASE_MS = 21_000;

/** True if the answer with a cursor may be that of a repetition: it is as of then, not as of the first sending. */
export function isRepeated({ sentAt, receivedAt }: Pick<ChangeCursor, 'sentAt' | 'receivedAt'>): boolean {
  return receivedAt - sentAt >= LEASE_MS;
}

/** The service charges a repeated request with the same key only once. */
export function idempotencyKeysOf({
  token,
  names,
  requests,
}: Pick<Purchase, 'token' | 'names'> & { readonly requests: readonly unknown[] }): readonly string[] {
  return names ?? requests.map((_, index) => `${token}.${index}`);
}

/** True if the service may still charge it, or charged it without an answer; for a free one, while it runs. */
export function isOpen({ state, at, amount, sentAt }: Purchase, now: number): boolean {
  const isEnded = state === 'answered' || state === 'refused' || state === 'released';
  return !isEnded && (amount > 0 ? at > now - REPEATABLE_MS : sentAt > now - LEASE_MS);
}

/** True while its requests run. */
export function isInFlight({ state, sentAt }: Purchase, now: number): boolean {
  return state === 'requested' && Math.abs(now - sentAt) < LEASE_MS;
}

/**
 * True if the purchase includes a wanted request, or has the same asker.
 * @param isPart true to accept some of its days or values
 */
export function isFor(
  { payer, asker, requests }: Purchase,
  wanted: Pick<Purchase, 'payer' | 'asker' | 'requests'>,
  isPart = false,
): boolean {
  if (payer !== wanted.payer) return false;
  return (
    asker === wanted.asker ||
    wanted.requests.some((one) => requests.some((other) => includes(other, one, isPart)))
  );
}

function includes(
  other: FetchRequest,
  { key, axis, from, to, since }: FetchRequest,
  isPart: boolean,
): boolean {
  if (other.since || since) return other.since?.cursor === since?.cursor && covers(other.key, key);
  const [first, last] = isPart ? [to, from] : [from, to];
  const parts = isPart ? partsOf(key, [other.key]) : [key];
  return (
    other.axis === axis &&
    other.from <= first &&
    other.to >= last &&
    parts.some((part) => covers(other.key, part))
  );
}
