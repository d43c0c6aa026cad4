/** The document's properties, full by Google's count: what is paid is booked and kept. test/addon/answers/full-store.test.ts has all sizes. */
import { USERS } from '../../src/sandbox/bridge/modes.js';
import { type Caller, FIRST_DOCUMENT } from '../../src/sandbox/google/caller.js';
import type { Host } from '../../src/sandbox/host/host.js';
import { useHosts } from '../support/host.js';
import { useSmallService } from './small-service.js';

const STORE_BYTES = 500_000;
const PIECE_BYTES = 8_900;
const RECORDS = 100;
const FIRMS = 12;
const MINUTE_MS = 60_000;
const OWNER = { documentId: FIRST_DOCUMENT, user: USERS.owner } as Caller;

const service = useSmallService();
const startHost = useHosts();

const firm = (number: number) => `firm-${100 + number}.example`;
const buy = (host: Host, number: number) =>
  host.run('EXPANSIONS', [firm(number), 'from', '2026-01-01', 'to', '2026-01-31'], {
    mode: 'custom-function',
  }) as Promise<unknown[][]>;
const sidebar = (host: Host) => host.run('sidebarState', [], { mode: 'sidebar' });

/** A spreadsheet whose formulas have bought a hundred records each. */
async function openPaid(): Promise<Host> {
  for (let number = 0; number <= FIRMS; number++) service.add(RECORDS, '2026-01-05', firm(number));
  const host = await startHost({ connection: service.connection });
  const state = (await sidebar(host)) as { rules: object };
  await host.run('saveRules', [{ ...state.rules, dailyBudget: 100_000 }], { mode: 'sidebar' });
  for (let number = 0; number < FIRMS; number++) {
    await buy(host, number);
    host.clock.advance(MINUTE_MS);
  }
  expect(service.charged).toBe(FIRMS * RECORDS);
  return host;
}

const store = (host: Host) => host.properties.entries('document');
const sizeOf = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).reduce((sum, pair) => sum + Buffer.byteLength(pair.join('')), 0);

/** What else a spreadsheet keeps there: jobs, and formulas that are out of their cells for a refresh. */
function fillUpTo(host: Host, free: number): void {
  const room = STORE_BYTES - sizeOf(store(host)) - free;
  const values: Record<string, string> = {};
  for (let from = 0; from < room; from += PIECE_BYTES) {
    const name = `other.${from}`;
    const bytes = Math.min(PIECE_BYTES, room - from) - name.length;
    if (bytes > 0) values[name] = 'x'.repeat(bytes);
  }
  host.properties.handlers.setProperties(OWNER, 'document', values, false);
  expect(STORE_BYTES - sizeOf(store(host))).toBeLessThan(free + 20);
}

async function expectBookedAndKept(host: Host): Promise<void> {
  const paid = (FIRMS + 1) * RECORDS;
  expect(service.charged).toBe(paid);
  const state = (await sidebar(host)) as { health: readonly string[] };
  expect(state).toMatchObject({ activity: { today: paid, held: [] } });
  host.cache.clear();
  expect(await buy(host, FIRMS)).toHaveLength(RECORDS + 1);
  expect(service.charged).toBe(paid);
  if (state.health.length > 0) {
    expect(state.health).toEqual(['store-full']);
    return;
  }
  // what is not said to be lost is kept
  for (let number = 0; number < FIRMS; number++) {
    expect(await buy(host, number)).toHaveLength(RECORDS + 1);
  }
  expect(service.charged).toBe(paid);
}

test('a formula that finds no byte free is paid once, and older answers make room for it', async () => {
  const host = await openPaid();
  fillUpTo(host, 0);
  expect(await buy(host, FIRMS)).toHaveLength(RECORDS + 1);
  await expectBookedAndKept(host);
});

test('many calls in another alphabet fit into the log', async () => {
  const host = await startHost({ connection: service.connection });
  host.workbook.workbook.getActiveSheet()?.setName('СписокКомпанийИИхНовостейЗаЭтотГод');
  const calls = 25;
  for (let number = 0; number < calls; number++) {
    const name = `Компания ${number} ${'ОченьДлинноеНазвание'.repeat(6)}`;
    const asked = host.run('EXPANSIONS', [name, 'from', '2026-01-01', 'to', '2026-01-31'], {
      mode: 'custom-function',
    });
    await expect(asked).resolves.toBeDefined();
  }
  expect(service.bodies).toHaveLength(calls);
  const { activity } = (await sidebar(host)) as {
    activity: { calls: { question: string }[]; held: unknown[] };
  };
  expect(activity.held).toEqual([]);
  expect(activity.calls[0]?.question).toContain(`Компания ${calls - 1} `);
  expect(activity.calls.length).toBeGreaterThan(calls / 2);
});
