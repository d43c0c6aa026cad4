/** The two tiers as one store of held answers. */
import type { Platform } from '../platform.js';
import { putText, takeText } from '../storage/cache-tier.js';
import { hash } from '../storage/hash.js';
import { attempt } from '../storage/ignore-errors.js';
import { lastingStore } from '../storage/persistent-store.js';
import { fromText, toText } from './answer-codec.js';
import { type Index, planUse, planWrite, readIndex, readLasting } from './property-tier.js';
import type { Held } from './stored-answer.js';

export interface StoredAnswers {
  /** What the cache holds, given what it returned for `cacheKey`. */
  fromCache(identity: string, payer: string, first: string | undefined): Held | undefined;
  /**
   * What the lasting tier holds; it is put into the cache again.
   * @param own whether this counts as a use of the answer
   */
  fromLasting(identity: string, payer: string, own: boolean): Held | undefined;
  /** All answers of the lasting tier. */
  list(): Index;
  toCache(identity: string, payer: string, held: Held): void;
  /** The text that `toLasting` writes: made before the lock is taken. Undefined where it cannot be made. */
  prepare(identity: string, payer: string, held: Held): string | undefined;
  /**
   * Writes a prepared answer with other values in one call, so that neither is there without the other. Where the
   * answer finds no place, the other values are written all the same.
   * @param own whether this counts as a use of the answer
   */
  toLasting(identity: string, prepared: string, others: Readonly<Record<string, string>>, own: boolean): void;
}

const DAY_MS = 86_400_000;
/** In the cache while an answer has lately found no place in the lasting tier. */
const FULL = 'answers-full';
const FULL_SECONDS = 21_600;
const MARK_WAIT_MS = 2_000;

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
    fromLasting(identity, payer, own) {
      if (!lasting) return undefined;
      const key = answerKey(identity);
      const listed = index()[key];
      if (!listed) return undefined;
      const held = read(readLasting(platform, lasting, key, listed), identity, payer);
      if (!held) return undefined;
      toCache(identity, payer, held);
      if (own && listed.used < today()) {
        // under the lock, on the index as it is now: others store their answers meanwhile
        const mark = () => {
          const use = planUse(platform, readIndex(platform, lasting), key, today());
          if (use) lasting.setAll(use);
        };
        attempt(() => (platform.documentLock ? platform.documentLock.run(MARK_WAIT_MS, mark) : mark()));
      }
      return held;
    },
    toLasting(identity, prepared, others, own) {
      if (!lasting) return;
      const plan = attempt(() => {
        const key = answerKey(identity);
        const listed = readIndex(platform, lasting);
        const used = own ? today() : (listed[key]?.used ?? today());
        const written = planWrite(platform, listed, key, prepared, { used, identity });
        lasting.setAll({ ...written.values, ...others });
        return written;
      });
      // the store is full of other things
      if (!plan) lasting.setAll(others);
      // without a place there the answer is in the cache alone
      if (!plan?.kept) attempt(() => cache?.putAll({ [FULL]: String(platform.clock.now()) }, FULL_SECONDS));
      for (const name of plan?.removed ?? []) lasting.remove(name);
    },
  };
}
