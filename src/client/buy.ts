/** Gets the rows of a question: from the store, or from the service, paid once and within a ceiling. */
import { createHash } from 'node:crypto';
import { isSignalsError } from '../addon/errors.js';
import { identityOf } from '../addon/question/question.js';
import type { Window } from '../addon/question/window.js';
import { createRowReader } from '../addon/table/rows.js';
import { DATASETS, RECORD_COLUMNS } from '../contract/datasets.js';
import { dayOf, FIRST, isoOf, LAST, settledDay } from '../core/days.js';
import { ROUND_NUMBERS } from '../core/facts.js';
import { isAnswerFresh } from '../core/lookup.js';
import { axisOf } from '../core/query.js';
import type { FoundRows } from './answer.js';
import { type AllowedRequest, allowedRequests, lowered } from './ceiling.js';
import { clientErrors, OVER_CEILING } from './errors.js';
import type { EstimateBodies } from './estimates.js';
import { joinRows, limitOf, type RequestPlan } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';
import type { QueryAnswer, Service } from './service.js';
import { type OpenPurchase, QuestionStore, type StoredRows } from './stored.js';
import type { AnswerStore } from './types.js';

export interface Buyer {
  readonly service: Service;
  readonly estimates: EstimateBodies;
  readonly store: AnswerStore;
  /** Of service and key. */
  readonly account: string;
  readonly timeoutMs: number;
  now(): number;
  sleep(ms: number): Promise<void>;
}

/** A question on its day. */
export interface Order {
  readonly asked: AskedQuestion;
  readonly ceiling: number | undefined;
  /** Looks up the companies of groups, free; only when the store has no answer. */
  plan(): Promise<RequestPlan>;
  readonly window: Window;
}

const POLL_MS = 250;
/** Values of `refresh` that are remembered of a question. */
const MAX_SERVED = 20;

/** The stored rows of a question that are still good; undefined where the service has to be asked. */
export function findStored(buyer: Buyer, order: Order): FoundRows | undefined {
  const stored = storeOf(buyer, order.asked).answer();
  if (!stored || !isEnough(stored, order, buyer.now())) return undefined;
  const { rows, cut, askedAt } = stored;
  return { rows, ...(cut && { cut }), charged: 0, owned: 0, source: 'store', askedAt };
}

/** Whether a question was asked before, and its answer is there or can come again. */
export function isBought(buyer: Buyer, order: Order): boolean {
  return findStored(buyer, order) !== undefined || storeOf(buyer, order.asked).open() !== undefined;
}

/** By the rules of a spreadsheet that is brought up to date daily: what is over for a week is not asked for again. */
function isEnough(stored: StoredRows, { asked, window, ceiling }: Order, now: number): boolean {
  const { dataset, question, token: refresh } = asked;
  if (stored.window.start !== window.start || stored.window.end !== window.end) return false;
  if (refresh !== '' && !stored.served.includes(refresh)) return false;
  if (stored.cut === 'maxCredits' && ceiling !== undefined && ceiling > stored.ceiling) return false;
  const days = { from: dayOf(window.start) ?? FIRST, to: dayOf(window.end) ?? LAST };
  const axis = axisOf(dataset, question.filters['dateType']);
  return isAnswerFresh({ dataset, axis, ...days }, stored.askedAt, now);
}

/** The name of a question in the store: of its account, and the same for all that ask the same. */
export function nameOf({ account }: Buyer, { question }: AskedQuestion): string {
  return digestOf([account, identityOf(question)]);
}

function storeOf(buyer: Buyer, asked: AskedQuestion): QuestionStore {
  return new QuestionStore(buyer.store, nameOf(buyer, asked));
}

