/** LockService: at most one execution has a lock, and the lock is free when the execution ends. */
import { EventEmitter, once } from 'node:events';
import type { Caller } from './define.js';
import { recorded, serviceOf, type Table, tableOf } from './define.js';
import { opensStore, type Scope, type Store, storeName } from './stores.js';

const MAX_TIMER_MS = 2 ** 31 - 1;

class Lock extends EventEmitter<{ free: [] }> {
  holder: number | undefined;

  hold({ executionId, signal }: Caller): void {
    const release = () => this.release(executionId);
    this.holder = executionId;
    signal.addEventListener('abort', release);
    // an execution can take the lock many times, so its signal must not collect listeners
    this.once('free', () => signal.removeEventListener('abort', release));
  }

  /** Wakes waiting executions in the order of their calls; the first takes the lock, others wait again. */
  release(executionId: number): void {
    if (this.holder !== executionId) return;
    this.holder = undefined;
    this.emit('free');
  }
}

export type Locks = ReturnType<typeof createLocks>;

export function createLocks() {
  const locks = new Map<string, Lock>();
  const lockOf = (name: string): Lock => {
    const lock = locks.get(name) ?? new Lock().setMaxListeners(0);
    locks.set(name, lock);
    return lock;
  };
  /** Returns the execution that has a lock; `storeName` returns the lock's name. */
  const holder = (lock: string): number | undefined => locks.get(lock)?.holder;
  return {
    holder,
    /** True if the execution has its spreadsheet's lock, for which custom functions may wait. */
    hasDocumentLock: (caller: Caller): boolean =>
      holder(storeName(caller, 'document')) === caller.executionId,
    /** Resolves with true if the caller got the lock. */
    async tryLock(caller: Caller, scope: Scope, timeoutMs: number): Promise<boolean> {
      if (Number.isNaN(timeoutMs)) throw new Error('Invalid argument: timeoutInMillis');
      if (timeoutMs < 0) return false;
      const lock = lockOf(storeName(caller, scope));
      return lock.holder === caller.executionId || acquire(lock, caller, timeoutMs);
    },
    release: (caller: Caller, scope: Scope): void =>
      lockOf(storeName(caller, scope)).release(caller.executionId),
  };
}

export function lockTables(locks: Locks): readonly Table[] {
  const lock = tableOf<GoogleAppsScript.Lock.Lock, Store>('Lock', {
    tryLock: {
      required: ['timeoutInMillis'],
      records: 'LockService.tryLock',
      handle: (call, timeoutMs) => locks.tryLock(call, call.scope, Number(timeoutMs)),
    },
    releaseLock: recorded('LockService.releaseLock', (call) => locks.release(call, call.scope)),
  });
  const service = serviceOf<GoogleAppsScript.Lock.LockService>('LockService', {
    getDocumentLock: opensStore(lock, 'document'),
    getScriptLock: opensStore(lock, 'script'),
  });
  return [lock, service];
}

/** Resolves with true if the caller got the lock, with false if the time or the execution ended first. */
async function acquire(lock: Lock, caller: Caller, timeoutMs: number): Promise<boolean> {
  const waitMs = Math.min(Math.ceil(timeoutMs), MAX_TIMER_MS);
  const endSignal =
    lock.holder === undefined ? caller.signal : AbortSignal.any([caller.signal, AbortSignal.timeout(waitMs)]);
  while (lock.holder !== undefined && waitMs > 0 && !endSignal.aborted)
    await once(lock, 'free', { signal: endSignal }).catch(() => undefined);
  // an execution that ended while it waited must not get the lock
  if (lock.holder !== undefined || caller.signal.aborted) return false;
  lock.hold(caller);
  return true;
}
