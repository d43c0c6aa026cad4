/** Light, dark or system appearance: a person's choice, in all spreadsheets, from the page's first moment. */
import { useHosts } from '../../support/host.js';
import { createPeople } from './people.js';

const startHost = useHosts();

test('the page is light until a person chooses, and the choice stays with that person', async () => {
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

test('the page opens with the chosen appearance', async () => {
  const host = await startHost();
  await host.run('saveAppearance', ['dark'], { mode: 'sidebar' });
  await host.run('openBuilder');
  expect(host.ui.sidebars.at(-1)?.html).toContain('data-section="build" data-appearance="dark"');
});
