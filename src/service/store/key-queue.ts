/** A queue for each key, so that its waiting requests occupy no connections. */
import { isUnavailable } from '../database/unavailable.js';

/** Runs a key's work in order. If the database is unavailable for one, those queued behind it fail, too. */
export function createKeyQueue() {
  const last = new Map<number, Promise<unknown>>();
  return <T>(keyId: number, work: () => Promise<T>): Promise<T> => {
    const before = last.get(keyId);
    const own = before === undefined ? work() : before.then(work);
    // any other error concerns only that work
    const ended: Promise<unknown> = own
      .catch((error: unknown) => {
        if (isUnavailable(error)) throw error;
      })
      .finally(() => {
        if (last.get(keyId) === ended) last.delete(keyId);
      });
    ended.catch(() => undefined);
    last.set(keyId, ended);
    return own;
  };
}
