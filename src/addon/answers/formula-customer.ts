/** Buys the records of a formula's query within the formula's time, and returns its table. */
import { DATASETS } from '../../contract/datasets.js';
import { withAllValues } from '../../core/all-values.js';
import { dayAt } from '../../core/days.js';
import { committedBy } from '../../core/ledger.js';
import { wholeRequests } from '../../core/plan.js';
import type { Purchase } from '../../core/purchase.js';
import { covers, type Query } from '../../core/query.js';
import {
  lastTable,
  nextStep,
  type StepContext,
  type TableState,
  type WaitReason,
} from '../../core/resolve.js';
import type { CacheState } from '../../core/state.js';
import { updatesFor } from '../../core/update.js';
import { requireConsent } from '../account/consent.js';
import { type Context, storeRefusal, withCurrentSettings } from '../account/context.js';
import { errors, ignoreErrors, isSignalsError, type SignalsError } from '../errors.js';
import type { Platform, Values } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import type { Client } from '../service/client.js';
import { failureKey, getFailure, putFailure } from '../storage/cache-tier.js';
import type { PurchaseStore } from '../storage/purchase-store.js';
import type { Answering } from './answering.js';
import type { BuyingStep, CallDescription, Customer } from './customer.js';
import { buyMissing } from './purchase.js';
import { creditLimits, stepContextOf } from './step-context.js';
import { hasSameCount } from './unknown-values.js';
import { invalidateViews, versionKey } from './view.js';

/** Each round requests the rest that the previous one left. */
const MAX_ROUNDS = 8;
/** After these rounds, one round requests all gaps, because a formula has no time for one after the other. */
const STEPWISE_ROUNDS = 3;
/** A wait for the lock must leave this time for a request. */
const FETCH_MS = 7_000;
/** The time that a wait leaves for a request. One that only lowers the price leaves enough for a slow service. */
const LEFT_MS: Readonly<Record<WaitReason, number>> = { whole: 0, part: 17_000, credits: 7_000 };
/** Longer than a purchase takes, even with different clocks: an older one has ended. */
const PURCHASE_MS = 60_000;

export interface Resolved {
  readonly table: TableState;
  /** The version to cache the table with; undefined if records of purchases in flight may be missing. */
  readonly version: string | undefined;
}

/** @throws the error that the cell shows */
export function resolveFormula(answering: Answering, query: Query): Resolved {
  const customer = new FormulaCustomer(answering, query);
  const nothing = { rows: [], isTruncated: true, isUnfinished: true, completeAt: 0, freshUntil: 0 };
  const table =
    buyMissing(customer) ?? lastTable(customer.state(), customer.query(), customer.context()) ?? nothing;
  return { table, version: customer.version() };
}

class FormulaCustomer implements Customer {
  // `buyMissing` reads these two; the methods below use those of `answering`
  readonly platform: Platform;
  readonly store: PurchaseStore;
  uses: NonNullable<Purchase['uses']>;
  private isCounted = false;
  private round = 0;
  private readonly startedAt: number;
  /** The version of cached views since this execution's last purchase. */
  private renewedVersion: string | undefined;
  private rules: Pick<StepContext, 'updates' | 'isNewQuestion'>;
  private readonly answering: Answering;
  /** The formula's query, or the same with all values of a missing filter. */
  private currentQuery: Query;

  constructor(answering: Answering, query: Query) {
    const { platform, store } = answering;
    this.platform = platform;
    this.store = store;
    this.answering = answering;
    this.currentQuery = query;
    this.startedAt = platform.clock.now();
    const day = dayAt(this.startedAt);
    const { key: asker } = answering.asked;
    this.uses = query.keys.map((key) => ({ key, asker, day, limit: query.limit }));
    // decide this once, because this execution's first purchase will count as a use
    const open = store.open(this.startedAt);
    const uses = [...this.state().uses, ...open.flatMap((purchase) => purchase.uses ?? [])];
    this.rules = updatesFor(query, asker, uses);
  }

  query(): Query {
    return this.currentQuery;
  }

