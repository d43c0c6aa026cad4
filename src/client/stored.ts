/** What the store holds of a question: its answer, and the purchase that has not been answered yet. */
import type { Window } from '../addon/question/window.js';
import type { Row } from '../addon/table/rows.js';
import type { DatasetName } from '../contract/datasets.js';
import { listOf, objectOf, readJson } from '../contract/json.js';
import { dayOf, FIRST, LAST } from '../core/days.js';
import { isAnswerFresh } from '../core/lookup.js';
import type { Axis } from '../core/records.js';
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
  /** The ceiling that it was asked under. */
  readonly ceiling: number;
}

/** Noted before anything is sent: after a crash the same is sent under the same name. */
export interface OpenPurchase {
  /** Begins the Idempotency-Key of each request. */
  readonly token: string;
  readonly requests: readonly AllowedRequest[];
  /** Of what it was made: the days, the freshness and the value of `refresh`. */
  readonly attempt: string;
  readonly refresh: string;
  readonly at: number;
}

/** How fresh an answer has to be, and for what. */
export interface StoredDemand {
  readonly dataset: DatasetName;
  /** The date that the days of the window are compared with. */
  readonly axis: Axis;
  readonly window: Window;
  readonly now: number;
  readonly refresh: string;
  /** Undefined where nothing is charged. */
  readonly ceiling: number | undefined;
}

const OPEN = 'open:';
const ANSWER = 'answer:';

const isStored = objectOf<StoredRows>({
  askedAt: 'number',
  served: 'list',
  window: 'object',
  rows: 'list',
  cut: 'string?',
  ceiling: 'number',
});
const isRequests = listOf(objectOf<{ body: object }>({ body: 'object' }));
const isOpen = objectOf<OpenPurchase>({
  token: 'string',
  requests: 'list',
  attempt: 'string',
  refresh: 'string',
  at: 'number',
});

/** Whether a name is that of a purchase that has not been answered yet: it must not be forgotten. */
export function isOpenName(name: string): boolean {
  return name.startsWith(OPEN);
}

export interface QuestionStore {
  answer(): StoredRows | undefined;
  open(): OpenPurchase | undefined;
  /** Whether no one else has begun a purchase of the same question meanwhile. */
  begin(purchase: OpenPurchase): boolean;
  /** In the place of another purchase. */
  replace(purchase: OpenPurchase): void;
  /** First the answer, then the purchase: a crash between the two repeats it, free. */
  keep(rows: StoredRows): void;
  /** Nothing was charged. */
  giveUp(): void;
}

/** @param name of the question, the service and the key: a digest */
export function questionStore(store: AnswerStore, name: string): QuestionStore {
  return {
    answer: () => readJson(store.get(ANSWER + name), isStored),
    open() {
      const open = readJson(store.get(OPEN + name), isOpen);
      return open && isRequests(open.requests) ? open : undefined;
    },
    begin: (purchase) => store.add(OPEN + name, JSON.stringify(purchase)),
    replace: (purchase) => store.set(OPEN + name, JSON.stringify(purchase)),
    keep(rows) {
      store.set(ANSWER + name, JSON.stringify(rows));
      store.delete(OPEN + name);
    },
    giveUp: () => store.delete(OPEN + name),
  };
}

/** By the rules of a spreadsheet that is brought up to date daily: what is over for a week is not asked for again. */
export function isEnough(stored: StoredRows, demand: StoredDemand): boolean {
  const { dataset, axis, window, now, refresh, ceiling } = demand;
  if (stored.window.start !== window.start || stored.window.end !== window.end) return false;
  if (refresh !== '' && !stored.served.includes(refresh)) return false;
  if (stored.cut === 'maxCredits' && ceiling !== undefined && ceiling > stored.ceiling) return false;
  const days = { from: dayOf(window.start) ?? FIRST, to: dayOf(window.end) ?? LAST };
  return isAnswerFresh({ dataset, axis, ...days }, stored.askedAt, now);
}
