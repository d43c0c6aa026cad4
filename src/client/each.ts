/** Gets all records of a window by days, newest first, each request within the maximum cost. */
import { isSignalsError } from '../addon/errors.js';
import { lowerLimit } from '../addon/jobs/sync-window.js';
import type { Row } from '../addon/table/rows.js';
import { FIRST_DAY, MAX_LIMIT } from '../contract/datasets.js';
import { addDays, daysBetween, earlier, later } from '../contract/dates.js';
import { isIntegerIn } from '../contract/json.js';
import { isoOf, LAST } from '../core/days.js';
import { idOf } from '../core/facts.js';
import { axisOf, type Window } from '../core/query.js';
import { dayOn, positionsOf, textAt } from '../core/records.js';
import type { FoundRows } from './answer.js';
import { findStored, getRows, isBought } from './buy.js';
import type { ClientContext } from './context.js';
import { clientErrors } from './errors.js';
import { limitOf, type RequestPlan, sumOf } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';
import type { DaysAnswer } from './types.js';

/** The intended size of an answer, so that the first records appear while the client requests the rest. */
const WANTED_RECORDS = 2_000;
/** Without estimates, the client requests more days at once only while answers are this small. */
const FEW_RECORDS = 500;
const MOST_DAYS = 366;

interface DayRows extends Pick<DaysAnswer<never>, 'from' | 'done'> {
  readonly found: FoundRows;
}

/**
 * Yields the rows of some days, up to the limit of the question.
 * @param most the highest limit of a request
 * @param spent the part of the maximum cost that is used up
 * @throws BUDGET if the maximum cost is reached before the end
 */
export async function* eachDays(
  context: ClientContext,
  asked: AskedQuestion,
  most: number,
  spent = 0,
): AsyncGenerator<DayRows> {
  const isShown = createRowTest(asked);
  const left = createProgress(context, asked, most, spent);
  const { first, last, size: days } = left;
  while (left.end >= first && left.wanted > 0) {
    // after a refused limit, other days are to be chosen, because fewer may fit into an answer
    const answered = await askDays(left).catch((error: unknown) => {
      left.most = mostAfter(error, left.most);
    });
    if (!answered) continue;
    const { answer, from, after, cutDay, isCeilingReached, isLast } = answered;
    const rows = answer.rows.filter((row) => isShown(row, after));
    yield { found: { ...answer, rows }, from, done: (daysBetween(from, last) + 1) / days };
    if (isCeilingReached) throw clientErrors.ceilingReached(left.ceiling);
    if (isLast) return;
    left.end = addDays(from, -1);
    left.wanted -= rows.length;
    left.credits -= answer.charged;
    if (cutDay) left.size = 1;
    else if (answer.rows.length <= Math.min(FEW_RECORDS, left.most / 4))
      left.size = Math.min(left.size * 2, MOST_DAYS);
  }
}

/** Returns the highest limit of a request that the service names, if it does. */
export async function highestLimit({ lookUps }: ClientContext): Promise<number> {
  const named = (await lookUps.account())?.caps.recordsPerAnswer;
  return isIntegerIn(named, 1) ? named : MAX_LIMIT;
}

type Progress = ReturnType<typeof createProgress>;

/** The parts that all requests of a window share, and the work that is left. */
function createProgress(context: ClientContext, asked: AskedQuestion, most: number, spent: number) {
  const { window, ceiling } = context.toRequest(asked);
  const last = window.end || later(context.today(), window.start);
  const first = window.start || earlier(FIRST_DAY, last);
  return {
    context,
    asked,
    window,
    first,
    last,
    ceiling,
    /** The highest limit that the service has not refused yet. */
    most,
    /** The last day that is not done. */
    end: last,
    /** The records and credits that are left. */
    wanted: asked.isLimited ? Number(asked.question.filters['limit']) : Number.POSITIVE_INFINITY,
    credits: ceiling - spent,
    /** The number of days to try next. */
    size: daysBetween(first, last) + 1,
    /** True if the service has answered, so that the size follows from its answers. */
    isMeasured: false,
  };
}

/** Gets some days. */
async function askDays(left: Progress) {
  const { context, end, wanted, most } = left;
  const { start, request, stored, plan } = await chooseDays(left);
  if (stored) context.reportCost(left.asked.dataset, stored);
  const answer = stored ?? (await getRows(context, request, plan));
  const cutDay = answer.cut ? later(start, earlier(end, answer.cutDay ?? end)) : undefined;
  const isCeilingReached = answer.cut === 'maxCredits' && !stored;
  const isOneDay = cutDay === start && start === end;
  if (isOneDay && wanted > most && !isCeilingReached) throw clientErrors.dayTooLarge(end, most);
  const isLast = isCeilingReached || isOneDay || answer.rows.length >= wanted;
  // records are newest first, so the days after a cut are complete; the next request gets the cut day again
  const after = isLast || !cutDay ? '' : cutDay < end ? cutDay : isoOf(LAST);
  const from = cutDay ? addDays(cutDay, 1) : start;
  return { answer, from, after, cutDay, isCeilingReached, isLast };
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
    const stored = findStored(context, chosen.request, 0);
    // a truncated answer is only of use if it has complete days
    const isUsable = stored && !(stored.cut === 'maxCredits' && (stored.cutDay ?? end) >= end);
    if (isUsable) return { ...chosen, stored, plan: undefined };
    const plan = await context.plan(chosen.request.asked, true);
    const { matching, credits, isTruncated } = expectedOf(plan, wanted);
    const isTooLarge =
      matching === undefined
        ? !left.isMeasured
        : isTruncated || matching > WANTED_RECORDS || credits > left.credits;
    left.isMeasured = true;
    if (!isTooLarge || left.size === 1) {
      if (isTruncated && wanted > most) throw clientErrors.dayTooLarge(end, most);
      if (credits > left.credits || (left.credits === 0 && matching === undefined))
        throw clientErrors.ceilingReached(ceiling);
      return { ...chosen, stored: undefined, plan };
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
  const part = withinDays(asked, limited, { limit: Math.min(most, wanted) });
  const request = context.toRequest({ ...part, wantsAll: !Number.isFinite(wanted), maxCredits: credits });
  return { start, request };
}

/** Tests if rows were announced or changed after a day. An undated row may come twice, and passes once. */
function createRowTest({ dataset, question }: AskedQuestion): (row: Row, after: string) => boolean {
  const axis = axisOf(dataset, question.filters['dateType']);
  const positions = positionsOf(dataset);
  const undated = new Set<string>();
  return (row, after) => {
    if (dayOn(axis, row, positions) !== undefined) return textAt(row, positions[axis]) > after;
    const known = undated.size;
    return undated.add(idOf(row, positions)).size > known;
  };
}

/** Returns a number of days and its repeated halves. */
function sizesFrom(size: number): number[] {
  return size > 1 ? [size, ...sizesFrom(Math.ceil(size / 2))] : [size];
}

/** Sums up the estimates of a request: truncated if it would leave out wanted records; unknown without estimates. */
function expectedOf({ bodies, estimates }: RequestPlan, wanted: number) {
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

/** Limits a question to a window. @param more further filters */
export function withinDays(
  asked: AskedQuestion,
  { start, end }: Window,
  more: AskedQuestion['question']['filters'],
): AskedQuestion {
  const { date: _date, startDate: _start, endDate: _end, ...others } = asked.question.filters;
  const days = { ...(start !== '' && { startDate: start }), ...(end !== '' && { endDate: end }) };
  return { ...asked, question: { ...asked.question, filters: { ...others, ...days, ...more } } };
}
