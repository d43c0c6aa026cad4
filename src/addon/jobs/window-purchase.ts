/** Buys windows of days for a sync with the steps of formulas, so that no stored record is bought again. */
import type { RunCounts } from '../../contract/jobs.js';
import { isoOf } from '../../core/days.js';
import type { Purchase } from '../../core/purchase.js';
import { covers, type Query, united } from '../../core/query.js';
import type { StepContext } from '../../core/resolve.js';
import type { CallDescription, Customer } from '../answers/customer.js';
import { buyMissing } from '../answers/purchase.js';
import { invalidateViews } from '../answers/view.js';
import { errors, isSignalsError, type SignalsError } from '../errors.js';
import { describeQuestion } from '../question/question.js';
import {
  type JobProgress,
  NO_COUNTS,
  type RequestedWindow,
  type SyncCursor,
  sumOf,
  type UnreportedRows,
} from './job.js';
import type { Run } from './run.js';
import { type Buyer, budgetOf, missingIn, REQUEST_MS, type WindowLimits } from './window-query.js';

/** Records that a digest shows. */
const SHOWN_RECORDS = 10;

/** The known rows of a window after its requests. */
export type ReceivedWindow = ReturnType<typeof receivedOf>;

/** The window that a sync handles, and the progress to store with its request. */
export interface CurrentWindow {
  readonly window: RequestedWindow;
  readonly cursor: SyncCursor;
  readonly limits: WindowLimits;
}

/**
 * Buys a window's missing rows and returns its known rows; undefined if other days of the job had to be
 * settled first. It stops after one own answer: the sync writes that one into the tab before it queries more.
 * @param count how many records the window has, if the service counts them
 * @throws BUSY if others buy the records or spend the credits; BUDGET if credits are lacking; the client's errors
 */
export function receiveWindow(
  buyer: Buyer,
  { window, cursor, limits: { creditsLeft, creditsForRepeat } }: CurrentWindow,
  count?: number,
): ReceivedWindow | undefined {
  const { platform, store, run } = buyer;
  const query = buyer.query(window, window.limit);
  const before = run.progress.credits;
  /** The answer to an own request. Others' interrupted purchases are completed on the way. */
  let answer: Purchase | undefined;
  /** The error of a request that was refused beside others. */
  let refusal: SignalsError | undefined;
  const context = () => {
    const spent = run.progress.credits - before;
    const limits = { creditsLeft: creditsLeft - spent, creditsForRepeat: creditsForRepeat - spent };
    return buyer.context(query, limits);
  };
  const work: Customer = {
    platform,
    store,
    query: () => query,
    context,
    mayContinue: () => !answer,
    lockOptions: () => ({}),
    waitDeadline: () => platform.clock.now() + REQUEST_MS,
    refusal: (_reason, found) => refusalOf(buyer, found),
    valuesWith({ amount }, { kind }) {
      // others may have bought since the sync chose the window
      if (kind === 'buy' && amount > Math.max(0, budgetOf(buyer).left)) throw errors.busy();
      return run.propertiesFor({ place: cursor });
    },
    client: () => buyer.client(),
    describeCall: () => describeCall(buyer, query),
    keep(answered, error) {
      refusal ??= error;
      store.hold(answered);
      if (answered.asker === buyer.asker) {
        // the caller writes it when the rows are in the tab
        answer = answered;
        return;
      }
      // before the answer: after a crash, the job's own limit must include its cost
      run.commit(changeFor(run, NO_COUNTS, answered));
      whileEnding(buyer, answered, () => store.end(answered));
    },
    fail(error) {
      throw error;
    },
  };
  const table = buyMissing(work);
  // an answer for something else also has to be settled, because that releases the credits that it held
  const isForWindow = !answer || isWithin(answer, query);
  if (refusal || !isForWindow) settleWindow(buyer, answer, cursor);
  // the next run writes the received rows, and requests only the others
  if (refusal) throw refusal;
  if (table?.asOf !== undefined) throw refusalOf(buyer, context());
  return isForWindow ? receivedOf(buyer, window, query, answer, count) : undefined;
}

