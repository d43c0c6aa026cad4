/** Gets all records of a window by days, newest first, each request within the maximum cost. */
import { isSignalsError } from '../addon/errors.js';
import { lowerLimit } from '../addon/jobs/sync-window.js';
import type { Question } from '../addon/question/question.js';
import { daysBetween, type Window } from '../addon/question/window.js';
import type { Row } from '../addon/table/rows.js';
import { type DatasetName, FIRST_DAY, MAX_LIMIT } from '../contract/datasets.js';
import { addDays, earlier, later } from '../contract/dates.js';
import { isoOf, LAST } from '../core/days.js';
import { idOf } from '../core/facts.js';
import { axisOf } from '../core/query.js';
import { type Axis, dayOn, placesOf, textAt } from '../core/records.js';
import type { FoundRows } from './answer.js';
import { findStored, getRows, isBought } from './buy.js';
import type { ClientContext } from './context.js';
import { clientErrors } from './errors.js';
import { limitOf, planOf, type QuestionRequest, sumOf } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';

/** The intended size of an answer, so that the first records appear while the client requests the rest. */
const WANTED_RECORDS = 2_000;
/** Without estimates, the client requests more days at once only while answers are this small. */
const FEW_RECORDS = 500;
const MOST_DAYS = 366;

interface DayRows {
  /** The question, limited to these days. */
  readonly part: AskedQuestion;
  readonly found: FoundRows;
  /** All days from this one to the end of the window are done. */
  readonly from: string;
  readonly done: number;
}

/** The parts that all requests of a window share, and the work that is left. */
interface Progress {
  readonly context: ClientContext;
  readonly asked: AskedQuestion;
  readonly window: Window;
  readonly first: string;
  readonly last: string;
  readonly ceiling: number;
  /** The service's highest limit of a query, as far as it is known. */
  most: number;
  /** The last day that is not done. */
  end: string;
  /** The records and credits that are left. */
  wanted: number;
  credits: number;
  /** The number of days to try next. */
  size: number;
  /** True if the service has answered, so that the size follows from its answers. */
  isMeasured: boolean;
}

/**
 * @param most the service's highest limit of a query, as far as it is known
 * @param spent the part of the maximum cost that is used up
 * @param wanted the maximum number of records in total
 * @throws BUDGET if the maximum cost is reached before the end
 */
export async function* eachDays(
  context: ClientContext,
  asked: AskedQuestion,
  most = MAX_LIMIT,
  spent = 0,
  wanted = Number.POSITIVE_INFINITY,
): AsyncGenerator<DayRows> {
  const { dataset, question } = asked;
  const isShown = createRowTest(dataset, axisOf(dataset, question.filters['dateType']));
  const ceiling = context.ceilingOf(asked);
  const { window } = context.toRequest(asked);
  const last = window.end || later(context.today(), window.start);
  const first = window.start || earlier(FIRST_DAY, last);
  const days = daysBetween(first, last) + 1;
  const credits = ceiling - spent;
  const shared = { context, asked, window, first, last, ceiling };
  const left: Progress = { ...shared, most, end: last, wanted, credits, size: days, isMeasured: false };
  while (left.end >= first && left.wanted > 0) {
    const answered = await askDays(left);
    if (!answered) continue;
    const { part, answer, from, after, cutDay, isCeilingReached, isLast } = answered;
    const rows = answer.rows.filter((row) => isShown(row, after));
    yield { part, found: { ...answer, rows }, from, done: (daysBetween(from, last) + 1) / days };
    if (isCeilingReached) throw clientErrors.ceilingReached(ceiling);
    if (isLast) return;
    left.end = addDays(from, -1);
    left.wanted -= rows.length;
    left.credits -= answer.charged;
    if (cutDay) left.size = 1;
    else if (answer.rows.length <= Math.min(FEW_RECORDS, left.most / 4))
      left.size = Math.min(left.size * 2, MOST_DAYS);
  }
}

/** Gets some days. Returns undefined if other days are to be chosen, because fewer may fit into an answer. */
async function askDays(left: Progress) {
  const { context, end, wanted } = left;
  try {
    const { start, part, request, stored } = await chooseDays(left);
    const answer = stored ?? (await getRows(context, request));
    const cutDay = answer.cut ? later(start, earlier(end, answer.cutDay ?? end)) : undefined;
    const isCeilingReached = answer.cut === 'maxCredits' && !stored;
    const isOneDay = cutDay === start && start === end;
    if (isOneDay && wanted > left.most && !isCeilingReached) throw clientErrors.dayTooLarge(end, left.most);
    const isLast = isCeilingReached || isOneDay || answer.rows.length >= wanted;
    // records are newest first, so the days after a cut are complete; the next request gets the cut day again
    const after = isLast || !cutDay ? '' : cutDay < end ? cutDay : isoOf(LAST);
    const from = cutDay ? addDays(cutDay, 1) : start;
    return { part, answer, from, after, cutDay, isCeilingReached, isLast };
  } catch (error) {
    left.most = mostAfter(error, left.most);
    return undefined;
  }
}

