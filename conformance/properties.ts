/** PropertiesService: what is stored, as what, and how much. */
import { either, type Rule, thrownBy } from './rule.js';

type Properties = GoogleAppsScript.Properties.Properties;

/** An empty store; it is empty again afterwards. */
function inStore<T>(work: (store: Properties) => T): T {
  const store = PropertiesService.getUserProperties();
  store.setProperties({}, true);
  try {
    return work(store);
  } finally {
    store.setProperties({}, true);
  }
}

const keysOf = (store: Properties): string[] => Object.keys(store.getProperties()).sort();

const KILOBYTE = 1024;

export const propertyRules: readonly Rule[] = [
  {
    name: 'a script that is bound to a spreadsheet has all three stores',
    source: 'docs',
    expected: [true, true, true],
    see: () => [
      PropertiesService.getDocumentProperties() !== null,
      PropertiesService.getScriptProperties() !== null,
      PropertiesService.getUserProperties() !== null,
    ],
  },
  {
    name: 'a property is read as it was written',
    source: 'gas-fakes',
    expected: 'value',
    see: () => inStore((store) => store.setProperty('a', 'value').getProperty('a')),
  },
  {
    name: 'a property that does not exist is null',
    source: 'gas-fakes',
    expected: null,
    see: () => inStore((store) => store.getProperty('none')),
  },
  {
    name: 'a property that is deleted is null',
    source: 'gas-fakes',
    expected: null,
    see: () => inStore((store) => store.setProperty('a', '1').deleteProperty('a').getProperty('a')),
  },
  {
    name: 'to delete what does not exist is no error',
    source: 'docs',
    expected: 'nothing thrown',
    see: () => inStore((store) => thrownBy(() => store.deleteProperty('none'))),
  },
  {
    name: 'setProperty, setProperties and deleteProperty give the store',
    source: 'docs',
    expected: ['b'],
    see: () =>
      inStore((store) => keysOf(store.setProperty('a', '1').setProperties({ b: '2' }).deleteProperty('a'))),
  },
  {
    name: 'setProperties keeps the others',
    source: 'docs',
    expected: ['a', 'b', 'c'],
    see: () => inStore((store) => keysOf(store.setProperty('a', '1').setProperties({ b: '2', c: '3' }))),
  },
  {
    name: 'setProperties deletes the others where it is told to',
    source: 'docs',
    expected: ['b'],
    see: () => inStore((store) => keysOf(store.setProperty('a', '1').setProperties({ b: '2' }, true))),
  },
  {
    name: 'setProperties overwrites',
    source: 'docs',
    expected: '2',
    see: () => inStore((store) => store.setProperty('a', '1').setProperties({ a: '2' }).getProperty('a')),
  },
  {
    name: 'getProperties gives all properties',
    source: 'docs',
    expected: { a: '1', b: '2' },
    see: () =>
      inStore((store) => {
        const { a, b } = store.setProperties({ b: '2', a: '1' }).getProperties();
        return { a, b };
      }),
  },
  {
    name: 'a change of what getProperties gave is not stored',
    source: 'docs',
    expected: '1',
    see: () =>
      inStore((store) => {
        store.setProperty('a', '1').getProperties()['a'] = '2';
        return store.getProperty('a');
      }),
  },
  {
    name: 'a boolean becomes a text',
    source: 'docs',
    expected: 'true',
    see: () => inStore((store) => store.setProperty('a', true as unknown as string).getProperty('a')),
  },
  {
    name: 'a number becomes a text, by some reports with a decimal point',
    source: 'platform',
    expected: either('7', '7.0'),
    see: () => inStore((store) => store.setProperty('a', 7 as unknown as string).getProperty('a')),
  },
  {
    name: 'letters of all alphabets',
    source: 'docs',
    expected: 'ü 世界 🙂',
    see: () => inStore((store) => store.setProperty('ключ', 'ü 世界 🙂').getProperty('ключ')),
  },
  {
    name: 'the stores of user, script and document are separate',
    source: 'docs',
    expected: ['user', 'script', 'document'],
    see: () => {
      const stores = [
        PropertiesService.getUserProperties(),
        PropertiesService.getScriptProperties(),
        PropertiesService.getDocumentProperties(),
      ];
      ['user', 'script', 'document'].forEach((value, i) => void stores[i]?.setProperty('same key', value));
      const read = stores.map((store) => store.getProperty('same key'));
      for (const store of stores) store.deleteProperty('same key');
      return read;
    },
  },
  {
    name: 'a value of 9,000 bytes is stored',
    source: 'docs',
    expected: 9000,
    see: () => inStore((store) => store.setProperty('a', 'x'.repeat(9000)).getProperty('a')?.length),
  },
  {
    name: 'a value of 10 KB is refused: the limit is 9 KB',
    source: 'docs',
    expected: 'Exception: Argument too large: value',
    see: () => inStore((store) => thrownBy(() => store.setProperty('a', 'x'.repeat(10 * KILOBYTE)))),
  },
  {
    name: 'a store of more than 500 KB is refused',
    source: 'docs',
    expected: /^Exception: .*(quota|too large)/,
    see: () =>
      inStore((store) => {
        const values = Array.from({ length: 60 }, (_, i) => [`key ${i}`, 'x'.repeat(9000)]);
        return thrownBy(() => store.setProperties(Object.fromEntries(values)));
      }),
  },
  {
    name: 'a store of 400 KB has room',
    source: 'docs',
    expected: 45,
    see: () =>
      inStore((store) => {
        const values = Array.from({ length: 45 }, (_, i) => [`key ${i}`, 'x'.repeat(9000)]);
        return keysOf(store.setProperties(Object.fromEntries(values))).length;
      }),
  },
];
