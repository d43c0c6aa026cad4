/** All records of a window, however many: asked for by days, newest first, each request within the ceiling. */
import type { Question } from '../addon/question/question.js';
import { daysBetween, earlier, later, type Window } from '../addon/question/window.js';
import { layoutOf, textAt } from '../addon/table/record-layout.js';
import { DATASETS, FIRST_DAY, MAX_LIMIT } from '../contract/datasets.js';
import { addDays } from '../contract/dates.js';
import type { FoundRows } from './answer.js';
import { findStored, getRows } from './buy.js';
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

/** @param most the greatest limit of a query. @throws BUDGET where the ceiling does not reach further */
export async function* eachDays(
  context: ClientContext,
  asked: AskedQuestion,
  most = MAX_LIMIT,
): AsyncGenerator<DayRows> {
  const { dataset, question } = asked;
  const { compared } = layoutOf(question);
  const whole = context.order(asked).window;
  const last = whole.end || later(context.today(), whole.start);
  const first = whole.start || earlier(FIRST_DAY, last);
  const ceiling = DATASETS[dataset].paid ? context.ceilingOf(asked) : Number.POSITIVE_INFINITY;
  if (ceiling === undefined) throw clientErrors.noCeiling();
  let left = ceiling;
  let size = daysBetween(first, last) + 1;
  let isMeasured = false;
  for (let end = last; end >= first; ) {
    const start = later(first, addDays(end, 1 - size));
    // open ends stay open: what lies outside of the days that are known of is asked for with the first or last of them
    const window = { start: start === first ? whole.start : start, end: end === last ? whole.end : end };
    const part: AskedQuestion = { ...asked, question: within(question, window, most) };
    const order = context.order(part, left);
    if (!findStored(context, order)) {
      const estimates = await context.estimates(dataset, (await context.plan(part)).bodies);
      const matching =
        estimates && sumOf(estimates.map((one) => (one.isExact ? one.matching : MAX_LIMIT + 1)));
      const credits = sumOf((estimates ?? []).map((one) => one.credits));
      const isTooMuch = matching === undefined ? !isMeasured : matching > WANTED_RECORDS || credits > left;
      isMeasured = true;
      if (isTooMuch && size > 1) {
        size = matching === undefined ? 1 : Math.ceil(Math.min(size, daysBetween(start, end) + 1) / 2);
        continue;
      }
      if (matching !== undefined && matching > most) throw clientErrors.dayTooLarge(end, most);
      if (credits > left || (left === 0 && matching === undefined))
        throw clientErrors.ceilingReached(ceiling);
    }
    const answer = await getRows(context, order);
    left -= answer.charged;
    const isFull = answer.cut === 'limit' && answer.rows.length >= most;
    if (isFull && start === end) throw clientErrors.dayTooLarge(end, most);
    const oldest = isFull ? answer.rows.map((row) => textAt(row, compared)).reduce(earlier) : '';
    // newest first: of a full answer, the last day may not be all there, and is asked for apart
    const rows = answer.rows.filter((row) => textAt(row, compared) > oldest || !isFull);
    const from = oldest || start;
    const done = (daysBetween(from, last) + 1) / (daysBetween(first, last) + 1);
    const rest = oldest || addDays(start, -1);
    yield { part, found: { ...answer, rows }, from, rest, done };
    if (answer.cut === 'maxCredits') throw clientErrors.ceilingReached(ceiling);
    end = rest;
    size = isFull ? 1 : answer.rows.length <= FEW_RECORDS ? Math.min(size * 2, MOST_DAYS) : size;
  }
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
