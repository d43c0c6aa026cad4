/** Finds open purchases, and waits for those of other executions, whose ends the cache announces. */
import { LEASE_MS, type Purchase } from '../../core/purchase.js';
import type { WaitReason } from '../../core/resolve.js';
import { ignoreErrors } from '../errors.js';
import type { Cache, Clock } from '../platform.js';
import type { PurchaseStore } from '../storage/purchase-store.js';

/** More cache keys would displace tables. If two purchases share a key, only the later end is visible. */
const ENDED_NAMES = 64;

function endedName(token: string): string {
  return `ended:${Number.parseInt(token.slice(0, 4), 16) % ENDED_NAMES}`;
}

/** Returns the cache entries that tell waiting executions which purchases have ended. */
export function endedValues(purchases: readonly Pick<Purchase, 'token'>[]): Record<string, string> {
  return Object.fromEntries(purchases.map(({ token }) => [endedName(token), token]));
}

/**
 * Returns purchases that may still be charged. One that ended without a logged outcome is repeated at once.
 * @param ended tokens of purchases that this execution knows to have ended
 */
export function openFor(store: PurchaseStore, ended: ReadonlySet<string>, now: number): Purchase[] {
  return store.open(now).flatMap((one) => {
    if (!ended.has(one.token) || one.state !== 'requested') return [one];
    return one.amount > 0 ? [{ ...one, sentAt: 0 }] : [];
  });
}

/** The time that a wait leaves for a request. One that only lowers the price leaves enough for a slow service. */
export const LEFT_MS: Readonly<Record<WaitReason, number>> = { whole: 0, part: 17_000, credits: 7_000 };

const POLL_MS = 250;

/** Waits until all purchases have ended or count as dead. @returns false if the time `until` comes first */
export function waitForAll(
  cache: Cache | null,
  clock: Clock,
  purchases: readonly Purchase[],
  until: number,
): boolean {
  for (;;) {
    const alive = purchases.filter(({ sentAt }) => clock.now() - sentAt < LEASE_MS);
    const names = alive.map(({ token }) => endedName(token));
    const ended = (names.length > 0 && ignoreErrors(() => cache?.getAll(names))) || {};
    if (alive.every(({ token }) => ended[endedName(token)] === token)) return true;
    if (clock.now() >= until) return false;
    // without the pause, it only looks again earlier
    ignoreErrors(() => clock.sleep(POLL_MS));
  }
}
