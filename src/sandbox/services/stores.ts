/** PropertiesService, CacheService and LockService: stores of the spreadsheet, of the script or of a person. */
import { type Scope, storeName } from './caller.js';
import { type Call, LATENCY, type OrNull, serviceOf, type Table, tableOf } from './define.js';

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
        return Object.hasOwn(values, key) ? (values[key] ?? null) : null;
      },
      getProperties: ({ properties, store }) => properties.entries(store),
    },
  )
  .chain(CHANGED_PROPERTY, {
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

function open<T>(call: Call, table: Table<T, Store>, scope: Scope) {
  return table.open({ scope, store: storeName(call, scope) });
}

// a script without a spreadsheet has no document stores
type LockService = OrNull<GoogleAppsScript.Lock.LockService, 'getDocumentLock'>;
type PropertiesService = OrNull<GoogleAppsScript.Properties.PropertiesService, 'getDocumentProperties'>;

export const STORE_TABLES = [
  CACHE,
  LOCK,
  PROPERTIES,
  serviceOf<GoogleAppsScript.Cache.CacheService>('CacheService').with(OPENER, {
    getDocumentCache: (call) => (call.inDocument ? open(call, CACHE, 'document') : null),
  }),
  serviceOf<LockService>('LockService').with(OPENER, {
    getDocumentLock: (call) => (call.inDocument ? open(call, LOCK, 'document') : null),
    getScriptLock: (call) => open(call, LOCK, 'script'),
  }),
  serviceOf<PropertiesService>('PropertiesService').with(OPENER, {
    getDocumentProperties(call) {
      const { inDocument, mode, switches } = call;
      const isWithheld = mode === 'custom-function' && !switches.documentPropertiesInFormulas;
      return inDocument && !isWithheld ? open(call, PROPERTIES, 'document') : null;
    },
    getScriptProperties: (call) => open(call, PROPERTIES, 'script'),
    getUserProperties: (call) => open(call, PROPERTIES, 'user'),
  }),
];
