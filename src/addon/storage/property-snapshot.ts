/** The document's properties read in one call: a formula needs most of what it reads there, and each call takes time. */
import type { Lock, Platform, Properties } from '../platform.js';

/**
 * The same platform, for one short execution. All properties of the document are read in one call when the first one is
 * needed. Under the document's lock they are read again, because others may have written meanwhile; what this execution
 * writes is in them. Where they cannot be read again without the lock, what was read before will do.
 */
export function createSnapshotPlatform(platform: Platform): Platform {
  let values: Readonly<Record<string, string>> | undefined;
  let isCurrent = false;
  let isLocked = false;
  const all = (): Readonly<Record<string, string>> => {
    if (values && isCurrent) return values;
    try {
      values = platform.allDocumentProperties();
      isCurrent = true;
    } catch (error) {
      if (!values || isLocked) throw error;
    }
    return values;
  };
  const forget = (): void => {
    isCurrent = false;
  };

  function read(properties: Properties): Properties {
    const write = (change: () => void, written: Readonly<Record<string, string>>): void => {
      try {
        change();
      } catch (error) {
        // some of it may have been written
        forget();
        throw error;
      }
      // what was read before stays as it was: others hold on to it
      if (values) values = { ...values, ...written };
    };
    return {
      get: (key) => all()[key] ?? null,
      set: (key, value) => write(() => properties.set(key, value), { [key]: value }),
      setAll: (written) => write(() => properties.setAll(written), written),
      remove(key) {
        properties.remove(key);
        const { [key]: _removed, ...others } = values ?? {};
        if (values) values = others;
      },
    };
  }

  function freshUnder(lock: Lock): Lock {
    return {
      run(waitMs, action) {
        // what was read under the lock holds until the lock is taken again
        forget();
        return lock.run(waitMs, () => {
          forget();
          isLocked = true;
          try {
            action();
          } finally {
            isLocked = false;
          }
        });
      },
    };
  }

  return Object.create(platform, {
    documentProperties: { get: () => platform.documentProperties && read(platform.documentProperties) },
    documentLock: { get: () => platform.documentLock && freshUnder(platform.documentLock) },
    allDocumentProperties: { value: all },
  }) as Platform;
}
