/** Keeps the stored answers of each key within a limit. */
import type { Store } from '../store/create-store.js';

export interface StorageLimitOptions {
  readonly store: Pick<Store, 'trimAnswers'>;
  readonly maxBytes: number;
}

/** Makes room for an answer. False where what is left was not delivered, and is kept. */
export type MakeRoom = (keyId: number, bytes: number) => Promise<boolean>;

/** Each instance counts what it stores itself, and asks the database when that reaches the limit. */
export function createStorageLimit({ store, maxBytes }: StorageLimitOptions): MakeRoom {
  const stored = new Map<number, number>();
  return async (keyId, bytes) => {
    const known = (stored.get(keyId) ?? maxBytes) + bytes;
    const before = known > maxBytes ? await store.trimAnswers({ keyId, bytes, maxBytes }) : known - bytes;
    // a single answer is always stored
    if (before > 0 && before + bytes > maxBytes) {
      stored.delete(keyId);
      return false;
    }
    stored.set(keyId, before + bytes);
    return true;
  };
}
