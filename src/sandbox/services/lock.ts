/** The locks of LockService: at most one execution has a lock, and it is free when the execution ends. */
import { EventEmitter, once } from 'node:events';
import type { Caller } from './caller.js';

export type Locks = ReturnType<typeof createLocks>;

/** Each lock has the name that `storeName` returns. */
export function createLocks() {
  const holders = new Map<string, Caller>();
  const releases = new EventEmitter().setMaxListeners(0);
  const holderOf = (name: string): Caller | undefined => {
    const holder = holders.get(name);
    return holder?.signal.aborted ? undefined : holder;
  };
  /** Returns the execution that has a lock. */
  const holder = (name: string): number | undefined => holderOf(name)?.executionId;
  return {
    holder,
    /** Resolves with true if the caller got the lock, with false if the time or the execution ended first. */
    async tryLock(caller: Caller, name: string, timeoutMs: number): Promise<boolean> {
      if (timeoutMs < 0) return false;
      if (holder(name) === caller.executionId) return true;
      // in a variable that the loop reads: Node drops the timer of a signal that nothing refers to
      const timeout = AbortSignal.timeout(timeoutMs);
      let other = holderOf(name);
      // those that wait wake in the order of their calls: the first takes the lock, and the others wait again
      while (other && timeoutMs > 0 && !timeout.aborted && !caller.signal.aborted) {
        const signal = AbortSignal.any([caller.signal, other.signal, timeout]);
        await once(releases, name, { signal }).catch(() => undefined);
        other = holderOf(name);
      }
      // an execution that ended while it waited must not get the lock
      if (other || caller.signal.aborted) return false;
      holders.set(name, caller);
      return true;
    },
    release({ executionId }: Caller, name: string): void {
      if (holder(name) !== executionId) return;
      holders.delete(name);
      releases.emit(name);
    },
  };
}
