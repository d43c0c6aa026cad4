/** Values of unknown shape are checked before anything is read from them. */
import fc from 'fast-check';
import { asFields, isObject, readJson } from '../../src/contract/json.js';

const isCount = (value: unknown): value is { readonly count: number } =>
  typeof asFields(value)['count'] === 'number';

test('a JSON text that the guard accepts is read', () => {
  expect(readJson('{"count":3}', isCount)).toEqual({ count: 3 });
});

test.each([null, undefined, '', '{', '{"count":"3"}', 'null', '[3]', '3', '{"count":3}x'])(
  '%j is no such value',
  (text) => {
    expect(readJson(text, isCount)).toBeUndefined();
  },
);

test('whatever it is given, it gives what the guard accepts, or nothing', () => {
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
