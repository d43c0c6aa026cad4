/** Calls with Google's latency. */
import { useHosts } from '../../support/host.js';

const CODE = `
function calls() {
  CacheService.getDocumentCache().getAll(['a']);
  CacheService.getDocumentCache().putAll({ a: 'b' }, 60);
  PropertiesService.getScriptProperties().getProperty('a');
  PropertiesService.getScriptProperties().setProperty('a', 'b');
  LockService.getScriptLock().tryLock(0);
  SpreadsheetApp.getActiveSheet().getRange('A1').getValue();
}
`;

const startHost = useHosts();

test('each call takes its documented latency', async () => {
  const host = await startHost({ code: CODE, switches: { latency: 'google' } });
  await host.run('calls');
  const calls = host.executions.records()[0]?.calls ?? [];
  const least = [
    ['CacheService.getAll', 4],
    ['CacheService.put', 93],
    ['PropertiesService.getProperty', 34],
    ['PropertiesService.setProperties', 64],
    ['LockService.tryLock', 64],
    ['Spreadsheet.getSelection', 34],
    ['Range.getValues', 400],
  ] as const;
  expect(calls.map(({ name }) => name)).toEqual(least.map(([name]) => name));
  // a timer can fire up to a millisecond early in each of the two halves
  expect(calls.filter(({ durationMs }, index) => durationMs < (least[index]?.[1] ?? 0) - 2)).toEqual([]);
});

test('a call in transit has no effect if its execution ends', async () => {
  const code = `function late() { PropertiesService.getScriptProperties().setProperty('a', 'b'); }`;
  const host = await startHost({ code, switches: { latency: 'google' }, timeLimitMs: { menu: 10 } });
  await expect(host.run('late')).rejects.toThrow('Exceeded maximum execution time');
  // this later call of the same kind is answered, so the first one would have arrived, too
  await host.run('late', [], { mode: 'sidebar' });
  expect(host.quotas.of('owner@example.com').propertyWrites.used).toBe(1);
});
