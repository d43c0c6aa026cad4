/** The stored answer of a question, and its purchase that has not been answered yet. */
import { createHash } from 'node:crypto';
import { listOf, objectOf, readJson } from '../contract/json.js';
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

const isStored = objectOf<StoredRows>({
  askedAt: 'number',
  served: 'list',
  window: 'object',
  rows: 'list',
  cut: 'string?',
  cutDay: 'string?',
  ceiling: 'number',
  paid: 'number',
});
const isOpen = objectOf<OpenPurchase>({
  token: 'string',
  requests: 'list',
  attempt: 'string',
  refresh: 'string',
  at: 'number',
  ceiling: 'number',
  answers: 'list?',
  isRefused: 'boolean?',
});
const isRequests = listOf(objectOf<{ body: object }>({ body: 'object' }));
const isPaidAnswer = objectOf<PaidAnswer>({ text: 'string', charged: 'string?' });

/** True for the name of an unanswered purchase, which must not be deleted. */
export function isOpenName(name: string): boolean {
  return name.startsWith(OPEN);
}

/** Returns a digest that does not reveal the value. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
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
export function questionStore(store: AnswerStore, key: string) {
  const [answerName, openName] = [`answer:${key}`, OPEN + key];
  return {
    answer(): StoredRows | undefined {
      const stored = readJson(store.get(answerName), isStored);
      return stored?.rows.every(Array.isArray) ? stored : undefined;
    },
    openPurchase(): OpenPurchase | undefined {
      const open = readJson(store.get(openName), isOpen);
      const isReadable =
        isRequests(open?.requests) && (open?.answers ?? []).every((one) => one === null || isPaidAnswer(one));
      return isReadable ? open : undefined;
    },
    /** Returns false if another call has begun a purchase of the same question. */
    startPurchase: (purchase: OpenPurchase) => store.add(openName, JSON.stringify(purchase)),
    replacePurchase: (purchase: OpenPurchase) => store.set(openName, JSON.stringify(purchase)),
    /** Writes the answer, then deletes the purchase: after a crash in between, it is repeated, free. */
    saveAnswer(rows: StoredRows): void {
      store.set(answerName, JSON.stringify(rows));
      store.delete(openName);
    },
    /** Deletes a purchase that was not charged, or that is answered. */
    deletePurchase: () => store.delete(openName),
  };
}
