/** Gets the rows of a question from the store or the service; pays once, at most `ceiling` credits. */
import { asUnclear, errors, isSignalsError } from '../addon/errors.js';
import { createRowReader, type Row } from '../addon/table/rows.js';
import { RECORD_COLUMNS } from '../contract/datasets.js';
import { dayOf, FIRST, isoOf, LAST, settledDay } from '../core/days.js';
import { isAnswerFresh } from '../core/extents.js';
import { isTruncated } from '../core/facts.js';
import { CLOCK_SLACK_MS } from '../core/freshness.js';
import { axisOf, type Query } from '../core/query.js';
import { positionsOf, textAt } from '../core/records.js';
import type { FoundRows } from './answer.js';
import type { ClientContext } from './context.js';
import { failureOf, type Outcome, totalCost } from './costs.js';
import { clientErrors, forClient, type PurchaseError } from './errors.js';
import {
  type AllowedRequest,
  allowedRequests,
  joinRows,
  limitOf,
  type RequestPlan,
  sumOf,
} from './plan-requests.js';
import { digestOf, type OpenPurchase, type QuestionRequest, type StoredRows } from './stored.js';

const POLL_MS = 250;
/** Days count as sorted if they could come in at least this many orders, so that chance is no explanation. */
const ORDERS_BELIEVED = 1_000_000;
/** Values of `refresh` that the store remembers per question. */
const MAX_SERVED = 20;

/**
 * Returns the stored rows if they are fresh; undefined if the service must be asked.
 * @param ceiling 0 to accept an answer that a higher maximum cost would complete
 */
export function findStored(
  { now }: ClientContext,
  request: QuestionRequest,
  ceiling = request.ceiling,
): FoundRows | undefined {
  const stored = request.answer.get();
  if (!stored || !isStoredFresh(stored, { ...request, ceiling }, now())) return undefined;
  const { served: _served, window: _window, ceiling: _ceiling, ...found } = stored;
  return { ...found, rows: wantedRows(request, found.rows), charged: 0, owned: 0, source: 'store' };
}

/** True if the question was bought with any ceiling, so that its answer is stored or can be repeated. */
export function isBought(context: ClientContext, request: QuestionRequest): boolean {
  return (findStored(context, request, 0) ?? request.open.get()) !== undefined;
}

function wantedRows({ asked }: QuestionRequest, rows: readonly Row[]): readonly Row[] {
  return asked.wantsAll ? rows : rows.slice(0, Number(asked.question.filters['limit']));
}

/** True if the answer is fresh by the add-on's daily rules: a window that ended a week before is final. */
function isStoredFresh(stored: StoredRows, { asked, window, ceiling }: QuestionRequest, now: number) {
  const { dataset, question, token: refresh } = asked;
  // the clock was ahead when the answer was stored; it must not stay fresh until then
  if (stored.askedAt > now + CLOCK_SLACK_MS) return false;
  if (stored.window.start !== window.start || stored.window.end !== window.end) return false;
  if (refresh !== '' && !stored.served.includes(refresh)) return false;
  if (stored.cut === 'maxCredits' && ceiling > stored.ceiling) return false;
  const days = { from: dayOf(window.start) ?? FIRST, to: dayOf(window.end) ?? LAST };
  const axis = axisOf(dataset, question.filters['dateType']);
  return isAnswerFresh({ axis, ...days }, stored.askedAt, now);
}

/** @param planned the plan with its estimates, if the caller has made it @throws the errors of cells, for a program */
export async function getRows(
  context: ClientContext,
  request: QuestionRequest,
  planned?: RequestPlan,
): Promise<FoundRows> {
  const { asked, ceiling, window } = request;
  const found = findStored(context, request);
  if (found) {
    context.reportCost(asked.dataset, found);
    return found;
  }
  const plan = planned ?? (await context.plan(asked, asked.isPaid));
  const at = context.now();
  const attempt = JSON.stringify([window, isoOf(settledDay(at)), asked.token]);
  const requests = allowedRequests(plan, ceiling);
  const parts = [context.storeKeyOf(asked), requests.map(({ body }) => body), attempt];
  const token = asked.isPaid ? digestOf(parts).slice(0, 40) : '';
  // a service with estimates also charges a repeated request only once
  const canRepeat = !asked.isPaid || plan.estimates !== undefined;
  const purchase = { token, requests, attempt, refresh: asked.token, at, ceiling, canRepeat };
  const toSend = asked.isPaid ? await startPurchase(context, request, purchase) : purchase;
  return toSend ? send(context, request, plan, toSend) : getRows(context, request, plan);
}

/** Returns the purchase to send: an own one, or an earlier one without an answer; undefined if that has come now. */
async function startPurchase(
  context: ClientContext,
  request: QuestionRequest,
  own: OpenPurchase,
): Promise<OpenPurchase | undefined> {
  const { answer, open } = request;
  const { canRepeat } = own;
  let purchase = own;
  while (!open.add(purchase)) {
    const earlier = open.get();
    const isAnswered = earlier !== undefined && (answer.get()?.askedAt ?? -1) >= earlier.at;
    const left = isAnswered ? undefined : earlier;
    // the service charges a repeated idempotency key only once
    if (left && !left.isRefused && canRepeat && left.attempt === own.attempt) {
      if (left.ceiling > own.ceiling) throw clientErrors.openPurchase(left.ceiling);
      return { ...left, canRepeat, isRepetition: true };
    }
    if (!left || left.isRefused || canRepeat || left.refresh !== own.refresh) {
      purchase = left ? withPaidAnswers(own, left) : own;
      open.set(purchase);
      break;
    }
    // another program may be waiting for the answer
    if (Math.abs(context.now() - left.at) > context.timeoutMs) throw forClient(asUnclear(errors.unclear()));
    await context.sleep(POLL_MS);
    if (findStored(context, request)) return undefined;
  }
  // another program may have stored the answer since the first look
  if (!findStored(context, request)) return purchase;
  open.delete();
  return undefined;
}

