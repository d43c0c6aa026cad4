/**
 * Wraps Google's services: one wrapper repeats failed calls once, because they fail now and then; another reads
 * all document properties in one call, because each call takes time.
 */
import { lazyMembers } from '../lazy.js';
import type { Lock, Platform, Properties } from '../platform.js';

type Values = Readonly<Record<string, string>>;

/**
 * Returns the platform for one short execution. It reads all document properties in one call when the first one
 * is needed, and again under the document's lock, because other executions may have written meanwhile. Its own
 * writes are included. If reading again fails without the lock, the earlier values stay in use.
 */
export function createSnapshotPlatform(platform: Platform): Platform {
  const snapshot = new Snapshot(platform);
  return lazyMembers(platform, {
    documentProperties: () =>
      platform.documentProperties && snapshot.propertiesOf(platform.documentProperties),
    documentLock: () => platform.documentLock && snapshot.lockOf(platform.documentLock),
    allDocumentProperties: () => () => snapshot.all(),
  });
}

class Snapshot {
  private readonly platform: Pick<Platform, 'allDocumentProperties'>;
  private values: Values | undefined;
  private isCurrent = false;
  /** True while the document's lock is held: earlier values must not be used then. */
  private isLocked = false;

  constructor(platform: Pick<Platform, 'allDocumentProperties'>) {
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

  propertiesOf(properties: Properties): Properties {
    return {
      get: (key) => this.all()[key] ?? null,
      set: (key, value) =>
        this.write(
          () => properties.set(key, value),
          (before) => ({ ...before, [key]: value }),
        ),
      setAll: (written) =>
        this.write(
          () => properties.setAll(written),
          (before) => ({ ...before, ...written }),
        ),
      remove: (key) =>
        this.write(
          () => properties.remove(key),
          ({ [key]: _removed, ...others }) => others,
        ),
    };
  }

  /** Writes, then replaces the values by a changed copy. Callers that have the old object still see its values. */
  private write(work: () => void, changed: (before: Values) => Values): void {
    try {
      work();
    } catch (error) {
      // a part of the write may have succeeded
      this.isCurrent = false;
      throw error;
    }
    if (this.values) this.values = changed(this.values);
  }

  lockOf(lock: Lock): Lock {
    return {
      run: (waitMs, action) => {
        // values read under the lock stay valid until the lock is taken again
        this.isCurrent = false;
        return lock.run(waitMs, () => {
          this.isCurrent = false;
          this.isLocked = true;
          try {
            action();
          } finally {
            this.isLocked = false;
          }
        });
      },
    };
  }
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
