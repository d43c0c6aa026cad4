/** Values of unknown shape are checked before anything is read from them. */

import { asFields, isObject, listOf, objectOf, readJson } from '../../src/contract/json.js';
import fc from '../support/fast-check.js';

const isCount = (value: unknown): value is { readonly count: number } =>
  typeof asFields(value)['count'] === 'number';

test('a JSON text is read if the guard accepts it', () => {
  expect(readJson('{"count":3}', isCount)).toEqual({ count: 3 });
  for (const text of [null, undefined, '', '{', '{"count":"3"}', 'null', '[3]', '3', '{"count":3}x'])
    expect(readJson(text, isCount)).toBeUndefined();
});

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

test('a guard by the types of fields, and one of lists', () => {
  interface Place {
    readonly name: string;
    readonly rooms: readonly string[];
    readonly size?: number;
  }
  const isPlace = objectOf<Place>({ name: 'string', rooms: 'list', size: 'number?' });
  const place = { name: 'a', rooms: [1] };
  const good = [place, { ...place, name: '', rooms: [], size: 0 }, { ...place, more: null }];
  const bad = [null, [], {}, { name: 'a' }, { ...place, rooms: {} }, { ...place, name: null }];
  const badSizes = ['3', null].map((size) => ({ ...place, size }));
  expect(good.map(isPlace)).toEqual(good.map(() => true));
  expect([...bad, ...badSizes].filter(isPlace)).toEqual([]);
  const isPlaces = listOf(isPlace);
  expect([[], [place], [place, {}], { 0: place }].map(isPlaces)).toEqual([true, true, false, false]);
});
