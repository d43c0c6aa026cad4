/** Gets all records of a window by days, newest first, each request within the maximum cost. */
import { isSignalsError } from '../addon/errors.js';
import { lowerLimit } from '../addon/jobs/sync-window.js';
import type { Question } from '../addon/question/question.js';
import { daysBetween, type Window } from '../addon/question/window.js';
import type { Row } from '../addon/table/rows.js';
import { type DatasetName, FIRST_DAY, MAX_LIMIT } from '../contract/datasets.js';
import { addDays } from '../contract/dates.js';
import { isoOf, LAST } from '../core/days.js';
import { idOf } from '../core/facts.js';
import { axisOf } from '../core/query.js';
import { type Axis, dayOn, placesOf, textAt } from '../core/records.js';
import type { FoundRows } from './answer.js';
import { findStored, getRows, isBought, planOf, type QuestionRequest } from './buy.js';
import { sumOf } from './ceiling.js';
import type { ClientContext } from './context.js';
import { clientErrors } from './errors.js';
import { limitOf } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';

/** The intended size of an answer, so that the first records appear while the client requests the rest. */
const WANTED_RECORDS = 2_000;
/** Without estimates, the client requests more days at once only while answers are this small. */
const FEW_RECORDS = 500;
const MOST_DAYS = 366;

export interface DayRows {
  /** The question, limited to these days. */
  readonly part: AskedQuestion;
  readonly found: FoundRows;
  /** All days from this one to the end of the window are done. */
  readonly from: string;
  /** The last day that is not done; before the window if all are done. */
  readonly rest: string;
  readonly done: number;
}

/** The values that stay the same for all requests of a window. */
interface Iteration {
  readonly context: ClientContext;
  readonly asked: AskedQuestion;
  readonly window: Window;
  readonly first: string;
  readonly last: string;
  /** The service's highest limit of a query. */
  readonly most: number;
  readonly ceiling: number;
}

/** The days, records and credits that are left. */
interface Remainder {
  /** The last day that is not done. */
  readonly end: string;
  readonly wanted: number;
  readonly credits: number;
  /** The number of days to try next. */
  readonly size: number;
  /** True if the service has answered, so that the size follows from its answers. */
  readonly isMeasured: boolean;
}

/**
 * @param highest the service's highest limit of a query, as far as it is known
 * @param spent the part of the maximum cost that is used up
 * @param limit the maximum number of records in total
 * @throws BUDGET if the maximum cost is reached before the end
 */
