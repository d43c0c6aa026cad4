/** Properties in memory with Google's limit for a value, and a count of an outbox in them. */
import type { Outbox } from '../../../src/addon/alerts/outbox.js';
import type { Properties } from '../../../src/addon/platform.js';

const VALUE_BYTES = 9_000;

export type FakeProperties = Properties & { readonly values: Map<string, string> };

export function fakeProperties(): FakeProperties {
  const values = new Map<string, string>();
  const set = (key: string, value: string) => {
    if (Buffer.byteLength(key) + Buffer.byteLength(value) > VALUE_BYTES)
      throw new Error('Argument too large');
    values.set(key, value);
  };
  return {
    values,
    get: (key) => values.get(key) ?? null,
    set,
    setAll: (all) => Object.entries(all).forEach(([key, value]) => set(key, value)),
    remove: (key) => void values.delete(key),
  };
}

/** Returns the number of waiting records. */
export function countedIn({ waiting, more }: Outbox): number {
  return waiting.length + more;
}
