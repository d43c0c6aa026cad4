/** PropertiesService: persistent stores with Google's limits. */

import type { HandlersOf } from '../services/define.js';
import type { PROPERTIES } from '../services/properties.js';
import { type Caller, storeName } from './handlers.js';

/** Google writes 9 kB and 500 kB, and does not say whether a kB has 1,000 or 1,024 bytes: the unkind reading. */
const MAX_VALUE_BYTES = 9_000;
const MAX_STORE_BYTES = 500_000;

/** All stores by name, as they are kept in a file. */
export type StoredProperties = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface PropertyStores {
  readonly handlers: HandlersOf<Caller, typeof PROPERTIES>;
  /** The content of a store; names come from `storeName`. */
  entries(store: string): Readonly<Record<string, string>>;
  /** Removes a store with all that is in it. */
  forget(store: string): void;
  save(): StoredProperties;
}

export interface PropertyStoresOptions {
  readonly stored?: StoredProperties;
  readonly onChange?: () => void;
}

export function createPropertyStores({ stored = {}, onChange }: PropertyStoresOptions = {}): PropertyStores {
  const stores = new Map(
    Object.entries(stored).map(([name, values]) => [name, new Map(Object.entries(values))]),
  );
  const open = (name: string): Map<string, string> => stores.get(name) ?? new Map<string, string>();
  const replace = (name: string, values: Map<string, string>): void => {
    stores.set(name, values);
    onChange?.();
  };
  const entries = (name: string) => Object.fromEntries(open(name));
  return {
    handlers: {
      getProperty: (caller, scope, key) => open(storeName(caller, scope)).get(key) ?? null,
      getProperties: (caller, scope) => entries(storeName(caller, scope)),
      setProperties: (caller, scope, values, alone) => {
        const name = storeName(caller, scope);
        const next = new Map(alone ? [] : open(name));
        for (const [key, value] of Object.entries(values)) {
          if (Buffer.byteLength(value) > MAX_VALUE_BYTES) throw new Error('Argument too large: value');
          next.set(key, value);
        }
        // all or nothing: a full store stays unchanged
        if (sizeOf(next) > MAX_STORE_BYTES) {
          throw new Error(
            'You have exceeded the property storage quota. Please remove some properties and try again.',
          );
        }
        replace(name, next);
      },
      deleteProperty: (caller, scope, key) => {
        const name = storeName(caller, scope);
        const next = new Map(open(name));
        if (next.delete(key)) replace(name, next);
      },
      deleteAllProperties: (caller, scope) => replace(storeName(caller, scope), new Map()),
    },
    entries,
    forget(store) {
      if (stores.delete(store)) onChange?.();
    },
    save: () => Object.fromEntries([...stores].map(([name, values]) => [name, Object.fromEntries(values)])),
  };
}

function sizeOf(values: ReadonlyMap<string, string>): number {
  let bytes = 0;
  for (const [key, value] of values) bytes += Buffer.byteLength(key) + Buffer.byteLength(value);
  return bytes;
}
