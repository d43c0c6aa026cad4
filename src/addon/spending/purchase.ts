/**
 * Buying records, for formulas and for jobs: reserved before the call, settled or refunded after it, and retried with
 * the same Idempotency-Key.
 */
import type { DatasetName } from '../../contract/datasets.js';
import { DATASETS } from '../../contract/datasets.js';
import type { Column } from '../../contract/fields.js';
import type { ActivityCall } from '../../contract/spending.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import type { Client, WireBody } from '../service/client.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { hash } from '../storage/hash.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { createExactTest } from '../table/exact.js';
import { mergeAnswers } from '../table/merge-answers.js';
import type { Body, ToldChanges } from '../table/response-body.js';
import { createRowReader, type Row } from '../table/rows.js';
import { openLedger, type Receipt, receiptValues } from './ledger.js';

export interface Purchase {
  readonly dataset: DatasetName;
  /** The question's key. */
  readonly key: string;
  readonly bodies: readonly WireBody[];
  /** The day in the spreadsheet's zone, for the budget. */
  readonly day: string;
  readonly budget: number;
  /** Why it is forced, empty for no reason: with a new one a call whose outcome is unclear may be retried. */
  readonly refreshCause: string;
  /** Where the budget has not enough left, as many records are asked for as it has. */
  readonly takesLess?: boolean;
}

export interface ReservedPurchase {
  /** Also the Idempotency-Key where something can be charged; empty where nothing is asked, or nothing can be kept. */
  readonly token: string;
  /** Where its cost and what came are kept; see slots.ts. */
  readonly slot: number;
  /** When it was first used, in milliseconds since 1970. */
  readonly at: number;
  /** It takes over what an execution that died has sent. */
  readonly isAgain?: boolean;
  /** What goes out: with lower limits where the budget has no more left. */
  readonly bodies: readonly WireBody[];
}

/** Which columns the rows have, and how several answers become one. */
export interface RecordSelection {
  readonly columns: readonly Column[];
  /** Whether the service orders them by their last change instead of their announcement. */
  readonly byModified: boolean;
  /** Only companies that match one of these as a whole; none for all. The service matches parts of domains and names. */
  readonly companies: readonly string[];
}

export interface BoughtRecords {
  /** Of all answers together: each record once, newest first. */
  readonly rows: readonly Row[];
  /** The rows of each request as the service ordered them, and how many records it sent. */
  readonly lists: readonly {
    readonly rows: readonly Row[];
    readonly records: number;
    readonly limit: number;
    readonly changes?: ToldChanges;
    readonly isFollowable: boolean;
    /** From which on changes of this query can be asked for. */
    readonly cursor: string | undefined;
    /** When it came. */
    readonly came: number;
  }[];
  /** How many records the service sent, which is what it charges for. */
  readonly records: number;
  readonly credits: number;
  /**
   * What settles the cost and logs the call, to be written with what was bought in one call under the document's lock.
   */
  settlement(call: CallInWords): Readonly<Record<string, string>>;
  /** The same to be written without the lock: it is settled when the ledger is next opened. */
  receipt(call: CallInWords): Readonly<Record<string, string>>;
}

type CallInWords = Pick<ActivityCall, 'who' | 'cell' | 'question' | 'fresh' | 'source'>;

/**
 * Reserves what a purchase may cost and gives its Idempotency-Key. Needs the document's lock. A reservation left
 * open by an execution that died is taken over: with the same key the service repeats its answer and does not charge
 * again.
 * @param others values that are written in the same call, so that neither is there without the other
 * @throws BUDGET; TIMEOUT while the outcome of an earlier call is unclear
 */
export function reservePurchase(
  platform: Platform,
  store: Properties | null,
  { dataset, bodies, key, day, budget, refreshCause, takesLess = false }: Purchase,
  others: Readonly<Record<string, string>> = {},
): ReservedPurchase {
  const { clock } = platform;
  const at = clock.now();
  if (bodies.length === 0 && Object.keys(others).length > 0) store?.setAll(others);
  if (bodies.length === 0 || !store) return { token: '', slot: 0, at, bodies };
  const ledger = openLedger(store, day, at);
  const asked = hash(JSON.stringify(bodies));
  const isFree = !DATASETS[dataset].paid;
  // what asked for less is known by all but its limits: what the budget has left may be another number by now
  const askedForLess = hash(JSON.stringify(withLimits(bodies, [])));
  const left = isFree
    ? undefined
    : (ledger.findOpen(key, asked) ?? (takesLess ? ledger.findOpen(key, askedForLess) : undefined));
  if (left?.unclear && left.refreshCause === refreshCause) throw errors.unclear();
  if (left) {
    const { unclear: _unclear, ...again } = left;
    const sent = left.limits ? withLimits(bodies, left.limits) : bodies;
    const slot = ledger.reserve({ ...again, refreshCause, sent: at }, { dataset, bodies: sent });
    store.setAll({ ...others, ...ledger.values() });
    // whatever clock this execution has: it was sent before
    return { token: left.token, slot, at: left.at - 1, isAgain: true, bodies: sent };
  }
  const rest = budget - ledger.committed();
  const wanted = isFree ? [] : bodies.map(({ limit }) => Number(limit));
  const limits = amountOf(wanted) > rest && takesLess ? shares(rest, wanted) : undefined;
  const amount = amountOf(limits ?? wanted);
  if (amount > rest && !isFree) throw takesLess ? errors.budgetUsed(budget) : errors.budget(budget);
  const token = hash(`${key} ${at} ${Math.random()} ${Math.random()}`);
  const sent = limits ? withLimits(bodies, limits) : bodies;
  const slot = ledger.reserve(
    {
      token,
      key,
      asked: limits ? askedForLess : asked,
      amount,
      at,
      sent: at,
      refreshCause,
      ...(limits && { limits }),
    },
    { dataset, bodies: sent },
  );
  store.setAll({ ...others, ...ledger.values() });
  return { token, slot, at, bodies: sent };
}