  state(): CacheState {
    const { store, context } = this.answering;
    return store.state(this.currentQuery.dataset, context.payer);
  }

  context(): StepContext {
    const { platform, execution, store, asked } = this.answering;
    const context = this.currentContext();
    const { today, key: asker, refresh, refetchesAll } = asked;
    const now = platform.clock.now();
    const state = this.state();
    const common = stepContextOf(state, this.currentQuery, context, execution, now);
    return {
      ...common,
      ...creditLimits(context, execution, committedBy(store.ledger(), today, now)),
      policy: { ...common.policy, refresh },
      asker,
      today,
      cause: causeOf(state, context, refresh),
      refetchesAll,
      ...this.rules,
      isStepwise: this.round < STEPWISE_ROUNDS,
      hasTimeToWait: (reason) => now < this.waitDeadline(reason),
      open: store.open(now),
    };
  }

  /** Returns the context with the settings of now. */
  private currentContext(): Context {
    const { platform, context } = this.answering;
    return withCurrentSettings(platform, context);
  }

  mayContinue(): boolean {
    if (this.round === 0) return true;
    const { platform, execution } = this.answering;
    return this.round < MAX_ROUNDS && platform.clock.now() < execution.deadline;
  }

  /** Returns the table if it is complete by now, without the lock. */
  findWithoutLock(hasWaited: boolean): TableState | undefined {
    const { context } = this.answering;
    const step = nextStep(this.state(), this.currentQuery, this.context());
    if (step.kind === 'show') return step.table;
    const failure = this.failureOfOthers(hasWaited);
    if (failure) throw failure;
    if (context.refusedPayer === context.payer) throw errors.badKey();
    return step.kind === 'buy' && this.widensToAllValues(step) ? this.findWithoutLock(false) : undefined;
  }

  /** Returns another cell's recent error with the same question. @param isAgain true to read the cache again */
  private failureOfOthers(isAgain: boolean): SignalsError | undefined {
    const { platform, asked, found, context } = this.answering;
    const name = failureKey(asked.attempt);
    const values = (isAgain && ignoreErrors(() => platform.documentCache?.getAll([name]))) || found;
    return getFailure(values[name], context.payer, context.refreshAfter);
  }

  /**
   * Adds all values of a missing filter, if the service counts as many records. Returns true if it did.
   * @throws the error, if the service cannot count now: the records of these values would be paid again
   */
  private widensToAllValues({ requests }: Extract<BuyingStep, { kind: 'buy' }>): boolean {
    const { currentQuery } = this;
    const { platform, execution, asked, context } = this.answering;
    if (this.isCounted || asked.refresh !== '') return false;
    this.isCounted = true;
    const { payer } = context;
    const listed = withAllValues(this.state(), currentQuery, requests, platform.clock.now());
    if (!listed) return false;
    try {
      if (!hasSameCount(platform, execution.client(), payer, [currentQuery, listed])) return false;
    } catch (error) {
      if (isSignalsError(error)) ignoreErrors(() => putFailure(platform, asked.attempt, payer, error));
      throw error;
    }
    this.uses = this.uses.map((use, index) => {
      const equals = listed.keys[index]!;
      return equals === use.key ? use : { ...use, equals };
    });
    this.currentQuery = listed;
    return true;
  }

  lockOptions() {
    const { platform, execution } = this.answering;
    const waitMs = Math.max(FETCH_MS, execution.deadline - platform.clock.now() - FETCH_MS);
    return { busy: errors.busy, waitMs };
  }

  waitDeadline(reason: WaitReason): number {
    return this.answering.execution.deadline - LEFT_MS[reason];
  }

  refusal(reason: 'budget' | 'manual' | 'unclear', { budget }: Pick<StepContext, 'budget'>): SignalsError {
    if (reason === 'manual') return errors.manual();
    if (reason === 'unclear') return errors.unclear();
    const { answering, currentQuery } = this;
    // only a preview has such a low limit: each request needs a credit
    if (answering.execution.allowance && currentQuery.limit < wholeRequests(currentQuery).length)
      return errors.previewCompanies();
    const { settings, dailyCap = settings.dailyBudget } = this.currentContext();
    const { dailyBudget, monthlyBudget = 0 } = settings;
    if (budget === 'month') return errors.monthUsed(monthlyBudget);
    return dailyCap < dailyBudget ? errors.sharedUsed(dailyCap) : errors.budgetUsed(dailyBudget);
  }

