/** Calls that take as long as on Google. */
import { useHosts } from '../../support/host.js';

const CODE = `
function calls() {
  CacheService.getScriptCache().get('a');
  CacheService.getScriptCache().put('a', 'b', 60);
  PropertiesService.getScriptProperties().getProperty('a');
  PropertiesService.getScriptProperties().setProperty('a', 'b');
  LockService.getScriptLock().tryLock(0);
  SpreadsheetApp.getActiveSheet().getRange('A1').getValue();
}
`;

const startHost = useHosts();

test('each call takes as long as it is said to', async () => {
  const host = await startHost({ code: CODE, switches: { latency: 'google' } });
  await host.run('calls');
  const calls = host.executions.records()[0]?.calls ?? [];
  const least = [
    ['CacheService.get', 4],
    ['CacheService.put', 93],
    ['PropertiesService.getProperty', 34],
    ['PropertiesService.setProperties', 64],
    ['LockService.tryLock', 64],
    ['Spreadsheet.getSelection', 34],
    ['Range.getValues', 400],
  ] as const;
  expect(calls.map(({ name }) => name)).toEqual(least.map(([name]) => name));
  // a timer may fire up to a millisecond early, in each of two halves
  expect(calls.filter(({ durationMs }, index) => durationMs < (least[index]?.[1] ?? 0) - 2)).toEqual([]);
});

test('a call that is still in transit when its execution ends has no effect', async () => {
  const code = `function late() { PropertiesService.getScriptProperties().setProperty('a', 'b'); }`;
  const host = await startHost({ code, switches: { latency: 'google' }, timeLimitMs: { menu: 10 } });
  await expect(host.run('late')).rejects.toThrow('Exceeded maximum execution time');
  // a later call of the same kind has been answered: the first would have arrived by now
  await host.run('late', [], { mode: 'sidebar' });
  expect(host.quotas.of('owner@example.com').propertyWrites.used).toBe(1);
});