export async function* eachDays(
  context: ClientContext,
  asked: AskedQuestion,
  highest = MAX_LIMIT,
  spent = 0,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<DayRows> {
  const { dataset, question } = asked;
  const isShown = createRowTest(dataset, axisOf(dataset, question.filters['dateType']));
  const ceiling = context.ceilingOf(asked);
  const { window } = context.toRequest(asked);
  const last = window.end || later(context.today(), window.start);
  const first = window.start || earlier(FIRST_DAY, last);
  let iteration: Iteration = { context, asked, window, first, last, most: highest, ceiling };
  const size = daysBetween(first, last) + 1;
  const credits = ceiling - spent;
  let remainder: Remainder = { end: last, wanted: limit, credits, size, isMeasured: false };
  while (remainder.end >= first && remainder.wanted > 0) {
    const { most } = iteration;
    let chosen: ChosenDays;
    let answer: FoundRows;
    try {
      chosen = await chooseDays(iteration, remainder);
      answer = chosen.stored ?? (await getRows(context, chosen.request));
    } catch (error) {
      // chooses the days again, because fewer may fit into an answer
      iteration = { ...iteration, most: mostAfter(error, most) };
      continue;
    }
    const completed = completedDays(answer, chosen, remainder);
    const { from, after, isCeilingReached, isOneDay, isLast } = completed;
    if (isOneDay && remainder.wanted > most && !isCeilingReached)
      throw clientErrors.dayTooLarge(remainder.end, most);
    const rows = answer.rows.filter((row) => isShown(row, after));
    const end = addDays(from, -1);
    const done = (daysBetween(from, last) + 1) / (daysBetween(first, last) + 1);
    yield { part: chosen.part, found: { ...answer, rows }, from, rest: end, done };
    if (isCeilingReached) throw clientErrors.ceilingReached(ceiling);
    if (isLast) return;
    remainder = {
      end,
      wanted: remainder.wanted - rows.length,
      credits: remainder.credits - answer.charged,
      size: sizeAfter(completed, answer, chosen.size, most),
      isMeasured: chosen.isMeasured,
    };
  }
}

/** Returns the limit to try after the service has refused one. @throws any other error */
export function mostAfter(error: unknown, most: number): number {
  const isRefused = isSignalsError(error) && error.details?.key === 'refused' && !error.unclear;
  const lower = isRefused ? lowerLimit(error.reason, most) : undefined;
  if (lower === undefined) throw error;
  return lower;
}

interface ChosenDays {
  readonly start: string;
  readonly size: number;
  /** The question, limited to these days. */
  readonly part: AskedQuestion;
  readonly request: QuestionRequest;
  /** The answer, if it was bought before. */
  readonly stored: FoundRows | undefined;
  readonly isMeasured: boolean;
}

/**
 * Chooses the next days: few enough for a small answer within the maximum cost.
 * @throws BAD_INPUT if a single day has too many records; BUDGET if it costs too much
 */
async function chooseDays(iteration: Iteration, remainder: Remainder): Promise<ChosenDays> {
  const { context, first, most, ceiling } = iteration;
  const { end, wanted, credits: left } = remainder;
  let { size, isMeasured } = remainder;
  for (;;) {
    // an earlier run may have had fewer credits, and have bought a smaller window
    const sizes = sizesFrom(Math.min(size, daysBetween(first, end) + 1));
    size = sizes.find((one) => isBought(context, requestFor(iteration, remainder, one).request)) ?? size;
    const { start, part, request } = requestFor(iteration, remainder, size);
    const stored = storedDays(context, request, end);
    const expected = stored ? NO_COST_EXPECTED : await expectedOf(context, request, wanted);
    const { matching, credits, isTruncated } = expected;
    const isTooLarge =
      matching === undefined ? !isMeasured : isTruncated || matching > WANTED_RECORDS || credits > left;
    isMeasured ||= !stored;
    if (isTooLarge && size > 1) {
      size = matching === undefined ? 1 : Math.ceil(Math.min(size, daysBetween(start, end) + 1) / 2);
      continue;
    }
    if (isTruncated && wanted > most) throw clientErrors.dayTooLarge(end, most);
    if (credits > left || (left === 0 && matching === undefined)) throw clientErrors.ceilingReached(ceiling);
    return { start, size, part, request, stored, isMeasured };
  }
}

/** The request for the last days that are not done. */
function requestFor(
  { context, asked, window, first, last, most }: Iteration,
  { end, wanted, credits }: Remainder,
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

interface CompletedDays {
  /** The day at which a limit has cut the answer. */
  readonly cutDay: string | undefined;
  /** The first day that is complete. */
  readonly from: string;
  /** Only the records after this day belong to complete days. */
  readonly after: string;
  readonly isCeilingReached: boolean;
  /** True if a single day was cut. */
  readonly isOneDay: boolean;
  /** True if nothing more can be had, or is wanted. */
  readonly isLast: boolean;
}

/** Which days an answer completes. Its records are newest first, so the days after a cut are complete. */
function completedDays(
  answer: FoundRows,
  { start, stored }: ChosenDays,
  { end, wanted }: Remainder,
): CompletedDays {
  const cutDay = answer.cut ? later(start, earlier(end, answer.cutDay ?? end)) : undefined;
  const isCeilingReached = answer.cut === 'maxCredits' && !stored;
  const isOneDay = cutDay === start && start === end;
  const isLast = isCeilingReached || isOneDay || answer.rows.length >= wanted;
  // the next request gets the cut day again
  const after = isLast || !cutDay ? '' : cutDay < end ? cutDay : isoOf(LAST);
  const from = cutDay ? addDays(cutDay, 1) : start;
  return { cutDay, from, after, isCeilingReached, isOneDay, isLast };
}

/** The number of days to try after an answer: one after a cut, more after a small answer. */
function sizeAfter({ cutDay }: CompletedDays, { rows }: FoundRows, size: number, most: number): number {
  if (cutDay) return 1;
  return rows.length <= Math.min(FEW_RECORDS, most / 4) ? Math.min(size * 2, MOST_DAYS) : size;
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

interface Expected {
  /** Undefined if the service has no estimates. */
  readonly matching?: number;
  readonly credits: number;
  /** True if a request would leave out wanted records. */
  readonly isTruncated: boolean;
}

/** A stored answer costs nothing, and its size does not matter. */
const NO_COST_EXPECTED: Expected = { matching: 0, credits: 0, isTruncated: false };

async function expectedOf(
  context: ClientContext,
  request: QuestionRequest,
  wanted: number,
): Promise<Expected> {
  const { bodies } = await planOf(request);
  const estimates = await context.estimates(request.asked.dataset, bodies);
  if (!estimates) return { credits: 0, isTruncated: false };
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

function later(a: string, b: string): string {
  return a > b ? a : b;
}

function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