  valuesWith(purchase: Purchase, step: BuyingStep): Values {
    const { platform, execution, context, writes } = this.answering;
    const { dataset, limit } = this.currentQuery;
    const { paid } = DATASETS[dataset];
    const requests = wholeRequests(this.currentQuery).length;
    if (step.kind === 'buy' && paid && step.isNothingKnown && limit < requests)
      throw errors.lowLimit(limit, requests);
    const { allowance, isConfirmed } = execution;
    const consent = () => requireConsent(platform, context, paid, writes.hasAgreed(context.payer));
    return { ...(!isConfirmed && consent()), ...(paid && allowance?.valuesWith?.(purchase)) };
  }

  client(): Client {
    return this.answering.execution.client();
  }

  describeCall(): CallDescription {
    const { platform, asked } = this.answering;
    const cell = (ignoreErrors(() => platform.spreadsheet.activeCell()) ?? '').slice(0, 60);
    return {
      axis: this.currentQuery.axis,
      who: '',
      cell,
      question: describeQuestion(asked.question),
    };
  }

  /** Called when other executions can see the purchase in the log: they cache no view until it ends. */
  onReserved(): void {
    this.renewedVersion = invalidateViews(this.answering.platform, this.currentQuery.dataset);
  }

  /** Returns the version to cache the table with; undefined if another execution was buying, by the log. */
  version(): string | undefined {
    const { currentQuery, startedAt } = this;
    const { platform, store, found } = this.answering;
    const isBuying = ({ state, dataset, sentAt }: Purchase) =>
      state === 'requested' && dataset === currentQuery.dataset && sentAt > startedAt - PURCHASE_MS;
    if (store.open(platform.clock.now()).some(isBuying)) return undefined;
    return this.round > 0 ? this.renewedVersion : found[versionKey(currentQuery.dataset)];
  }

  keep(answered: Purchase, refusal: SignalsError | undefined): void {
    const { execution, store } = this.answering;
    this.round += 1;
    execution.allowance?.spend(answered.call?.credits ?? 0);
    store.end(answered);
    if (refusal) throw refusal;
  }

  /** If the service refuses a request wider than the question, continues without such requests. */
  fail(error: unknown, purchase: Purchase): void {
    const { platform, asked, context } = this.answering;
    this.round += 1;
    if (!isSignalsError(error)) throw error;
    const { keys } = this.currentQuery;
    const isWider = purchase.requests.some(
      ({ key, since }) => since || !keys.some((own) => covers(own, key)),
    );
    // a request that may be paid for must not be bought in another way
    if (!error.unclear && this.rules.updates === 'wider' && isWider) {
      this.rules = { ...this.rules, updates: 'own' };
      return;
    }
    // the limit was raised to make up for unwanted companies; show the stored rows
    const isHigher = purchase.requests.some(({ limit }) => limit > this.currentQuery.limit);
    if (isHigher && error.code === 'BAD_INPUT' && this.hasRows()) {
      this.round = MAX_ROUNDS;
      return;
    }
    const { payer } = context;
    ignoreErrors(() => putFailure(platform, asked.attempt, payer, error));
    if (error.code === 'BAD_KEY') ignoreErrors(() => storeRefusal(platform, payer));
    throw error;
  }

  private hasRows(): boolean {
    return (lastTable(this.state(), this.currentQuery, this.context())?.rows.length ?? 0) > 0;
  }
}

function causeOf({ refreshes }: CacheState, { refreshAfter }: Context, refresh: string): string {
  if (refresh !== '' && !refreshes.some(({ value }) => value === refresh)) return refresh;
  return refreshAfter > 0 ? String(refreshAfter) : '';
}
