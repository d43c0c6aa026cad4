/** PropertiesService: the stores of the spreadsheet, the script and the person. */
import type { Scope } from '../bridge/operations.js';
import { type Cost, tableOf } from './define.js';
import { opensStore, type Store, scopeOf } from './stores.js';

const SERVICE = 'PropertiesService';
const READ_MS = 34;
const WRITE_MS = 64;
const read: Cost = { counter: 'propertyReads' };
const write: Cost = { counter: 'propertyWrites' };
/**
 * Custom functions may not write user properties, which are the owner's there. No source says that viewers
 * may, so the sandbox refuses theirs, too, like writes to the spreadsheet.
 */
const isUserStore = ({ scope }: Store): boolean => scope === 'user';
/** A call without keys counts as one. */
const keysOf = (values: object): number => Math.max(1, Object.keys(values).length);
const textsOf = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));

export const PROPERTIES = tableOf<GoogleAppsScript.Properties.Properties, Store, ReturnType<typeof scopeOf>>({
  kind: 'Properties',
  service: SERVICE,
  latencyMs: WRITE_MS,
  target: scopeOf,
})({
  getProperty: {
    required: ['key'],
    toArguments: (_store, key) => [String(key)] as const,
    cost: read,
    latencyMs: READ_MS,
  },
  getProperties: {
    fromAnswer: (values: Record<string, string>) => values,
    cost: {
      counter: 'propertyReads',
      amount: ({ propertyCount }, _sent, answer) => {
        if (propertyCount !== 'keys') return 1;
        return answer === undefined ? undefined : keysOf(answer as object);
      },
    },
    latencyMs: READ_MS,
  },
  setProperty: {
    writes: isUserStore,
    required: ['key', 'value'],
    aliasOf: 'setProperties',
    toArguments: (_store, key, value) => [{ [String(key)]: String(value) }, false] as const,
    chains: true,
  },
  setProperties: {
    writes: isUserStore,
    required: ['properties'],
    toArguments: (_store, values, deleteAllOthers = false) =>
      [textsOf(values as object), deleteAllOthers] as const,
    chains: true,
    cost: {
      counter: 'propertyWrites',
      amount: ({ propertyCount }, [, values]: readonly [Scope, object, boolean]) =>
        propertyCount === 'calls' ? 1 : keysOf(values),
    },
  },
  deleteProperty: {
    writes: isUserStore,
    required: ['key'],
    toArguments: (_store, key) => [String(key)] as const,
    chains: true,
    cost: write,
  },
});

export const PROPERTIES_SERVICE = tableOf<GoogleAppsScript.Properties.PropertiesService>({ kind: SERVICE })({
  getDocumentProperties: opensStore(PROPERTIES, 'document'),
  getScriptProperties: opensStore(PROPERTIES, 'script'),
  getUserProperties: opensStore(PROPERTIES, 'user'),
});
