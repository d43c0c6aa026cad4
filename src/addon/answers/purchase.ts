/**
 * Buys a query's missing records for formulas, refreshes and syncs. Each round, until none is missing, reserves
 * a purchase in the log under the lock, sends its requests without the lock, and stores the answers.
 */
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import type { ActivityCall } from '../../contract/spending.js';
import type { FetchedPage, FetchRequest } from '../../core/facts.js';
import { idempotencyKeysOf, isInFlight, LEASE_MS, type Purchase } from '../../core/purchase.js';
import { positionsOf, textAt } from '../../core/records.js';
import { nextStep, type StepContext, type TableState } from '../../core/resolve.js';
import { bodyOf } from '../../core/wire.js';
import {
  asUnclear,
  caught,
  errors,
  ignoreErrors,
  isSignalsError,
  mayBeCharged,
  type SignalsError,
} from '../errors.js';
import { firstFailure, queryCall } from '../service/calls.js';
import { withDocumentLock } from '../storage/document-lock.js';
import type { PurchaseStore } from '../storage/purchase-store.js';
import { hash } from '../storage/text.js';
import { type Body, creditsIn } from '../table/response-body.js';
import { createRowReader, type Row } from '../table/rows.js';
import type { BuyingStep, Customer, WaitingStep } from './customer.js';

/** @returns the table; undefined if the customer stops buying @throws the error for the cell or the sidebar */
export function buyMissing(customer: Customer): TableState | undefined {
  let hasWaited = false;
  while (customer.mayContinue()) {
    const known = customer.findWithoutLock?.(hasWaited);
    if (known) return known;
    const reserved = withDocumentLock(customer.platform, () => reserve(customer), customer.lockOptions());
    if (reserved.table) return reserved.table;
    hasWaited = reserved.waiting !== undefined;
    if (reserved.waiting) waitForOthers(customer, reserved.waiting);
    const { purchase, isRepeated = false } = reserved;
    if (!purchase) continue;
    let fetched: Fetched | undefined;
    try {
      fetched = fetchPurchase(customer, purchase, isRepeated);
      customer.keep(fetched.answered, fetched.refusal);
    } catch (error) {
      try {
        customer.fail(error, purchase);
      } finally {
        // last, because executions that see the end in the log then look for the error
        if (!fetched) ignoreErrors(() => endUnanswered(customer, purchase, error));
      }
    }
  }
  return undefined;
}

interface Reserved {
  readonly table?: TableState;
  readonly purchase?: Purchase;
  readonly isRepeated?: boolean;
  /** Set if other executions are buying some of the records. */
  readonly waiting?: WaitingStep;
}

/** Decides under the lock what to buy, and writes the purchase into the log, where other executions see it. */
function reserve(customer: Customer): Reserved {
  const { store, uses } = customer;
  const query = customer.query();
  const context = customer.context();
  const step = nextStep(store.state(query.dataset, context.payer), query, context);
  if (step.kind === 'show') return { table: step.table };
  if (step.kind === 'wait') return { waiting: step };
  if (step.kind === 'refuse') throw customer.refusal(step.reason, context);
  const purchase = purchaseOf(step, query.dataset, context, uses);
  const values = customer.valuesWith(purchase, step);
  store.ensureSpace(context.today, purchase, values);
  store.request(purchase, values);
  customer.onReserved?.();
  return { purchase, isRepeated: step.kind === 'repeat' };
}

/** A little shorter than the lease, so that no execution repeats a purchase while its requests run. */
const CALL_MS = LEASE_MS - 1_000;

