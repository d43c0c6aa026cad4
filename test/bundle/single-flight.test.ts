/** Many cells, one request: formulas that run at once, and executions that die in between. */
import type { Host } from '../../src/sandbox/host/host.js';
import { readDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createGate } from '../support/gate.js';
import { useHosts } from '../support/host.js';
import { ledgerOf } from '../support/ledger.js';
import { useRecorder } from '../support/recorder.js';
import { scaledPoints } from '../support/scale.js';
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

test('forty cells that ask the same make one request and pay each record once', async () => {
  await withHost(async (host) => {
    const cells = Array.from({ length: 40 }, () => host.run('EXPANSIONS', ARGUMENTS, CELL));
    const settled = await Promise.allSettled(cells);
    const tables = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value as Table] : []));
    // the others wait for their turn, or Google refuses them
    expect(tables).toHaveLength(host.switches.crowded === 'queue' ? 40 : 30);
    expect(recorder.requests).toHaveLength(1);
    expect(new Set(tables.map((table) => JSON.stringify(table))).size).toBe(1);
    const records = tables[0]!.length - 1;
    expect(records).toBeGreaterThan(9);
    expect(ledgerOf(host)).toMatchObject({ today: records, open: [] });
    charged += records;
  });
});

test('the same question written in other words is the same question', async () => {
  await withHost(async (host) => {
    await host.run('EXPANSIONS', ARGUMENTS, CELL);
    charged += ((await host.run('EXPANSIONS', ARGUMENTS, CELL)) as Table).length - 1;
    await host.run(
      'EXPANSIONS',
      [undefined, 'from', '-90 days', 'TYPE', 'data  centre', 'sort', 'company'],
      CELL,
    );
    await host.run(
      'EXPANSIONS',
      [
        [
          ['expansiontype', 'Data Centre'],
          ['startDate', '90 days ago'],
        ],
      ],
      CELL,
    );
    expect(recorder.requests).toHaveLength(1);
  });
});

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

test('a cell that is killed after any service call leaves the right table to the next, and a ledger that never says too little', async () => {
  const whole = await withHost(async (host) => {
    const table = (await host.run('EXPANSIONS', ARGUMENTS, CELL)) as Table;
    charged += table.length - 1;
    return {
      table,
      calls: host.executions
        .records()
        .at(-1)!
        .calls.map((call) => call.name),
    };
  });
  const spent = whole.table.length - 1;
  // call numbers count from 1: the answer is there, and then it is kept together with its cost
  const answered = whole.calls.indexOf('UrlFetchApp.fetch') + 1;
  const kept = whole.calls.lastIndexOf('PropertiesService.setProperties') + 1;
  for (const calls of scaledPoints(whole.calls.length, 4, [answered - 1, answered, kept - 1, kept])) {
    await withHost(async (host) => {
      const killed = host.run('EXPANSIONS', ARGUMENTS, { ...CELL, killAfterCalls: calls });
      await expect(killed).rejects.toThrow();
      // the dead execution's lease is over
      host.clock.advance(30_000);
      const table = (await host.run('EXPANSIONS', ARGUMENTS, CELL)) as Table;
      const at = `killed after call ${calls}, ${whole.calls[calls - 1]}`;
      expect([at, table.length]).toEqual([at, whole.table.length]);
      const asked = recorder.requests.length;
      const untold = calls >= answered && calls < kept;
      expect([at, asked]).toEqual([at, untold ? 2 : 1]);
      // the same purchase, sent again under its own name
      expect(new Set(recorder.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      const { today, open } = ledgerOf(host);
      const said = today + open.reduce((sum, { amount }) => sum + amount, 0);
      expect([at, said >= spent]).toEqual([at, true]);
      charged += spent;
    });
  }
});

test("the service's own ledger agrees", async () => {
  await service.stop();
  const [rows = []] = await readDatabase(service.dataDirectory, [
    { sql: `select coalesce(-sum(delta), 0)::int as spent from ledger where delta < 0`, parameters: [] },
  ]);
  expect(rows).toEqual([{ spent: charged }]);
});
