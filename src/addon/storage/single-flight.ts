/** Single flight: of all executions that need the same thing now, one gets it and the others wait for what it stores. */
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';

export interface Flight<T, C> {
  /** Names the thing; the same in every execution. */
  readonly key: string;
  /** Cache keys that `look` wants to see. */
  readonly keys: readonly string[];
  /** What is stored, if it will do. May throw a failure that another execution has just met. */
  look(found: Readonly<Record<string, string>>): T | undefined;
  /**
   * What has to be agreed under the lock, such as the money; its result goes to `lead`. May refuse by throwing.
   * @param found what the cache holds under `keys`
   */
  claim(found: Readonly<Record<string, string>>): C;
  /** Cache values that tell others of it, as long as the lease. */
  marks?(claimed: C, found: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Gets and stores it. */
  lead(claimed: C): T;
}

/**
 * A leader that has not finished by then is taken for dead: a little longer than the longest call, and short enough
 * that those who wait can still take its place.
 */
const LEASE_SECONDS = 21;
const LOCK_WAIT_MS = 5_000;
const POLL_MS = 250;

/**
 * Takes turns through a lease in the document's cache. The document's lock is taken only to look and to mark, never
 * while the service is asked.
 * @param deadline milliseconds since 1970
 * @throws BUSY when others are still at it at the deadline; what `look` and `lead` throw
 */
export function singleFlight<T, C>(
  {
    clock,
    documentCache: cache,
    documentLock: lock,
  }: Pick<Platform, 'clock' | 'documentCache' | 'documentLock'>,
  deadline: number,
  { key, keys, look, claim, marks, lead }: Flight<T, C>,
): T {
  // without a document there is nobody to wait for
  if (!cache || !lock) return lead(claim({}));
  const lease = leaseKey(key);
  while (clock.now() < deadline) {
    let found: T | undefined;
    let claimed: { readonly value: C } | undefined;
    lock.run(Math.min(LOCK_WAIT_MS, deadline - clock.now()), () => {
      const values = cache.getAll([...keys, lease]);
      found = look(values);
      if (found !== undefined || values[lease]) return;
      claimed = { value: claim(values) };
      const others = marks?.(claimed.value, values) ?? {};
      cache.putAll({ ...others, [lease]: String(clock.now()) }, LEASE_SECONDS);
    });
    if (found !== undefined) return found;
    if (claimed) {
      try {
        return lead(claimed.value);
      } finally {
        cache.removeAll([lease]);
      }
    }
    let waiting = true;
    while (waiting && clock.now() < deadline) {
      clock.sleep(POLL_MS);
      const values = cache.getAll([...keys, lease]);
      found = look(values);
      if (found !== undefined) return found;
      waiting = Boolean(values[lease]);
    }
  }
  throw errors.busy();
}

function leaseKey(key: string): string {
  return `lease:${key}`;
}
