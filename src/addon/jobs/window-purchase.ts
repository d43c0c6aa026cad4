/** Buys windows of days for a sync, by the same steps as formulas: what the spreadsheet has bought is not bought again. */
import { isoOf } from '../../core/days.js';
import type { Purchase } from '../../core/purchase.js';
import type { Query } from '../../core/query.js';
import { nextStep } from '../../core/resolve.js';
import { dailyBudgetOf } from '../account/payer.js';
import { endedValues, waitForAll } from '../answers/in-flight.js';
import { fetchPurchase, purchaseOf } from '../answers/send-purchase.js';
import { renewViews } from '../answers/view.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import { createClient } from '../service/client.js';
import { requireDocument, withDocumentLock } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { Written } from '../tab/write-rows.js';
import type { Row } from '../table/rows.js';
import { type DayWindow, NEW_PROGRESS, type RequestedWindow, type SyncPlace, sumOf } from './job.js';
import {
  askerOf,
  type Buyer,
  contextOf,
  lookUpDays,
  missingIn,
  queryOf,
  REQUEST_MS,
  type WindowLimits,
} from './window-query.js';

const ENDED_SECONDS = 60;

/** What is known of a window when it was asked for. */
export interface ReceivedWindow {
  readonly rows: readonly Row[];
  /** How many records were sent; where nothing was asked, how many are known. */
  readonly records: number;
  /** As many as asked for: there may be more. */
  readonly isFull: boolean;
  /** Days of which records may be missing still. */
  readonly missing: readonly DayWindow[];
  /** What was bought for it, to be written when the rows are in the tab. */
  readonly bought: readonly Purchase[];
}

/**
 * What is known of a window, after what is missing was bought; undefined where other days of this job had to be settled
 * first.
 * @param place to be kept with the request
 * @param count how many records the window has, where the service reports it
 */
export function receiveWindow(
  buyer: Buyer,
  window: RequestedWindow,
  place: SyncPlace,
  limits: WindowLimits,
  count: number | undefined,
): ReceivedWindow | undefined {
  const { platform, store } = buyer;
  const query = queryOf(buyer, window, window.limit);
  const ended = new Set<string>();
  const bought: Purchase[] = [];
  for (;;) {
    const spent = creditsIn(bought);
    const rest = { left: limits.left - spent, leftForRepeat: limits.leftForRepeat - spent };
    const { purchase, waiting } = withDocumentLock(platform, () => claim(buyer, query, place, rest, ended));
    if (waiting) {
      waitForAll(platform.documentCache, platform.clock, waiting, platform.clock.now() + REQUEST_MS);
      for (const { token } of waiting) ended.add(token);
      continue;
    }
    if (!purchase) return receivedOf(buyer, window, query, bought, undefined, count);
    const fetched = fetch(buyer, query, purchase);
    store.hold(fetched);
    bought.push(fetched);
    ended.add(fetched.token);
    // what others have left behind says nothing about these days
    if (fetched.asker !== askerOf(buyer)) continue;
    const isOfWindow = fetched.requests.every(({ from, to }) => from >= query.from && to <= query.to);
    if (isOfWindow) return receivedOf(buyer, window, query, bought, fetched, count);
    // nor does what this job has left behind of other days, but credits that it has held are free again
    settleWindow(buyer, { bought }, place, { added: 0, changed: 0 });
    return undefined;
  }
}

function creditsIn(purchases: readonly Purchase[]): number {
  return purchases.reduce((sum, { call }) => sum + (call?.credits ?? 0), 0);
}

interface Claim {
  readonly purchase?: Purchase;
  /** Others are buying some of it. */
  readonly waiting?: readonly Purchase[];
}

