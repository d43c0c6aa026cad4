/** CacheService: what is kept, for how long, and how much. */
import { either, type Rule, thrownBy } from './rule.js';

const KEY = 'conformance';
const cache = () => CacheService.getUserCache();
/** What a call without a result gives. */
const resultOf = (work: () => unknown): unknown => work();
/** What a lifetime out of range comes to. */
const kept = (seconds: number): string => {
  const thrown = thrownBy(() => cache().put(KEY, 'value', seconds));
  return thrown === 'nothing thrown' ? 'accepted' : 'refused';
};

export const cacheRules: readonly Rule[] = [
  {
    name: 'a script that is bound to a spreadsheet has all three caches',
    source: 'docs',
    expected: [true, true, true],
    see: () => [
      CacheService.getDocumentCache() !== null,
      CacheService.getScriptCache() !== null,
      CacheService.getUserCache() !== null,
    ],
  },
  {
    name: 'a value is read as it was put',
    source: 'gas-fakes',
    expected: 'value',
    see: () => {
      cache().put(KEY, 'value');
      return cache().get(KEY);
    },
  },
  {
    name: 'put gives null',
    source: 'gas-fakes',
    expected: null,
    see: () => resultOf(() => cache().put(KEY, 'value')),
  },
  {
    name: 'remove gives null',
    source: 'gas-fakes',
    expected: null,
    see: () => resultOf(() => cache().remove(KEY)),
  },
  {
    name: 'what is removed is null',
    source: 'docs',
    expected: null,
    see: () => {
      cache().put(KEY, 'value');
      cache().remove(KEY);
      return cache().get(KEY);
    },
  },
  {
    name: 'what was never put is null',
    source: 'docs',
    expected: null,
    see: () => cache().get('never put'),
  },
  {
    name: 'what has expired is null',
    source: 'gas-fakes',
    expected: ['value', null],
    see: () => {
      cache().put(KEY, 'value', 2);
      const before = cache().get(KEY);
      Utilities.sleep(2000);
      return [before, cache().get(KEY)];
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
    name: 'the caches of user, script and document are separate',
    source: 'docs',
    expected: ['user', 'script', 'document'],
    see: () => {
      const caches = [cache(), CacheService.getScriptCache(), CacheService.getDocumentCache()];
      ['user', 'script', 'document'].forEach((value, i) => void caches[i]?.put(KEY, value));
      return caches.map((one) => one?.get(KEY));
    },
  },
  {
    name: 'a key of 250 characters is accepted',
    source: 'docs',
    expected: 'value',
    see: () => {
      cache().put('k'.repeat(250), 'value');
      return cache().get('k'.repeat(250));
    },
  },
  {
    name: 'a key of 251 characters is refused',
    source: 'platform',
    expected: 'Exception: Argument too large: key',
    see: () => thrownBy(() => cache().put('k'.repeat(251), 'value')),
  },
  {
    name: 'a value of 100 KB is accepted',
    source: 'docs',
    expected: 102_400,
    see: () => {
      cache().put(KEY, 'x'.repeat(102_400));
      return cache().get(KEY)?.length;
    },
  },
  {
    name: 'a value of more than 100 KB is refused',
    source: 'platform',
    expected: 'Exception: Argument too large: value',
    see: () => thrownBy(() => cache().put(KEY, 'x'.repeat(102_401))),
  },
  {
    name: 'the limit of a value is in bytes, not in letters',
    source: 'platform',
    expected: 'Exception: Argument too large: value',
    see: () => thrownBy(() => cache().put(KEY, '世'.repeat(40_000))),
  },
  {
    name: 'a value that is too large in putAll is refused',
    source: 'platform',
    expected: 'Exception: Argument too large: value',
    see: () => thrownBy(() => cache().putAll({ [KEY]: 'x'.repeat(102_401) })),
  },
  {
    name: 'a key of null is refused',
    source: 'platform',
    expected: 'Exception: Argument cannot be null: key',
    see: () => thrownBy(() => cache().put(null as unknown as string, 'value')),
  },
  {
    name: 'an object becomes a text that says nothing',
    source: 'platform',
    expected: '[object Object]',
    see: () => {
      cache().put(KEY, { a: 1 } as unknown as string);
      return cache().get(KEY);
    },
  },
  {
    name: 'letters of all alphabets',
    source: 'docs',
    expected: 'ü 世界 🙂',
    see: () => {
      cache().put('ключ', 'ü 世界 🙂');
      return cache().get('ключ');
    },
  },
];
