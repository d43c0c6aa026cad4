/** All records of a window, however many: asked for by days, newest first, each request within the ceiling. */
import type { Question } from '../addon/question/question.js';
import { daysBetween, type Window } from '../addon/question/window.js';
import { FIRST_DAY, MAX_LIMIT } from '../contract/datasets.js';
import { addDays } from '../contract/dates.js';
import { axisOf } from '../core/query.js';
import { placesOf, textAt } from '../core/records.js';
import type { FoundRows } from './answer.js';
import { findStored, getRows, isBought, type Order } from './buy.js';
import type { ClientContext } from './context.js';
import { clientErrors } from './errors.js';
import type { AskedQuestion } from './read-question.js';

/** Of one request, where the days allow it: what comes is shown while the rest is asked for. */
const WANTED_RECORDS = 2_000;
/** Where the service has no estimates, days are joined only as long as they seem to hold few records. */
const FEW_RECORDS = 500;
const MOST_DAYS = 366;

export interface DayRows {
  /** The question of these days alone. */
  readonly part: AskedQuestion;
  readonly found: FoundRows;
  /** The days that are done: from here to the end of the window. */
  readonly from: string;
  /** The last day that is not done; before the window where all of them are. */
  readonly rest: string;
  readonly done: number;
}

/**
 * @param most the greatest limit of a query
 * @param limit the most records in all: no more of them are asked for
 * @throws BUDGET where the ceiling does not reach further
 */
export async function* eachDays(
  context: ClientContext,
  asked: AskedQuestion,
  most = MAX_LIMIT,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<DayRows> {
  const ceiling = context.ceilingOf(asked);
  const { dataset, question } = asked;
  const compared = placesOf(dataset)[axisOf(dataset, question.filters['dateType'])];
  const whole = context.order(asked).window;
  const last = whole.end || later(context.today(), whole.start);
  const first = whole.start || earlier(FIRST_DAY, last);
  let left = ceiling;
  let wanted = limit;
  let size = daysBetween(first, last) + 1;
  let isMeasured = false;
  const orderOf = (end: string, days: number) => {
    const start = later(first, addDays(end, 1 - days));
    // open ends stay open: what lies outside of the days that are known of is asked for with the first or last of them
    const window = { start: start === first ? whole.start : start, end: end === last ? whole.end : end };
    const part: AskedQuestion = { ...asked, question: within(question, window, Math.min(most, wanted)) };
    return { start, part, order: context.order(part, left) };
  };
  for (let end = last; end >= first && wanted > 0; ) {
    // an earlier run may have had less to spend, and have bought a smaller window
    size =
      sizesFrom(Math.min(size, daysBetween(first, end) + 1)).find((one) =>
        isBought(context, orderOf(end, one).order),
      ) ?? size;
    const { start, part, order } = orderOf(end, size);
    const { matching, credits, isStored } = await expectedOf(context, order, wanted);
    const isTooMuch = matching === undefined ? !isMeasured : matching > WANTED_RECORDS || credits > left;
    isMeasured ||= !isStored;
    if (isTooMuch && size > 1) {
      size = matching === undefined ? 1 : Math.ceil(Math.min(size, daysBetween(start, end) + 1) / 2);
      continue;
    }
    if (matching !== undefined && matching > most && wanted > most) throw clientErrors.dayTooLarge(end, most);
    if (credits > left || (left === 0 && matching === undefined)) throw clientErrors.ceilingReached(ceiling);
    const answer = await getRows(context, order);
    left -= answer.charged;
    const isFull = answer.cut === 'limit' && answer.rows.length >= most && wanted > most;
    if (isFull && start === end) throw clientErrors.dayTooLarge(end, most);
    const oldest = isFull ? answer.rows.map((row) => textAt(row, compared)).reduce(earlier) : '';
    // newest first: of a full answer, the last day may not be all there, and is asked for apart
    const rows = answer.rows.filter((row) => textAt(row, compared) > oldest || !isFull);
    wanted -= rows.length;
    const from = oldest || start;
    const done = (daysBetween(from, last) + 1) / (daysBetween(first, last) + 1);
    const rest = oldest || addDays(start, -1);
    yield { part, found: { ...answer, rows }, from, rest, done };
    if (answer.cut === 'maxCredits') throw clientErrors.ceilingReached(ceiling);
    end = rest;
    if (isFull) size = 1;
    else if (answer.rows.length <= FEW_RECORDS) size = Math.min(size * 2, MOST_DAYS);
  }
}

/** A number of days, and what is left of it when it is halved again and again. */
function sizesFrom(size: number): number[] {
  return size > 1 ? [size, ...sizesFrom(Math.ceil(size / 2))] : [size];
}

interface Expected {
  readonly isStored: boolean;
  /** Undefined where the service has no estimates. */
  readonly matching?: number;
  readonly credits: number;
}

/** What a request would bring and cost. A stored answer costs nothing, and its size is of no account. */
async function expectedOf(context: ClientContext, order: Order, wanted: number): Promise<Expected> {
  if (findStored(context, order)) return { isStored: true, matching: 0, credits: 0 };
  const estimates = await context.estimates(order.asked.dataset, (await order.plan()).bodies);
  if (!estimates) return { isStored: false, credits: 0 };
  return {
    isStored: false,
    // of more than is wanted, the newest are enough
    matching: Math.min(wanted, sumOf(estimates.map((one) => (one.isExact ? one.matching : MAX_LIMIT + 1)))),
    credits: sumOf(estimates.map((one) => one.credits)),
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

/** The same question in some days, for all of their records. */
function within(question: Question, { start, end }: Window, limit: number): Question {
  const { date: _date, startDate: _start, endDate: _end, ...others } = question.filters;
  return {
    ...question,
    filters: {
      ...others,
      ...(start !== '' && { startDate: start }),
      ...(end !== '' && { endDate: end }),
      limit,
    },
  };
}

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
