/** Waiting for what others are buying at the moment: the cache says when a purchase has ended, well or not. */
import { LEASE_MS, type Purchase } from '../../core/purchase.js';
import type { Cache, Clock } from '../platform.js';
import type { PurchaseStore } from '../storage/purchase-store.js';

const POLL_MS = 250;

function endedKey(token: string): string {
  return `ended:${token}`;
}

/** What tells those who wait that a purchase has ended, in the cache. */
export function endedValues({ token }: Pick<Purchase, 'token'>): Record<string, string> {
  return { [endedKey(token)]: '1' };
}

/**
 * Purchases that may still be charged. What has ended in a way that the log does not know is repeated at once.
 * @param ended tokens of those that have ended as far as this execution knows
 */
export function openPurchases(store: PurchaseStore, ended: ReadonlySet<string>, now: number): Purchase[] {
  return store.open(now).flatMap((one) => {
    if (!ended.has(one.token) || one.state !== 'requested') return [one];
    return one.amount > 0 ? [{ ...one, sentAt: 0 }] : [];
  });
}

/** Waits until all of them have ended, or are taken for dead. @returns false if that takes until an instant */
export function waitForAll(
  cache: Cache | null,
  clock: Clock,
  purchases: readonly Purchase[],
  until: number,
): boolean {
  for (;;) {
    const alive = purchases.filter(({ sentAt }) => clock.now() - sentAt < LEASE_MS);
    const ended = cache && alive.length > 0 ? cache.getAll(alive.map(({ token }) => endedKey(token))) : {};
    if (alive.every(({ token }) => endedKey(token) in ended)) return true;
    if (clock.now() >= until) return false;
    clock.sleep(POLL_MS);
  }
}
