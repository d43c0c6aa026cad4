/** Values of unknown shape are checked before anything is read from them. */

import { asFields, isObject, listOf, objectOf, readJson } from '../../src/contract/json.js';
import fc from '../support/fast-check.js';

const isCount = (value: unknown): value is { readonly count: number } =>
  typeof asFields(value)['count'] === 'number';

test('a JSON text that the guard accepts is read', () => {
  expect(readJson('{"count":3}', isCount)).toEqual({ count: 3 });
});

test.each([null, undefined, '', '{', '{"count":"3"}', 'null', '[3]', '3', '{"count":3}x'])(
  '%j is rejected',
  (text) => {
    expect(readJson(text, isCount)).toBeUndefined();
  },
);

test('any text gives a value that the guard accepts, or undefined', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const value = readJson(text, isObject);
      expect(value === undefined || isObject(value)).toBe(true);
    }),
  );
});

test('only an object has fields', () => {
  expect(asFields({ a: 1 })).toEqual({ a: 1 });
  for (const value of [undefined, null, 'text', 3, true, [1, 2], () => 0])
    expect(asFields(value)).toEqual({});
});

describe('a guard by the types of fields', () => {
  interface Place {
    readonly name: string;
    readonly rooms: readonly string[];
    readonly size?: number;
  }
  const isPlace = objectOf<Place>({ name: 'string', rooms: 'list', size: 'number?' });

  test.each([
    { name: '', rooms: [] },
    { name: 'a', rooms: [1], size: 0 },
    { name: 'a', rooms: [], more: null },
  ])('%j passes', (value) => expect(isPlace(value)).toBe(true));

  test.each([
    null,
    [],
    {},
    { name: 'a' },
    { name: 'a', rooms: {} },
    { name: null, rooms: [] },
    { name: 'a', rooms: [], size: '3' },
    { name: 'a', rooms: [], size: null },
  ])('%j fails', (value) => expect(isPlace(value)).toBe(false));

  test('a list passes if each of its items does', () => {
    const isPlaces = listOf(isPlace);
    expect(isPlaces([])).toBe(true);
    expect(isPlaces([{ name: 'a', rooms: [] }])).toBe(true);
    expect(isPlaces([{ name: 'a', rooms: [] }, {}])).toBe(false);
    expect(isPlaces({ 0: { name: 'a', rooms: [] } })).toBe(false);
  });
});
