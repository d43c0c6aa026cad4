/** Files with restricted formulas: on a shared drive without an owner, or without document properties. */
import { useHosts } from '../support/host.js';
import { useSmallService } from './small-service.js';

const service = useSmallService();
const startHost = useHosts();
const ARGUMENTS = ['', 'from', '2026-01-01', 'to', '2026-01-31'];

test('on a shared drive formulas have no key until a person shares one, and the sidebar says so', async () => {
  service.add(3, '2026-01-05');
  const host = await startHost({ connection: service.connection, switches: { sharedDrive: true } });
  await expect(host.formula('EXPANSIONS', ...ARGUMENTS)).rejects.toThrow(/^#NO_KEY: .*Open sidebar/);
  const inSidebar = { mode: 'sidebar' } as const;
  const health = expect.arrayContaining(['key-out-of-sight']);
  expect(await host.run('sidebarState', [], inSidebar)).toMatchObject({ formulaKey: 'none', health });
  await host.run('shareConnection', [{ owner: 'Ann', dailyCap: 50 }], inSidebar);
  expect(await host.formula('EXPANSIONS', ...ARGUMENTS)).toHaveLength(4);
  expect(await host.run('sidebarState', [], inSidebar)).toMatchObject({ formulaKey: 'shared', health: [] });
  expect(service.charged).toBe(3);
});

test('formulas without document properties say so and send no request', async () => {
  service.add(3, '2026-01-05');
  const switches = { documentPropertiesInFormulas: false };
  const host = await startHost({ connection: service.connection, switches });
  await expect(host.formula('EXPANSIONS', ...ARGUMENTS)).rejects.toThrow(
    '#BAD_INPUT: this file cannot store settings; open it in Google Sheets and try again',
  );
  expect([service.bodies.length, service.charged]).toEqual([0, 0]);
});
