/** The two tiers as one store of held answers. */
import type { Platform } from '../platform.js';
import { attempt } from './attempt.js';
import { putText, takeText } from './cache-tier.js';
import { hash } from './hash.js';
import type { Held } from './held.js';
import { fromText, toText } from './held-text.js';
import { lastingStore } from './lasting.js';
import { type Index, planUse, planWrite, readIndex, readLasting } from './lasting-tier.js';

export interface StoredAnswers {
  /** What the cache holds, given what it returned for `cacheKey`. */
  fromCache(identity: string, payer: string, first: string | undefined): Held | undefined;
  /** What the lasting tier holds; it is put into the cache again. */
  fromLasting(identity: string, payer: string): Held | undefined;
  /** All answers of the lasting tier. */
  list(): Index;
  toCache(identity: string, payer: string, held: Held): void;
  /** The text that `toLasting` writes: made before the lock is taken. Undefined where it cannot be made. */
  prepare(identity: string, payer: string, held: Held): string | undefined;
  /**
   * Writes a prepared answer with other values in one call, so that neither is there without the other. Where the
   * answer finds no place, the other values are written all the same.
   */
  toLasting(identity: string, prepared: string, others: Readonly<Record<string, string>>): void;
}

const DAY_MS = 86_400_000;
/** In the cache while an answer has lately found no place in the lasting tier. */
const FULL = 'answers-full';
const FULL_SECONDS = 21_600;

/** The same name for a question in both tiers. It says nothing of the question. */
export function answerKey(identity: string): string {
  return hash(identity);
}

/** Whether the document's properties had no room for an answer within the last hours: it lasts no longer than the cache. */
export function wasStoreFull({ documentCache }: Pick<Platform, 'documentCache'>): boolean {
  return documentCache?.getAll([FULL])[FULL] !== undefined;
}

export function createStoredAnswers(platform: Platform): StoredAnswers {
  const cache = platform.documentCache;
  const lasting = lastingStore(platform);
  const today = () => Math.floor(platform.clock.now() / DAY_MS);
  // read once for all looks of an execution; writing reads it anew, under the lock
  let seen: Index | undefined;
  const index = (): Index => {
    seen ??= lasting ? readIndex(platform, lasting) : {};
    return seen;
  };

  function read(text: string | undefined, identity: string, payer: string): Held | undefined {
    const entry = text === undefined ? undefined : fromText(text);
    return entry?.identity === identity && entry.payer === payer ? entry.held : undefined;
  }

  function toCache(identity: string, payer: string, held: Held): void {
    if (!cache) return;
    attempt(() => putText(platform, cache, answerKey(identity), toText({ identity, payer, held })));
  }

  return {
    toCache,
    list: index,
    prepare: (identity, payer, held) => attempt(() => platform.compress(toText({ identity, payer, held }))),
    fromCache(identity, payer, first) {
      const key = answerKey(identity);
      return cache && first !== undefined
        ? read(takeText(platform, cache, key, first), identity, payer)
        : undefined;
    },
    fromLasting(identity, payer) {
      if (!lasting) return undefined;
      const key = answerKey(identity);
      const listed = index()[key];
      if (!listed) return undefined;
      const held = read(readLasting(platform, lasting, key, listed), identity, payer);
      if (!held) return undefined;
      toCache(identity, payer, held);
      const use = planUse(platform, index(), key, today());
      if (use) attempt(() => lasting.setAll(use));
      return held;
    },
    toLasting(identity, prepared, others) {
      if (!lasting) return;
      const removed = attempt(() => {
        const key = answerKey(identity);
        const plan = planWrite(platform, readIndex(platform, lasting), key, prepared, {
          used: today(),
          identity,
        });
        lasting.setAll({ ...plan.values, ...others });
        return plan.removed;
      });
      // the store is full of other things: the answer stays in the cache
      if (!removed) {
        lasting.setAll(others);
        attempt(() => cache?.putAll({ [FULL]: String(platform.clock.now()) }, FULL_SECONDS));
      }
      for (const name of removed ?? []) lasting.remove(name);
    },
  };
}
