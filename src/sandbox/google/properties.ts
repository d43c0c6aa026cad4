/** PropertiesService: persistent stores with Google's limits. */
import type { HandlersOf } from '../services/define.js';
import { PROPERTIES } from '../services/properties.js';
import { type Caller, storeName } from './caller.js';
import { type Service, serviceOf } from './dispatch.js';
import type { Faults } from './faults.js';

/** Google writes 9 kB and 500 kB, and does not say whether a kB has 1,000 or 1,024 bytes: the unkind reading. */
const MAX_VALUE_BYTES = 9_000;
const MAX_STORE_BYTES = 500_000;

/** All stores by name, as they are kept in a file. */
export type StoredProperties = Readonly<Record<string, Readonly<Record<string, string>>>>;

export class PropertyStores {
  readonly #stores: Map<string, Readonly<Record<string, string>>>;
  readonly #onChange: () => void;

  constructor(stored: StoredProperties, onChange: () => void) {
    this.#stores = new Map(Object.entries(stored));
    this.#onChange = onChange;
  }

  readonly handlers: HandlersOf<Caller, typeof PROPERTIES> = {
    getProperty: (caller, scope, key) => {
      const store = this.entries(storeName(caller, scope));
      return Object.hasOwn(store, key) ? (store[key] ?? null) : null;
    },
    getProperties: (caller, scope) => this.entries(storeName(caller, scope)),
    setProperties: (caller, scope, values, alone) => {
      const name = storeName(caller, scope);
      if (Object.values(values).some((value) => Buffer.byteLength(value) > MAX_VALUE_BYTES))
        throw new Error('Argument too large: value');
      const next = { ...(!alone && this.entries(name)), ...values };
      // all or nothing: a full store stays unchanged
      if (Buffer.byteLength(Object.entries(next).flat().join('')) > MAX_STORE_BYTES) {
        throw new Error(
          'You have exceeded the property storage quota. Please remove some properties and try again.',
        );
      }
      this.#replace(name, next);
    },
    deleteProperty: (caller, scope, key) => {
      const name = storeName(caller, scope);
      const { [key]: removed, ...others } = this.entries(name);
      if (removed !== undefined) this.#replace(name, others);
    },
    deleteAllProperties: (caller, scope) => this.#replace(storeName(caller, scope), {}),
  };

  /** No source promises that setProperties is all or nothing: where a fault says so, only its first keys are written. */
  service(faults: Faults): Service {
    return serviceOf(PROPERTIES, {
      ...this.handlers,
      setProperties: (caller, scope, values, alone) => {
        const count = faults.partialWrite?.(caller, Object.keys(values));
        const written = Object.fromEntries(Object.entries(values).slice(0, count));
        this.handlers.setProperties(caller, scope, written, alone);
        if (count !== undefined) throw new Error('Service error: Properties');
      },
    });
  }

  /** The content of a store; names come from `storeName`. */
  entries(store: string): Readonly<Record<string, string>> {
    return this.#stores.get(store) ?? {};
  }

  /** Removes a store with all that is in it. */
  forget(store: string): void {
    if (this.#stores.delete(store)) this.#onChange();
  }

  save(): StoredProperties {
    return Object.fromEntries(this.#stores);
  }

  #replace(name: string, values: Readonly<Record<string, string>>): void {
    this.#stores.set(name, values);
    this.#onChange();
  }
}
