/** The caches of CacheService: one for each spreadsheet, with Google's limits. */
import type { HostClock } from './clock.js';

const DEFAULT_SECONDS = 600;
const MAX_SECONDS = 21_600;
const MAX_KEY_LENGTH = 250;
const MAX_VALUE_BYTES = 100 * 1024;
/** Above MAX_ITEMS, the cache evicts items until ITEMS_AFTER_EVICTION remain. */
const MAX_ITEMS = 1000;
const ITEMS_AFTER_EVICTION = 900;

type Store = Map<string, { readonly value: string; readonly expiresAt: number }>;

export type Caches = ReturnType<typeof createCaches>;

/** Each store has the name that `storeName` returns. */
export function createCaches(clock: HostClock) {
  const stores = new Map<string, Store>();
  const open = (name: string): Store => {
    const store: Store = stores.get(name) ?? new Map();
    stores.set(name, store);
    for (const [key, { expiresAt }] of store) if (expiresAt <= clock.now()) store.delete(key);
    return store;
  };
  /** Returns the content of a store. */
  const entries = (name: string): ReadonlyMap<string, string> =>
    new Map([...open(name)].map(([key, { value }]) => [key, value]));
  return {
    entries,
    getAll(name: string, keys: readonly string[]): Readonly<Record<string, string>> {
      keys.forEach(checkKey);
      return Object.fromEntries([...entries(name)].filter(([key]) => keys.includes(key)));
    },
    putAll(name: string, values: object, seconds = DEFAULT_SECONDS): void {
      const store = open(name);
      if (!(seconds >= 1 && seconds <= MAX_SECONDS))
        throw new Error(`Invalid argument: expirationInSeconds must be from 1 to ${MAX_SECONDS}`);
      const expiresAt = clock.now() + seconds * 1000;
      Object.entries(values).forEach(checkEntry);
      for (const [key, value] of Object.entries(values)) {
        // a Map iterates in the order of creation: deleting the key first makes its new value the newest
        store.delete(key);
        store.set(key, { value: String(value), expiresAt });
      }
      if (store.size > MAX_ITEMS) evict(store);
    },
    removeAll(name: string, keys: readonly string[]): void {
      for (const key of keys) open(name).delete(String(key));
    },
    /** Empties all stores, as Google may do at any time. */
    clear: () => stores.clear(),
  };
}

/** Removes the items nearest to their expiry; sorting leaves the oldest first among those with the same expiry. */
function evict(store: Store): void {
  const items = [...store].sort(([, a], [, b]) => a.expiresAt - b.expiresAt);
  for (const [key] of items.slice(0, -ITEMS_AFTER_EVICTION)) store.delete(key);
}

function checkKey(key: string): void {
  if (key === '') throw new Error('Argument cannot be null: key');
  if (key.length > MAX_KEY_LENGTH) throw new Error('Argument too large: key');
}

function checkEntry([key, value]: [string, unknown]): void {
  checkKey(key);
  if (value === null) throw new Error('Argument cannot be null: value');
  if (Buffer.byteLength(String(value)) > MAX_VALUE_BYTES) throw new Error('Argument too large: value');
}
