/**
 * Google's services fail now and then for a moment: what can be asked twice is asked twice. And each call takes time: what a
 * formula needs of the document's properties is read in one.
 */
import { lazyMembers } from '../lazy.js';
import type { Lock, Platform, Properties } from '../platform.js';

/**
 * The same platform, for one short execution. All properties of the document are read in one call when the first one is
 * needed. Under the document's lock they are read again, because others may have written meanwhile; what this execution
 * writes is in them. Where they cannot be read again without the lock, what was read before will do.
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
  /** While the document's lock is held, values that were read before it must not be used. */
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

  /** Replaces the values by changed ones: callers that have the old ones keep them as they were. */
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
      // some of it may have been done
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
      // what was read under the lock holds until the lock is taken again
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

/**
 * The same platform, on which reading and writing what is kept, and reading the zone, are tried a second time. Its
 * services are looked up when they are first needed, as the platform's own are.
 */
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

/** A service each method of which is tried a second time. */
function steady<T extends object>(service: T): T {
  const methods = Object.entries(service).map(([name, method]: [string, (...args: unknown[]) => unknown]) => [
    name,
    (...args: unknown[]) => twice(() => method(...args)),
  ]);
  return Object.fromEntries(methods) as T;
}

/** An action that has begun under the lock is not run a second time. */
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
