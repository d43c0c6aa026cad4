/** What one formula has to tell the others through the cache, said in one call at its end: each call to it takes long. */
import type { StoredConnection } from '../account/connection.js';
import { AGREED_KEY, hasAgreed } from '../account/consent.js';
import { CONTEXT_KEY, type Context, contextValues, readContext } from '../account/context.js';
import type { Platform } from '../platform.js';
import { ignoreErrors } from '../storage/ignore-errors.js';

export interface Told {
  /** By their names in the cache. */
  readonly values: Record<string, string>;
  /** Reads the context for a connection, and tells it. */
  context(connection: StoredConnection): Context;
  /** What is to be put into the cache together with something else. */
  take(): Readonly<Record<string, string>>;
  /** Whether the payer was found to have agreed to spend here. */
  hasAgreed(payer: string): boolean;
  /** Puts it into the cache in a call of its own. */
  tell(): void;
}

const SECONDS = 21_600;
/** What a person has changed while the service was asked must not be undone: the context is told at once, or not at all. */
const CONTEXT_MS = 1_000;

/** @param found what the cache holds */
export function createTold(platform: Platform, found: Readonly<Record<string, string>>): Told {
  const { clock, documentCache: cache } = platform;
  const values: Record<string, string> = {};
  let readAt = 0;
  const told: Told = {
    values,
    context(connection) {
      const context = readContext(platform, connection);
      readAt = clock.now();
      Object.assign(values, contextValues(context, readAt));
      const { payer, dailyCap } = context;
      // those that are to come need not ask for it
      if (dailyCap === undefined && !told.hasAgreed(payer) && hasAgreed(platform, payer))
        values[AGREED_KEY] = payer;
      return context;
    },
    hasAgreed: (payer) => [found[AGREED_KEY], values[AGREED_KEY]].includes(payer),
    take() {
      if (clock.now() - readAt > CONTEXT_MS) delete values[CONTEXT_KEY];
      return values;
    },
    tell() {
      if (Object.keys(told.take()).length > 0) ignoreErrors(() => cache?.putAll(values, SECONDS));
    },
  };
  return told;
}
