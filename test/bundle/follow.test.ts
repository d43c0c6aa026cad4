/** Formulas over a service that tells what has changed: nothing is paid twice, and what was corrected away leaves. */
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

const ask = async (type: string) =>
  (await host.run(
    'EXPANSIONS',
    ['type', type, 'from', '2026-01-01', 'limit', 5_000, 'columns', 'id|company'],
    CELL,
  )) as unknown[][];
const paths = () => recorder.requests.map((request) => request.path);
function nextDay(): void {
  recorder.clear();
  host.clock.advance(DAY_MS);
  host.cache.clear();
}
/** Balances of all keys. */
const spent = () => service.command('keys', 'list', '--json');

test('a table is followed from its first request on: updates ask for changes alone', async () => {
  const mines = await ask('Mine');
  expect(paths()).toEqual([QUERY]);
  nextDay();
  const paid = await spent();
  expect(await ask('Mine')).toEqual(mines);
  expect(paths()).toEqual([CHANGES]);
  expect(await spent()).toBe(paid);

  // one becomes something else
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
