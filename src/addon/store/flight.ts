/** Single flight: of all executions that need the same thing now, one gets it and the others wait for what it stores. */
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';

export interface Flight<T> {
  /** Names the thing; the same in every execution. */
  readonly key: string;
  /** Cache keys that `look` wants to see. */
  readonly keys: readonly string[];
  /** What is stored, if it will do. May throw a failure that somebody else has just met. */
  look(found: Readonly<Record<string, string>>): T | undefined;
  /** Gets and stores it. */
  lead(): T;
}

/**
 * A leader that has not finished by then is taken for dead: a little longer than the longest call, and short enough
 * that those who wait can still take its place.
 */
const LEASE_SECONDS = 21;
const LOCK_WAIT_MS = 5_000;
const POLL_MS = 250;

/**
 * Takes turns through a lease in the document's cache. The document's lock is held only to look and to mark, never
 * while the service is asked.
 * @param deadline milliseconds since 1970
 * @throws BUSY when others are still at it at the deadline; what `look` and `lead` throw
 */
export function fly<T>(
  {
    clock,
    documentCache: cache,
    documentLock: lock,
  }: Pick<Platform, 'clock' | 'documentCache' | 'documentLock'>,
  deadline: number,
  { key, keys, look, lead }: Flight<T>,
): T {
  // without a document there is nobody to wait for
  if (!cache || !lock) return lead();
  const lease = `lease:${key}`;
  while (clock.now() < deadline) {
    let found: T | undefined;
    let leads = false;
    lock.run(Math.min(LOCK_WAIT_MS, deadline - clock.now()), () => {
      const values = cache.getAll([...keys, lease]);
      found = look(values);
      if (found !== undefined || values[lease] !== undefined) return;
      cache.putAll({ [lease]: String(clock.now()) }, LEASE_SECONDS);
      leads = true;
    });
    if (found !== undefined) return found;
    if (leads) {
      try {
        return lead();
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
      waiting = values[lease] !== undefined;
    }
  }
  throw errors.busy();
}
