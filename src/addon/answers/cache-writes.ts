/** Collects the cache entries of a formula and writes them in one call, because each call is slow. */

import type { StoredConnection } from '../account/connection.js';
import { AGREED_KEY, hasConsent } from '../account/consent.js';
import { CONTEXT_KEY, type Context, contextValues, readContext } from '../account/context.js';
import { ignoreErrors } from '../errors.js';
import type { Platform, Values } from '../platform.js';

export type CacheWrites = ReturnType<typeof createCacheWrites>;

const SECONDS = 21_600;
/** An older context is not written: it could undo a change that a person made during the request. */
const CONTEXT_MS = 1_000;

/** @param found the current cache entries */
export function createCacheWrites(platform: Platform, found: Values) {
  const { clock, documentCache: cache } = platform;
  const values: Record<string, string> = {};
  let readAt = 0;
  /** True if the payer is known to have agreed to spend here. */
  const hasAgreed = (payer: string) => [found[AGREED_KEY], values[AGREED_KEY]].includes(payer);
  /** Returns the entries, for a caller that writes them together with its own. */
  const take = (): Values => {
    if (clock.now() - readAt > CONTEXT_MS) delete values[CONTEXT_KEY];
    return values;
  };
  return {
    /** The entries, by cache key. */
    values,
    hasAgreed,
    take,
    /** Reads the context of a connection, and adds it to the entries. */
    context(connection: StoredConnection): Context {
      const context = readContext(platform, connection);
      readAt = clock.now();
      Object.assign(values, contextValues(context, readAt));
      const { payer, dailyCap } = context;
      // later formulas can skip this look-up
      if (dailyCap === undefined && !hasAgreed(payer) && hasConsent(platform, payer))
        values[AGREED_KEY] = payer;
      return context;
    },
    /** Writes the entries in a call of their own. */
    write(): void {
      const all = take();
      if (Object.keys(all).length > 0) ignoreErrors(() => cache?.putAll(all, SECONDS));
    },
  };
}
