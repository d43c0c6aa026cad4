/** Who may change what a spreadsheet keeps: one execution at a time, of this version of the add-on or an older one. */
import { errors, type SignalsError } from '../errors.js';
import type { Lock, Platform, Properties } from '../platform.js';

/** Others hold the lock for the time of some property calls. A formula has 30 seconds in all. */
const WAIT_MS = 10_000;

export interface LockOptions {
  /** Another lock in the place of the document's. */
  readonly lock?: Lock | null;
  /** What to throw when others keep the lock for too long. */
  readonly busy?: () => SignalsError;
  readonly waitMs?: number;
}

/**
 * Runs an action while no other execution of the spreadsheet runs one, and returns what it returns. Without a document
 * there is nobody to exclude: the action just runs.
 * @throws BUSY, and what the action throws
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

/** The properties of the document. @throws BAD_INPUT where there is no document to keep anything with */
export function requireDocument({
  documentProperties,
  documentLock,
}: Pick<Platform, 'documentProperties' | 'documentLock'>): Properties {
  if (!documentProperties || !documentLock) throw errors.noDocument();
  return documentProperties;
}

/** Raised whenever an older add-on would do harm to what this one writes. */
const VERSION = 3;
export const VERSION_NAME = 'data-version';

/** @throws BUSY where a newer add-on has written */
export function requireKnownVersion(properties: Pick<Properties, 'get'>): void {
  if (Number(properties.get(VERSION_NAME) ?? 1) > VERSION) throw errors.newerVersion();
}

/** The version, to be written together with another value; empty where it is written already. */
export function versionValues(properties: Pick<Properties, 'get'>): Readonly<Record<string, string>> {
  return properties.get(VERSION_NAME) === String(VERSION) ? {} : { [VERSION_NAME]: String(VERSION) };
}
