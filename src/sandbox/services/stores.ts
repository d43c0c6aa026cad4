/** PropertiesService, CacheService and LockService: stores of the spreadsheet, of the script or of a person. */
import { type Scope, storeName } from './caller.js';
import { type Call, serviceOf, type Table, tableOf } from './define.js';

interface Store {
  readonly scope: Scope;
  /** Its name. */
  readonly store: string;
}

type Values = Readonly<Record<string, string>>;

const CACHE = tableOf<GoogleAppsScript.Cache.Cache, Store>('Cache', {
  getAll: ({ cache, store }, keys) => cache.getAll(store, keys.map(String)),
  putAll: ({ cache, store }, values, seconds) => cache.putAll(store, values, seconds),
  removeAll: ({ cache, store }, keys) => cache.removeAll(store, keys),
});

const LOCK = tableOf<GoogleAppsScript.Lock.Lock, Store>('Lock', {
  tryLock: (call, timeoutMs) => call.locks.tryLock(call, call.store, timeoutMs),
  releaseLock: (call) => call.locks.release(call, call.store),
});

/**
 * Custom functions may not write user properties, which are the owner's there. No source says that viewers
 * may, so the sandbox refuses theirs, too, like writes to the spreadsheet.
 */
const CHANGED_PROPERTY = { writes: ({ scope }: Store) => scope === 'user', chains: true } as const;

const PROPERTIES = tableOf<GoogleAppsScript.Properties.Properties, Store>('Properties', {
  async getProperty({ properties, spend, store }, key) {
    if (key === null) throw new Error('Argument cannot be null: key');
    await spend('properties');
    const values = properties.entries(store);
    return Object.hasOwn(values, key) ? values[key] : null;
  },
  async getProperties({ properties, spend, store }) {
    await spend('properties');
    return properties.entries(store);
  },
}).with(CHANGED_PROPERTY, {
  setProperty: (call, key, value) => setProperties(call, { [String(key)]: String(value) }),
  setProperties(call, values: object, deleteAllOthers) {
    const texts = Object.entries(values).map(([key, value]) => [key, String(value)]);
    return setProperties(call, Object.fromEntries(texts), deleteAllOthers);
  },
  async deleteProperty({ properties, spend, store }, key) {
    await spend('properties');
    properties.delete(store, String(key));
  },
});

async function setProperties(call: Call & Store, values: Values, deleteAllOthers = false): Promise<void> {
  const { faults, properties, spend, store } = call;
  // a call without keys counts as one
  await spend('properties', Object.keys(values).length || 1);
  // no source promises that setProperties is atomic: an injected fault writes only the first keys
  const count = faults.partialWrite?.(call, Object.keys(values));
  properties.write(store, Object.fromEntries(Object.entries(values).slice(0, count)), deleteAllOthers);
  if (count !== undefined) throw new Error('Service error: Properties');
}

const OPENER = { local: true, needs: 'document' } as const;

/** Returns a handler that opens a store. A document store is null for a script without a spreadsheet. */
function opens(table: Table<unknown, Store>, scope: Scope) {
  return (call: Call) => {
    const { inDocument, mode, switches } = call;
    const isWithheld =
      table === PROPERTIES && mode === 'custom-function' && !switches.documentPropertiesInFormulas;
    if (scope === 'document' && (!inDocument || isWithheld)) return null;
    return table.open({ scope, store: storeName(call, scope) });
  };
}

export const STORE_TABLES = [
  CACHE,
  LOCK,
  PROPERTIES,
  serviceOf<GoogleAppsScript.Cache.CacheService>('CacheService').with(OPENER, {
    getDocumentCache: opens(CACHE, 'document'),
  }),
  serviceOf<GoogleAppsScript.Lock.LockService>('LockService').with(OPENER, {
    getDocumentLock: opens(LOCK, 'document'),
    getScriptLock: opens(LOCK, 'script'),
  }),
  serviceOf<GoogleAppsScript.Properties.PropertiesService>('PropertiesService').with(OPENER, {
    getDocumentProperties: opens(PROPERTIES, 'document'),
    getScriptProperties: opens(PROPERTIES, 'script'),
    getUserProperties: opens(PROPERTIES, 'user'),
  }),
];
