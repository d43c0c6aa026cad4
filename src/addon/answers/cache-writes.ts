/** Collects what a formula writes into the cache for other formulas, and writes it in one call, because each call takes long. */

import type { Purchase } from '../../core/purchase.js';
import type { StoredConnection } from '../account/connection.js';
import { AGREED_KEY, hasConsent } from '../account/consent.js';
import { CONTEXT_KEY, type Context, contextValues, readContext } from '../account/context.js';
import type { Platform } from '../platform.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { endedValues } from './open-purchases.js';

export interface CacheWrites {
  /** By their names in the cache. */
  readonly values: Record<string, string>;
  /** The purchases that this execution has ended, for the executions that wait for them. */
  readonly ended: Purchase[];
  /** Reads the context of a connection, which is then among the values. */
  context(connection: StoredConnection): Context;
  /** The values, for a caller who writes them together with others. */
  take(): Readonly<Record<string, string>>;
  /** Whether the payer was found to have agreed to spend here. */
  hasAgreed(payer: string): boolean;
  /** Writes the values in a call of their own. */
  write(): void;
}

const SECONDS = 21_600;
/** An older context is not written: it could undo what a person has changed while the service was asked. */
const CONTEXT_MS = 1_000;

/** @param found the values that the cache has now */
export function createCacheWrites(platform: Platform, found: Readonly<Record<string, string>>): CacheWrites {
  const { clock, documentCache: cache } = platform;
  const values: Record<string, string> = {};
  let readAt = 0;
  const writes: CacheWrites = {
    values,
    ended: [],
    context(connection) {
      const context = readContext(platform, connection);
      readAt = clock.now();
      Object.assign(values, contextValues(context, readAt));
      const { payer, dailyCap } = context;
      // later formulas need not look it up
      if (dailyCap === undefined && !writes.hasAgreed(payer) && hasConsent(platform, payer))
        values[AGREED_KEY] = payer;
      return context;
    },
    hasAgreed: (payer) => [found[AGREED_KEY], values[AGREED_KEY]].includes(payer),
    take() {
      if (clock.now() - readAt > CONTEXT_MS) delete values[CONTEXT_KEY];
      return { ...values, ...endedValues(writes.ended) };
    },
    write() {
      const all = writes.take();
      if (Object.keys(all).length > 0) ignoreErrors(() => cache?.putAll(all, SECONDS));
    },
  };
  return writes;
}
