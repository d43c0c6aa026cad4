/** Stores answers in memory while the program runs. */
import { isOpenName } from './stored.js';
import type { AnswerStore } from './types.js';

/** The limit beyond which the oldest answers are deleted, and then the oldest open purchases. */
const MAX_CHARACTERS = 64_000_000;

export function createMemoryStore(): AnswerStore {
  const values = new Map<string, string>();
  let characters = 0;
  const store: AnswerStore = {
    get: (key) => values.get(key),
    set(key, value) {
      store.delete(key);
      values.set(key, value);
      characters += value.length;
      // an open purchase may have been paid for
      for (const isOpen of [false, true])
        for (const oldest of values.keys()) {
          if (characters <= MAX_CHARACTERS) return;
          if (oldest !== key && isOpenName(oldest) === isOpen) store.delete(oldest);
        }
    },
    add(key, value) {
      if (values.has(key)) return false;
      store.set(key, value);
      return true;
    },
    delete(key) {
      characters -= values.get(key)?.length ?? 0;
      values.delete(key);
    },
  };
  return store;
}
