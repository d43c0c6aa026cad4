/** Light, dark or as the system: each person's own choice, in every spreadsheet, from the first moment of the page. */
import { useHosts } from '../../support/host.js';
import { createPeople } from './people.js';

const startHost = useHosts();

test('it is light until a person chooses, and stays with that person', async () => {
  const host = await startHost();
  const people = createPeople(host);
  expect((await people.call('owner', 'sidebarState')).appearance).toBe('light');
  expect((await people.call('owner', 'saveAppearance', 'dark')).appearance).toBe('dark');
  expect((await people.call('editor', 'sidebarState')).appearance).toBe('light');
  expect((await people.call('editor', 'saveAppearance', 'system')).appearance).toBe('system');
  expect((await people.call('owner', 'sidebarState')).appearance).toBe('dark');

  const second = createPeople(await startHost({ shared: host.shared, documentId: 'second' }));
  expect((await second.call('owner', 'sidebarState')).appearance).toBe('dark');
  expect((await second.call('owner', 'saveAppearance', 'purple')).appearance).toBe('light');
});

test('the page opens as it was chosen', async () => {
  const host = await startHost();
  await host.run('saveAppearance', ['dark'], { mode: 'sidebar' });
  await host.run('openBuilder');
  expect(host.ui.sidebars.at(-1)?.html).toContain('data-section="build" data-appearance="dark"');
});
