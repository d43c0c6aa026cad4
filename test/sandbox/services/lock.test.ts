/** LockService excludes other executions, and a lock ends with its execution. */
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLocks } from '../../../src/sandbox/services/lock.js';
import { eventually } from '../../support/eventually.js';
import { useHosts, useOneHost } from '../../support/host.js';

const CODE = `
function hold(ms) { const lock = LockService.getDocumentLock(); const got = lock.tryLock(0); if (got) Utilities.sleep(ms); return got; }
function holdUntilFree() { const got = LockService.getDocumentLock().tryLock(0); while (got && PropertiesService.getScriptProperties().getProperty('free') !== 'yes') Utilities.sleep(5); return got; }
function free() { PropertiesService.getScriptProperties().setProperty('free', 'yes'); }
function attempt(ms) { return LockService.getDocumentLock().tryLock(ms); }
function attempts(count) { const lock = LockService.getScriptLock(); for (let i = 0; i < count; i += 1) lock.tryLock(0); return count; }
function add() {
  const lock = LockService.getScriptLock();
  lock.tryLock(20000);
  const store = PropertiesService.getScriptProperties();
  const n = Number(store.getProperty('n') || 0);
  Utilities.sleep(5);
  store.setProperty('n', n + 1);
  lock.releaseLock();
}
`;

const startHost = useHosts();
const host = useOneHost({ code: CODE });

const heldByAnother = async (): Promise<void> => {
  await eventually(() => host.locks.holder('document') !== undefined);
};

test('twenty executions that increment a counter under the lock lose no increment', async () => {
  await Promise.all(Array.from({ length: 20 }, () => host.run('add')));
  expect(host.properties.entries('script')).toEqual({ n: '20' });
});

test('tryLock gives up after its time limit', async () => {
  const holding = host.run('holdUntilFree');
  await heldByAnother();
  expect(await host.run('attempt', [20])).toBe(false);
  await host.run('free');
  expect(await holding).toBe(true);
});

test('a waiting execution gets the lock when the other execution ends without releasing it', async () => {
  const holding = host.run('hold', [50]);
  await heldByAnother();
  expect(await host.run('attempt', [5000])).toBe(true);
  await holding;
});

test('a killed execution leaves no lock behind', async () => {
  await expect(host.run('hold', [5000], { killAfterCalls: 1 })).rejects.toThrow('The execution was ended');
  expect(host.locks.holder('document')).toBeUndefined();
  expect(await host.run('attempt', [0])).toBe(true);
});

test('if operations are limited, the 61st within a minute is refused with Google’s words', async () => {
  const limited = await startHost({ code: CODE, switches: { lockOperations: 'limited' } });
  expect(await limited.run('attempts', [60])).toBe(60);
  await expect(limited.run('attempts', [1])).rejects.toMatchObject({
    errorName: 'Exception',
    message: 'There are too many LockService operations against the same script.',
  });
  limited.clock.advance(60_000);
  expect(await limited.run('attempts', [1])).toBe(1);
});

test('an execution that has ended gets no lock, because nobody would release it', async () => {
  const { holder, tryLock } = createLocks();
  expect(await tryLock({ signal: AbortSignal.abort() }, 'document', 0)).toBe(false);
  expect(holder('document')).toBeUndefined();
  expect(await tryLock({ signal: new AbortController().signal }, 'document', 0)).toBe(true);
});

test('the time limit of a wait survives a collection of garbage', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { tryLock } = createLocks();
  const signal = new AbortController().signal;
  await tryLock({ signal }, 'script', 0);
  const got = tryLock({ signal: new AbortController().signal }, 'script', 300);
  await sleep(20);
  collect();
  expect(await Promise.race([got, sleep(2000, 'no answer')])).toBe(false);
});