/** Under the lock: looks again at what is known by now, and writes what is about to be asked, together with the place. */
function claim(
  buyer: Buyer,
  query: Query,
  place: SyncPlace,
  limits: WindowLimits,
  ended: ReadonlySet<string>,
): Claim {
  const { platform, store, run, connection } = buyer;
  const context = contextOf(buyer, query, limits, ended);
  const step = nextStep(store.state(query.dataset, connection.payer), query, context);
  if (step.kind === 'wait') return { waiting: step.purchases };
  if (step.kind === 'show' && step.table.asOf === undefined) return {};
  if (step.kind === 'show' || step.kind === 'refuse') {
    // what may have been charged is not bought in another way
    const isHeld = context.open.some(({ state, asker }) => state === 'unclear' || asker === context.asker);
    if (isHeld) throw errors.jobUnclear();
    throw errors.budget(dailyBudgetOf(platform, requireDocument(platform), connection));
  }
  store.makeRoom(context.today);
  const purchase = purchaseOf(step, query.dataset, context);
  store.request(purchase, run.valuesFor({ place }));
  return { purchase };
}

function fetch(
  { platform, store, run, asked, connection }: Buyer,
  query: Query,
  purchase: Purchase,
): Purchase {
  const client = createClient(platform, connection, platform.clock.now() + REQUEST_MS);
  const days = `${isoOf(query.from)} to ${isoOf(query.to)}`;
  try {
    return fetchPurchase(platform, store, client, purchase, {
      axis: query.axis,
      who: run.holder,
      cell: `job: ${run.job.name}`.slice(0, 60),
      question: `${describeQuestion(asked.question)}, ${days}`,
    });
  } catch (error) {
    announceEnded(platform, [purchase]);
    throw error;
  }
}

function announceEnded({ documentCache: cache }: Platform, purchases: readonly Purchase[]): void {
  const values = Object.assign({}, ...purchases.map(endedValues)) as Record<string, string>;
  ignoreErrors(() => cache?.putAll(values, ENDED_SECONDS));
}

function receivedOf(
  buyer: Buyer,
  { part, limit }: RequestedWindow,
  query: Query,
  bought: readonly Purchase[],
  answer: Purchase | undefined,
  count: number | undefined,
): ReceivedWindow {
  const found = lookUpDays(buyer, query);
  const rows = found.known.filter(({ day }) => day !== undefined).map(({ row }) => row);
  const pages = answer?.pages ?? [];
  const records = answer ? pages.reduce((sum, page) => sum + page.records, 0) : rows.length;
  // the service has reported how many records match, and all of them have come
  const missing = count !== undefined && count === records ? [] : missingIn(found);
  const isAtLimit = answer
    ? pages.some((page, index) => page.records >= answer.requests[index]!.limit)
    : rows.length >= limit;
  return {
    rows,
    records,
    isFull: missing.length > 0 && isAtLimit,
    missing: missing.map(([from, to]) => ({
      start: isoOf(from),
      end: isoOf(to),
      ...(part !== undefined && { part }),
    })),
    bought,
  };
}

/** When the rows are in the tab: writes what has come, and in the same call that the place has moved on. */
export function settleWindow(
  { platform, store, run, asked }: Buyer,
  { bought }: Pick<ReceivedWindow, 'bought'>,
  place: SyncPlace,
  { added, changed }: Pick<Written, 'added' | 'changed'>,
): void {
  const before = run.progress();
  const counts = { added, changed, credits: creditsIn(bought) };
  const change = {
    place,
    ...sumOf(before, counts),
    ...(run.job.digest !== '' && { unreported: sumOf(before.unreported ?? NEW_PROGRESS, counts) }),
    allAdded: before.allAdded + added,
    allCredits: before.allCredits + counts.credits,
  };
  if (bought.length === 0) {
    run.commit(change);
    return;
  }
  const { dataset } = asked.question;
  const values = (ended: readonly Purchase[]) =>
    Object.assign({}, ...ended.map((one) => store.endValues(one))) as Record<string, string>;
  // before it is written: who looks from then on must not show what was known before
  renewViews(platform, dataset);
  try {
    run.commit(change, { after: () => values(bought) });
  } catch (error) {
    if (isSignalsError(error)) throw error;
    // the properties are full of other things: what is in the tab is settled all the same
    run.commit(change, { after: () => values(bought.map(({ pages: _pages, ...cost }) => cost)) });
  }
  renewViews(platform, dataset);
  announceEnded(platform, bought);
}
