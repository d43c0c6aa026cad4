/** CacheService: three kinds of stores with Google's limits. */

import type { CACHE } from '../services/cache.js';
import type { HandlersOf } from '../services/define.js';
import type { HostClock } from './clock.js';
import { type Caller, storeName } from './handlers.js';

const MAX_KEY_LENGTH = 250;
const MAX_VALUE_BYTES = 100 * 1024;
const MAX_SECONDS = 21_600;
/** Above this number of items, the oldest are removed until this number is left. */
const MAX_ITEMS = 1000;
const ITEMS_AFTER_EVICTION = 900;

interface Item {
  readonly value: string;
  readonly expiresAt: number;
}

export interface CacheStores {
  readonly handlers: HandlersOf<Caller, typeof CACHE>;
  /** The content of a store; names come from `storeName`. */
  entries(store: string): ReadonlyMap<string, string>;
  /** Empties all stores, as Google may do at any time. */
  clear(): void;
}

export function createCacheStores(clock: HostClock): CacheStores {
  const stores = new Map<string, Map<string, Item>>();
  const open = (name: string): Map<string, Item> => {
    const store = stores.get(name) ?? new Map<string, Item>();
    stores.set(name, store);
    for (const [key, { expiresAt }] of store) if (expiresAt <= clock.now()) store.delete(key);
    return store;
  };
  return {
    handlers: {
      get: (caller, scope, key) => {
        checkKey(key);
        return open(storeName(caller, scope)).get(key)?.value ?? null;
      },
      getAll: (caller, scope, keys) => {
        keys.forEach(checkKey);
        const store = open(storeName(caller, scope));
        return Object.fromEntries(keys.flatMap((key) => entryOf(key, store.get(key))));
      },
      put: (caller, scope, values, seconds) => {
        const store = open(storeName(caller, scope));
        const expiresAt = clock.now() + checkedSeconds(seconds) * 1000;
        const entries = Object.entries(values);
        for (const [key, value] of entries) {
          checkKey(key);
          if (value === null) throw new Error('Argument cannot be null: value');
          if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw new Error('Argument too large: value');
        }
        for (const [key, value] of entries) {
          // the order of a map is the order of creation: a value put again is new
          store.delete(key);
          store.set(key, { value, expiresAt });
        }
        evict(store);
      },
      remove: (caller, scope, keys) => {
        const store = open(storeName(caller, scope));
        for (const key of keys) store.delete(key);
      },
    },
    entries: (name) => new Map([...open(name)].map(([key, { value }]) => [key, value])),
    clear: () => stores.clear(),
  };
}

function entryOf(key: string, item: Item | undefined): (readonly [string, string])[] {
  return item ? [[key, item.value]] : [];
}

function checkKey(key: string): void {
  if (key === '') throw new Error('Argument cannot be null: key');
  if (key.length > MAX_KEY_LENGTH) throw new Error('Argument too large: key');
}

function checkedSeconds(seconds: number): number {
  const whole = Math.floor(seconds);
  if (whole >= 1 && whole <= MAX_SECONDS) return whole;
  throw new Error(`Invalid argument: expirationInSeconds must be from 1 to ${MAX_SECONDS}`);
}

function evict(store: Map<string, Item>): void {
  if (store.size <= MAX_ITEMS) return;
  const surplus = store.size - ITEMS_AFTER_EVICTION;
  for (const key of [...store.keys()].slice(0, surplus)) store.delete(key);
}