/** Returns the purchase of a step, as the log contains it before it is sent. */
function purchaseOf(
  step: BuyingStep,
  dataset: DatasetName,
  { payer, asker, today: day, cause, isPaid, policy, moment: { now, instant } }: StepContext,
  uses?: Purchase['uses'],
): Purchase {
  const sending = { state: 'requested', sentAt: now, day, cause } as const;
  if (step.kind === 'repeat') return { ...step.purchase, ...sending };
  const { requests } = step;
  return {
    ...sending,
    token: hash(`${asker} ${now} ${Math.random()} ${Math.random()}`),
    payer,
    dataset,
    asker,
    requests,
    amount: isPaid ? requests.reduce((sum, { limit }) => sum + limit, 0) : 0,
    at: instant,
    refresh: policy.refresh,
    ...(uses && { uses }),
  };
}

interface Fetched {
  /** The purchase with its answered requests and their answers, not stored yet. */
  readonly answered: Purchase;
  /** The error of a free, refused request, if others were answered. */
  readonly refusal: SignalsError | undefined;
}

/** Sends the requests. @throws the client's error */
function fetchPurchase(customer: Customer, purchase: Purchase, isRepeated: boolean): Fetched {
  const { platform, store } = customer;
  const { clock } = platform;
  const client = customer.client();
  const words = customer.describeCall();
  const { dataset, requests: sent, payer } = purchase;
  const { paid } = DATASETS[dataset];
  const started = clock.now();
  const isCursor = sent.some(({ since }) => since !== undefined);
  const isDoubtful = (one: SignalsError) => isRepeated && mayBeCharged(one, isCursor);
  const read = createRowReader(RECORD_COLUMNS[dataset]);
  let found: readonly (ReadAnswer | SignalsError)[];
  try {
    const keys = paid ? idempotencyKeysOf(purchase) : [];
    const received = client.ask(queryCall(dataset, sent.map(bodyOf), keys), purchase.sentAt + CALL_MS);
    // an answer whose records cannot be read becomes an error, so that the other answers are not lost
    found = received.map((one) =>
      isSignalsError(one) ? one : caught(() => ({ ...one, rows: read(one.records) })),
    );
    if (found.every(isSignalsError)) throw firstFailure(found);
  } catch (error) {
    throw isSignalsError(error) && isDoubtful(error) ? asUnclear(error) : error;
  }
  const open = sent.flatMap((_, index) => {
    const one = found[index];
    return isSignalsError(one) && (one.unclear || isDoubtful(one)) ? [index] : [];
  });
  const isForLater = open.some((index) => isForNewCause(found[index]));
  const unclear = unclearPurchaseOf({ ...purchase, state: isForLater ? 'unclear' : 'failed' }, open);
  // stores the answers even if this fails: the requests that may have been charged then count as charged
  const isLogged = unclear.amount === 0 || ignoreErrors(() => logUnclear(customer, unclear)) === true;
  const requests = sent.filter((_, index) => !isSignalsError(found[index]));
  const answers = found.flatMap((one) => (isSignalsError(one) ? [] : [one]));
  const receivedAt = clock.now();
  const pages = answers.map((one, index) => pageOf(one, requests[index]!, receivedAt));
  const { closingBalance: balance } = answers[answers.length - 1]?.balances ?? {};
  const rows = pages.flatMap((page) => page.rows);
  const call: ActivityCall = {
    at: started,
    who: words.who,
    cell: words.cell,
    question: words.question.slice(0, QUESTION_CHARACTERS),
    records: pages.reduce((sum, { records }) => sum + records, 0),
    fresh: freshIn(rows, store, { dataset, payer }),
    credits: paid ? creditsIn(answers) + (isLogged ? 0 : unclear.amount) : 0,
    source: requests.every(({ since, axis }) => since || axis !== words.axis) ? 'delta' : 'service',
    ms: receivedAt - started,
  };
  const answered = { ...purchase, requests, pages, call, ...(balance !== undefined && { balance }) };
  return { answered: { ...answered, state: 'answered' }, refusal: firstFailure(found) };
}

type ReadAnswer = Body & { readonly rows: Row[] };

