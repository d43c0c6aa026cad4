/** What a spreadsheet stores when its store is full. */
import type { SidebarState } from '../../src/contract/sidebar-api.js';
import type { Host } from '../../src/sandbox/host/host.js';
import { useHosts } from '../support/host.js';
import { useService } from '../support/service.js';
import { DAY_MS } from './jobs-spreadsheet.js';
import { useSmallService } from './small-service.js';

const service = useService({ credits: 100_000 });
const small = useSmallService();
const STORE_BYTES = 500_000;
const PIECE_BYTES = 8_000;
const startHost = useHosts();

const sizeOf = (host: Host) =>
  Object.entries(host.properties.entries('document')).reduce((sum, pair) => sum + pair.join('').length, 0);

test('D52 a large free table evicts no paid records', async () => {
  const host = await startHost({ connection: { baseUrl: service.baseUrl, apiKey: service.apiKey } });
  // at noon, so that no month begins before the spending is read again
  host.clock.advance(1.5 * DAY_MS - (host.clock.now() % DAY_MS));
  const rules = { dailyBudget: 10_000, freshness: { mode: 'daily', minutes: 60 } };
  const spent = async () =>
    ((await host.run('sidebarState', [], { mode: 'sidebar' })) as SidebarState).activity.month;
  await host.run('saveRules', [rules], { mode: 'sidebar' });
  const day = (ago: number) => new Date(host.clock.now() - ago * DAY_MS).toISOString().slice(0, 10);
  // fixed days, so that the query is the same after midnight
  const asked = [undefined, 'from', day(90), 'to', day(60), 'limit', 1_000];
  const paid = () => host.formula('EXPANSIONS', ...asked);
  const bought = await paid();
  const before = await spent();
  expect(before).toBe(bought.length - 1);
  // other properties leave less space than free tables need
  const free = 120_000;
  for (let piece = 0; STORE_BYTES - sizeOf(host) > free + PIECE_BYTES; piece++)
    host.properties.write('document', { [`other.${piece}`]: 'x'.repeat(PIECE_BYTES) });
  for (let month = 0; month < 12; month++) {
    host.clock.advance(60_000);
    const days = ['from', day(30 * month + 29), 'to', day(30 * month)];
    await host.formula('HIRINGS', undefined, ...days, 'limit', 1_000);
  }
  host.cache.clear();
  expect((await paid()).length).toBe(bought.length);
  expect(await spent()).toBe(before);
});

test('many calls in another alphabet fit into the log', async () => {
  const host = await startHost({ connection: small.connection });
  host.workbook.facade.getActiveSheet()?.setName('СписокКомпанийИИхНовостейЗаЭтотГод');
  const calls = 25;
  for (let number = 0; number < calls; number++) {
    const name = `Компания ${number} ${'ОченьДлинноеНазвание'.repeat(6)}`;
    await host.formula('EXPANSIONS', name, 'from', '2026-01-01', 'to', '2026-01-31');
  }
  expect(small.bodies).toHaveLength(calls);
  const { activity } = (await host.run('sidebarState', [], { mode: 'sidebar' })) as SidebarState;
  expect(activity.held).toEqual([]);
  expect(activity.calls[0]?.question).toContain(`Компания ${calls - 1} `);
  expect(activity.calls.length).toBeGreaterThan(calls / 2);
});
