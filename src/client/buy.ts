/** Gets the rows of a question from the store or the service; pays once, at most `ceiling` credits. */
import { isSignalsError, type SignalsError } from '../addon/errors.js';
import { createRowReader, type Row } from '../addon/table/rows.js';
import { RECORD_COLUMNS } from '../contract/datasets.js';
import { dayOf, FIRST, isoOf, LAST, settledDay } from '../core/days.js';
import { isAnswerFresh } from '../core/extents.js';
import { isTruncated } from '../core/facts.js';
import { CLOCK_SLACK_MS } from '../core/freshness.js';
import { axisOf } from '../core/query.js';
import { positionsOf, textAt } from '../core/records.js';
import type { FoundRows } from './answer.js';
import type { ClientContext } from './context.js';
import { type FailedPurchase, totalCost } from './costs.js';
import { clientErrors } from './errors.js';
import {
  type AllowedRequest,
  allowedRequests,
  joinRows,
  limitOf,
  type RequestPlan,
  sumOf,
} from './plan-requests.js';
import type { QueryRules } from './service.js';
import { digestOf, type OpenPurchase, type QuestionRequest, type StoredRows } from './stored.js';

const POLL_MS = 250;
/** Days count as sorted if they could come in at least this many orders, so that chance is no explanation. */
const ORDERS_BELIEVED = 1_000_000;
/** Values of `refresh` that the store remembers per question. */
const MAX_SERVED = 20;

/** Returns the stored rows if they are fresh; undefined if the service must be asked. */
export function findStored({ now }: ClientContext, request: QuestionRequest): FoundRows | undefined {
  const stored = request.answer.get();
  if (!stored || !isStoredFresh(stored, request, now())) return undefined;
  const { served: _served, window: _window, ceiling: _ceiling, ...found } = stored;
  return { ...found, rows: wantedRows(request, found.rows), charged: 0, owned: 0, source: 'store' };
}

function wantedRows({ asked }: QuestionRequest, rows: readonly Row[]): readonly Row[] {
  return asked.wantsAll ? rows : rows.slice(0, Number(asked.question.filters['limit']));
}

/** True if the question was bought with any ceiling, so that its answer is stored or can be repeated. */
export function isBought(context: ClientContext, request: QuestionRequest): boolean {
  const stored = findStored(context, { ...request, ceiling: undefined });
  return (stored ?? request.open.get()) !== undefined;
}

/** True if the answer is fresh by the add-on's daily rules: a window that ended a week before is final. */
function isStoredFresh(stored: StoredRows, { asked, window, ceiling }: QuestionRequest, now: number) {
  const { dataset, question, token: refresh } = asked;
  // the clock was ahead when the answer was stored; it must not stay fresh until then
  if (stored.askedAt > now + CLOCK_SLACK_MS) return false;
  if (stored.window.start !== window.start || stored.window.end !== window.end) return false;
  if (refresh !== '' && !stored.served.includes(refresh)) return false;
  if (stored.cut === 'maxCredits' && ceiling !== undefined && ceiling > stored.ceiling) return false;
  const days = { from: dayOf(window.start) ?? FIRST, to: dayOf(window.end) ?? LAST };
  const axis = axisOf(dataset, question.filters['dateType']);
  return isAnswerFresh({ axis, ...days }, stored.askedAt, now);
}

/** @throws the errors of cells, with remedies for a program */
export async function getRows(context: ClientContext, request: QuestionRequest): Promise<FoundRows> {
  const { asked, ceiling, window } = request;
  const found = findStored(context, request);
  if (found) return found;
  const plan = await context.plan(asked);
  const at = context.now();
  const attempt = JSON.stringify([window, isoOf(settledDay(at)), asked.token]);
  const purchase = { token: '', attempt, refresh: asked.token, at, ceiling: ceiling ?? 0 };
  if (!asked.isPaid) {
    const requests = allowedRequests(plan.bodies, Number.POSITIVE_INFINITY, undefined);
    return send(context, request, plan, { ...purchase, requests }, { canRepeat: true });
  }
  if (ceiling === undefined) throw clientErrors.noCeiling();
  const estimates = await context.service.estimates(asked.dataset, plan.bodies);
  // a service with estimates also charges a repeated request only once
  const canRepeat = estimates !== undefined;
  const requests = allowedRequests(plan.bodies, ceiling, estimates);
  const parts = [context.storeKeyOf(asked), requests.map(({ body }) => body), attempt];
  const own = { ...purchase, requests, token: digestOf(parts).slice(0, 40) };
  const started = await startPurchase(context, request, own, canRepeat);
  if ('rows' in started) return started;
  const { purchase: sent, isRepetition } = started;
  if (sent.ceiling > ceiling) throw clientErrors.openPurchase(sent.ceiling);
  return send(context, request, plan, sent, { canRepeat, isRepetition });
}

