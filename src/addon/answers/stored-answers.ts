/** The two tiers as one store of answers. */
import type { Platform } from '../platform.js';
import { putText, takeText } from '../storage/cache-tier.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { hash } from '../storage/hash.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { persistentStore } from '../storage/persistent-store.js';
import { decodeAnswer, encodeAnswer } from './answer-codec.js';
import { type Index, planUse, planWrite, readIndex, readStored } from './property-tier.js';
import type { StoredAnswer } from './stored-answer.js';

export interface StoredAnswers {
  /** What the cache holds, given what it returned for `cacheKey`. */
  fromCache(identity: string, payer: string, first: string | undefined): StoredAnswer | undefined;
  /**
   * What the store tier holds; it is put into the cache again.
   * @param own whether this counts as a use of the answer
   */
  fromProperties(identity: string, payer: string, own: boolean): StoredAnswer | undefined;
  /** All answers of the store tier. */
  list(): Index;
  toCache(identity: string, payer: string, held: StoredAnswer): void;
  /** The text that `toProperties` writes: made before the lock is taken. Undefined where it cannot be made. */
  prepare(identity: string, payer: string, held: StoredAnswer): string | undefined;
  /**
   * Writes a prepared answer with other values in one call, so that neither is there without the other. Where the
   * answer finds no place, the other values are written all the same.
   * @param own whether this counts as a use of the answer
   */
  toProperties(
    identity: string,
    prepared: string,
    others: Readonly<Record<string, string>>,
    own: boolean,
  ): void;
}

const DAY_MS = 86_400_000;
/** In the cache while an answer has lately found no place in the store tier. */
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
  const store = persistentStore(platform);
  const today = () => Math.floor(platform.clock.now() / DAY_MS);
  // read once for all looks of an execution; writing reads it again, under the lock
  let seen: Index | undefined;
  const index = (): Index => {
    seen ??= store ? readIndex(platform, store) : {};
    return seen;
  };

  function read(text: string | undefined, identity: string, payer: string): StoredAnswer | undefined {
    const entry = text === undefined ? undefined : decodeAnswer(text);
    return entry?.identity === identity && entry.payer === payer ? entry.held : undefined;
  }

  function toCache(identity: string, payer: string, held: StoredAnswer): void {
    if (!cache) return;
    ignoreErrors(() =>
      putText(platform, cache, answerKey(identity), encodeAnswer({ identity, payer, held })),
    );
  }

  return {
    toCache,
    list: index,
    prepare: (identity, payer, held) =>
      ignoreErrors(() => platform.compress(encodeAnswer({ identity, payer, held }))),
    fromCache(identity, payer, first) {
      const key = answerKey(identity);
      return cache && first !== undefined
        ? read(takeText(platform, cache, key, first), identity, payer)
        : undefined;
    },
    fromProperties(identity, payer, own) {
      if (!store) return undefined;
      const key = answerKey(identity);
      const listed = index()[key];
      if (!listed) return undefined;
      const held = read(readStored(platform, store, key, listed), identity, payer);
      if (!held) return undefined;
      toCache(identity, payer, held);
      if (own && listed.used < today()) {
        // under the lock, on the index as it is now: others store their answers meanwhile
        const mark = () => {
          const use = planUse(platform, readIndex(platform, store), key, today());
          if (use) store.setAll(use);
        };
        ignoreErrors(() => withDocumentLock(platform, mark));
      }
      return held;
    },
    toProperties(identity, prepared, others, own) {
      if (!store) return;
      const plan = ignoreErrors(() => {
        const key = answerKey(identity);
        const listed = readIndex(platform, store);
        const used = own ? today() : (listed[key]?.used ?? today());
        const written = planWrite(platform, listed, key, prepared, { used, identity });
        store.setAll({ ...written.values, ...others });
        return written;
      });
      // the store is full of other things
      if (!plan) store.setAll(others);
      // without a place there the answer is in the cache alone
      if (!plan?.kept)
        ignoreErrors(() => cache?.putAll({ [FULL]: String(platform.clock.now()) }, FULL_SECONDS));
      for (const name of plan?.removed ?? []) store.remove(name);
    },
  };
}
