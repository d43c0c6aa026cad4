/** Buys windows of days for a sync, by the same steps as formulas: what the spreadsheet has bought is not bought again. */
import { isoOf } from '../../core/days.js';
import type { Purchase } from '../../core/purchase.js';
import type { Query } from '../../core/query.js';
import type { StepContext } from '../../core/resolve.js';
import { buyMissing, type CallInWords, type Customer, endedValues } from '../answers/purchase.js';
import { renewViews } from '../answers/view.js';
import { errors, isSignalsError, type SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import type { Client } from '../service/client.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { PurchaseStore } from '../storage/purchase-store.js';
import type { Written } from '../tab/write-rows.js';
import type { Row } from '../table/rows.js';
import {
  type DayWindow,
  NEW_PROGRESS,
  type RequestedWindow,
  type SyncPlace,
  sumOf,
  type UnreportedRows,
} from './job.js';
import { missingIn, type SyncBuyer, type WindowLimits } from './window-query.js';

const ENDED_SECONDS = 60;
/** Records that a digest shows. */
const SHOWN_RECORDS = 10;

/** The rows of a window that were written into the tab. */
interface WindowWritten extends Pick<Written, 'added' | 'changed'> {
  /** Ids of the rows that were added, newest first. */
  readonly newest: readonly string[];
}

export const NOTHING_WRITTEN: WindowWritten = { added: 0, changed: 0, newest: [] };

/** The known rows of a window after its requests. */
export interface ReceivedWindow {
  readonly rows: readonly Row[];
  /** How many records were sent; where nothing was asked, how many are known. */
  readonly records: number;
  /** As many as asked for: there may be more. */
  readonly isFull: boolean;
  /** Days of which records may be missing still. */
  readonly missing: readonly DayWindow[];
  /** The purchases for it, to be written when the rows are in the tab. */
  readonly bought: readonly Purchase[];
}

/**
 * The known rows of a window, after the missing ones were bought; undefined if other days of this job had to be settled
 * first.
 * @param place to be kept with the request
 * @param count how many records the window has, where the service reports it
 */
export function receiveWindow(
  buyer: SyncBuyer,
  window: RequestedWindow,
  place: SyncPlace,
  limits: WindowLimits,
  count: number | undefined,
): ReceivedWindow | undefined {
  const customer = new SyncCustomer(buyer, buyer.queryOf(window, window.limit), place, limits);
  const table = buyMissing(customer);
  if (table?.asOf !== undefined) throw customer.refusal('budget', customer.context());
  const { bought, answer } = customer;
  if (!answer || isWithin(answer, customer.query()))
    return receivedOf(buyer, window, customer.query(), bought, answer, count);
  // it says nothing about this window, but credits that it has held are free again
  settleWindow(buyer, { bought }, place, NOTHING_WRITTEN);
  return undefined;
}

function isWithin({ requests }: Purchase, { from, to }: Query): boolean {
  return requests.every((request) => request.from >= from && request.to <= to);
}

function creditsIn(purchases: readonly Purchase[]): number {
  return purchases.reduce((sum, { call }) => sum + (call?.credits ?? 0), 0);
}

/** Buys until an own request is answered: whatever that brings is written into the tab before anything else is asked. */
class SyncCustomer implements Customer {
  readonly platform: Platform;
  readonly store: PurchaseStore;
  readonly ended = new Set<string>();
  readonly bought: Purchase[] = [];
  /** To an own request; what others have left behind is bought on the way. */
  answer: Purchase | undefined;
  private readonly buyer: SyncBuyer;
  private readonly asked: Query;
  private readonly place: SyncPlace;
  private readonly limits: WindowLimits;

  constructor(buyer: SyncBuyer, asked: Query, place: SyncPlace, limits: WindowLimits) {
    this.platform = buyer.platform;
    this.store = buyer.store;
    this.buyer = buyer;
    this.asked = asked;
    this.place = place;
    this.limits = limits;
  }

  query(): Query {
    return this.asked;
  }

  context(): StepContext {
    const { left, leftForRepeat } = this.limits;
    const spent = creditsIn(this.bought);
    const limits = { left: left - spent, leftForRepeat: leftForRepeat - spent };
    return this.buyer.contextOf(this.asked, limits, this.ended);
  }

  goesOn(): boolean {
    return !this.answer;
  }

  lockOptions() {
    return {};
  }

  waitsUntil(): number {
    return this.buyer.deadline();
  }

  refusal(_reason: string, { open, asker }: StepContext): SignalsError {
    // what may have been charged is not bought in another way
    if (open.some((one) => one.state === 'unclear' || one.asker === asker)) return errors.jobUnclear();
    const { daily, isMonth, settings } = this.buyer.budget();
    return isMonth ? errors.monthUsed(settings.monthlyBudget ?? 0) : errors.budget(daily);
  }

  valuesWith(): Readonly<Record<string, string>> {
    return this.buyer.run.valuesFor({ place: this.place });
  }

  client(): Client {
    return this.buyer.client();
  }

  words(): CallInWords {
    const { run, asked } = this.buyer;
    const { axis, from, to } = this.asked;
    return {
      axis,
      who: run.holder,
      cell: `job: ${run.job.name}`.slice(0, 60),
      question: `${describeQuestion(asked.question)}, ${isoOf(from)} to ${isoOf(to)}`,
    };
  }

  /** It is written when the rows are in the tab. */
  keep(answered: Purchase): void {
    this.store.hold(answered);
    this.bought.push(answered);
    if (answered.asker === this.buyer.asker) this.answer = answered;
  }

  fail(error: unknown, purchase: Purchase): never {
    announceEnded(this.platform, [purchase]);
    throw error;
  }
}

function announceEnded({ documentCache: cache }: Platform, purchases: readonly Purchase[]): void {
  ignoreErrors(() => cache?.putAll(endedValues(purchases), ENDED_SECONDS));
}

function receivedOf(
  buyer: SyncBuyer,
  { part, limit }: RequestedWindow,
  query: Query,
  bought: readonly Purchase[],
  answer: Purchase | undefined,
  count: number | undefined,
): ReceivedWindow {
  const found = buyer.lookUp(query);
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
  { platform, store, run, asked }: SyncBuyer,
  { bought }: Pick<ReceivedWindow, 'bought'>,
  place: SyncPlace,
  { added, changed, newest }: WindowWritten,
): void {
  const before = run.progress();
  const unreported: UnreportedRows = before.unreported ?? NEW_PROGRESS;
  const counts = { added, changed, credits: creditsIn(bought) };
  const change = {
    place,
    ...sumOf(before, counts),
    ...(run.job.digest !== '' && {
      unreported: {
        ...sumOf(unreported, counts),
        newest: [...newest, ...(unreported.newest ?? [])].slice(0, SHOWN_RECORDS),
      },
    }),
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
