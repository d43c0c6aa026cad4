/** Where things are kept for good: the document's properties, or where there are none, the cache for as long as it lasts. */
import type { Cache, Platform, Properties } from '../platform.js';

const TTL_SECONDS = 21_600;
const PREFIX = 'property:';

export function persistentStore({ documentProperties, documentCache }: Platform): Properties | null {
  return documentProperties ?? (documentCache && cacheAsProperties(documentCache));
}

function cacheAsProperties(cache: Cache): Properties {
  const setAll = (values: Readonly<Record<string, string>>): void =>
    cache.putAll(
      Object.fromEntries(Object.entries(values).map(([key, value]) => [PREFIX + key, value])),
      TTL_SECONDS,
    );
  return {
    get: (key) => cache.getAll([PREFIX + key])[PREFIX + key] ?? null,
    set: (key, value) => setAll({ [key]: value }),
    setAll,
    remove: (key) => cache.removeAll([PREFIX + key]),
  };
}
