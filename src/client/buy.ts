/** Gets the rows of a question: from the store, or from the service, paid once and within a ceiling. */
import { createHash } from 'node:crypto';
import { isSignalsError } from '../addon/errors.js';
import { identityOf } from '../addon/question/question.js';
import { settledDay } from '../addon/question/window.js';
import { createRowReader } from '../addon/table/rows.js';
import { DATASETS, RECORD_COLUMNS } from '../contract/datasets.js';
import { ROUND_NUMBERS } from '../core/facts.js';
import { axisOf } from '../core/query.js';
import type { FoundRows } from './answer.js';
import { type AllowedRequest, allowedRequests } from './ceiling.js';
import { clientErrors } from './errors.js';
import type { EstimateBodies } from './estimates.js';
import { joinRows, limitOf, type RequestPlan } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';
import type { QueryAnswer, Service } from './service.js';
import { isEnough, type OpenPurchase, type QuestionStore, questionStore } from './stored.js';
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
  readonly window: { readonly start: string; readonly end: string };
}

const POLL_MS = 250;
/** Values of `refresh` that are remembered of a question. */
const MAX_SERVED = 20;

/** What the store has of a question that is still good; undefined where the service has to be asked. */
export function findStored(buyer: Buyer, { asked, ceiling, window }: Order): FoundRows | undefined {
  const stored = storeOf(buyer, asked).answer();
  const { dataset, question, token: refresh } = asked;
  const axis = axisOf(dataset, question.filters['dateType']);
  const demand = { dataset, axis, window, now: buyer.now(), refresh, ceiling };
  if (!stored || !isEnough(stored, demand)) return undefined;
  const { rows, cut, askedAt } = stored;
  return { rows, ...(cut && { cut }), charged: 0, owned: 0, source: 'store', askedAt };
}

/** The name of a question in the store: of its account, and the same for all that ask the same. */
export function nameOf({ account }: Buyer, { question }: AskedQuestion): string {
  return digestOf([account, identityOf(question)]);
}

function storeOf(buyer: Buyer, asked: AskedQuestion): QuestionStore {
  return questionStore(buyer.store, nameOf(buyer, asked));
}

/** @throws what a cell would show, with remedies for a program */
export async function getRows(buyer: Buyer, order: Order): Promise<FoundRows> {
  const { asked, ceiling, window } = order;
  const { dataset, token: refresh } = asked;
  const kept = storeOf(buyer, asked);
  const look = () => findStored(buyer, order);
  const found = look();
  if (found) return found;

  const plan = await order.plan();
  const at = buyer.now();
  const attempt = JSON.stringify([window, settledDay(at), refresh]);
  const purchaseOf = (requests: readonly AllowedRequest[], token: string): OpenPurchase => ({
    token,
    requests,
    attempt,
    refresh,
    at,
  });
  if (!DATASETS[dataset].paid) {
    const requests = allowedRequests(plan.bodies, Number.POSITIVE_INFINITY, undefined);
    return ask(buyer, order, plan, kept, purchaseOf(requests, ''), true);
  }
  if (ceiling === undefined) throw clientErrors.noCeiling();
  const estimates = await buyer.estimates(dataset, plan.bodies);
  const canRepeat = estimates !== undefined || buyer.service.tellsCharges();
  const requests = allowedRequests(plan.bodies, ceiling, estimates);
  const token = digestOf([nameOf(buyer, asked), requests.map(({ body }) => body), attempt]).slice(0, 40);
  const begun = await begin(buyer, kept, purchaseOf(requests, token), { canRepeat, look });
  return 'rows' in begun ? begun : ask(buyer, order, plan, kept, begun, canRepeat);
}

/** The purchase to send: the new one, or an earlier one of the same question that got no answer. */
async function begin(
  { now, sleep, timeoutMs }: Buyer,
  kept: QuestionStore,
  purchase: OpenPurchase,
  { canRepeat, look }: { readonly canRepeat: boolean; look(): FoundRows | undefined },
): Promise<OpenPurchase | FoundRows> {
  while (!kept.begin(purchase)) {
    const open = kept.open();
    const isAnswered = open !== undefined && (kept.answer()?.askedAt ?? -1) >= open.at;
    if (!open || isAnswered) {
      kept.replace(purchase);
      return purchase;
    }
    // the service knows it by its name, and charges it once
    if (canRepeat && open.attempt === purchase.attempt) return open;
    if (canRepeat || open.refresh !== purchase.refresh) {
      kept.replace(purchase);
      return purchase;
    }
    // another program may be waiting for the answer
    if (now() - open.at > timeoutMs) throw clientErrors.unclear();
    await sleep(POLL_MS);
    const found = look();
    if (found) return found;
  }
  return purchase;
}

async function ask(
  { service }: Buyer,
  { asked, ceiling = 0, window }: Order,
  { query }: RequestPlan,
  kept: QuestionStore,
  { token, requests, at }: OpenPurchase,
  canRepeat: boolean,
): Promise<FoundRows> {
  const { dataset, token: refresh } = asked;
  const bodies = requests.map(({ body }) => body);
  const ceilings = requests.map(({ most }) => most ?? undefined);
  let answers: readonly QueryAnswer[];
  try {
    answers = bodies.length > 0 ? await service.query(dataset, bodies, { token, canRepeat, ceilings }) : [];
  } catch (error) {
    if (token !== '' && isSignalsError(error) && !error.unclear) kept.giveUp();
    throw error;
  }
  const read = createRowReader(RECORD_COLUMNS[dataset], DATASETS[dataset].dates);
  const all = joinRows(
    query,
    answers.map(({ records }) => read(records)),
  );
  const rows = all.slice(0, query.limit);
  const cut = cutOf(requests, answers) ?? (all.length > rows.length ? 'limit' : undefined);
  const balance = answers.at(-1)?.balance;
  const served = [...(kept.answer()?.served ?? []), refresh].filter((one) => one !== '').slice(-MAX_SERVED);
  kept.keep({ askedAt: at, served, window, rows, ...(cut && { cut }), ceiling });
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
