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

test('a formula reads the owner’s properties for every person and cannot change them', async () => {
  await host.run('set', ['user', 'key', 'of the owner'], { as: 'owner' });
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
