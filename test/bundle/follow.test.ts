/** Formulas with a service that reports changes: no record is paid twice, and unmatched records leave. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { useHost } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useOwnService } from '../support/service.js';

const service = useOwnService({ credits: 100_000 });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: recorder.connection }));
const CELL = { mode: 'custom-function' } as const;
const DAY_MS = 86_400_000;
const QUERY = '/api/v2/dataset/business-expansion';
const CHANGES = `${QUERY}/changes`;

const OPTIONS = ['from', '2026-01-01', 'limit', 5_000, 'columns', 'id|company'];
const ask = async (type: string) =>
  (await host.run('EXPANSIONS', ['type', type, ...OPTIONS], CELL)) as unknown[][];
const paths = () => recorder.requests.map((request) => request.path);
function nextDay(): void {
  recorder.clear();
  host.clock.advance(DAY_MS);
  host.cache.clear();
}
/** The balances of all keys. */
const spent = () => service.command('keys', 'list', '--json');

test('after a table’s first request, updates request only changes', async () => {
  const mines = await ask('Mine');
  expect(paths()).toEqual([QUERY]);
  nextDay();
  const paid = await spent();
  expect(await ask('Mine')).toEqual(mines);
  expect(paths()).toEqual([CHANGES]);
  expect(await spent()).toBe(paid);

  // a record gets another type
  const answer = await fetch(service.baseUrl + QUERY, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': await service.createKey(100_000) },
    body: JSON.stringify({ expansionType: 'Mine', limit: 5_000 }),
  });
  const [, [id]] = mines as [unknown, [string]];
  const record = ((await answer.json()) as { id: string }[]).find((one) => one.id === id);
  const file = path.join(service.dataDirectory, 'corrected.ndjson');
  await writeFile(file, JSON.stringify({ ...record, expansionType: 'Store' }));
  await service.command('import', 'business-expansion', file);
  nextDay();
  expect(await ask('Mine')).toEqual(mines.filter((row) => row[0] !== id));
  expect(paths()).toEqual([CHANGES]);
  expect(await spent()).toContain(paid.slice(1, -2));
});