/**
 * Takes the answers of a failed purchase of the same day, so that the same requests are not sent again. A new
 * value of `refresh` requests all again, unless the failure was unclear: then a new value is its remedy.
 */
function withPaidAnswers(purchase: OpenPurchase, failed: OpenPurchase): OpenPurchase {
  const isUsable = failed.refresh === purchase.refresh || !failed.isRefused;
  if (!isUsable || settledDay(failed.at) !== settledDay(purchase.at)) return purchase;
  const answers = new Map(failed.requests.map(({ body, answer }) => [JSON.stringify(body), answer]));
  const requests = purchase.requests.map((one) => ({
    ...one,
    answer: answers.get(JSON.stringify(one.body)),
  }));
  return { ...purchase, requests };
}

async function send(
  context: ClientContext,
  request: QuestionRequest,
  { query }: RequestPlan,
  purchase: OpenPurchase,
): Promise<FoundRows> {
  const { asked, window, answer, open } = request;
  const { dataset, token: refresh } = asked;
  const { requests, at, ceiling } = purchase;
  const outcomes = await context.service.query(dataset, purchase);
  const failure = failureOf(outcomes);
  const costs = outcomes.map((one) => one.cost);
  const cost = totalCost(costs);
  const isRepeated = costs.length > 0 && costs.every((one) => one.source === 'repeated');
  const source = isRepeated ? 'repeated' : 'service';
  try {
    if (failure) {
      if (asked.isPaid) keepFailure(open, purchase, outcomes, failure);
      throw failure;
    }
    const paid = sumOf(costs.map((one) => one.paid));
    const found = { ...joinedRows(request, query, requests, outcomes), paid, askedAt: at };
    const served = [...(answer.get()?.served ?? []), refresh].filter((one) => one !== '').slice(-MAX_SERVED);
    answer.set({ ...found, served, window, ceiling });
    // last, because after a crash in between, the purchase is repeated, free
    open.delete();
    const { unclear: _unclear, ...credits } = cost;
    return { ...found, ...credits, source };
  } catch (error) {
    // if the store is full, the purchase stays open, so that the next call repeats it, free
    throw Object.assign(error as Error, { cost });
  } finally {
    if (!failure || cost.charged > 0) context.reportCost(dataset, { ...cost, source });
  }
}

/** Stores the paid answers of a failed purchase, so that they are not paid again. */
function keepFailure(
  open: QuestionRequest['open'],
  purchase: OpenPurchase,
  outcomes: readonly Outcome[],
  { unclear }: PurchaseError,
): void {
  const requests = purchase.requests.map((one, index) => ({ ...one, answer: outcomes[index]!.paidAnswer }));
  if (unclear || requests.some(({ answer }) => answer))
    open.set({ ...purchase, requests, isRefused: !unclear });
  else open.delete();
}

/** Joins the answers, and infers which limit has truncated them. */
function joinedRows(
  request: QuestionRequest,
  query: Query,
  requests: readonly AllowedRequest[],
  outcomes: readonly Outcome[],
): Pick<FoundRows, 'rows' | 'cut' | 'cutDay'> {
  const position = positionsOf(query.dataset)[query.axis];
  const read = createRowReader(RECORD_COLUMNS[query.dataset]);
  const answers = outcomes.map(({ result }) => (isSignalsError(result) ? [] : result.records));
  const lists = answers.map((records) => read(records));
  const all = joinRows(query, lists);
  const rows = wantedRows(request, all);
  const cuts = answers.map(({ length }, index) => cutOf(requests[index]!, length));
  const oldest = lists.flatMap((list, index) => (cuts[index] ? [lastDayOf(list, position)] : []));
  const leftOut = all.slice(rows.length).map((row) => textAt(row, position));
  if (oldest.length + leftOut.length === 0) return { rows };
  const cutDay = [...oldest, ...leftOut].sort().at(-1);
  return { rows, cut: cuts.includes('maxCredits') ? 'maxCredits' : 'limit', ...(cutDay && { cutDay }) };
}

/** Returns the limit that has truncated the answer, if that can be inferred. */
function cutOf({ body, planned, matching }: AllowedRequest, records: number): FoundRows['cut'] {
  const limit = limitOf(body);
  if (!isTruncated(records, limit) || (matching !== null && matching <= records)) return undefined;
  return records >= limit && limit < planned ? 'maxCredits' : 'limit';
}

/** Returns a truncated answer's oldest day; later days are complete. The last day if rows may be unordered. */
function lastDayOf(rows: readonly Row[], position: number): string {
  const days = rows.map((row) => textAt(row, position)).filter((day) => dayOf(day) !== undefined);
  const isInOrder = days.every((day, index) => index === 0 || day <= days[index - 1]!);
  return (isInOrder && ordersOf(days) >= ORDERS_BELIEVED && days.at(-1)) || isoOf(LAST);
}

/** Returns the number of orders in which these days could come: a few days are sorted by chance. */
function ordersOf(days: readonly string[]): number {
  const counts = new Map<string, number>();
  return days.reduce((orders, day, index) => {
    const count = (counts.get(day) ?? 0) + 1;
    counts.set(day, count);
    return (orders * (index + 1)) / count;
  }, 1);
}
