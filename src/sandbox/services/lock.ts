/** LockService: the locks of the spreadsheet, the script and the person. */
import { tableOf } from './define.js';
import { Exception } from './exception.js';
import { opensStore, type Store } from './stores.js';

type Lock = GoogleAppsScript.Lock.Lock;

const SERVICE = 'LockService';
/** No source has measured it: as dear as what is written for all executions, which a lock is. */
const WRITE_MS = 64;
const TIMEOUT = ['timeoutInMillis'];

export const LOCK = tableOf<Lock>({ kind: 'Lock', service: SERVICE, latencyMs: WRITE_MS })({
  tryLock: { required: TIMEOUT, sends: ({ scope }: Store, timeoutMs) => [scope, Number(timeoutMs)] as const },
  waitLock: {
    required: TIMEOUT,
    as: 'tryLock',
    sends: ({ scope }: Store, timeoutMs) => [scope, Number(timeoutMs)] as const,
    gives(isHeld: boolean) {
      if (!isHeld) throw new Exception('Lock timeout: another process was holding the lock for too long.');
    },
  },
  hasLock: { sends: ({ scope }: Store) => [scope] as const, latencyMs: 4 },
  releaseLock: { sends: ({ scope }: Store) => [scope] as const },
});

export const LOCK_SERVICE = tableOf<GoogleAppsScript.Lock.LockService>({ kind: SERVICE })({
  getDocumentLock: opensStore(LOCK, 'document'),
  getScriptLock: opensStore(LOCK, 'script'),
  getUserLock: opensStore(LOCK, 'user'),
});
