/**
 * Buys the records that a query lacks, for formulas, refreshes and syncs. Each round reserves a purchase in the log under the
 * lock, asks the service without the lock, and stores the answer. The rounds end when nothing is missing.
 */
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import type { ActivityCall } from '../../contract/spending.js';
import type { FetchedPage } from '../../core/facts.js';
import { LEASE_MS, namesOf, type Purchase } from '../../core/purchase.js';
import type { Query } from '../../core/query.js';
import { type Axis, placesOf, textAt } from '../../core/records.js';
import { nextStep, type Step, type StepContext, type TableState } from '../../core/resolve.js';
import { bodyOf } from '../../core/wire.js';
import { asUnclear, errors, isSignalsError, mayBeCharged, type SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { firstFailure } from '../service/calls.js';
import type { Client } from '../service/client.js';
import { type LockOptions, withDocumentLock } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { PurchaseStore } from '../storage/purchase-store.js';
import { hash } from '../storage/text.js';
import { creditsIn } from '../table/response-body.js';
import { createRowReader, type Row } from '../table/rows.js';
import { waitForAll } from './open-purchases.js';

export interface CallInWords extends Pick<ActivityCall, 'who' | 'cell' | 'question'> {
  /** The date that the question compares. A request that compares the other date asks for changes only. */
  readonly axis: Axis;
}

type Reason = Extract<Step, { kind: 'refuse' }>['reason'];
export type BuyingStep = Extract<Step, { kind: 'buy' | 'repeat' }>;
type WaitingStep = Extract<Step, { kind: 'wait' }>;

/** A formula or a sync, for which records are bought. */
export interface Customer {
  readonly platform: Platform;
  readonly store: PurchaseStore;
  /** Tokens of purchases that have ended, as this execution knows, even if the log does not say so yet. */
  readonly ended: Set<string>;
  readonly uses?: Purchase['uses'];
  query(): Query;
  /** The budget, the time and the open purchases on which the next step depends. */
  context(): StepContext;
  /** Whether another round may begin. */
  goesOn(): boolean;
  /** Called before the lock is taken. @returns the table, if nothing is missing. @throws a failure of the last minute */
  look?(hasWaited: boolean): TableState | undefined;
  lockOptions(): LockOptions;
  waitsUntil(step: WaitingStep): number;
  refusal(reason: Reason, context: StepContext): SignalsError;
  /** Called under the lock when a purchase stands in the log. */
  reserved?(): void;
  /** Values that are stored in the same call as a request. @throws the reason why it must not buy */
  valuesWith(purchase: Purchase, step: BuyingStep): Readonly<Record<string, string>>;
  client(): Client;
  words(): CallInWords;
  /** @param refusal of a request that was refused beside those that were answered. It may throw it. */
  keep(answered: Purchase, refusal: SignalsError | undefined): void;
  /** @throws the error, unless what is missing is to be bought in another way */
  fail(error: unknown, purchase: Purchase): void;
}

/** @returns the table; undefined where the customer buys no more. @throws what a cell, or the sidebar, shows */
export function buyMissing(customer: Customer): TableState | undefined {
  const { platform, ended } = customer;
  let hasWaited = false;
  while (hasWaited || customer.goesOn()) {
    const known = customer.look?.(hasWaited);
    if (known) return known;
    const reserved = withDocumentLock(platform, () => reserve(customer, hasWaited), customer.lockOptions());
    if (reserved.table) return reserved.table;
    hasWaited = reserved.waiting !== undefined;
    if (reserved.waiting) waitForOthers(customer, reserved.waiting);
    if (!reserved.purchase) continue;
    ended.add(reserved.purchase.token);
    try {
      const { answered, refusal } = fetchPurchase(customer, reserved.purchase, reserved.isRepeated === true);
      customer.keep(answered, refusal);
    } catch (error) {
      customer.fail(error, reserved.purchase);
    }
  }
  return undefined;
}

interface Reserved {
  readonly table?: TableState;
  readonly purchase?: Purchase;
  readonly isRepeated?: boolean;
  /** Others are buying some of it. */
  readonly waiting?: WaitingStep;
}

/** Decides under the lock what to buy, and writes it into the log, where other executions see it. */
function reserve(customer: Customer, hasWaited: boolean): Reserved {
  const { store, ended, uses } = customer;
  const query = customer.query();
  const context = customer.context();
  const step = nextStep(store.state(query.dataset, context.payer), query, context);
  if (step.kind === 'show') return { table: step.table };
  if (step.kind === 'wait') return { waiting: step };
  if (step.kind === 'refuse') throw customer.refusal(step.reason, context);
  // others have bought meanwhile: with their records, a look without the lock may find less to buy, or nothing
  if (step.kind === 'buy' && hasWaited && customer.look && customer.goesOn()) return {};
  const purchase = purchaseOf(step, query.dataset, context, uses);
  const values = customer.valuesWith(purchase, step);
  store.makeRoom(context.today, context.payer);
  store.request(purchase, values);
  customer.reserved?.();
  ended.delete(purchase.token);
  return { purchase, isRepeated: step.kind === 'repeat' };
}

/** A little shorter than the lease: nobody else repeats a purchase whose requests are still being made. */
const CALL_MS = LEASE_MS - 1_000;

/** The purchase of a step, as it stands in the log before it is sent. */
function purchaseOf(
  step: Extract<Step, { kind: 'buy' | 'repeat' }>,
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
  /** With the requests that were answered, and what came. It is not written yet. */
  readonly answered: Purchase;
  /** The error of a request that was refused beside them, and cost nothing. */
  readonly refusal: SignalsError | undefined;
}

/**
 * Asks the service.
 * @throws what the client throws. By then the log says whether the request may have been charged.
 */
function fetchPurchase(customer: Customer, purchase: Purchase, isRepeated: boolean): Fetched {
  const { platform, store } = customer;
  const { clock } = platform;
  const client = customer.client();
  const words = customer.words();
  const { dataset, requests: sent, payer } = purchase;
  const { paid, dates } = DATASETS[dataset];
  const started = clock.now();
  const isCursor = sent.some(({ since }) => since !== undefined);
  const isDoubtful = (one: SignalsError) => isRepeated && mayBeCharged(one, isCursor);
  let found: ReturnType<Client['query']>;
  try {
    const names = paid ? namesOf(purchase) : [];
    found = client.query(dataset, sent.map(bodyOf), names, purchase.sentAt + CALL_MS);
  } catch (error) {
    const failure = isSignalsError(error) && isDoubtful(error) ? asUnclear(error) : error;
    ignoreErrors(() => endWithout(platform, store, purchase, failure));
    throw failure;
  }
  const open = sent.flatMap((_, index) => {
    const one = found[index];
    return isSignalsError(one) && (one.unclear || isDoubtful(one)) ? [index] : [];
  });
  if (open.length > 0 && purchase.amount > 0) {
    const state = open.some((index) => isTimeout(found[index])) ? 'unclear' : 'requested';
    keepOpen(customer, { ...purchase, state }, open);
  }
  const requests = sent.filter((_, index) => !isSignalsError(found[index]));
  const answers = found.flatMap((one) => (isSignalsError(one) ? [] : [one]));
  const read = createRowReader(RECORD_COLUMNS[dataset], dates);
  const receivedAt = clock.now();
  const pages = answers.map(({ records, changes, cursor }, index): FetchedPage => {
    const next = requests[index]!.since ? changes?.cursor : cursor;
    return {
      rows: read(records),
      records: records.length,
      receivedAt,
      ...(next !== undefined && { cursor: next }),
      ...(changes && { removed: changes.removed, isPart: changes.isPart }),
    };
  });
  const { closingBalance: balance } = answers[answers.length - 1]?.balances ?? {};
  const rows = pages.flatMap((page) => page.rows);
  const call: ActivityCall = {
    at: started,
    who: words.who,
    cell: words.cell,
    question: words.question.slice(0, QUESTION_CHARACTERS),
    records: pages.reduce((sum, { records }) => sum + records, 0),
    fresh: freshIn(rows, store, { dataset, payer }),
    credits: paid ? creditsIn(answers) : 0,
    source: requests.every(({ since, axis }) => since || axis !== words.axis) ? 'delta' : 'service',
    ms: receivedAt - started,
  };
  const answered = { ...purchase, requests, pages, call, ...(balance !== undefined && { balance }) };
  return { answered: { ...answered, state: 'answered' }, refusal: firstFailure(found) };
}

/**
 * Makes a purchase of the requests that failed and may have been charged. If they were repeated together with the answered
 * ones, a service without idempotency keys would charge the answered ones again.
 */
function keepOpen(customer: Customer, purchase: Purchase, open: readonly number[]): void {
  const { platform, store, ended } = customer;
  const names = namesOf(purchase);
  const requests = open.map((index) => purchase.requests[index]!);
  const rest: Purchase = {
    ...purchase,
    token: hash(`${purchase.token} ${open.join()}`),
    names: open.map((index) => names[index]!),
    requests,
    amount: requests.reduce((sum, { limit }) => sum + limit, 0),
  };
  withDocumentLock(platform, () => store.request(rest), customer.lockOptions());
  ended.add(rest.token);
}

/** Longest question text in the list of calls. */
const QUESTION_CHARACTERS = 120;

/** How many rows are records, or versions of them, that were not known before. */
function freshIn(
  rows: readonly Row[],
  store: PurchaseStore,
  { dataset, payer }: Pick<Purchase, 'dataset' | 'payer'>,
): number {
  const places = placesOf(dataset);
  const { records } = store.state(dataset, payer);
  return rows.filter((row) => {
    const known = records.get(textAt(row, places.id));
    return !known || textAt(known.row, places.modified) !== textAt(row, places.modified);
  }).length;
}

/**
 * What was refused, turned away for a moment, never sent, or is free, cost nothing. After a time-out it may have been
 * charged, and is only sent again for a new cause; after any other trouble the next who needs it sends it again.
 */
function endWithout(platform: Platform, store: PurchaseStore, purchase: Purchase, error: unknown): void {
  const known = isSignalsError(error) ? error : undefined;
  // another execution may have taken it over by now
  if (platform.clock.now() - purchase.sentAt >= LEASE_MS) return;
  const isForLater = known?.code === 'TIMEOUT' || known?.code === 'BUSY';
  if (purchase.amount === 0 || (isForLater && !known.unclear)) store.end({ ...purchase, state: 'released' });
  else if (known && !known.unclear) store.end({ ...purchase, state: 'refused' });
  else if (isTimeout(error)) store.end({ ...purchase, state: 'unclear' });
}

/** Whether the service had a request, and gave no answer in time. */
function isTimeout(error: unknown): boolean {
  return isSignalsError(error) && error.details?.key === 'timeout';
}

function waitForOthers(customer: Customer, step: WaitingStep): void {
  const { platform, ended } = customer;
  const { documentCache: cache, clock } = platform;
  const { purchases, isForCredits } = step;
  if (waitForAll(cache, clock, purchases, customer.waitsUntil(step)))
    for (const { token } of purchases) ended.add(token);
  else if (!isForCredits) throw errors.busy();
}
