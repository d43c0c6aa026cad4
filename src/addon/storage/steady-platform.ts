/** Google's services fail now and then for a moment: what can be asked twice is asked twice. */
import { lazy } from '../lazy.js';
import type { Cache, Lock, Platform, Properties } from '../platform.js';

/**
 * The same platform, on which reading and writing what is kept, and reading the zone, are tried a second time. Its
 * services are looked up when they are first needed, as the platform's own are.
 */
export function createSteadyPlatform(platform: Platform): Platform {
  const lazily = <T>(get: () => T) => ({ get: lazy(get) });
  return Object.create(platform, {
    spreadsheet: lazily(() => ({
      ...platform.spreadsheet,
      timeZone: () => twice(() => platform.spreadsheet.timeZone()),
    })),
    userProperties: lazily(() => steadyProperties(platform.userProperties)),
    documentProperties: lazily(
      () => platform.documentProperties && steadyProperties(platform.documentProperties),
    ),
    documentCache: lazily(() => platform.documentCache && steadyCache(platform.documentCache)),
    documentLock: lazily(() => platform.documentLock && steadyLock(platform.documentLock)),
    allDocumentProperties: { value: () => twice(() => platform.allDocumentProperties()) },
  }) as Platform;
}

/** What has begun under the lock is not begun again. */
function steadyLock(lock: Lock): Lock {
  return {
    run(waitMs, action) {
      let hasBegun = false;
      const run = () =>
        lock.run(waitMs, () => {
          hasBegun = true;
          action();
        });
      return twice(run, () => !hasBegun);
    },
  };
}

function twice<T>(work: () => T, mayRepeat = () => true): T {
  try {
    return work();
  } catch (error) {
    if (!mayRepeat()) throw error;
    return work();
  }
}

function steadyProperties(properties: Properties): Properties {
  return {
    get: (key) => twice(() => properties.get(key)),
    set: (key, value) => twice(() => properties.set(key, value)),
    setAll: (values) => twice(() => properties.setAll(values)),
    remove: (key) => twice(() => properties.remove(key)),
  };
}

function steadyCache(cache: Cache): Cache {
  return {
    getAll: (keys) => twice(() => cache.getAll(keys)),
    putAll: (values, ttlSeconds) => twice(() => cache.putAll(values, ttlSeconds)),
    removeAll: (keys) => twice(() => cache.removeAll(keys)),
  };
}
