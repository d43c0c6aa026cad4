/** The persistent stores of PropertiesService, with Google's limits. */

/** Google documents 9 kB and 500 kB; a kB of 1,000 bytes is the stricter interpretation. */
const MAX_VALUE_BYTES = 9_000;
const MAX_STORE_BYTES = 500_000;
const STORE_FULL =
  'You have exceeded the property storage quota. Please remove some properties and try again.';

type Values = Readonly<Record<string, string>>;

/** All stores by name, as the state file contains them. */
export type StoredProperties = Readonly<Record<string, Values>>;

export type Properties = ReturnType<typeof createProperties>;

/** Each store has the name that `storeName` returns. */
export function createProperties(stored: StoredProperties, onChange: () => void) {
  const stores = new Map(Object.entries(stored));
  const replace = (name: string, values: Values): void => {
    stores.set(name, values);
    onChange();
  };
  /** Returns the content of a store. */
  const entries = (name: string): Values => stores.get(name) ?? {};
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
    save: (): StoredProperties => Object.fromEntries(stores),
  };
}
