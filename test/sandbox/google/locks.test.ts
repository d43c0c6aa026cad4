/** LockService really excludes other executions, and no lock outlives its execution. */

import { eventually } from '../../support/eventually.js';
import { useOneHost } from '../../support/host.js';

const CODE = `
function hold(ms) { const lock = LockService.getDocumentLock(); const got = lock.tryLock(0); if (got) Utilities.sleep(ms); return got; }
function attempt(ms) { return LockService.getDocumentLock().tryLock(ms); }
function wait(ms) { LockService.getDocumentLock().waitLock(ms); return 'held'; }
function add() {
  const lock = LockService.getScriptLock();
  lock.waitLock(20000);
  const store = PropertiesService.getScriptProperties();
  const n = Number(store.getProperty('n') || 0);
  Utilities.sleep(5);
  store.setProperty('n', n + 1);
  lock.releaseLock();
}
function twice() { const lock = LockService.getDocumentLock(); return [lock.hasLock(), lock.tryLock(0), LockService.getDocumentLock().tryLock(0), lock.hasLock(), (lock.releaseLock(), lock.hasLock())]; }
`;

const host = useOneHost({ code: CODE });

const heldByAnother = async (): Promise<void> => {
  await eventually(() => host.locks.holder('document') !== undefined);
};

test('twenty executions that count under the lock lose no count', async () => {
  await Promise.all(Array.from({ length: 20 }, () => host.run('add')));
  expect(host.properties.entries('script')).toEqual({ n: '20' });
});

test('tryLock gives up after its time', async () => {
  const holding = host.run('hold', [300]);
  await heldByAnother();
  expect(await host.run('attempt', [20])).toBe(false);
  expect(await holding).toBe(true);
});

test('tryLock with a negative time gets nothing, even if the lock is free', async () => {
  expect(await host.run('attempt', [-1])).toBe(false);
  await expect(host.run('wait', [-1])).rejects.toThrow('Lock timeout');
  expect(await host.run('attempt', [0])).toBe(true);
});

test('a waiting execution gets the lock when the other execution ends without releasing it', async () => {
  const holding = host.run('hold', [50]);
  await heldByAnother();
  expect(await host.run('wait', [5000])).toBe('held');
  await holding;
});

test('waitLock throws when its time is over', async () => {
  const holding = host.run('hold', [200]);
  await heldByAnother();
  await expect(host.run('wait', [10])).rejects.toThrow('Lock timeout');
  await holding;
});

test('a killed execution leaves no lock behind', async () => {
  await expect(host.run('hold', [5000], { killAfterCalls: 1 })).rejects.toThrow('The execution was ended');
  expect(host.locks.holder('document')).toBeUndefined();
  expect(await host.run('attempt', [0])).toBe(true);
});

test('the execution that holds the lock has it again at once', async () => {
  expect(await host.run('twice')).toEqual([false, true, true, true, false]);
});
