/** LockService: taking, waiting for and releasing a lock in one execution. */
import { type Rule, thrownBy } from './rule.js';

type Lock = GoogleAppsScript.Lock.Lock;

/** The script's lock, which is free before and afterwards. */
function withLock<T>(work: (lock: Lock) => T): T {
  const lock = LockService.getScriptLock();
  lock.releaseLock();
  try {
    return work(lock);
  } finally {
    lock.releaseLock();
  }
}

const OPERATIONS = 60;

export const lockRules: readonly Rule[] = [
  {
    name: `${OPERATIONS} operations in a row are no more than Google allows`,
    source: 'platform',
    expected: 'nothing thrown',
    see: () =>
      withLock((lock) =>
        thrownBy(() => {
          for (let done = 0; done < OPERATIONS; done += 2) {
            lock.tryLock(1_000);
            lock.releaseLock();
          }
        }),
      ),
  },
  {
    name: 'a script that is bound to a spreadsheet has its lock and that of the script',
    source: 'docs',
    expected: [true, true],
    see: () => [LockService.getDocumentLock() !== null, LockService.getScriptLock() !== null],
  },
  {
    name: 'tryLock takes a free lock',
    source: 'gas-fakes',
    expected: true,
    see: () => withLock((lock) => lock.tryLock(10_000)),
  },
  {
    name: 'tryLock without a time takes a free lock',
    source: 'gas-fakes',
    expected: true,
    see: () => withLock((lock) => lock.tryLock(0)),
  },
  {
    name: 'tryLock of a lock that the execution has is true',
    source: 'gas-fakes',
    expected: [true, true],
    see: () => withLock((lock) => [lock.tryLock(10_000), lock.tryLock(10_000)]),
  },
  {
    name: 'releaseLock without a lock has no effect',
    source: 'docs',
    expected: 'nothing thrown',
    see: () => withLock((lock) => thrownBy(() => lock.releaseLock())),
  },
  {
    name: 'a lock that was released can be taken again',
    source: 'docs',
    expected: true,
    see: () =>
      withLock((lock) => {
        lock.tryLock(0);
        lock.releaseLock();
        return lock.tryLock(0);
      }),
  },
  {
    name: 'tryLock with a negative time is false',
    source: 'gas-fakes',
    expected: false,
    see: () => withLock((lock) => lock.tryLock(-100)),
  },
];
