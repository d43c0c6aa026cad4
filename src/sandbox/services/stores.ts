/** PropertiesService, CacheService and LockService: stores of the spreadsheet, of the script or of a person. */
import { type Scope, storeName } from './caller.js';
import { type Call, LATENCY, serviceOf, type Table, tableOf } from './define.js';

interface Store {
  readonly scope: Scope;
  /** Its name. */
  readonly store: string;
}

type Values = Readonly<Record<string, string>>;

const CACHE = tableOf<GoogleAppsScript.Cache.Cache, Store>('Cache', {
  getAll: ({ cache, store }, keys) => cache.getAll(store, keys.map(String)),
  putAll: { latencyMs: 93, handle: (call, all, seconds) => call.cache.putAll(call.store, all, seconds) },
  removeAll: { latencyMs: 90, handle: ({ cache, store }, keys) => cache.removeAll(store, keys) },
});

const LOCK = tableOf<GoogleAppsScript.Lock.Lock, Store>('Lock').with(
  { latencyMs: LATENCY.write },
  {
    tryLock: (call, timeoutMs) => countIn(call).tryLock(call, call.store, timeoutMs),
    releaseLock: (call) => countIn(call).release(call, call.store),
  },
);

/** Counts an operation if the switch says so, and returns the locks. */
function countIn({ clock, locks, switches }: Call): Call['locks'] {
  if (switches.lockOperations === 'limited') locks.count(clock.now());
  return locks;
}

/**
 * Custom functions may not write user properties, which are the owner's there. No source says that viewers
 * may, so the sandbox refuses theirs, too, like writes to the spreadsheet.
 */
const CHANGED_PROPERTY = {
  writes: ({ scope }: Store) => scope === 'user',
  chains: true,
  quota: 'properties',
  latencyMs: LATENCY.write,
} as const;

const PROPERTIES = tableOf<GoogleAppsScript.Properties.Properties, Store>('Properties')
  .with(
    { quota: 'properties', latencyMs: LATENCY.read },
    {
      getProperty({ properties, store }, key) {
        if (key === null) throw new Error('Argument cannot be null: key');
        const values = properties.entries(store);
        return Object.hasOwn(values, key) ? values[key] : null;
      },
      getProperties: ({ properties, store }) => properties.entries(store),
    },
  )
  .with(CHANGED_PROPERTY, {
    setProperty: (call, key, value) => setProperties(call, { [String(key)]: String(value) }),
    setProperties: {
      // a call without keys counts as one
      quota: ['properties', (values: object) => Object.keys(values).length || 1],
      handle(call, values: object, deleteAllOthers) {
        const texts = Object.entries(values).map(([key, value]) => [key, String(value)]);
        return setProperties(call, Object.fromEntries(texts), deleteAllOthers);
      },
    },
    deleteProperty: ({ properties, store }, key) => properties.delete(store, String(key)),
  });

function setProperties(call: Call & Store, values: Values, deleteAllOthers = false): void {
  const { faults, properties, store } = call;
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
