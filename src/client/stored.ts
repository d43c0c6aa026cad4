/** The stored answer of a question, and its purchase that has not been answered yet. */
import { createHash } from 'node:crypto';
import type { Window } from '../core/query.js';
import type { FoundRows } from './answer.js';
import type { PaidAnswer } from './costs.js';
import type { AllowedRequest } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';
import type { AnswerStore } from './types.js';

export interface StoredRows extends Pick<FoundRows, 'rows' | 'cut' | 'cutDay' | 'paid' | 'askedAt'> {
  /** Values of `refresh` that this answer satisfies. */
  readonly served: readonly string[];
  readonly window: Window;
  /** The maximum cost of the request. */
  readonly ceiling: number;
}

/** Stored before it is sent: after a crash the client repeats it under the same name. */
export interface OpenPurchase {
  /** The beginning of the Idempotency-Key of each request. */
  readonly token: string;
  readonly requests: readonly AllowedRequest[];
  /** The days, the freshness and the value of `refresh` that it was made with. */
  readonly attempt: string;
  readonly refresh: string;
  readonly at: number;
  /** The maximum cost when it began. */
  readonly ceiling: number;
  /** The paid answers of a failed purchase, at the indexes of their requests; null or undefined for none. */
  readonly answers?: readonly (PaidAnswer | null | undefined)[];
  /** True if it failed, and no other request of it can have been charged. */
  readonly isRefused?: boolean;
}

const OPEN = 'open:';
/**
 * Raise it if a later version cannot read what is stored. All values of another format count as missing: a watch then
 * begins anew, and paid answers and open purchases are forgotten.
 */
const FORMAT = 1;
const DIGEST_CHARACTERS = 64;

/** True for the name of an unanswered purchase, which must not be deleted. */
export function isOpenName(name: string): boolean {
  return name.startsWith(OPEN);
}

/** Returns a digest that does not reveal the value. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

export type Entry<T> = ReturnType<typeof entryOf<T>>;

/** A question with its days, to be bought or read from the store. */
export interface QuestionRequest {
  readonly asked: AskedQuestion;
  readonly ceiling: number | undefined;
  readonly window: Window;
  readonly answer: Entry<StoredRows>;
  /** Its purchase that has not been answered yet. */
  readonly open: Entry<OpenPurchase>;
}

/** @param key a digest of the question, the service and the API key */
export function questionEntries(store: AnswerStore, key: string): Pick<QuestionRequest, 'answer' | 'open'> {
  return {
    answer: entryOf<StoredRows>(store, `answer:${key}`),
    open: entryOf<OpenPurchase>(store, OPEN + key),
  };
}

/** A value in a store, after a digest of it: a damaged value counts as missing, and so does one of another format. */
export function entryOf<T>(store: AnswerStore, name: string) {
  const digestOfText = (text: string) => createHash('sha256').update(`${FORMAT}${text}`).digest('hex');
  const written = (value: T): string => {
    const text = JSON.stringify(value);
    return digestOfText(text) + text;
  };
  return {
    get(): T | undefined {
      const stored = store.get(name) ?? '';
      const text = stored.slice(DIGEST_CHARACTERS);
      return stored.startsWith(digestOfText(text)) ? (JSON.parse(text) as T) : undefined;
    },
    set: (value: T) => store.set(name, written(value)),
    /** Returns false if there is a value, also one that counts as missing. */
    add: (value: T) => store.add(name, written(value)),
    delete: () => store.delete(name),
  };
}
