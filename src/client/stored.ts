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
/** Raise it with each change of what is stored: values of another format count as missing. */
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

export type StoredValues = ReturnType<typeof valuesIn>;

/** Stores each value after a digest of it, so that a damaged value counts as missing, and so does one of another format. */
export function valuesIn(store: AnswerStore) {
  const digestOfText = (text: string) => createHash('sha256').update(`${FORMAT}${text}`).digest('hex');
  const written = (value: object): string => {
    const text = JSON.stringify(value);
    return digestOfText(text) + text;
  };
  return {
    get<T extends object>(name: string): T | undefined {
      const stored = store.get(name) ?? '';
      const text = stored.slice(DIGEST_CHARACTERS);
      return stored.startsWith(digestOfText(text)) ? (JSON.parse(text) as T) : undefined;
    },
    set: (name: string, value: object) => store.set(name, written(value)),
    /** Returns false if the name is taken. */
    add: (name: string, value: object) => store.add(name, written(value)),
    delete: (name: string) => store.delete(name),
  };
}

export type QuestionStore = ReturnType<typeof questionStore>;

/** A question with its days, to be bought or read from the store. */
export interface QuestionRequest {
  readonly asked: AskedQuestion;
  readonly ceiling: number | undefined;
  readonly window: Window;
  readonly stored: QuestionStore;
}

/** A question in the store. @param key a digest of the question, the service and the API key */
export function questionStore(values: StoredValues, key: string) {
  const [answerName, openName] = [`answer:${key}`, OPEN + key];
  return {
    answer: () => values.get<StoredRows>(answerName),
    openPurchase: () => values.get<OpenPurchase>(openName),
    /** Returns false if another call has begun a purchase of the same question. */
    startPurchase: (purchase: OpenPurchase) => values.add(openName, purchase),
    replacePurchase: (purchase: OpenPurchase) => values.set(openName, purchase),
    /** Writes the answer, then deletes the purchase: after a crash in between, it is repeated, free. */
    saveAnswer(rows: StoredRows): void {
      values.set(answerName, rows);
      values.delete(openName);
    },
    /** Deletes a purchase that was not charged, or that is answered. */
    deletePurchase: () => values.delete(openName),
  };
}
