/** LockService: the locks of the spreadsheet and of the script. */
import { tableOf } from './define.js';
import { opensStore, type Store, scopeOf } from './stores.js';

const SERVICE = 'LockService';

export const LOCK = tableOf<GoogleAppsScript.Lock.Lock, Store, ReturnType<typeof scopeOf>>({
  kind: 'Lock',
  service: SERVICE,
  // no source has measured a lock; it is a write that all executions see, so it costs as much as a write
  latencyMs: 64,
  target: scopeOf,
})({
  tryLock: { required: ['timeoutInMillis'], toArguments: (_lock, timeoutMs) => [Number(timeoutMs)] as const },
  releaseLock: {},
});

export const LOCK_SERVICE = tableOf<GoogleAppsScript.Lock.LockService>({ kind: SERVICE })({
  getDocumentLock: opensStore(LOCK, 'document'),
  getScriptLock: opensStore(LOCK, 'script'),
});
