/** LockService refuses scripts that use it too often, by a limit that Google does not document. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { useHosts } from '../support/host.js';
import { useSmallService } from './small-service.js';

const CODE = readFileSync(path.join(__dirname, '../../dist/Code.js'), 'utf8');

const service = useSmallService();
const startHost = useHosts();

/** Returns the built script with a lock service that refuses an execution's first calls of a method. */
function codeWith(failures: number, method: string): string {
  return `
    const GoogleLockService = LockService;
    let lockCalls = 0;
    const refuse = (method) => {
      if (method === '${method}' && ++lockCalls <= ${failures})
        throw new Error('Zu viele LockService-Vorgänge für dasselbe Skript.');
    };
    Object.defineProperty(globalThis, 'LockService', { value: {
      getScriptLock: () => GoogleLockService.getScriptLock(),
      getDocumentLock() {
        const lock = GoogleLockService.getDocumentLock();
        return {
          releaseLock: () => (refuse('releaseLock'), lock.releaseLock()),
          tryLock: (ms) => (refuse('tryLock'), lock.tryLock(ms)),
        };
      },
    } });
    ${CODE}`;
}

async function ask(failures: number, method = 'tryLock') {
  const day = new Date().toISOString().slice(0, 10);
  service.add(3, day);
  const host = await startHost({ connection: service.connection });
  host.load({ code: codeWith(failures, method) });
  const asked = host.formula('EXPANSIONS', 'acme.example', 'from', day, 'to', day, 'limit', 5);
  const outcome = await asked.then(
    (table) => table.length,
    (error: Error) => error.message,
  );
  const sleeps = host.executions.records.flatMap(({ calls }) =>
    calls.filter(({ name }) => name === 'Utilities.sleep'),
  );
  return { outcome, sleeps: sleeps.length, charged: service.charged };
}

test('fact 2: a refused call for the lock is repeated after a pause, whatever the message', async () => {
  expect(await ask(2)).toEqual({ outcome: 4, sleeps: 2, charged: 3 });
});

test('fact 2: a lock that is refused again and again is our #BUSY and costs nothing', async () => {
  const { outcome, charged } = await ask(1_000);
  expect(outcome).toMatch(/^#BUSY: /);
  expect(charged).toBe(0);
});

test('fact 2: a refused release of the lock is repeated, and what was done under the lock counts', async () => {
  expect(await ask(1, 'releaseLock')).toEqual({ outcome: 4, sleeps: 1, charged: 3 });
  service.clear();
  expect(await ask(3, 'releaseLock')).toMatchObject({ outcome: 4, charged: 3 });
});

test('fact 2: past Google’s limit a formula is #BUSY, too, and costs nothing', async () => {
  const day = new Date().toISOString().slice(0, 10);
  service.add(3, day);
  const host = await startHost({ connection: service.connection, switches: { lockOperations: 'limited' } });
  // what saving the connection has used no longer counts
  host.clock.advance(60_000);
  for (let used = 0; used < 60; used += 1) host.locks.count(host.clock.now());
  const asked = host.formula('EXPANSIONS', 'acme.example', 'from', day, 'to', day, 'limit', 5);
  await expect(asked).rejects.toThrow(/^#BUSY: /);
  expect(service.charged).toBe(0);
});
