/**
 * Wraps Google's services: one wrapper repeats failed calls once, because they fail now and then; another reads
 * all document properties in one call, because each call takes time.
 */
import { lazyMembers } from '../lazy.js';
import type { Lock, Platform, Properties } from '../platform.js';

/**
 * Returns the platform for one short execution. It reads all document properties in one call when the first one
 * is needed, and again under the document's lock, because other executions may have written meanwhile. Its own
 * writes are included. If reading again fails without the lock, the earlier values stay in use.
 */
export function createSnapshotPlatform(platform: Platform): Platform {
  const snapshot = new Snapshot(platform);
  return lazyMembers(platform, {
    documentProperties: () =>
      platform.documentProperties && snapshotProperties(platform.documentProperties, snapshot),
    documentLock: () => platform.documentLock && snapshotLock(platform.documentLock, snapshot),
    allDocumentProperties: () => () => snapshot.all(),
  });
}

type Values = Readonly<Record<string, string>>;

class Snapshot {
  /** True while the document's lock is held: earlier values must not be used then. */
  isLocked = false;
  private values: Values | undefined;
  private isCurrent = false;
  private readonly platform: Platform;

  constructor(platform: Platform) {
    this.platform = platform;
  }

  all(): Values {
    if (this.values && this.isCurrent) return this.values;
    try {
      this.values = this.platform.allDocumentProperties();
      this.isCurrent = true;
    } catch (error) {
      if (!this.values || this.isLocked) throw error;
    }
    return this.values;
  }

  /** Replaces the values by a changed copy. Callers that have the old object still see its old values. */
  change(change: (values: Values) => Values): void {
    if (this.values) this.values = change(this.values);
  }

  forget(): void {
    this.isCurrent = false;
  }
}

function snapshotProperties(properties: Properties, snapshot: Snapshot): Properties {
  const change = (work: () => void, changed: (values: Values) => Values): void => {
    try {
      work();
    } catch (error) {
      // a part of the write may have succeeded
      snapshot.forget();
      throw error;
    }
    snapshot.change(changed);
  };
  const write = (work: () => void, written: Values): void =>
    change(work, (values) => ({ ...values, ...written }));
  return {
    get: (key) => snapshot.all()[key] ?? null,
    set: (key, value) => write(() => properties.set(key, value), { [key]: value }),
    setAll: (written) => write(() => properties.setAll(written), written),
    remove: (key) =>
      change(
        () => properties.remove(key),
        ({ [key]: _removed, ...others }) => others,
      ),
  };
}

function snapshotLock(lock: Lock, snapshot: Snapshot): Lock {
  return {
    run(waitMs, action) {
      // values read under the lock stay valid until the lock is taken again
      snapshot.forget();
      return lock.run(waitMs, () => {
        snapshot.forget();
        snapshot.isLocked = true;
        try {
          action();
        } finally {
          snapshot.isLocked = false;
        }
      });
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