/** True unless the answer is for other days, or was requested before a person changed the question. */
function isWithin({ requests }: Purchase, { keys, from, to }: Query): boolean {
  const own = united(keys);
  return requests.every(
    (request) => request.from >= from && request.to <= to && own.some((key) => covers(key, request.key)),
  );
}

function refusalOf(buyer: Buyer, { open, asker }: StepContext): SignalsError {
  // records that may have been charged must not be bought with another request
  if (open.some((one) => one.state === 'unclear' || one.asker === asker)) return errors.jobUnclear();
  return errors.budgetUsed(budgetOf(buyer).daily);
}

function describeCall({ run, syncQuestion }: Buyer, { axis, from, to }: Query): CallDescription {
  return {
    axis,
    who: run.lease.holder,
    cell: `job: ${run.job.name}`.slice(0, 60),
    question: `${describeQuestion(syncQuestion.question)}, ${isoOf(from)} to ${isoOf(to)}`,
  };
}

/** Writes an ended purchase. From before the write on, no formula may show an older view. */
function whileEnding({ platform }: Buyer, purchase: Purchase, write: () => void): void {
  invalidateViews(platform, purchase.dataset);
  write();
  invalidateViews(platform, purchase.dataset);
}

function receivedOf(
  buyer: Buyer,
  { part, limit }: RequestedWindow,
  query: Query,
  answer: Purchase | undefined,
  count: number | undefined,
) {
  const found = buyer.lookUpKnown(query);
  const pages = answer?.pages ?? [];
  // a record without a date belongs to no days: it is written with all of them, by its id
  const rows = found.known.map(({ row }) => row);
  const dated = found.known.filter(({ day }) => day !== undefined).length;
  const records = answer ? pages.reduce((sum, page) => sum + page.records, 0) : dated;
  // the answer has as many records as the service counted
  const ranges = count !== undefined && count === records ? [] : missingIn(found);
  const missing = ranges.map(([from, to]) => ({ start: isoOf(from), end: isoOf(to), part }));
  const isAtLimit = answer
    ? pages.some((page, index) => page.records >= answer.requests[index]!.limit)
    : dated >= limit;
  return { rows, records, isFull: missing.length > 0 && isAtLimit, missing, answer };
}

/** Returns the change of progress that counts rows, and the cost of an answer. */
function changeFor(
  { progress: before, job }: Run,
  rows: Omit<RunCounts, 'credits'>,
  answer: Purchase | undefined,
  newest: readonly string[] = [],
): Partial<JobProgress> {
  const unreported: UnreportedRows = before.unreported ?? NO_COUNTS;
  const counts = { ...rows, credits: answer?.call?.credits ?? 0 };
  const reported = [...newest, ...(unreported.newest ?? [])].slice(0, SHOWN_RECORDS);
  return {
    ...sumOf(before, counts),
    ...(job.digest !== '' && { unreported: { ...sumOf(unreported, counts), newest: reported } }),
    allAdded: before.allAdded + counts.added,
    allCredits: before.allCredits + counts.credits,
  };
}

/**
 * Writes the new progress, and the answer if there is one, in one call. To be called when the rows are in the tab.
 */
export function settleWindow(
  buyer: Buyer,
  answer: Purchase | undefined,
  place: SyncCursor,
  rows: Omit<RunCounts, 'credits'> = NO_COUNTS,
  newest: readonly string[] = [],
): void {
  const { store, run } = buyer;
  const change = { place, ...changeFor(run, rows, answer, newest) };
  if (!answer) {
    run.commit(change);
    return;
  }
  whileEnding(buyer, answer, () => {
    try {
      run.commit(change, { after: () => store.endValues(answer) });
    } catch (error) {
      if (isSignalsError(error)) throw error;
      // the properties are full: settle the costs without the records, which are in the tab
      const { pages: _pages, ...cost } = answer;
      run.commit(change, { after: () => store.endValues(cost) });
    }
  });
}
