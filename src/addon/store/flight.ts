/** Single flight: of all executions that need the same thing now, one fetches and the others wait for what it stores. */
import { errors } from '../errors.js';
import type { Platform } from '../platform.js';

export interface Flight<T> {
  /** Names the thing; the same in every execution. */
  readonly key: string;
  /** What is stored already, if it will do. */
  read(): T | undefined;
  /** Gets and stores it. */
  fetch(): T;
}

/** A leader that has not finished by then is taken for dead. */
const LEASE_SECONDS = 30;
const LOCK_WAIT_MS = 5_000;
const POLL_MS = 300;

/**
 * Takes turns through a lease in the document's cache. The document's lock is held only to look and to mark, never
 * while the service is asked.
 * @param deadline milliseconds since 1970
 * @throws BUSY when others are still fetching at the deadline; what `fetch` throws
 */
export function fly<T>(
  platform: Pick<Platform, 'clock' | 'documentCache' | 'documentLock' | 'sha256'>,
  deadline: number,
  { key, read, fetch }: Flight<T>,
): T {
  const { clock, documentCache: cache, documentLock: lock } = platform;
  const stored = read();
  if (stored !== undefined) return stored;
  // without a document there is nobody to wait for
  if (!cache || !lock) return fetch();

  const lease = `lease:${key}`;
  let leads = false;
  let found: T | undefined;
  const look = () => {
    found = read();
    if (found !== undefined || cache.getAll([lease])[lease] !== undefined) return;
    cache.putAll({ [lease]: String(clock.now()) }, LEASE_SECONDS);
    leads = true;
  };

  while (clock.now() < deadline) {
    lock.run(Math.min(LOCK_WAIT_MS, deadline - clock.now()), look);
    if (found !== undefined) return found;
    if (leads) {
      try {
        return fetch();
      } finally {
        cache.removeAll([lease]);
      }
    }
    do {
      clock.sleep(POLL_MS);
      found = read();
      if (found !== undefined) return found;
    } while (clock.now() < deadline && cache.getAll([lease])[lease] !== undefined);
  }
  throw errors.busy();
}
