/** CacheService: what is kept, for how long, and how much. */
import { either, type Rule, thrownBy } from './rule.js';

const KEY = 'conformance';
/** Not null: the rules run in a script that is bound to a spreadsheet, or from the menu of an add-on. */
const cache = () => CacheService.getDocumentCache()!;
const put = (value: unknown, seconds = 600, key = KEY) => cache().putAll({ [key]: value }, seconds);
const read = (key = KEY): unknown => cache().getAll([key])[key];
/** What a lifetime out of range comes to. */
const kept = (seconds: number): string => {
  const thrown = thrownBy(() => put('value', seconds));
  return thrown === 'nothing thrown' ? 'accepted' : 'refused';
};

export const cacheRules: readonly Rule[] = [
  {
    name: 'what has expired is missing',
    source: 'gas-fakes',
    expected: ['value', 'undefined'],
    see: () => {
      put('value', 2);
      const before = read();
      Utilities.sleep(2000);
      return [before, typeof read()];
    },
  },
  {
    name: 'a lifetime of six hours is accepted',
    source: 'docs',
    expected: 'accepted',
    see: () => kept(21_600),
  },
  {
    name: 'a lifetime of more than six hours is refused or clamped',
    source: 'docs',
    expected: either('refused', 'accepted'),
    see: () => kept(21_601),
  },
  {
    name: 'a lifetime of zero is refused or clamped',
    source: 'docs',
    expected: either('refused', 'accepted'),
    see: () => kept(0),
  },
  {
    name: 'putAll and getAll',
    source: 'docs',
    expected: ['1', '2'],
    see: () => {
      cache().putAll({ 'all 1': '1', 'all 2': '2' });
      const values = cache().getAll(['all 1', 'all 2']);
      return [values['all 1'], values['all 2']];
    },
  },
  {
    name: 'getAll leaves out what is missing',
    source: 'docs',
    expected: ['all 1'],
    see: () => {
      cache().putAll({ 'all 1': '1' });
      return Object.keys(cache().getAll(['all 1', 'never put']));
    },
  },
  {
    name: 'removeAll removes all of them',
    source: 'docs',
    expected: [],
    see: () => {
      cache().putAll({ 'all 1': '1', 'all 2': '2' });
      cache().removeAll(['all 1', 'all 2', 'never put']);
      return Object.keys(cache().getAll(['all 1', 'all 2']));
    },
  },
  {
    name: 'a key of 250 characters is accepted',
    source: 'docs',
    expected: 'value',
    see: () => {
      const key = 'k'.repeat(250);
      put('value', 600, key);
      return read(key);
    },
  },
  {
    name: 'a key of 251 characters is refused',
    source: 'platform',
    expected: 'Exception: Argument too large: key',
    see: () => thrownBy(() => put('value', 600, 'k'.repeat(251))),
  },
  {
    name: 'a value of 100 KB is accepted',
    source: 'docs',
    expected: 102_400,
    see: () => {
      put('x'.repeat(102_400));
      return String(read()).length;
    },
  },
  {
    name: 'a value of more than 100 KB is refused',
    source: 'platform',
    expected: 'Exception: Argument too large: value',
    see: () => thrownBy(() => put('x'.repeat(102_401))),
  },
  {
    name: 'the limit of a value is in bytes, not in letters',
    source: 'platform',
    expected: 'Exception: Argument too large: value',
    see: () => thrownBy(() => put('世'.repeat(40_000))),
  },
  {
    name: 'an object becomes a text that says nothing',
    source: 'platform',
    expected: '[object Object]',
    see: () => {
      put({ a: 1 });
      return read();
    },
  },
  {
    name: 'letters of all alphabets',
    source: 'docs',
    expected: 'ü 世界 🙂',
    see: () => {
      put('ü 世界 🙂', 600, 'ключ');
      return read('ключ');
    },
  },
];
