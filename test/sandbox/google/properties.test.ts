/** PropertiesService with Google's limits, tried through a script. */
import { useHosts, useOneHost } from '../../support/host.js';

const CODE = `
const store = { user: () => PropertiesService.getUserProperties(), document: () => PropertiesService.getDocumentProperties(), script: () => PropertiesService.getScriptProperties() };
function set(scope, key, value) { store[scope]().setProperty(key, value); }
function setAll(scope, values, alone) { store[scope]().setProperties(values, alone); }
function get(scope, key) { return store[scope]().getProperty(key); }
function all(scope) { return store[scope]().getProperties(); }
function keys(scope) { return store[scope]().getKeys(); }
function remove(scope, key) { store[scope]().deleteProperty(key); }
function clear(scope) { store[scope]().deleteAllProperties(); }
function isNull() { return PropertiesService.getDocumentProperties() === null && CacheService.getDocumentCache() === null && LockService.getDocumentLock() === null; }
`;

const startHost = useHosts();
const host = useOneHost({ code: CODE });
beforeEach(() => host.run('clear', ['document']));

test('values are texts and last', async () => {
  await host.run('set', ['document', 'n', 12]);
  expect(await host.run('get', ['document', 'n'])).toBe('12');
  expect(await host.run('get', ['document', 'missing'])).toBeNull();
  expect(await host.run('keys', ['document'])).toEqual(['n']);
});

test('setProperties adds, or replaces everything', async () => {
  await host.run('setAll', ['document', { a: 1, b: 2 }]);
  await host.run('setAll', ['document', { c: 3 }]);
  expect(await host.run('all', ['document'])).toEqual({ a: '1', b: '2', c: '3' });
  await host.run('setAll', ['document', { d: 4 }, true]);
  expect(await host.run('all', ['document'])).toEqual({ d: '4' });
  await host.run('remove', ['document', 'd']);
  expect(await host.run('all', ['document'])).toEqual({});
});

test('a value may have 9 KB, counted in bytes', async () => {
  await host.run('set', ['document', 'a', 'v'.repeat(9000)]);
  await expect(host.run('set', ['document', 'a', `${'v'.repeat(8999)}é`])).rejects.toThrow(
    'Argument too large: value',
  );
});

test('a store that would have more than 500 KB stays as it was', async () => {
  const values = Object.fromEntries(Array.from({ length: 55 }, (_, i) => [`k${i}`, 'v'.repeat(8990)]));
  await host.run('setAll', ['document', values]);
  await expect(host.run('setAll', ['document', { more: 'v'.repeat(8990) }])).rejects.toThrow('storage quota');
  expect(await host.run('keys', ['document'])).toHaveLength(55);
});

test('each person has properties of their own', async () => {
  await host.run('set', ['user', 'key', 'of the owner'], { as: 'owner' });
  await host.run('set', ['user', 'key', 'of the editor'], { as: 'editor' });
  expect(await host.run('get', ['user', 'key'], { as: 'owner' })).toBe('of the owner');
  expect(await host.run('get', ['user', 'key'], { as: 'editor' })).toBe('of the editor');
});

test('a formula has the owner’s properties for every person, and cannot change them', async () => {
  const asEditor = { as: 'editor', mode: 'custom-function' } as const;
  expect(await host.run('get', ['user', 'key'], asEditor)).toBe('of the owner');
  await expect(host.run('set', ['user', 'key', 'stolen'], asEditor)).rejects.toThrow(
    'You do not have permission to call setProperty',
  );
});

test('a formula may write properties of the document', async () => {
  await host.run('set', ['document', 'a', 'b'], { mode: 'custom-function' });
  expect(host.properties.entries('document')).toEqual({ a: 'b' });
});

test('without a spreadsheet the stores of the document are null', async () => {
  const alone = await startHost({ code: CODE, inDocument: false });
  expect(await alone.run('isNull')).toBe(true);
});

test('what was saved is there in the next host', async () => {
  await host.run('set', ['script', 'kept', 'yes']);
  const next = await startHost({ code: CODE, stored: host.save() });
  expect(await next.run('get', ['script', 'kept'])).toBe('yes');
});
