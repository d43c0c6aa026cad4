/** Sends a purchase that was requested in the log, and writes what has become of it. The same for formulas and jobs. */
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../../contract/datasets.js';
import type { ActivityCall } from '../../contract/spending.js';
import type { FetchedPage } from '../../core/facts.js';
import { LEASE_MS, type Purchase } from '../../core/purchase.js';
import { type Axis, placesOf, textAt } from '../../core/records.js';
import type { Step, StepContext } from '../../core/resolve.js';
import { bodyOf } from '../../core/wire.js';
import { isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import type { Client } from '../service/client.js';
import { hash } from '../storage/hash.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { PurchaseStore } from '../storage/purchase-store.js';
import { creditsIn } from '../table/response-body.js';
import { createRowReader, type Row } from '../table/rows.js';

export interface CallInWords extends Pick<ActivityCall, 'who' | 'cell' | 'question'> {
  /** The date that the question compares: what is asked by another one is about changes only. */
  readonly axis: Axis;
}

/** The purchase of a step, as it stands in the log before it is sent. */
export function purchaseOf(
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

/**
 * Asks the service, and gives the purchase with what came. It is not written yet.
 * @throws what the client throws; that nothing was charged, or that it may have been, is written then
 */
export function fetchPurchase(
  platform: Platform,
  store: PurchaseStore,
  client: Client,
  purchase: Purchase,
  words: CallInWords,
): Purchase {
  const { clock } = platform;
  const { dataset, requests, token, payer } = purchase;
  const { paid, dates } = DATASETS[dataset];
  const started = clock.now();
  let answers: ReturnType<Client['query']>;
  try {
    answers = client.query(dataset, requests.map(bodyOf), paid ? token : '');
  } catch (error) {
    ignoreErrors(() => endWithout(platform, store, purchase, error));
    throw error;
  }
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
  return { ...purchase, state: 'answered', pages, call, ...(balance !== undefined && { balance }) };
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
 * What was refused, or is free, cost nothing. After a time-out it may have been charged, and is only sent again for a new
 * cause; after any other trouble the next who needs it sends it again.
 */
function endWithout(platform: Platform, store: PurchaseStore, purchase: Purchase, error: unknown): void {
  const known = isSignalsError(error) ? error : undefined;
  // another execution may have taken it over by now
  if (platform.clock.now() - purchase.sentAt >= LEASE_MS) return;
  if (purchase.amount === 0) store.end({ ...purchase, state: 'released' });
  else if (known && !known.unclear) store.end({ ...purchase, state: 'refused' });
  else if (known?.code === 'TIMEOUT') store.end({ ...purchase, state: 'unclear' });
}
