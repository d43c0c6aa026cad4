/** The stored answer of a question, and its purchase that has not been answered yet. */
import { createHash } from 'node:crypto';
import type { Window } from '../core/query.js';
import type { FoundRows } from './answer.js';
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
  /** The beginning of the Idempotency-Key of each request; empty for free requests, which are not stored. */
  readonly token: string;
  /** With the answers that are paid for, if it has failed. */
  readonly requests: readonly AllowedRequest[];
  /** The days, the freshness and the value of `refresh` that it was made with. */
  readonly attempt: string;
  readonly refresh: string;
  readonly at: number;
  /** The maximum cost when it began. */
  readonly ceiling: number;
  /** True if the service charges a repeated request only once, or if it is free. */
  readonly canRepeat: boolean;
  /** True if an earlier call has sent it. */
  readonly isRepetition?: boolean;
  /** True if it failed, and no other request of it can have been charged. */
  readonly isRefused?: boolean;
}

/** A question with its days, to be bought or read from the store. */
export interface QuestionRequest {
  readonly asked: AskedQuestion;
  /** The maximum cost; UNLIMITED for a free question. */
  readonly ceiling: number;
  readonly window: Window;
  readonly answer: Entry<StoredRows>;
  /** Its purchase that has not been answered yet. */
  readonly open: Entry<OpenPurchase>;
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
  return sha256(JSON.stringify(value));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** @param key a digest of the question, the service and the API key */
export function questionEntries(store: AnswerStore, key: string): Pick<QuestionRequest, 'answer' | 'open'> {
  return {
    answer: entryOf<StoredRows>(store, `answer:${key}`),
    open: entryOf<OpenPurchase>(store, OPEN + key),
  };
}

type Entry<T> = ReturnType<typeof entryOf<T>>;

/** A value in a store, after a digest of it: a damaged value counts as missing, and so does one of another format. */
export function entryOf<T>(store: AnswerStore, name: string) {
  const sealed = (text: string) => sha256(`${FORMAT}${text}`) + text;
  return {
    get(): T | undefined {
      const stored = store.get(name) ?? '';
      const text = stored.slice(DIGEST_CHARACTERS);
      return stored === sealed(text) ? (JSON.parse(text) as T) : undefined;
    },
    set: (value: T) => store.set(name, sealed(JSON.stringify(value))),
    /** Returns false if there is a value, also one that counts as missing. */
    add: (value: T) => store.add(name, sealed(JSON.stringify(value))),
    delete: () => store.delete(name),
  };
}
