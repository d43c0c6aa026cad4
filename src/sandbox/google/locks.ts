/** LockService: a lock belongs to one execution at a time and ends with it. */

import type { HandlersOf } from '../services/define.js';
import type { LOCK } from '../services/lock.js';
import { type Caller, storeName } from './handlers.js';

export interface Locks {
  readonly handlers: HandlersOf<Caller, typeof LOCK>;
  /** The execution that holds a lock; names come from `storeName`. */
  holder(lock: string): number | undefined;
  /** Whether the execution holds the lock of its spreadsheet: the one that custom functions may wait for. */
  hasDocumentLock(caller: Caller): boolean;
}

interface Lock {
  holder: number | undefined;
  /** Stops waiting for the end of the execution that holds it. */
  unwatch: () => void;
  readonly queue: ((held: boolean) => void)[];
}

export function createLocks(): Locks {
  const locks = new Map<string, Lock>();
  const open = (name: string): Lock => {
    const lock = locks.get(name) ?? { holder: undefined, unwatch: () => {}, queue: [] };
    locks.set(name, lock);
    return lock;
  };
  const release = (lock: Lock, executionId: number): void => {
    if (lock.holder !== executionId) return;
    lock.holder = undefined;
    lock.unwatch();
    lock.queue.shift()?.(true);
  };
  const hold = (lock: Lock, caller: Caller): boolean => {
    // an execution that was killed while it waited must not get the lock
    if (caller.signal.aborted) {
      lock.queue.shift()?.(true);
      return false;
    }
    lock.holder = caller.executionId;
    const end = () => release(lock, caller.executionId);
    caller.signal.addEventListener('abort', end, { once: true });
    lock.unwatch = () => caller.signal.removeEventListener('abort', end);
    return true;
  };
  const wait = (lock: Lock, timeoutMs: number, signal: AbortSignal): Promise<boolean> =>
    new Promise((resolve) => {
      const finish = (free: boolean): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        const place = lock.queue.indexOf(finish);
        if (place >= 0) lock.queue.splice(place, 1);
        resolve(free);
      };
      const giveUp = () => finish(false);
      const timer = setTimeout(giveUp, timeoutMs);
      signal.addEventListener('abort', giveUp, { once: true });
      lock.queue.push(finish);
    });

  return {
    handlers: {
      async tryLock(caller, scope, timeoutMs) {
        if (Number.isNaN(timeoutMs)) throw new Error('Invalid argument: timeoutInMillis');
        if (timeoutMs < 0) return false;
        const lock = open(storeName(caller, scope));
        if (lock.holder === caller.executionId) return true;
        const deadline = performance.now() + timeoutMs;
        while (lock.holder !== undefined) {
          const left = deadline - performance.now();
          if (left <= 0 || !(await wait(lock, left, caller.signal))) return false;
        }
        return hold(lock, caller);
      },
      hasLock: (caller, scope) => open(storeName(caller, scope)).holder === caller.executionId,
      releaseLock: (caller, scope) => release(open(storeName(caller, scope)), caller.executionId),
    },
    holder: (name) => locks.get(name)?.holder,
    hasDocumentLock: (caller) => locks.get(storeName(caller, 'document'))?.holder === caller.executionId,
  };
}