/** @throws what a cell would show, with remedies for a program */
export async function getRows(buyer: Buyer, order: Order): Promise<FoundRows> {
  const { asked, ceiling, window } = order;
  const found = findStored(buyer, order);
  if (found) return found;
  const plan = await order.plan();
  const at = buyer.now();
  const attempt = JSON.stringify([window, isoOf(settledDay(at)), asked.token]);
  const purchase = { token: '', attempt, refresh: asked.token, at, ceiling: ceiling ?? 0 };
  if (!asked.isPaid) {
    const requests = allowedRequests(plan.bodies, Number.POSITIVE_INFINITY, undefined);
    return send(buyer, order, plan, { ...purchase, requests }, true);
  }
  if (ceiling === undefined) throw clientErrors.noCeiling();
  const estimates = await buyer.estimates(asked.dataset, plan.bodies);
  const canRepeat = estimates !== undefined || buyer.service.tellsCharges();
  const requests = allowedRequests(plan.bodies, ceiling, estimates);
  const token = digestOf([nameOf(buyer, asked), requests.map(({ body }) => body), attempt]).slice(0, 40);
  const begun = await begin(buyer, order, { ...purchase, requests, token }, canRepeat);
  if ('rows' in begun) return begun;
  if (begun.ceiling <= ceiling) return send(buyer, order, plan, begun, canRepeat);
  // without estimates, the service may not know of ceilings either
  if (!estimates && sumOfLimits(begun.requests) > ceiling) throw clientErrors.unclear();
  const under = { ...begun, requests: lowered(begun.requests, ceiling) };
  return send(buyer, order, plan, under, canRepeat).catch((error: unknown) => {
    // it was never charged, and is given up: what this ceiling allows is bought instead
    if (isSignalsError(error) && error.reason === OVER_CEILING) return getRows(buyer, order);
    throw error;
  });
}

function sumOfLimits(requests: readonly AllowedRequest[]): number {
  return requests.reduce((sum, { body }) => sum + limitOf(body), 0);
}

/** The purchase to send: the new one, or an earlier one of the same question that got no answer. */
async function begin(
  buyer: Buyer,
  order: Order,
  purchase: OpenPurchase,
  canRepeat: boolean,
): Promise<OpenPurchase | FoundRows> {
  const stored = storeOf(buyer, order.asked);
  while (!stored.begin(purchase)) {
    const open = stored.open();
    const isAnswered = open !== undefined && (stored.answer()?.askedAt ?? -1) >= open.at;
    // the service knows it by its name, and charges it once
    if (open && !isAnswered && canRepeat && open.attempt === purchase.attempt) return open;
    if (!open || isAnswered || canRepeat || open.refresh !== purchase.refresh) {
      stored.replace(purchase);
      return purchase;
    }
    // another program may be waiting for the answer
    if (buyer.now() - open.at > buyer.timeoutMs) throw clientErrors.unclear();
    await buyer.sleep(POLL_MS);
    const found = findStored(buyer, order);
    if (found) return found;
  }
  return purchase;
}

async function send(
  buyer: Buyer,
  { asked, window }: Order,
  { query }: RequestPlan,
  { token, requests, at, ceiling }: OpenPurchase,
  canRepeat: boolean,
): Promise<FoundRows> {
  const { dataset, token: refresh } = asked;
  const stored = storeOf(buyer, asked);
  const bodies = requests.map(({ body }) => body);
  const ceilings = requests.map(({ most }) => most ?? undefined);
  const answers = await buyer.service
    .query(dataset, bodies, { token, canRepeat, ceilings })
    .catch((error: unknown) => {
      if (token !== '' && isSignalsError(error) && !error.unclear) stored.giveUp();
      throw error;
    });
  const read = createRowReader(RECORD_COLUMNS[dataset], DATASETS[dataset].dates);
  const all = joinRows(
    query,
    answers.map(({ records }) => read(records)),
  );
  const rows = all.slice(0, query.limit);
  const cut = cutOf(requests, answers) ?? (all.length > rows.length ? 'limit' : undefined);
  const balance = answers.at(-1)?.balance;
  const served = [...(stored.answer()?.served ?? []), refresh].filter((one) => one !== '').slice(-MAX_SERVED);
  stored.keep({ askedAt: at, served, window, rows, ...(cut && { cut }), ceiling });
  return {
    rows,
    ...(cut && { cut }),
    charged: answers.reduce((sum, { charged }) => sum + charged, 0),
    owned: answers.reduce((sum, { owned }) => sum + owned, 0),
    ...(balance !== undefined && { balance }),
    source: answers.length > 0 && answers.every(({ isRepeated }) => isRepeated) ? 'repeated' : 'service',
    askedAt: at,
  };
}

/** What has left records out, as far as it can be known. */
function cutOf(
  requests: readonly AllowedRequest[],
  answers: readonly QueryAnswer[],
): 'limit' | 'maxCredits' | undefined {
  const causes = answers.map(({ records: { length } }, index) => {
    const { body, planned, matching } = requests[index]!;
    const isFull = length >= limitOf(body);
    if (!(isFull || ROUND_NUMBERS.includes(length)) || (matching !== null && matching <= length))
      return undefined;
    return isFull && limitOf(body) < planned ? 'maxCredits' : 'limit';
  });
  return causes.find((cause) => cause === 'maxCredits') ?? causes.find((cause) => cause === 'limit');
}

/** A name that says nothing of what it names. */
export function digestOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
