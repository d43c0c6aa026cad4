/** LockService. */

import type { Scope } from '../bridge/operations.js';
import { Exception } from './exception.js';
import { strict } from './not-emulated.js';
import { requireArgument, type ServiceContext, storeOpener } from './services.js';

type Lock = Pick<GoogleAppsScript.Lock.Lock, 'hasLock' | 'releaseLock' | 'tryLock' | 'waitLock'>;

export function createLockService(context: ServiceContext) {
  const { call } = context;
  const createLock = (scope: Scope): Lock => {
    const tryLock = (timeoutInMillis: number): boolean => {
      requireArgument('timeoutInMillis', timeoutInMillis);
      return call('LockService.tryLock', scope, Number(timeoutInMillis));
    };
    return strict<Lock>('Lock', {
      tryLock,
      waitLock(timeoutInMillis) {
        if (!tryLock(timeoutInMillis)) {
          throw new Exception('Lock timeout: another process was holding the lock for too long.');
        }
      },
      hasLock: () => call('LockService.hasLock', scope),
      releaseLock: () => call('LockService.releaseLock', scope),
    });
  };
  const open = storeOpener(context, 'LockService', createLock);
  return strict('LockService', {
    getDocumentLock: () => open('getDocumentLock', 'document'),
    getScriptLock: () => open('getScriptLock', 'script'),
    getUserLock: () => open('getUserLock', 'user'),
  });
}
