/** The document's properties read in one call: a formula needs most of what it reads there, and each call takes time. */
import type { Lock, Platform, Properties } from '../platform.js';

/**
 * The same platform, for one short execution. All properties of the document are read in one call when the first one is
 * needed. Under the document's lock they are read again, because others may have written meanwhile; what this execution
 * writes is in them. Where they cannot be read again without the lock, what was read before will do.
 */
export function createSnapshotPlatform(platform: Platform): Platform {
  const snapshot = new Snapshot(platform);
  return Object.create(platform, {
    documentProperties: {
      get: () => platform.documentProperties && snapshotProperties(platform.documentProperties, snapshot),
    },
    documentLock: { get: () => platform.documentLock && snapshotLock(platform.documentLock, snapshot) },
    allDocumentProperties: { value: () => snapshot.all() },
  }) as Platform;
}

type Values = Readonly<Record<string, string>>;

class Snapshot {
  /** While it holds the document's lock, what was read before it will not do. */
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

  /** What was read before stays as it was: others hold on to it. */
  change(change: (values: Values) => Values): void {
    if (this.values) this.values = change(this.values);
  }

  forget(): void {
    this.isCurrent = false;
  }
}

function snapshotProperties(properties: Properties, snapshot: Snapshot): Properties {
  const write = (work: () => void, written: Values): void => {
    try {
      work();
    } catch (error) {
      // some of it may have been written
      snapshot.forget();
      throw error;
    }
    snapshot.change((values) => ({ ...values, ...written }));
  };
  return {
    get: (key) => snapshot.all()[key] ?? null,
    set: (key, value) => write(() => properties.set(key, value), { [key]: value }),
    setAll: (written) => write(() => properties.setAll(written), written),
    remove(key) {
      properties.remove(key);
      snapshot.change(({ [key]: _removed, ...others }) => others);
    },
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
