/** The menu: in every mode, in the person's language, with functions of the bundle; the page that it opens. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Switches } from '../../../src/sandbox/bridge/switches.js';
import { useHosts } from '../../support/host.js';
import { createPeople } from './people.js';

const CODE = readFileSync(path.resolve(__dirname, '../../../dist/Code.js'), 'utf8');

const ENGLISH = ['Open sidebar', 'Build a formula', 'Track these companies…', 'Push news…', 'Help'];

const startHost = useHosts();

/** Returns the menu after opening, and its service calls. */
async function menuOf(userLocale: string, switches: Partial<Switches> = {}) {
  const host = await startHost({ switches: { userLocale, localeWithoutConsent: 'known', ...switches } });
  host.executions.records.splice(0);
  await host.run('onOpen', [{}], { mode: 'simple-trigger', authMode: 'NONE' });
  const [opened] = host.executions.records;
  const { items: all } = host.ui.menus[0]!;
  const items = all.flatMap((item) => (item === 'separator' || 'items' in item ? [] : [item]));
  const marks = all.map((item) => (item === 'separator' ? '|' : '.')).join('');
  return { items, marks, calls: opened?.calls.map(({ name }) => name) };
}

test('the menu appears even before any authorization, with one service call, in five groups', async () => {
  const { items, marks, calls } = await menuOf('en_US');
  expect(calls).toEqual(['Menu.addToUi']);
  expect(marks).toBe('...|....|..|..|.');
  expect(items.map(({ caption }) => caption)).toEqual(expect.arrayContaining(ENGLISH));
});

test.each(['unknown', 'refused'] as const)('if the locale is %s, the menu is English', async (locale) => {
  const { items } = await menuOf('de_DE', { localeWithoutConsent: locale });
  expect(items.map(({ caption }) => caption)).toEqual(expect.arrayContaining(ENGLISH));
});

test('every item calls a function of the bundle', async () => {
  const { items } = await menuOf('en_US');
  for (const { functionName } of items) expect(CODE).toContain(`function ${functionName}(`);
});

test('the captions are German for German people', async () => {
  const { items } = await menuOf('de_DE');
  const german = ['Seitenleiste öffnen', 'Formel zusammenstellen', 'Diese Firmen beobachten…', 'Hilfe'];
  expect(items.map(({ caption }) => caption)).toEqual(expect.arrayContaining(german));
});

test('the sidebar opens the section of the menu item', async () => {
  const host = await startHost();
  for (const name of ['openSidebar', 'openBuilder', 'openTracking', 'openNews']) await host.run(name);
  const sections = host.ui.sidebars.map(({ html }) => /data-section="(\w*)"/.exec(html)?.[1]);
  expect(sections).toEqual(['', 'build', 'track', 'news']);
  await host.run('showHelp');
  expect(host.ui.questions[0]?.message).toMatch(/=EXPANSIONS\(.*\nMATCH_COMPANIES: /s);
});

test('no menu function runs for a formula', async () => {
  const host = await startHost();
  for (const name of ['openSidebar', 'openBuilder', 'openNews', 'showHelp'])
    await expect(host.formula(name)).rejects.toThrow();
  await expect(host.formula('refreshAll')).rejects.toThrow('#BAD_INPUT');
  expect(host.ui.sidebars).toEqual([]);
});

test('the page is light until a person chooses, opens as chosen, and the choice stays with that person', async () => {
  const host = await startHost();
  const people = createPeople(host);
  expect((await people.call('owner', 'sidebarState')).appearance).toBe('light');
  expect((await people.call('owner', 'saveAppearance', 'dark')).appearance).toBe('dark');
  expect((await people.call('editor', 'sidebarState')).appearance).toBe('light');
  expect((await people.call('editor', 'saveAppearance', 'system')).appearance).toBe('system');
  expect((await people.call('owner', 'sidebarState')).appearance).toBe('dark');

  await host.run('openBuilder');
  expect(host.ui.sidebars.at(-1)?.html).toContain('data-section="build" data-appearance="dark"');
  const second = createPeople(await startHost({ shared: host.shared, documentId: 'second' }));
  expect((await second.call('owner', 'sidebarState')).appearance).toBe('dark');
  expect((await second.call('owner', 'saveAppearance', 'purple')).appearance).toBe('light');
});
