/** The locks of LockService: at most one execution has a lock, and it is free when the execution ends. */
import { EventEmitter, once } from 'node:events';
import type { Caller } from './caller.js';

/** Google documents neither number nor time; by a rule of conformance/, it allows so many operations in a row. */
const MAX_OPERATIONS = 60;
const WITHIN_MS = 60_000;

export type Locks = ReturnType<typeof createLocks>;

/** Each lock has the name that `storeName` returns. The signal of an execution stands for the execution. */
export function createLocks() {
  const holders = new Map<string, AbortSignal>();
  const releases = new EventEmitter().setMaxListeners(0);
  /** Returns the execution that has a lock. */
  const holder = (name: string): AbortSignal | undefined => {
    const execution = holders.get(name);
    return execution?.aborted ? undefined : execution;
  };
  let operations: readonly number[] = [];
  return {
    holder,
    /** Counts an operation of the script. @throws Google's error for too many of them */
    count(now: number): void {
      operations = operations.filter((at) => at > now - WITHIN_MS);
      if (operations.length >= MAX_OPERATIONS)
        throw new Error('There are too many LockService operations against the same script.');
      operations = [...operations, now];
    },
    /** Resolves with true if the caller got the lock, with false if the time or the execution ended first. */
    async tryLock({ signal }: Pick<Caller, 'signal'>, name: string, timeoutMs: number): Promise<boolean> {
      if (timeoutMs < 0) return false;
      let other = holder(name);
      if (other === signal) return true;
      // in a variable that the loop reads: Node drops the timer of a signal that nothing refers to
      const timeout = AbortSignal.timeout(timeoutMs);
      // those that wait wake in the order of their calls: the first takes the lock, and the others wait again
      while (other && timeoutMs > 0 && !timeout.aborted && !signal.aborted) {
        const over = AbortSignal.any([signal, other, timeout]);
        await once(releases, name, { signal: over }).catch(() => undefined);
        other = holder(name);
      }
      // an execution that ended while it waited must not get the lock
      if (other || signal.aborted) return false;
      holders.set(name, signal);
      return true;
    },
    release({ signal }: Pick<Caller, 'signal'>, name: string): void {
      if (holder(name) !== signal) return;
      holders.delete(name);
      releases.emit(name);
    },
  };
}
