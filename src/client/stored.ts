/** The stored answer of a question, and its purchase that has not been answered yet. */
import type { Window } from '../addon/question/window.js';
import type { Row } from '../addon/table/rows.js';
import { listOf, objectOf, readJson } from '../contract/json.js';
import type { PaidAnswer } from './costs.js';
import type { AllowedRequest } from './plan-requests.js';
import type { AnswerStore } from './types.js';

export interface StoredRows {
  /** The time of the request, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Values of `refresh` that this answer satisfies. */
  readonly served: readonly string[];
  readonly window: Window;
  readonly rows: readonly Row[];
  readonly cut?: 'limit' | 'maxCredits';
  readonly cutDay?: string;
  /** The maximum cost of the request. */
  readonly ceiling: number;
  /** Credits that it has cost. */
  readonly paid: number;
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
const ANSWER = 'answer:';

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
const isRows = listOf((row: unknown): row is Row => Array.isArray(row));
const isRequests = listOf(objectOf<{ body: object }>({ body: 'object' }));
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
const isPaidAnswer = objectOf<PaidAnswer>({ text: 'string', charged: 'string?' });
const isPaidOrNull = (value: unknown) => value === null || isPaidAnswer(value);

/** True for the name of an unanswered purchase, which must not be deleted. */
export function isOpenName(name: string): boolean {
  return name.startsWith(OPEN);
}

/** A question in the store, under a digest of the question, the service and the key. */
export class QuestionStore {
  readonly #store: AnswerStore;
  readonly #name: string;

  constructor(store: AnswerStore, name: string) {
    this.#store = store;
    this.#name = name;
  }

  answer(): StoredRows | undefined {
    const stored = readJson(this.#store.get(ANSWER + this.#name), isStored);
    return stored && isRows(stored.rows) ? stored : undefined;
  }

  openPurchase(): OpenPurchase | undefined {
    const open = readJson(this.#store.get(OPEN + this.#name), isOpen);
    const isReadable = open && isRequests(open.requests) && (open.answers ?? []).every(isPaidOrNull);
    return isReadable ? open : undefined;
  }

  /** Returns false if another call has begun a purchase of the same question. */
  startPurchase(purchase: OpenPurchase): boolean {
    return this.#store.add(OPEN + this.#name, JSON.stringify(purchase));
  }

  replacePurchase(purchase: OpenPurchase): void {
    this.#store.set(OPEN + this.#name, JSON.stringify(purchase));
  }

  /** Writes the answer, then deletes the purchase: after a crash in between, it is repeated, free. */
  saveAnswer(rows: StoredRows): void {
    this.#store.set(ANSWER + this.#name, JSON.stringify(rows));
    this.deletePurchase();
  }

  /** Deletes a purchase that was not charged, or that is answered. */
  deletePurchase(): void {
    this.#store.delete(OPEN + this.#name);
  }
}
