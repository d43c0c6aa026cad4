/** The lock for changes of a document's properties, and the version of its data, which stops older add-ons. */
import { errors, type SignalsError } from '../errors.js';
import type { Lock, Platform, Properties, Values } from '../platform.js';

/** An execution holds the lock for a few property calls. A formula has 30 seconds in all. */
const WAIT_MS = 10_000;

export interface LockOptions {
  /** A lock to use instead of the document's. */
  readonly lock?: Lock | null;
  /** Creates the error to throw if another execution keeps the lock for too long. */
  readonly busy?: () => SignalsError;
  readonly waitMs?: number;
}

/**
 * Runs an action under the lock and returns its result. Without a document there is no lock to take.
 * @throws BUSY, and the action's errors
 */
export function withDocumentLock<T>(
  { documentLock }: Pick<Platform, 'documentLock'>,
  action: () => T,
  { lock = documentLock, busy = errors.settingsBusy, waitMs = WAIT_MS }: LockOptions = {},
): T {
  if (!lock) return action();
  let done: { readonly value: T } | undefined;
  lock.run(waitMs, () => {
    done = { value: action() };
  });
  if (!done) throw busy();
  return done.value;
}

/** Returns the document's properties. @throws BAD_INPUT without a document */
export function requireDocument(platform: Pick<Platform, 'documentProperties' | 'documentLock'>): Properties {
  if (!platform.documentProperties || !platform.documentLock) throw errors.noDocument();
  return platform.documentProperties;
}

/** Raise this when an older add-on would damage the data. */
const VERSION = 4;
const VERSION_NAME = 'data-version';

/** @throws BUSY if a newer add-on has written the data */
export function requireKnownVersion(properties: Pick<Properties, 'get'>): void {
  if (Number(properties.get(VERSION_NAME) ?? 1) > VERSION) throw errors.newerVersion();
}

/** Returns the version as a value to write with others; empty if they have it already. */
export function versionValues(stored: Values): Values {
  return stored[VERSION_NAME] === String(VERSION) ? {} : { [VERSION_NAME]: String(VERSION) };
}