function pageOf(answer: ReadAnswer, { since }: FetchRequest, receivedAt: number): FetchedPage {
  const { rows, records, changes } = answer;
  const cursor = since ? changes?.cursor : answer.cursor;
  return {
    rows,
    records: records.length,
    receivedAt,
    ...(cursor !== undefined && { cursor }),
    ...(changes && { removed: changes.removed, isPart: changes.isPart }),
  };
}

/**
 * Returns the failed requests that may have been charged as a purchase of their own. A service without idempotency
 * keys would charge the answered ones again if all were repeated together.
 */
function unclearPurchaseOf(purchase: Purchase, open: readonly number[]): Purchase {
  const keys = idempotencyKeysOf(purchase);
  const requests = open.map((index) => purchase.requests[index]!);
  return {
    ...purchase,
    token: hash(`${purchase.token} ${open.join()}`),
    names: open.map((index) => keys[index]!),
    requests,
    amount: purchase.amount > 0 ? requests.reduce((sum, { limit }) => sum + limit, 0) : 0,
  };
}

/** @returns true @throws BUSY, or Google's error */
function logUnclear(customer: Customer, purchase: Purchase): true {
  const { platform, store } = customer;
  withDocumentLock(platform, () => store.request(purchase), customer.lockOptions());
  return true;
}

/** Longest question text in the list of calls. */
const QUESTION_CHARACTERS = 120;

/** Returns how many rows are new records or new versions. */
function freshIn(
  rows: readonly Row[],
  store: PurchaseStore,
  { dataset, payer }: Pick<Purchase, 'dataset' | 'payer'>,
): number {
  const positions = positionsOf(dataset);
  const { records } = store.state(dataset, payer);
  return rows.filter((row) => {
    const known = records.get(textAt(row, positions.id));
    return !known || textAt(known.row, positions.modified) !== textAt(row, positions.modified);
  }).length;
}

/**
 * Logs an unanswered purchase. A refused, throttled, unsent or free request cost nothing. One that timed out or
 * cannot be read may be charged, and is repeated only for a new cause; after other failures, by the next execution.
 */
function endUnanswered({ platform, store }: Customer, purchase: Purchase, error: unknown): void {
  const known = isSignalsError(error) ? error : undefined;
  // another execution may have taken over the purchase
  if (platform.clock.now() - purchase.sentAt >= LEASE_MS) return;
  const isForLater = known?.code === 'TIMEOUT' || known?.code === 'BUSY';
  if (purchase.amount === 0 || (isForLater && !known.unclear)) store.end({ ...purchase, state: 'released' });
  else if (known && !known.unclear) store.end({ ...purchase, state: 'refused' });
  else store.end({ ...purchase, state: isForNewCause(error) ? 'unclear' : 'failed' });
}

/**
 * True if a request got no answer in time, or one that cannot be read. It may be charged each time, and the next
 * attempt would probably end in the same way.
 */
function isForNewCause(error: unknown): boolean {
  return isSignalsError(error) && (error.details?.key === 'timeout' || error.details?.key === 'notJson');
}

/** Google limits how many properties a person's scripts read in a day, so a long wait looks less often. */
const [SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 1_000];

/** Waits until the log shows that all purchases have ended, or until they count as dead. @throws BUSY */
function waitForOthers(customer: Customer, step: WaitingStep): void {
  const { store, platform } = customer;
  const { clock } = platform;
  const tokens = step.purchases.map(({ token }) => token);
  const isRunning = (one: Purchase) => tokens.includes(one.token) && isInFlight(one, clock.now());
  const until = customer.waitDeadline(step.reason);
  for (let pause = SHORTEST_PAUSE_MS; store.open(clock.now()).some(isRunning); pause *= 2) {
    if (clock.now() >= until && step.reason === 'whole') throw errors.busy();
    if (clock.now() >= until) return;
    // without the pause, it only looks again earlier
    ignoreErrors(() => clock.sleep(Math.min(pause, LONGEST_PAUSE_MS)));
  }
}
