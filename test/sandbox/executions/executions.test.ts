/** Executions: isolation, limits of time and number, latency, and ends on purpose. */
import { setTimeout as sleep } from 'node:timers/promises';
import { useHosts, useOneHost } from '../../support/host.js';

const CODE = `
var count = 0;
function countUp() { count += 1; globalThis.kept = (globalThis.kept || 0) + 1; Array.prototype.leaked = true; return [count, globalThis.kept]; }
function seesLeak() { return [].leaked === true; }
function fails() { throw new RangeError('too far'); }
function throwsText() { throw 'plain text'; }
function writeFive() { for (let i = 1; i <= 5; i += 1) PropertiesService.getScriptProperties().setProperty('k' + i, 'v'); return 'done'; }
function forgets() { Promise.reject(new Error('forgotten')); return 'done'; }
function date() { return new Date(2024, 0, 31, 13); }
function nan() { return [NaN, Infinity, undefined, null]; }
/** How many times slower a built-in is as a global than as a constant beside the loop. */
function slowness() {
  const time = function (loop) {
    let best = Infinity;
    for (let round = 0; round < 15; round += 1) {
      const start = Date.now();
      loop();
      best = Math.min(best, Date.now() - start);
    }
    return best;
  };
  const array = Array;
  const local = time(function () { let n = 0; for (let i = 0; i < 4e6; i += 1) if (array.isArray(n)) n += 1; });
  const global = time(function () { let n = 0; for (let i = 0; i < 4e6; i += 1) if (Array.isArray(n)) n += 1; });
  return global / (local || 1);
}
`;

const startHost = useHosts();
const host = useOneHost({ code: CODE });

test('each execution starts with fresh globals', async () => {
  expect(await host.run('countUp')).toEqual([1, 1]);
  expect(await host.run('countUp')).toEqual([1, 1]);
  expect(await host.run('seesLeak')).toBe(false);
});

test('an error keeps its name, its message and its line', async () => {
  await expect(host.run('fails')).rejects.toMatchObject({ note: 'RangeError: too far (line 5).' });
  await expect(host.run('throwsText')).rejects.toMatchObject({ note: 'plain text' });
});

test('a promise that a script rejects and forgets ends neither its thread nor the host', async () => {
  expect(await host.run('forgets')).toBe('done');
  // the thread would end, and be given to the next execution
  await sleep(100);
  expect(await host.run('seesLeak')).toBe(false);
});

test('the error for a missing function has its name', async () => {
  await expect(host.run('nothing')).rejects.toThrow('Script function not found: nothing');
  // built-in functions are not functions of the script
  for (const name of ['constructor', 'toString', 'eval', 'Function', 'parseInt'])
    await expect(host.run(name)).rejects.toThrow(`Script function not found: ${name}`);
});

test('dates, NaN and infinities are returned unchanged', async () => {
  expect(await host.run('date')).toEqual(new Date('2024-01-31T13:00:00Z'));
  expect(await host.run('nan')).toEqual([Number.NaN, Number.POSITIVE_INFINITY, null, null]);
});

test('an execution killed after its third call has made three writes and returns no answer', async () => {
  await expect(host.run('writeFive', [], { killAfterCalls: 3 })).rejects.toThrow('The execution was ended');
  expect(Object.keys(host.properties.entries('script'))).toEqual(['k1', 'k2', 'k3']);
  expect(host.executions.records.at(-1)?.calls).toHaveLength(3);
});

test('a global built-in costs about as much as a constant, as in an ordinary global object', async () => {
  const { run } = await startHost({ code: CODE });
  // in a context with an interceptor it costs 27 times as much
  expect(await run('slowness')).toBeLessThan(8);
});

test('with Google’s latency each call takes its time, and has no effect if its execution ends meanwhile', async () => {
  const code = `
function late() { PropertiesService.getScriptProperties().setProperty('a', 'b'); }
function calls() {
  CacheService.getDocumentCache().getAll(['a']);
  CacheService.getDocumentCache().putAll({ a: 'b' }, 60);
  PropertiesService.getScriptProperties().getProperty('a');
  PropertiesService.getScriptProperties().setProperty('a', 'b');
  LockService.getScriptLock().tryLock(0);
  SpreadsheetApp.getActiveSheet().getRange('A1').getValue();
}`;
  const slow = await startHost({ code, switches: { latency: 'google' }, timeLimitMs: { menu: 10 } });
  await slow.run('calls', [], { mode: 'sidebar' });
  const calls = slow.executions.records[0]?.calls ?? [];
  const least = [
    ['Cache.getAll', 4],
    ['Cache.putAll', 93],
    ['Properties.getProperty', 34],
    ['Properties.setProperty', 64],
    ['Lock.tryLock', 64],
    ['SpreadsheetApp.getActiveSheet', 34],
    ['Range.getValue', 400],
  ] as const;
  expect(calls.map(({ name }) => name)).toEqual(least.map(([name]) => name));
  // a timer can fire up to a millisecond early in each of the two halves
  expect(calls.filter(({ durationMs }, index) => durationMs < (least[index]?.[1] ?? 0) - 2)).toEqual([]);

  const left = () => slow.quotas.left('owner@example.com', 'properties');
  const before = left();
  await expect(slow.run('late')).rejects.toThrow('Exceeded maximum execution time');
  // this later call of the same kind is answered, so the first one would have arrived, too
  await slow.run('late', [], { mode: 'sidebar' });
  expect(left()).toBe(before - 1);
});
