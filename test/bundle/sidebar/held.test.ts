/** Reserved credits of a call without an answer: shown with query and time, released only by the payer. */
import { useHosts } from '../../support/host.js';
import { useSmallService } from '../small-service.js';
import { createPeople } from './people.js';

const service = useSmallService();
const startHost = useHosts();
const ARGUMENTS = ['', 'from', '2026-01-01', 'to', '2026-01-31'];

async function openWithHeld() {
  service.add(3, '2026-01-05');
  const host = await startHost({ connection: service.connection });
  const { call } = createPeople(host);
  host.faults.network = () => ({ kind: 'timeout', reached: true });
  await expect(host.formula('EXPANSIONS', ...ARGUMENTS)).rejects.toThrow(/^#TIMEOUT/);
  delete host.faults.network;
  const held = async () => (await call('owner', 'sidebarState')).activity.held;
  return { host, call, held };
}

test('reserved credits are shown once no execution makes the call, and settled when the call is repeated', async () => {
  const { host, call, held } = await openWithHeld();
  const sentAt = host.clock.now();
  host.clock.advance(60_000);
  const [one, ...others] = await held();
  expect(others).toEqual([]);
  const question = 'EXPANSIONS: startDate 2026-01-01, endDate 2026-01-31, limit 100';
  expect(one).toMatchObject({ credits: 100, job: '', question });
  expect(Math.abs(one!.since - sentAt)).toBeLessThan(30_000);
  expect((await call('owner', 'sidebarState')).activity.today).toBe(100);

  await call('owner', 'saveRules', { dailyBudget: 1_000, freshness: { mode: 'daily' } });
  await host.run('refreshAll', [], { mode: 'menu' });
  expect(await host.formula('EXPANSIONS', ...ARGUMENTS, 'refresh', 'now')).toHaveLength(4);
  expect(await held()).toEqual([]);
  expect((await call('owner', 'sidebarState')).activity.today).toBe(3);
});

test('only the payer can release reserved credits', async () => {
  const { host, call, held } = await openWithHeld();
  host.clock.advance(60_000);
  const [one] = await held();
  await call('editor', 'saveConnection', { ...service.connection, apiKey: 'key_of_the_editor' });
  const released = call('editor', 'releaseCredits', one!.token);
  await expect(released).rejects.toThrow(/^#BAD_INPUT: only .* can release/);
  expect(await held()).toHaveLength(1);
  const { activity } = await call('owner', 'releaseCredits', one!.token);
  expect(activity).toMatchObject({ today: 0, held: [] });
  expect((await call('owner', 'releaseCredits', one!.token)).activity.today).toBe(0);
});
