/** A queue for each key: what waits there keeps no connection from other work. */
import { isUnavailable } from '../database/unavailable.js';

/** Does the work when all earlier work of the same key has ended. */
export type KeyQueue = <T>(keyId: number, work: () => Promise<T>) => Promise<T>;

/** Queues the requests of each key. If the database fails to answer one, those that waited behind it fail without asking again. */
export function createKeyQueue(): KeyQueue {
  const last = new Map<number, Promise<unknown>>();
  return (keyId, work) => {
    const before = last.get(keyId);
    const own = before === undefined ? work() : before.then(work);
    // what else may be wrong concerns that work only
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
