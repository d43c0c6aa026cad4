/**
 * Wraps Google's services: one wrapper repeats failed calls once, because they fail now and then; another reads
 * all document properties in one call, because each call takes time.
 */
import { lazyMembers } from '../lazy.js';
import type { Clock, Lock, Platform, Properties, Values } from '../platform.js';

/**
 * Returns the platform for one short execution. It reads all document properties in one call when the first one
 * is needed, and again under the document's lock or after a pause, because other executions may have written
 * meanwhile. Its own writes are included. If reading again fails without the lock, the earlier values stay in use.
 */
export function createSnapshotPlatform(platform: Platform): Platform {
  const snapshot = createSnapshot(() => platform.allDocumentProperties());

  const propertiesOf = (properties: Properties): Properties => ({
    get: (key) => snapshot.all()[key] ?? null,
    set: (key, value) => snapshot.write({ [key]: value }, () => properties.set(key, value)),
    setAll: (values) => snapshot.write(values, () => properties.setAll(values)),
    remove: (key) => snapshot.write({ [key]: undefined }, () => properties.remove(key)),
  });

  const lockOf = (lock: Lock): Lock => ({
    run(waitMs, action) {
      // nothing reads the values until the lock is held; then they stay valid until it is taken again
      snapshot.expire();
      return lock.run(waitMs, () => snapshot.underLock(action));
    },
  });

  const clockOf = (clock: Clock): Clock => ({
    ...clock,
    sleep(ms) {
      snapshot.expire();
      clock.sleep(ms);
    },
  });

  return lazyMembers(platform, {
    clock: () => clockOf(platform.clock),
    documentProperties: () => platform.documentProperties && propertiesOf(platform.documentProperties),
    documentLock: () => platform.documentLock && lockOf(platform.documentLock),
    allDocumentProperties: () => snapshot.all,
  });
}

/** All document properties as of the last reading, with the execution's own writes. */
function createSnapshot(readAll: () => Values) {
  let values: Values | undefined;
  let isCurrent = false;
  /** True while the document's lock is held: earlier values must not be used then. */
  let isLocked = false;

  return {
    all(): Values {
      if (values && isCurrent) return values;
      try {
        values = readAll();
        isCurrent = true;
      } catch (error) {
        if (!values || isLocked) throw error;
      }
      return values;
    },
    /** The next caller reads again. */
    expire(): void {
      isCurrent = false;
    },
    /** @param changes the written values; undefined for a removed one */
    write(changes: Readonly<Record<string, string | undefined>>, work: () => void): void {
      try {
        work();
      } catch (error) {
        // a part of the write may have succeeded
        isCurrent = false;
        throw error;
      }
      if (!values) return;
      // a copy: callers that have the old object still see its values
      const next: Record<string, string> = { ...values };
      for (const [key, value] of Object.entries(changes)) {
        if (value === undefined) delete next[key];
        else next[key] = value;
      }
      values = next;
    },
    /** Runs an action for which the document's lock is held. */
    underLock(action: () => void): void {
      isLocked = true;
      try {
        action();
      } finally {
        isLocked = false;
      }
    },
  };
}

/** Returns the platform with a second try for calls of stores. It opens each service at its first use. */
export function createSteadyPlatform(platform: Platform): Platform {
  return lazyMembers(platform, {
    spreadsheet: () => ({
      ...platform.spreadsheet,
      timeZone: () => twice(() => platform.spreadsheet.timeZone()),
    }),
    userProperties: () => steady(platform.userProperties),
    documentProperties: () => platform.documentProperties && steady(platform.documentProperties),
    documentCache: () => platform.documentCache && steady(platform.documentCache),
    documentLock: () => platform.documentLock && steadyLock(platform.documentLock),
    allDocumentProperties: () => () => twice(() => platform.allDocumentProperties()),
  });
}

/** Returns the service with a second try for each method. */
function steady<T extends object>(service: T): T {
  const methods = Object.entries(service).map(([name, method]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (...args: unknown[]) => twice(() => method(...args)),
  ]);
  return Object.fromEntries(methods) as T;
}

/** Returns the lock with a second try, unless the action has already begun. */
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
