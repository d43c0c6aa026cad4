/** Many cells, thirty simultaneous executions, and executions that die at random. */
import { sqlIn } from '../support/database.js';
import { useHost } from '../support/host.js';
import { ledgerOf } from '../support/ledger.js';
import { createRandom } from '../support/random.js';
import { useRecorder } from '../support/recorder.js';
import { scaled } from '../support/scale.js';
import { SEED } from '../support/seed.js';
import { useOwnService } from '../support/service.js';

type Table = unknown[][];

const CELL = { mode: 'custom-function' } as const;
const AT_ONCE = 30;
/** Executions take one that has not answered by then for dead. */
const LEASE_MS = 21_000;
const ROUNDS = scaled(4, 50);
/** The cells have ten different queries. */
const CELLS = scaled(80, 200);
const TYPES = 'HQ|Mine|Store|Route|Fleet|Restaurant|Data Centre|Renewables|Education|Other'.split('|');

const service = useOwnService({ credits: 1_000_000, env: { RATE_LIMIT: '1000000' } });
const recorder = useRecorder(service);
const host = useHost(() => ({ connection: recorder.connection }));
/** The sum of all ledgers of the add-on. */
let said = 0;

/** Runs the cells, AT_ONCE at a time; a killed one returns undefined instead of a table. */
async function runAll(
  cells: readonly (readonly unknown[])[],
  killed?: { readonly cell: number; readonly afterCalls: number },
): Promise<(Table | undefined)[]> {
  const tables: (Table | undefined)[] = [];
  let next = 0;
  const work = async () => {
    while (next < cells.length) {
      const cell = next++;
      const kill = killed?.cell === cell ? { killAfterCalls: killed.afterCalls } : {};
      const run = host.run('EXPANSIONS', cells[cell], { ...CELL, ...kill }) as Promise<Table>;
      tables[cell] = await run.catch((error: Error) => {
        if (killed?.cell === cell) return undefined;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tables;
}

test(`${CELLS} cells with ten queries send ten requests`, async () => {
  const types = Array.from({ length: CELLS }, (_, cell) => TYPES[cell % TYPES.length]);
  const cells = types.map((type) => ['type', type, 'from', '-700d', 'limit', 50]);
  const tables = await runAll(cells);
  expect(recorder.requests).toHaveLength(TYPES.length);
  for (const [cell, table] of tables.entries()) {
    expect(table).toEqual(tables[cell % TYPES.length]);
    expect(table!.length).toBeGreaterThan(1);
  }
  expect(ledgerOf(host).open).toEqual([]);
  said += ledgerOf(host).today;
});

test(`${ROUNDS} rounds with a random killed execution: one purchase, at most one request more, and every cell answers`, async () => {
  const { below } = createRandom(SEED);
  for (let round = 0; round < ROUNDS; round++) {
    recorder.clear();
    const startedAt = Date.now();
    const type = TYPES[round % TYPES.length];
    const question = ['type', type, 'limit', 5, 'jobs', `>=${round + 1}`, 'from', '-300d'];
    const cells = Array.from({ length: AT_ONCE }, () => question);
    const tables = await runAll(cells, { cell: below(AT_ONCE), afterCalls: 1 + below(34) });
    const answered = tables.filter((table) => table !== undefined);
    expect([round, answered.length >= AT_ONCE - 1]).toEqual([round, true]);
    expect([round, new Set(answered.map((table) => JSON.stringify(table))).size]).toEqual([round, 1]);
    const keys = recorder.requests.map(({ headers }) => headers['idempotency-key']);
    // the answer to a wider question of an earlier round may hold all that is shown
    expect({ round, isPaidTwice: new Set(keys).size > 1 }).toEqual({ round, isPaidTwice: false });
    // on a slow machine, executions repeat a request that is still on its way: it is charged once
    const isSlow = Date.now() - startedAt > LEASE_MS;
    expect({ round, isMore: !isSlow && keys.length > 2 }).toEqual({ round, isMore: false });
  }
  expect(ledgerOf(host).open).toEqual([]);
  said += ledgerOf(host).today;
});

test('the service’s own ledger has the same sum', async () => {
  await service.stop();
  const charged = 'select coalesce(-sum(delta), 0)::int as spent from ledger where delta < 0';
  expect(await sqlIn(service.dataDirectory, charged)).toEqual([{ spent: said }]);
});
