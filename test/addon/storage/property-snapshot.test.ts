/** A formula reads the document's properties in one call, and again under the lock, where others may have written. */
import { createSnapshotPlatform } from '../../../src/addon/storage/platforms.js';
import { createFakePlatform } from '../fake-platform.js';

function open() {
  const google = createFakePlatform({ connected: false });
  google.documentProperties!.setAll({ a: '1', b: '2' });
  google.forgetCalls();
  const platform = createSnapshotPlatform(google);
  return { google, platform, properties: platform.documentProperties! };
}

test('many reads are one call, and what was written is in them', () => {
  const { google, platform, properties } = open();
  expect([properties.get('a'), properties.get('b'), properties.get('c')]).toEqual(['1', '2', null]);
  properties.setAll({ c: '3' });
  properties.set('b', '4');
  properties.remove('a');
  expect(platform.allDocumentProperties()).toEqual({ b: '4', c: '3' });
  expect(google.allDocumentProperties()).toMatchObject({ b: '4', c: '3' });
  expect(google.calls.get('documentProperties.getAll')).toBe(2);
  expect(google.calls.get('documentProperties.get')).toBeUndefined();
});

test('what was read before stays as it was', () => {
  const { platform, properties } = open();
  const before = platform.allDocumentProperties();
  properties.set('a', '5');
  properties.remove('b');
  expect(before).toMatchObject({ a: '1', b: '2' });
});

test('each time under the lock, what others have written is seen', () => {
  const { google, platform, properties } = open();
  expect(properties.get('a')).toBe('1');
  google.documentProperties!.set('a', 'of another execution');
  expect(properties.get('a')).toBe('1');
  platform.documentLock!.run(1_000, () => {
    expect(properties.get('a')).toBe('of another execution');
    properties.set('b', 'mine');
    expect(properties.get('b')).toBe('mine');
  });
  google.documentProperties!.set('b', 'of another execution');
  platform.documentLock!.run(1_000, () => expect(properties.get('b')).toBe('of another execution'));
  expect(properties.get('b')).toBe('of another execution');
});

test('after a write that has failed, everything is read again', () => {
  const { google, platform } = open();
  const failing = createSnapshotPlatform({
    ...google,
    documentProperties: {
      ...google.documentProperties!,
      setAll(values) {
        google.documentProperties!.set('a', values['a']!);
        throw new Error('Service error: Spreadsheets');
      },
    },
  });
  expect(platform.allDocumentProperties()).toMatchObject({ a: '1' });
  expect(failing.documentProperties!.get('a')).toBe('1');
  expect(() => failing.documentProperties!.setAll({ a: '6', b: '7' })).toThrow('Service error');
  expect(failing.allDocumentProperties()).toMatchObject({ a: '6', b: '2' });
});

test('without a document there is nothing to read', () => {
  const google = createFakePlatform({ hasDocument: false });
  expect(createSnapshotPlatform(google).documentProperties).toBeNull();
});

test('after a removal that has failed, everything is read again', () => {
  const { google } = open();
  const failing = createSnapshotPlatform({
    ...google,
    documentProperties: {
      ...google.documentProperties!,
      remove(key) {
        google.documentProperties!.remove(key);
        throw new Error('Service error: Spreadsheets');
      },
    },
  });
  expect(failing.documentProperties!.get('a')).toBe('1');
  expect(() => failing.documentProperties!.remove('a')).toThrow('Service error');
  expect(failing.documentProperties!.get('a')).toBeNull();
});
