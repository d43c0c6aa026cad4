/** Nobody pays twice if the document cache is always full, or fails. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventually } from '../support/eventually.js';
import { useHosts } from '../support/host.js';
import { ledgerOf } from '../support/ledger.js';
import { useRecorder } from '../support/recorder.js';
import { useOwnService } from '../support/service.js';

/** In all three questions fewer than the thirty executions of a person. */
const AT_ONCE = 8;
const TYPES = ['HQ', 'Mine', 'Store'];
const MAX_ITEMS = 1000;
/** The add-on, and a function that fills the cache with what is kept for six hours. */
const CODE = `${readFileSync(path.resolve(__dirname, '../../dist/Code.js'), 'utf8')}
function fill(count, prefix) {
  var items = {};
  for (var i = 0; i < count; i += 1) items[prefix + i] = 'v';
  CacheService.getDocumentCache().putAll(items, 21600);
}`;

const service = useOwnService({ credits: 100_000 });
const recorder = useRecorder(service);
const startHost = useHosts();

test('each question is bought once', async () => {
  const host = await startHost({ code: CODE, connection: recorder.connection });
  recorder.clear();
  let fills = 0;
  let isFilling = false;
  /** Makes the cache full again: the next value that the add-on puts evicts a hundred others. */
  const fill = async () => {
    const free = MAX_ITEMS - host.cache.entries('document').size;
    if (free <= 0 || isFilling) return;
    isFilling = true;
    fills += 1;
    await host.run('fill', [free, `${fills}-`]);
    isFilling = false;
  };
  const ask = (type: string) => host.formula('EXPANSIONS', 'type', type, 'from', '-90d', 'limit', 20);
  const askInCells = () =>
    Promise.all(TYPES.flatMap((type) => Array.from({ length: AT_ONCE }, () => ask(type))));
  await fill();
  host.faults.killAfterCall = () => {
    void fill();
    return false;
  };
  const tables = await askInCells();
  for (const [cell, table] of tables.entries()) expect(table).toEqual(tables[cell - (cell % AT_ONCE)]);
  // once more, without what was evicted
  expect(await askInCells()).toEqual(tables);
  await eventually(() => !isFilling);
  expect(fills).toBeGreaterThan(2);
  expect(recorder.requests.filter(({ path: asked }) => !asked.endsWith('/estimate'))).toHaveLength(
    TYPES.length,
  );
  expect(ledgerOf(host).open).toEqual([]);
});
