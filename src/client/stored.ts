/** The stored answer of a question, and its purchase that has not been answered yet. */
import type { Window } from '../addon/question/window.js';
import type { Row } from '../addon/table/rows.js';
import { listOf, objectOf, readJson } from '../contract/json.js';
import { settledDay } from '../core/days.js';
import type { AllowedRequest } from './ceiling.js';
import type { PaidAnswer } from './costs.js';
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
  /** Credits that it has cost. Missing in an answer that an earlier release has stored. */
  readonly paid?: number;
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
}

interface PaidAnswers {
  /** The time of the requests, in milliseconds since 1970. */
  readonly at: number;
  readonly refresh: string;
  /** True if a request of the purchase may have been charged: then its error asks for a new value of `refresh`. */
  readonly unclear: boolean;
  /** By the text of the request's body. */
  readonly answers: Readonly<Record<string, PaidAnswer>>;
}

const OPEN = 'open:';
const PAID = 'paid:';
const ANSWER = 'answer:';

const isStored = objectOf<StoredRows>({
  askedAt: 'number',
  served: 'list',
  window: 'object',
  rows: 'list',
  cut: 'string?',
  cutDay: 'string?',
  ceiling: 'number',
  paid: 'number?',
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
});

const isPaid = objectOf<PaidAnswers>({
  at: 'number',
  refresh: 'string',
  unclear: 'boolean',
  answers: 'object',
});
const isPaidAnswer = objectOf<PaidAnswer>({ text: 'string', charged: 'string?' });

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
    return open && isRequests(open.requests) ? open : undefined;
  }

  /** Returns false if another call has begun a purchase of the same question. */
  startPurchase(purchase: OpenPurchase): boolean {
    return this.#store.add(OPEN + this.#name, JSON.stringify(purchase));
  }

  replacePurchase(purchase: OpenPurchase): void {
    this.#store.set(OPEN + this.#name, JSON.stringify(purchase));
  }

  /**
   * Returns the answers of the same day to these requests, which need not be sent again. A new value of `refresh`
   * asks again, unless an unclear failure has demanded it.
   */
  paidAnswers({ at, requests, refresh }: OpenPurchase): (PaidAnswer | undefined)[] {
    const stored = readJson(this.#store.get(PAID + this.#name), isPaid);
    const isUsable =
      stored !== undefined &&
      settledDay(stored.at) === settledDay(at) &&
      (stored.unclear || stored.refresh === refresh);
    return requests.map(({ body }) => {
      const paid = isUsable ? stored.answers[JSON.stringify(body)] : undefined;
      return isPaidAnswer(paid) ? paid : undefined;
    });
  }

  savePaidAnswers(
    { at, requests, refresh }: OpenPurchase,
    paid: readonly (PaidAnswer | undefined)[],
    unclear: boolean,
  ): void {
    const answers = Object.fromEntries(
      requests.flatMap(({ body }, index) => (paid[index] ? [[JSON.stringify(body), paid[index]]] : [])),
    );
    if (Object.keys(answers).length > 0)
      this.#store.set(
        PAID + this.#name,
        JSON.stringify({ at, refresh, unclear, answers } satisfies PaidAnswers),
      );
  }

  /** Writes the answer, then deletes the purchase: after a crash in between, it is repeated, free. */
  saveAnswer(rows: StoredRows): void {
    this.#store.set(ANSWER + this.#name, JSON.stringify(rows));
    this.#store.delete(PAID + this.#name);
    this.deletePurchase();
  }

  /** Deletes a purchase that was not charged, or that is answered. */
  deletePurchase(): void {
    this.#store.delete(OPEN + this.#name);
  }
}
