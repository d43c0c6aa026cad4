/** The number of a formula's calls to Google: each takes time, and property calls have a daily quota. */
import { type Host, useHosts } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useService } from '../support/service.js';

const DAY_MS = 86_400_000;
const ARGUMENTS = ['expansionType', 'Data Centre', 'startDate', '-90d'];

const service = useService({ credits: 100_000 });
const recorder = useRecorder(service);
const startHost = useHosts();

/** Returns the calls of a formula, and if it sent a request. */
async function ask(host: Host, ...args: string[]) {
  recorder.clear();
  host.executions.records.splice(0);
  const table = await host.formula('EXPANSIONS', ...(args.length > 0 ? args : ARGUMENTS));
  const calls = host.executions.records[0]!.calls.map(({ name }) => String(name));
  return { calls, asked: recorder.requests.length > 0, rows: table.length - 1 };
}

test('a stored answer takes 2 calls, an uncached one at most 6, a bought one at most 14 with one lock', async () => {
  const host = await startHost({ connection: recorder.connection });
  const first = await ask(host);
  expect(first).toMatchObject({ asked: true });
  expect(first.rows).toBeGreaterThan(20);
  expect(first.calls.length).toBeLessThanOrEqual(14);
  expect(first.calls.filter((name) => name === 'Lock.tryLock')).toHaveLength(1);

  expect(await ask(host)).toMatchObject({ asked: false, calls: { length: 2 } });

  host.cache.clear();
  const evicted = await ask(host);
  expect(evicted).toMatchObject({ asked: false, rows: first.rows });
  expect(evicted.calls.length).toBeLessThanOrEqual(6);

  const other = await ask(host, 'expansionType', 'HQ', 'startDate', '-60d');
  expect(other.asked).toBe(true);
  expect(other.calls.length).toBeLessThanOrEqual(14);

  host.clock.advance(DAY_MS);
  const update = await ask(host);
  expect(update.asked).toBe(true);
  expect(update.calls.filter((name) => name === 'Lock.tryLock')).toHaveLength(1);
  // a copy has another id: the first purchase after six hours looks whether the payer has agreed to pay in this file
  expect(
    update.calls.filter((name) => /^Spreadsheet\.get(Id|SpreadsheetLocale|SpreadsheetTimeZone)$/.test(name)),
  ).toHaveLength(2);
  expect(update.calls.length).toBeLessThanOrEqual(15);

  const next = await ask(host, 'expansionType', 'HQ', 'startDate', '-60d');
  expect(next.asked).toBe(true);
  expect(next.calls.length).toBeLessThanOrEqual(14);
});
