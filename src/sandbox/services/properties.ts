/** PropertiesService: persistent stores with Google's limits. */

import { type Call, recorded, serviceOf, type Table, tableOf } from './define.js';
import type { Faults } from './faults.js';
import { opensStore, type Store, storeName } from './stores.js';

/** Google documents 9 kB and 500 kB; a kB of 1,000 bytes is the stricter interpretation. */
const MAX_VALUE_BYTES = 9_000;
const MAX_STORE_BYTES = 500_000;
const STORE_FULL =
  'You have exceeded the property storage quota. Please remove some properties and try again.';

type Values = Readonly<Record<string, string>>;

/** All stores by name, as the state file contains them. */
export type StoredProperties = Readonly<Record<string, Values>>;

export type Properties = ReturnType<typeof createProperties>;

export function createProperties(stored: StoredProperties, onChange: () => void) {
  const stores = new Map(Object.entries(stored));
  const replace = (name: string, values: Values): void => {
    stores.set(name, values);
    onChange();
  };
  /** Returns the content of a store; `storeName` returns its name. */
  const entries = (store: string): Values => stores.get(store) ?? {};
  return {
    entries,
    write(name: string, values: Values, deleteAllOthers = false): void {
      if (Object.values(values).some((value) => Buffer.byteLength(value) > MAX_VALUE_BYTES))
        throw new Error('Argument too large: value');
      const next = { ...(!deleteAllOthers && entries(name)), ...values };
      // a store that would exceed the limit keeps its old content
      if (Buffer.byteLength(Object.entries(next).flat().join('')) > MAX_STORE_BYTES)
        throw new Error(STORE_FULL);
      replace(name, next);
    },
    delete(name: string, key: string): void {
      const { [key]: removed, ...others } = entries(name);
      if (removed !== undefined) replace(name, others);
    },
    deleteStore(store: string): void {
      if (stores.delete(store)) onChange();
    },
    save: (): StoredProperties => Object.fromEntries(stores),
  };
}

export function propertyTables(stores: Properties, faults: Faults): readonly Table[] {
  const set = async (call: Call & Store, values: Values, deleteAllOthers: boolean) => {
    await call.spend('propertyWrites', call.switches.propertyCount === 'calls' ? 1 : sizeOf(values));
    // no source promises that setProperties is atomic: an injected fault writes only the first keys
    const count = faults.partialWrite?.(call, Object.keys(values));
    const written = Object.fromEntries(Object.entries(values).slice(0, count));
    stores.write(storeName(call, call.scope), written, deleteAllOthers);
    if (count !== undefined) throw new Error('Service error: Properties');
  };
  const setRules = { writes: isUserStore, records: 'PropertiesService.setProperties', chains: true } as const;
  const properties = tableOf<GoogleAppsScript.Properties.Properties, Store>('Properties', {
    getProperty: {
      required: ['key'],
      records: 'PropertiesService.getProperty',
      async handle(call, key) {
        await call.spend('propertyReads');
        const store = stores.entries(storeName(call, call.scope));
        return Object.hasOwn(store, key) ? (store[key] ?? null) : null;
      },
    },
    getProperties: recorded('PropertiesService.getProperties', async (call) => {
      const values = stores.entries(storeName(call, call.scope));
      await call.spend('propertyReads', call.switches.propertyCount === 'keys' ? sizeOf(values) : 1);
      return values;
    }),
    setProperty: {
      ...setRules,
      required: ['key', 'value'],
      handle: (call, key, value) => set(call, { [String(key)]: String(value) }, false),
    },
    setProperties: {
      ...setRules,
      required: ['properties'],
      handle: (call, values, deleteAllOthers = false) => set(call, textsOf(values), deleteAllOthers),
    },
    deleteProperty: {
      writes: isUserStore,
      required: ['key'],
      records: 'PropertiesService.deleteProperty',
      chains: true,
      async handle(call, key) {
        await call.spend('propertyWrites');
        stores.delete(storeName(call, call.scope), String(key));
      },
    },
  });
  const service = serviceOf<GoogleAppsScript.Properties.PropertiesService>('PropertiesService', {
    getDocumentProperties: opensStore(properties, 'document'),
    getScriptProperties: opensStore(properties, 'script'),
    getUserProperties: opensStore(properties, 'user'),
  });
  return [properties, service];
}

/**
 * Custom functions may not write user properties, which are the owner's there. No source says that viewers
 * may, so the sandbox refuses theirs, too, like writes to the spreadsheet.
 */
function isUserStore({ scope }: Store): boolean {
  return scope === 'user';
}

/** A call without keys counts as one. */
function sizeOf(values: object): number {
  return Math.max(1, Object.keys(values).length);
}

function textsOf(values: object): Values {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
}
