/** PropertiesService: persistent stores with Google's limits. */
import type { HandlersOf } from '../methods/define.js';
import { PROPERTIES } from '../methods/properties.js';
import { type Caller, storeName } from './caller.js';
import { type Service, serviceOf } from './dispatch.js';
import type { Faults } from './faults.js';

/** Google documents 9 kB and 500 kB; a kB of 1,000 bytes is the stricter interpretation. */
const MAX_VALUE_BYTES = 9_000;
const MAX_STORE_BYTES = 500_000;
const STORE_FULL =
  'You have exceeded the property storage quota. Please remove some properties and try again.';

/** All stores by name, as the state file contains them. */
export type StoredProperties = Readonly<Record<string, Readonly<Record<string, string>>>>;

export function createProperties(stored: StoredProperties, onChange: () => void) {
  const stores = new Map(Object.entries(stored));
  const replace = (name: string, values: Readonly<Record<string, string>>): void => {
    stores.set(name, values);
    onChange();
  };
  /** Returns the content of a store; `storeName` returns its name. */
  const entries = (store: string): Readonly<Record<string, string>> => stores.get(store) ?? {};
  const handlers: HandlersOf<Caller, typeof PROPERTIES> = {
    getProperty: (caller, scope, key) => {
      const store = entries(storeName(caller, scope));
      return Object.hasOwn(store, key) ? (store[key] ?? null) : null;
    },
    getProperties: (caller, scope) => entries(storeName(caller, scope)),
    setProperties: (caller, scope, values, alone) => {
      const name = storeName(caller, scope);
      if (Object.values(values).some((value) => Buffer.byteLength(value) > MAX_VALUE_BYTES))
        throw new Error('Argument too large: value');
      const next = { ...(!alone && entries(name)), ...values };
      // a store that would exceed the limit keeps its old content
      if (Buffer.byteLength(Object.entries(next).flat().join('')) > MAX_STORE_BYTES)
        throw new Error(STORE_FULL);
      replace(name, next);
    },
    deleteProperty: (caller, scope, key) => {
      const name = storeName(caller, scope);
      const { [key]: removed, ...others } = entries(name);
      if (removed !== undefined) replace(name, others);
    },
  };
  return {
    entries,
    handlers,
    /** No source promises that setProperties is atomic: an injected fault writes only the first keys. */
    service: (faults: Faults): Service =>
      serviceOf(PROPERTIES, {
        ...handlers,
        setProperties: (caller, scope, values, alone) => {
          const count = faults.partialWrite?.(caller, Object.keys(values));
          const written = Object.fromEntries(Object.entries(values).slice(0, count));
          handlers.setProperties(caller, scope, written, alone);
          if (count !== undefined) throw new Error('Service error: Properties');
        },
      }),
    deleteStore(store: string): void {
      if (stores.delete(store)) onChange();
    },
    save: (): StoredProperties => Object.fromEntries(stores),
  };
}
