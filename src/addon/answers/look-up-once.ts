/** Free look-ups: asked once for all cells, and kept in the document's cache. */
import { objectOf, readJson } from '../../contract/json.js';
import { SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { asciiJson } from '../storage/ascii-json.js';
import { cacheKey, putText, takeText } from '../storage/cache-tier.js';
import { failureKey, recall, remember } from '../storage/failures.js';
import { hash } from '../storage/hash.js';
import { singleFlight } from '../storage/single-flight.js';
import type { Row } from '../table/rows.js';

/** For whom, and how fresh. */
export interface LookUpRules {
  readonly payer: string;
  /** A new value forces a new request. */
  readonly token: string;
  /** Asked before that moment: asked again. Milliseconds since 1970. */
  readonly after: number;
  readonly deadline: number;
}

interface StoredRows {
  readonly askedAt: number;
  readonly rows: readonly Row[];
}

const areRows = objectOf<StoredRows>({ askedAt: 'number', rows: 'list' });

/**
 * Looks rows up once for all cells that need them under this name. It costs nothing.
 * @throws what `ask` throws, also when another cell has just been told
 */
export function lookUpOnce(
  platform: Platform,
  { payer, token, after, deadline }: LookUpRules,
  name: readonly string[],
  ask: () => readonly Row[],
): readonly Row[] {
  const key = hash(JSON.stringify([payer, token, ...name]));
  const cached = cacheKey(key);
  const cache = platform.documentCache;

  function look(found: Readonly<Record<string, string>>): readonly Row[] | undefined {
    const text = cache ? takeText(platform, cache, key, found[cached]) : undefined;
    const stored = readJson(text, areRows);
    if (stored && stored.askedAt >= after) return stored.rows;
    const failure = recall(found[failureKey(key)], after);
    if (failure) throw failure;
    return undefined;
  }

  const known = cache && look(cache.getAll([cached, failureKey(key)]));
  if (known) return known;
  return singleFlight(platform, deadline, {
    key,
    keys: [cached, failureKey(key)],
    look,
    claim: () => undefined,
    lead() {
      try {
        const rows = ask();
        if (cache) putText(platform, cache, key, asciiJson({ askedAt: platform.clock.now(), rows }));
        return rows;
      } catch (error) {
        if (error instanceof SignalsError) remember(cache, platform.clock, key, error);
        throw error;
      }
    },
  });
}

/** Has it asked for again. @param name as it was looked up */
export function forgetLookUp(platform: Platform, payer: string, name: readonly string[]): void {
  const key = hash(JSON.stringify([payer, '', ...name]));
  platform.documentCache?.removeAll([cacheKey(key), failureKey(key)]);
}