/** Returns the purchase to send: the new one, or an earlier one of the same question that got no answer. */
async function startPurchase(
  context: ClientContext,
  request: QuestionRequest,
  purchase: OpenPurchase,
  canRepeat: boolean,
): Promise<FoundRows | { readonly purchase: OpenPurchase; readonly isRepetition: boolean }> {
  const { answer, open } = request;
  let begun = purchase;
  while (!open.add(begun)) {
    const earlier = open.get();
    const isAnswered = earlier !== undefined && (answer.get()?.askedAt ?? -1) >= earlier.at;
    // the service charges a repeated idempotency key only once
    const left = isAnswered ? undefined : earlier;
    if (left && !left.isRefused && canRepeat && left.attempt === purchase.attempt)
      return { purchase: left, isRepetition: true };
    if (!left || left.isRefused || canRepeat || left.refresh !== purchase.refresh) {
      begun = left ? withPaidAnswers(purchase, left) : purchase;
      open.set(begun);
      break;
    }
    // another program may be waiting for the answer
    if (Math.abs(context.now() - left.at) > context.timeoutMs) throw clientErrors.unclear();
    await context.sleep(POLL_MS);
    const found = findStored(context, request);
    if (found) return found;
  }
  // another program may have stored the answer since the first look
  const found = findStored(context, request);
  if (found) open.delete();
  return found ?? { purchase: begun, isRepetition: false };
}

/**
 * Takes the answers of a failed purchase of the same day, so that the same requests are not sent again. A new
 * value of `refresh` requests all again, unless the failure was unclear: then a new value is its remedy.
 */
function withPaidAnswers(purchase: OpenPurchase, failed: OpenPurchase): OpenPurchase {
  const isUsable = failed.refresh === purchase.refresh || !failed.isRefused;
  if (!isUsable || settledDay(failed.at) !== settledDay(purchase.at)) return purchase;
  const texts = failed.requests.map(({ body }) => JSON.stringify(body));
  const answerTo = ({ body }: AllowedRequest) => failed.answers?.[texts.indexOf(JSON.stringify(body))];
  return { ...purchase, answers: purchase.requests.map(answerTo) };
}

async function send(
  context: ClientContext,
  request: QuestionRequest,
  { query }: RequestPlan,
  purchase: OpenPurchase,
  rules: Pick<QueryRules, 'canRepeat' | 'isRepetition'>,
): Promise<FoundRows> {
  const { asked, window, answer, open } = request;
  const { dataset, token: refresh } = asked;
  const { token, requests, at, ceiling } = purchase;
  const bodies = requests.map(({ body }) => body);
  const ceilings = requests.map(({ most }) => most ?? undefined);
  const answers = await context.service
    .query(dataset, bodies, { ...rules, token, ceilings, paid: purchase.answers ?? [] })
    .catch((error: unknown) => {
      if (token !== '' && isSignalsError(error)) keepFailure(context, request, purchase, error);
      throw error;
    });
  const read = createRowReader(RECORD_COLUMNS[dataset]);
  const lists = answers.map(({ records }) => read(records));
  const joined = joinRows(query, lists);
  const rows = wantedRows(request, joined);
  const position = positionsOf(dataset)[query.axis];
  const cuts = answers.flatMap(({ records }, index) => {
    const cut = causeOf(requests[index]!, records.length);
    return cut ? [{ cut, cutDay: lastDayOf(lists[index]!, position) }] : [];
  });
  const leftOut = joined
    .slice(rows.length)
    .map((row) => ({ cut: 'limit', cutDay: textAt(row, position) }) as const);
  const cut = truncationOf([...cuts, ...leftOut]);
  const served = [...(answer.get()?.served ?? []), refresh].filter((one) => one !== '').slice(-MAX_SERVED);
  const { unclear: _unclear, ...cost } = totalCost(answers);
  const paid = sumOf(answers.map((one) => one.paid));
  const isRepeated = answers.length > 0 && answers.every((one) => one.isRepeated);
  const source = isRepeated ? 'repeated' : 'service';
  try {
    answer.set({ askedAt: at, served, window, rows, ...cut, ceiling, paid });
    // last, because after a crash in between, the purchase is repeated, free
    open.delete();
  } catch (error) {
    // the purchase stays open, so the next call repeats it, free
    throw Object.assign(error as Error, { cost: { ...cost, unclear: false } });
  } finally {
    context.service.reportCost(dataset, cost, source);
  }
  return { rows, ...cut, ...cost, paid, source, askedAt: at };
}

/** Stores the paid answers of a failed purchase, so that they are not paid again, and reports its cost. */
function keepFailure(
  { service }: ClientContext,
  { asked, open }: QuestionRequest,
  purchase: OpenPurchase,
  error: SignalsError,
): void {
  const failure: Partial<FailedPurchase> = error;
  const { paid = [] } = failure;
  // records must not get into the caller's log
  delete failure.paid;
  try {
    if (error.unclear || paid.some((one) => one !== undefined))
      open.set({ ...purchase, answers: paid, isRefused: !error.unclear });
    else open.delete();
  } finally {
    // also if the store is full
    service.reportFailure(asked.dataset, failure);
  }
}

/** `cutDay` is '' if it is unknown. */
type Cut = Required<Pick<StoredRows, 'cut' | 'cutDay'>>;

/** Returns the limit that truncated the answers, and the last day that may lack records; undefined for none. */
function truncationOf(cuts: readonly Cut[]): Pick<StoredRows, 'cut' | 'cutDay'> | undefined {
  if (cuts.length === 0) return undefined;
  const cut = cuts.some((one) => one.cut === 'maxCredits') ? 'maxCredits' : 'limit';
  const days = cuts.map((one) => one.cutDay).sort();
  const cutDay = days.at(-1);
  return { cut, ...(cutDay && { cutDay }) };
}

/** Returns the limit that has truncated the answer, if that can be inferred. */
function causeOf({ body, planned, matching }: AllowedRequest, records: number): Cut['cut'] | undefined {
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
