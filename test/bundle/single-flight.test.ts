/** Many cells, one request: formulas that run at once. test/bundle/crowd.test.ts has executions that die in between. */
import type { Host } from '../../src/sandbox/host/host.js';
import { readDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createGate } from '../support/gate.js';
import { useHosts } from '../support/host.js';
import { useRecorder } from '../support/recorder.js';
import { useOwnService } from '../support/service.js';

type Table = unknown[][];

const ARGUMENTS = ['expansionType', 'Data Centre', 'startDate', '-90d'];
const CELL = { mode: 'custom-function' } as const;

const service = useOwnService({ credits: 100_000 });
const recorder = useRecorder(service);
const startHost = useHosts();
/** What the service should have charged by now: a credit for each record that it sent. */
let charged = 0;

async function withHost<T>(use: (host: Host) => Promise<T>): Promise<T> {
  const host = await startHost({ connection: recorder.connection });
  recorder.clear();
  try {
    return await use(host);
  } finally {
    await host.close();
  }
}

test('a narrower question waits for the wider answer that is in flight', async () => {
  await withHost(async (host) => {
    const waiting = createGate();
    recorder.fault = () => ({ kind: 'held', until: waiting.opened });
    host.faults.killAfterCall = (_caller, _number, operation) => {
      if (operation === 'Utilities.sleep') waiting.open();
      return false;
    };
    const wide = host.run('EXPANSIONS', ARGUMENTS, CELL) as Promise<Table>;
    await eventually(() => recorder.requests.length > 0);
    const narrow = (await host.run(
      'EXPANSIONS',
      ['expansionType', 'Data Centre', 'startDate', '-30d'],
      CELL,
    )) as Table;
    const rows = (await wide).length - 1;
    expect(recorder.requests).toHaveLength(1);
    expect(narrow.length).toBeGreaterThan(1);
    expect(narrow.length).toBeLessThan(rows);
    charged += rows;
  });
});

test("the service's own ledger agrees", async () => {
  await service.stop();
  const [rows = []] = await readDatabase(service.dataDirectory, [
    { sql: `select coalesce(-sum(delta), 0)::int as spent from ledger where delta < 0`, parameters: [] },
  ]);
  expect(rows).toEqual([{ spent: charged }]);
});
