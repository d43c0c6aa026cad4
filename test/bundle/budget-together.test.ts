/** Formulas that run at once and whose limits together exceed the budget. */
import { createGate } from '../support/gate.js';
import { useHosts } from '../support/host.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const startHost = useHosts();
const CELL = { mode: 'custom-function' } as const;
const COMPANIES = ['acme.example', 'beta.example', 'dune.example'];

test('credits that a formula reserves but does not need go to the others: each shows its whole table', async () => {
  for (const company of COMPANIES) service.add(3, '2026-01-05', company);
  const host = await startHost({ connection: service.connection });
  const rules = { dailyBudget: 100, freshness: { mode: 'daily' } };
  await host.run('saveRules', [rules], { mode: 'sidebar' });
  // the service answers the first formula only after the others wait
  const waiting = createGate();
  service.until = waiting.opened;
  host.faults.killAfterCall = (_caller, _number, operation) => {
    if (operation === 'Utilities.sleep') waiting.open();
    return false;
  };
  const tables = await Promise.all(
    COMPANIES.map((company) =>
      host.run('EXPANSIONS', [company, 'from', '2026-01-01', 'to', '2026-01-31'], CELL),
    ),
  );
  for (const table of tables as unknown[][][]) {
    expect([table[0]![0], table.length]).toEqual(['Announced', 4]);
  }
  expect(service.bodies.map(({ limit }) => limit).sort()).toEqual([100, 94, 97]);
  expect(service.charged).toBe(9);
});
