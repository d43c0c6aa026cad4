/** Buys windows of days for a sync with the steps of formulas, so that no stored record is bought again. */
import type { RunCounts } from '../../contract/jobs.js';
import { isoOf } from '../../core/days.js';
import type { Purchase } from '../../core/purchase.js';
import { covers, type Query, united } from '../../core/query.js';
import type { StepContext } from '../../core/resolve.js';
import { endedValues } from '../answers/open-purchases.js';
import { buyMissing, type CallDescription, type Customer } from '../answers/purchase.js';
import { invalidateViews } from '../answers/view.js';
import { errors, ignoreErrors, isSignalsError, type SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import { NO_COUNTS, type RequestedWindow, type SyncCursor, sumOf, type UnreportedRows } from './job.js';
import {
  askerOf,
  type Buyer,
  budgetOf,
  clientOf,
  contextOf,
  lookUpKnown,
  missingIn,
  queryOf,
  REQUEST_MS,
  type WindowLimits,
} from './window-query.js';

const ENDED_SECONDS = 60;
/** Records that a digest shows. */
const SHOWN_RECORDS = 10;

/** The known rows of a window after its requests. */
export type ReceivedWindow = ReturnType<typeof receivedOf>;

/** The window that a sync handles, and the progress to store with its request. */
export interface CurrentWindow<Limits = WindowLimits> {
  readonly window: RequestedWindow;
  readonly cursor: SyncCursor;
  readonly limits: Limits;
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
  const query = queryOf(buyer, window, window.limit);
  const ended = new Set<string>();
  const bought: Purchase[] = [];
  /** The answer to an own request. Others' interrupted purchases are completed on the way. */
  let answer: Purchase | undefined;
  /** The error of a request that was refused beside others. */
  let refusal: SignalsError | undefined;
  const context = () => {
    const spent = creditsIn(bought);
    const limits = { creditsLeft: creditsLeft - spent, creditsForRepeat: creditsForRepeat - spent };
    return contextOf(buyer, query, limits, ended);
  };
  const work: Customer = {
    platform,
    store,
    ended,
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
    client: () => clientOf(buyer),
    describeCall: () => describeCall(buyer, query),
    // the caller writes it when the rows are in the tab
    keep(answered, error) {
      store.hold(answered);
      bought.push(answered);
      refusal ??= error;
      if (answered.asker === askerOf(buyer)) answer = answered;
    },
    fail(error, purchase) {
      announceEnded(platform, [purchase]);
      throw error;
    },
  };
  settledOnError(buyer, bought, cursor, () => {
    const table = buyMissing(work);
    // the next run writes the received rows, and requests only the others
    if (refusal) throw refusal;
    if (table?.asOf !== undefined) throw refusalOf(buyer, context());
  });
  if (!answer || isWithin(answer, query)) return receivedOf(buyer, window, query, bought, answer, count);
  // the answer is for something else; settling it releases the credits that it held
  settleWindow(buyer, bought, cursor);
  return undefined;
}

/** After an error, the run may go on with other windows: so it stores the answers that this one has. */
function settledOnError(buyer: Buyer, bought: readonly Purchase[], cursor: SyncCursor, work: () => void) {
  try {
    work();
  } catch (error) {
    if (bought.length > 0) settleWindow(buyer, bought, cursor);
    throw error;
  }
}

/** True unless the answer is for other days, or was requested before a person changed the question. */
function isWithin({ requests }: Purchase, { keys, from, to }: Query): boolean {
  const own = united(keys);
  return requests.every(
    (request) => request.from >= from && request.to <= to && own.some((key) => covers(key, request.key)),
  );
}

function creditsIn(purchases: readonly Purchase[]): number {
  return purchases.reduce((sum, { call }) => sum + (call?.credits ?? 0), 0);
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

function announceEnded({ documentCache: cache }: Platform, purchases: readonly Purchase[]): void {
  ignoreErrors(() => cache?.putAll(endedValues(purchases), ENDED_SECONDS));
}

/** @param bought the purchases to write when the rows are in the tab */
function receivedOf(
  buyer: Buyer,
  { part, limit }: RequestedWindow,
  query: Query,
  bought: readonly Purchase[],
  answer?: Purchase,
  count?: number,
) {
  const found = lookUpKnown(buyer, query);
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
  return { rows, records, isFull: missing.length > 0 && isAtLimit, missing, bought };
}

/** Writes the answers and the new progress in one call. To be called when the rows are in the tab. */
export function settleWindow(
  { platform, store, run, syncQuestion }: Buyer,
  bought: readonly Purchase[],
  cursor: SyncCursor,
  { added, changed }: Omit<RunCounts, 'credits'> = NO_COUNTS,
  newest: readonly string[] = [],
): void {
  const before = run.progress;
  const unreported: UnreportedRows = before.unreported ?? NO_COUNTS;
  const counts = { added, changed, credits: creditsIn(bought) };
  const reported = [...newest, ...(unreported.newest ?? [])].slice(0, SHOWN_RECORDS);
  const change = {
    place: cursor,
    ...sumOf(before, counts),
    ...(run.job.digest !== '' && { unreported: { ...sumOf(unreported, counts), newest: reported } }),
    allAdded: before.allAdded + added,
    allCredits: before.allCredits + counts.credits,
  };
  if (bought.length === 0) {
    run.commit(change);
    return;
  }
  const { dataset } = syncQuestion.question;
  const values = (ended: readonly Purchase[]) =>
    Object.assign({}, ...ended.map((one) => store.endValues(one))) as Record<string, string>;
  // before the write: from now on, no formula may show an older view
  invalidateViews(platform, dataset);
  try {
    run.commit(change, { after: () => values(bought) });
  } catch (error) {
    if (isSignalsError(error)) throw error;
    // the properties are full: settle the costs without the records, which are in the tab
    run.commit(change, { after: () => values(bought.map(({ pages: _pages, ...cost }) => cost)) });
  }
  invalidateViews(platform, dataset);
  announceEnded(platform, bought);
}
