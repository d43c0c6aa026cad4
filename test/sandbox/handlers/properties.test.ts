/** PropertiesService with Google's limits, through a script. conformance/ has further rules. */
import { useHosts, useOneHost } from '../../support/host.js';

const CODE = `
const store = { user: () => PropertiesService.getUserProperties(), document: () => PropertiesService.getDocumentProperties(), script: () => PropertiesService.getScriptProperties() };
function set(scope, key, value) { store[scope]().setProperty(key, value); }
function get(scope, key) { return store[scope]().getProperty(key); }
function isNull() { return PropertiesService.getDocumentProperties() === null && CacheService.getDocumentCache() === null && LockService.getDocumentLock() === null; }
`;

const startHost = useHosts();
const host = useOneHost({ code: CODE });

test('each person has their own properties', async () => {
  await host.run('set', ['user', 'key', 'of the owner'], { as: 'owner' });
  await host.run('set', ['user', 'key', 'of the editor'], { as: 'editor' });
  expect(await host.run('get', ['user', 'key'], { as: 'owner' })).toBe('of the owner');
  expect(await host.run('get', ['user', 'key'], { as: 'editor' })).toBe('of the editor');
});

test('a formula reads the owner’s properties for every person and cannot change them', async () => {
  const asEditor = { as: 'editor', mode: 'custom-function' } as const;
  expect(await host.run('get', ['user', 'key'], asEditor)).toBe('of the owner');
  await expect(host.run('set', ['user', 'key', 'stolen'], asEditor)).rejects.toThrow(
    'You do not have permission to call setProperty',
  );
});

test('without a spreadsheet, document stores are null', async () => {
  const alone = await startHost({ code: CODE, inDocument: false });
  expect(await alone.run('isNull')).toBe(true);
});

test('a new host has the saved properties', async () => {
  await host.run('set', ['script', 'kept', 'yes']);
  const next = await startHost({ code: CODE, stored: host.save() });
  expect(await next.run('get', ['script', 'kept'])).toBe('yes');
});