/**
 * What an execution that died has asked for the same question, in other days perhaps: repeated under its key it costs
 * nothing if it was charged. Undefined for nothing, or where it is too long to be kept, or its outcome is unclear.
 */
export function findInterrupted(
  { clock }: Pick<Platform, 'clock'>,
  store: Properties,
  { key, day, refreshCause }: Pick<Purchase, 'key' | 'day' | 'refreshCause'>,
): readonly WireBody[] | undefined {
  const left = openLedger(store, day, clock.now()).findOpenOf(key);
  return left?.unclear && left.refreshCause === refreshCause ? undefined : left?.bodies;
}

/** A whole divided by weights: whole numbers, at least 1 for each as long as it reaches. */
export function shares(whole: number, weights: readonly number[]): number[] {
  const spare = Math.max(0, whole - weights.length);
  const total = amountOf(weights);
  const least = weights.map((weight) => 1 + Math.floor((spare * weight) / total));
  const rest = whole - amountOf(least);
  return least.map((share, index) => (index < rest ? share + 1 : share));
}

function amountOf(limits: readonly number[]): number {
  return limits.reduce((sum, limit) => sum + limit, 0);
}

function withLimits(bodies: readonly WireBody[], limits: readonly number[]): WireBody[] {
  return bodies.map(({ limit: _limit, ...rest }, index) => ({
    ...rest,
    ...(limits[index] !== undefined && { limit: limits[index] }),
  }));
}

/**
 * Asks the service for a reserved purchase and reads its answers.
 * @param reserved by `reservePurchase`
 * @throws what the client throws
 */
export function buyRecords(
  platform: Platform,
  store: Properties | null,
  client: Client,
  { dataset, day }: Purchase,
  { token, slot, bodies }: ReservedPurchase,
  { columns, byModified, companies }: RecordSelection,
): BoughtRecords {
  const started = platform.clock.now();
  const isFree = !DATASETS[dataset].paid;
  let answers: readonly Body[] = [];
  try {
    if (bodies.length > 0) answers = client.query(dataset, bodies, isFree ? '' : token);
  } catch (error) {
    if (token !== '' && store) release(platform, store, day, token, isFree ? undefined : error);
    throw error;
  }
  const read = createRowReader(columns, DATASETS[dataset].dates);
  const came = platform.clock.now();
  const lists = answers.map(({ records, changes, cursor, isFollowable = false }, index) => ({
    rows: read(records),
    records: records.length,
    limit: Number(bodies[index]!['limit']),
    ...(changes && { changes }),
    isFollowable,
    cursor,
    came,
  }));
  const merged =
    lists.length > 0
      ? mergeAnswers(
          lists.map(({ rows }) => rows),
          columns,
          byModified,
        )
      : [];
  const records = lists.reduce((sum, list) => sum + list.records, 0);
  const credits = isFree ? 0 : creditsOf(answers);
  return {
    rows: companies.length > 0 ? merged.filter(createExactTest(columns, companies)) : merged,
    lists,
    records,
    credits,
    settlement(call) {
      if (!store) return {};
      const ledger = openLedger(store, day, platform.clock.now());
      const { call: made, balance } = receiptOf(call);
      ledger.settle(token, made, balance);
      return ledger.values();
    },
    receipt: (call) => receiptValues(slot, receiptOf(call)),
  };

  function receiptOf(call: CallInWords): Receipt {
    const ms = platform.clock.now() - started;
    const { closingBalance: balance } = answers[answers.length - 1]?.balances ?? {};
    const made = { at: started, ...call, records, credits, ms };
    return { token, call: made, ...(balance !== undefined && { balance }) };
  }
}

/**
 * What was refused, or is free, cost nothing. What may have been charged stays reserved and is retried with the same key; after a
 * time-out only by a refresh.
 */
function release(platform: Platform, store: Properties, day: string, token: string, error: unknown): void {
  const known = isSignalsError(error) ? error : undefined;
  if (known?.unclear && known.code !== 'TIMEOUT') return;
  // without the lock the amount stays reserved: the ledger then says too much rather than too little
  ignoreErrors(() =>
    withDocumentLock(platform, () => {
      const ledger = openLedger(store, day, platform.clock.now());
      if (error === undefined || (known && !known.unclear)) ledger.refund(token);
      else ledger.markUnclear(token);
      store.setAll(ledger.values());
    }),
  );
}

/** What the service says it took, else what its balances say, else a credit for each record. */
export function creditsOf(answers: readonly Body[]): number {
  return answers.reduce((sum, { records, balances }) => {
    const { creditsConsumed, openingBalance = Number.NaN, closingBalance = Number.NaN } = balances;
    const said = [creditsConsumed, openingBalance - closingBalance].find(
      (value) => value !== undefined && value >= 0,
    );
    return sum + (said ?? records.length);
  }, 0);
}
