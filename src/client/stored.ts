/** The stored answer of a question, and its purchase that has not been answered yet. */
import type { Window } from '../addon/question/window.js';
import type { Row } from '../addon/table/rows.js';
import { listOf, objectOf, readJson } from '../contract/json.js';
import type { AllowedRequest } from './ceiling.js';
import type { AnswerStore } from './types.js';

export interface StoredRows {
  /** When the service was asked, in milliseconds since 1970. */
  readonly askedAt: number;
  /** Values of `refresh` that it has served. */
  readonly served: readonly string[];
  readonly window: Window;
  readonly rows: readonly Row[];
  readonly cut?: 'limit' | 'maxCredits';
  readonly cutDay?: string;
  /** The ceiling that it was asked under. */
  readonly ceiling: number;
  /** Credits that it has cost. Missing in what an earlier release has stored. */
  readonly paid?: number;
}

/** Noted before anything is sent: after a crash the same is sent under the same name. */
export interface OpenPurchase {
  /** Begins the Idempotency-Key of each request. */
  readonly token: string;
  readonly requests: readonly AllowedRequest[];
  /** The days, the freshness and the value of `refresh` that it was made with. */
  readonly attempt: string;
  readonly refresh: string;
  readonly at: number;
  /** The ceiling that it was begun under. */
  readonly ceiling: number;
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

/** Whether a name is that of a purchase that has not been answered yet: it must not be forgotten. */
export function isOpenName(name: string): boolean {
  return name.startsWith(OPEN);
}

/** A question in the store, by a digest of the question, the service and the key. */
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

  open(): OpenPurchase | undefined {
    const open = readJson(this.#store.get(OPEN + this.#name), isOpen);
    return open && isRequests(open.requests) ? open : undefined;
  }

  /** Whether no one else has begun a purchase of the same question meanwhile. */
  begin(purchase: OpenPurchase): boolean {
    return this.#store.add(OPEN + this.#name, JSON.stringify(purchase));
  }

  /** In the place of another purchase. */
  replace(purchase: OpenPurchase): void {
    this.#store.set(OPEN + this.#name, JSON.stringify(purchase));
  }

  /** First the answer, then the purchase: a crash between the two repeats it, free. */
  keep(rows: StoredRows): void {
    this.#store.set(ANSWER + this.#name, JSON.stringify(rows));
    this.giveUp();
  }

  /** Nothing was charged. */
  giveUp(): void {
    this.#store.delete(OPEN + this.#name);
  }
}
