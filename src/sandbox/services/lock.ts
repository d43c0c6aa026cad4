/** LockService: the locks of the spreadsheet, the script and the person. */
import { tableOf } from './define.js';
import { Exception } from './exception.js';
import { opensStore, type Store, scopeOf } from './stores.js';

const SERVICE = 'LockService';
const TIMEOUT = ['timeoutInMillis'];

export const LOCK = tableOf<GoogleAppsScript.Lock.Lock, Store, ReturnType<typeof scopeOf>>({
  kind: 'Lock',
  service: SERVICE,
  // no source has measured it: as dear as what is written for all executions, which a lock is
  latencyMs: 64,
  about: scopeOf,
})({
  tryLock: { required: TIMEOUT, sends: (_lock, timeoutMs) => [Number(timeoutMs)] as const },
  waitLock: {
    required: TIMEOUT,
    as: 'tryLock',
    sends: (_lock, timeoutMs) => [Number(timeoutMs)] as const,
    gives(isHeld: boolean) {
      if (!isHeld) throw new Exception('Lock timeout: another process was holding the lock for too long.');
    },
  },
  hasLock: { latencyMs: 4 },
  releaseLock: {},
});

export const LOCK_SERVICE = tableOf<GoogleAppsScript.Lock.LockService>({ kind: SERVICE })({
  getDocumentLock: opensStore(LOCK, 'document'),
  getScriptLock: opensStore(LOCK, 'script'),
  getUserLock: opensStore(LOCK, 'user'),
});
