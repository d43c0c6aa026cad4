/** What live mode asks of Google's property service: the count in the sidebar, and the calls that its estimate takes for granted. */
import { PROPERTY_CALLS_OF_CHECK } from '../../../src/contract/live-use.js';
import { USERS } from '../../../src/sandbox/bridge/modes.js';
import type { Host } from '../../../src/sandbox/host/host-types.js';
import { useJobsSpreadsheets } from '../jobs-spreadsheet.js';
import { useSmallService } from '../small-service.js';

const MINUTE_MS = 60_000;
const LIVE = { dailyBudget: 1_000, freshness: { mode: 'live', minutes: 60 } };

const service = useSmallService();
const open = useJobsSpreadsheets();

test('formulas of all tabs count, in live mode only', async () => {
  const { host, call } = await open({ connection: service.connection });
  await call('insertSheet', { name: 'Second', rows: [[{ formula: '=HIRINGS()' }], ['plain']] });
  host.workbook.type('A1', '=EXPANSIONS("from", "2026-01-01")');
  host.workbook.type('B9', '=SUM(1, 2)');
  await host.settled();
  expect((await call('sidebarState')).liveFormulas).toBeUndefined();
  expect((await call('saveRules', LIVE)).liveFormulas).toBe(2);
  const rare = { ...LIVE, freshness: { mode: 'manual', minutes: 60 } };
  expect((await call('saveRules', rare)).liveFormulas).toBeUndefined();
});

function propertyCallsOf(host: Host): number {
  const { propertyReads, propertyWrites } = host.quotas.of(USERS.owner.email);
  return propertyReads.used + propertyWrites.used;
}

test('a check takes no more calls than the estimate has, and not half as many', async () => {
  const { host, call, dayAgo } = await open({
    connection: service.connection,
    switches: { propertyCount: 'written keys' },
  });
  await call('saveRules', LIVE);
  const formulas = ['a.example', 'b.example', 'c.example'].map((domain) => {
    service.add(3, dayAgo(5), domain);
    return ['companyName', domain, 'from', dayAgo(10), 'to', dayAgo(0)];
  });
  const checks: number[] = [];
  for (const change of [
    () => undefined,
    () => host.cache.clear(),
    () => service.add(1, dayAgo(0), 'a.example'),
    ...Array.from({ length: 4 }, () => () => undefined),
  ]) {
    for (const args of formulas) {
      const [asked, used] = [service.bodies.length, propertyCallsOf(host)];
      await host.run('EXPANSIONS', args, { mode: 'custom-function' });
      expect(service.bodies.length).toBe(asked + 1);
      checks.push(propertyCallsOf(host) - used);
    }
    host.clock.advance(61 * MINUTE_MS);
    change();
  }
  // the first ones are purchases
  const later = checks.slice(formulas.length);
  // now and then one of them puts away what several have brought
  const average = later.reduce((sum, count) => sum + count, 0) / later.length;
  expect(average).toBeLessThanOrEqual(PROPERTY_CALLS_OF_CHECK);
  expect(average).toBeGreaterThan(PROPERTY_CALLS_OF_CHECK / 2);
});
