/** LockService: a lock belongs to one execution at a time and ends with it. */
import { LOCK } from '../services/lock.js';
import { type Caller, storeName } from './caller.js';
import { serviceOf } from './dispatch.js';

interface Lock {
  holder: number | undefined;
  /** Stops waiting for the end of the execution that holds it. */
  unwatch: () => void;
  /** Those who wait, in the order of their calls. */
  readonly queue: Set<() => void>;
}

export type Locks = ReturnType<typeof createLocks>;

export function createLocks() {
  const locks = new Map<string, Lock>();
  const open = (name: string): Lock => {
    const lock = locks.get(name) ?? { holder: undefined, unwatch: () => {}, queue: new Set() };
    locks.set(name, lock);
    return lock;
  };
  /** The execution that holds a lock; names come from `storeName`. */
  const holder = (lock: string): number | undefined => locks.get(lock)?.holder;
  return {
    holder,
    /** Whether the execution holds the lock of its spreadsheet: the one that custom functions may wait for. */
    hasDocumentLock: (caller: Caller): boolean =>
      holder(storeName(caller, 'document')) === caller.executionId,
    service: serviceOf(LOCK, {
      tryLock: async (caller, scope, timeoutMs) => {
        if (Number.isNaN(timeoutMs)) throw new Error('Invalid argument: timeoutInMillis');
        if (timeoutMs < 0) return false;
        const lock = open(storeName(caller, scope));
        if (lock.holder === caller.executionId) return true;
        const deadline = performance.now() + timeoutMs;
        while (lock.holder !== undefined) {
          const left = deadline - performance.now();
          if (left <= 0 || !(await isFree(lock, left, caller.signal))) return false;
        }
        return hold(lock, caller);
      },
      hasLock: (caller, scope) => holder(storeName(caller, scope)) === caller.executionId,
      releaseLock: (caller, scope) => release(open(storeName(caller, scope)), caller.executionId),
    }),
  };
}

function hold(lock: Lock, caller: Caller): boolean {
  // an execution that was killed while it waited must not get the lock
  if (caller.signal.aborted) {
    wakeNext(lock);
    return false;
  }
  lock.holder = caller.executionId;
  const end = () => release(lock, caller.executionId);
  caller.signal.addEventListener('abort', end, { once: true });
  lock.unwatch = () => caller.signal.removeEventListener('abort', end);
  return true;
}

function release(lock: Lock, executionId: number): void {
  if (lock.holder !== executionId) return;
  lock.holder = undefined;
  lock.unwatch();
  wakeNext(lock);
}

function wakeNext({ queue }: Lock): void {
  const [next] = queue;
  next?.();
}

/** Resolves when the lock has become free, or with false when the time or the execution is over. */
function isFree({ queue }: Lock, timeoutMs: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isNext: boolean): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      queue.delete(wake);
      resolve(isNext);
    };
    const wake = () => settle(true);
    const giveUp = () => settle(false);
    const timer = setTimeout(giveUp, timeoutMs);
    signal.addEventListener('abort', giveUp, { once: true });
    queue.add(wake);
  });
}