/** Returns the limit to try after the service has refused one. @throws any other error */
export function mostAfter(error: unknown, most: number): number {
  const isRefused = isSignalsError(error) && error.details?.key === 'refused' && !error.unclear;
  const lower = isRefused ? lowerLimit(error.reason, most) : undefined;
  if (lower === undefined) throw error;
  return lower;
}

/**
 * Chooses the next days: few enough for a small answer within the maximum cost.
 * @throws BAD_INPUT if a single day has too many records; BUDGET if it costs too much
 */
async function chooseDays(left: Progress) {
  const { context, first, end, wanted, most, ceiling } = left;
  for (;;) {
    // an earlier run may have had fewer credits, and have bought a smaller window
    const sizes = sizesFrom(Math.min(left.size, daysBetween(first, end) + 1));
    left.size = sizes.find((size) => isBought(context, requestFor(left, size).request)) ?? left.size;
    const chosen = requestFor(left, left.size);
    const stored = storedDays(context, chosen.request, end);
    if (stored) return { ...chosen, stored };
    const { matching, credits, isTruncated } = await expectedOf(context, chosen.request, wanted);
    const isTooLarge =
      matching === undefined
        ? !left.isMeasured
        : isTruncated || matching > WANTED_RECORDS || credits > left.credits;
    left.isMeasured = true;
    if (!isTooLarge || left.size === 1) {
      if (isTruncated && wanted > most) throw clientErrors.dayTooLarge(end, most);
      if (credits > left.credits || (left.credits === 0 && matching === undefined))
        throw clientErrors.ceilingReached(ceiling);
      return { ...chosen, stored };
    }
    const days = daysBetween(chosen.start, end) + 1;
    left.size = matching === undefined ? 1 : Math.ceil(Math.min(left.size, days) / 2);
  }
}

/** The request for the last days that are not done. */
function requestFor(
  { context, asked, window, first, last, most, end, wanted, credits }: Progress,
  days: number,
) {
  const start = later(first, addDays(end, 1 - days));
  // open ends stay open, so the first or last request also gets records outside of the known days
  const limited: Window = {
    start: start === first ? window.start : start,
    end: end === last ? window.end : end,
  };
  const part: AskedQuestion = { ...asked, question: within(asked.question, limited, Math.min(most, wanted)) };
  const request = { ...context.toRequest(part, credits), fetchesAll: !Number.isFinite(wanted) };
  return { start, part, request };
}

/** Tests if rows were announced or changed after a day. An undated row may come twice, and passes once. */
function createRowTest(dataset: DatasetName, axis: Axis): (row: Row, after: string) => boolean {
  const places = placesOf(dataset);
  const undated = new Set<string>();
  return (row, after) => {
    if (dayOn(axis, row, places) !== undefined) return textAt(row, places[axis]) > after;
    const known = undated.size;
    return undated.add(idOf(row, places)).size > known;
  };
}

/** Returns the stored rows of some days; a truncated answer only if it has complete days. */
function storedDays(context: ClientContext, request: QuestionRequest, end: string): FoundRows | undefined {
  const stored = findStored(context, { ...request, ceiling: undefined });
  return stored?.cut === 'maxCredits' && (stored.cutDay ?? end) >= end ? undefined : stored;
}

/** Returns a number of days and its repeated halves. */
function sizesFrom(size: number): number[] {
  return size > 1 ? [size, ...sizesFrom(Math.ceil(size / 2))] : [size];
}

/** Estimates a request: truncated if it would leave out wanted records; unknown without estimates. */
async function expectedOf(context: ClientContext, request: QuestionRequest, wanted: number) {
  const { bodies } = await planOf(request);
  const estimates = await context.estimates(request.asked.dataset, bodies);
  if (!estimates) return { matching: undefined, credits: 0, isTruncated: false };
  const isTruncated = estimates.some((one, at) => !one.isExact || one.matching > limitOf(bodies[at]!));
  const matching = sumOf(estimates.map((one) => one.matching));
  return {
    // the newest records suffice if more match than are wanted
    matching: Math.min(wanted, matching),
    credits: sumOf(estimates.map((one) => one.credits)),
    isTruncated: isTruncated && !(bodies.length === 1 && limitOf(bodies[0]!) >= wanted),
  };
}

/** Limits the question to a window and sets its limit. */
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
