/** A formula buys: from its query to its table, as long as there is time. */
import { DATASETS } from '../../contract/datasets.js';
import { withAllValues } from '../../core/all-values.js';
import { dayAt } from '../../core/days.js';
import { committedBy } from '../../core/ledger.js';
import { wholeRequests } from '../../core/plan.js';
import type { Purchase } from '../../core/purchase.js';
import { covers, type Query, textOf } from '../../core/query.js';
import { lastTable, nextStep, type StepContext, type TableState } from '../../core/resolve.js';
import type { CacheState } from '../../core/state.js';
import { requireConsent } from '../account/consent.js';
import { type Context, storeRefusal, withCurrentSettings } from '../account/context.js';
import { budgetLeft } from '../account/payer.js';
import { errors, isSignalsError, type SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { describeQuestion } from '../question/question.js';
import type { Client } from '../service/client.js';
import { failureKey, recall, remember } from '../storage/cache-tier.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { PurchaseStore } from '../storage/purchase-store.js';
import { openFor } from './open-purchases.js';
import { type BuyingStep, buyMissing, type CallInWords, type Customer } from './purchase.js';
import type { Execution, Known, RequestedQuestion } from './requested-question.js';
import { budgetOf, creditsLeft, stepContextOf } from './step-context.js';
import { hasSameCount } from './unknown-values.js';
import { renewViews, versionKey } from './view.js';

/** Each round asks for what the one before has left. */
const MAX_ROUNDS = 8;
/** After these, all gaps are asked for at once: a formula has no time for one after the other. */
const STEPWISE_ROUNDS = 3;
/** The time that a wait must leave for a request. */
const FETCH_MS = 7_000;
/** Longer than a purchase takes, by clocks that differ: what was sent earlier has ended. */
const PURCHASE_MS = 60_000;

export interface Resolved {
  readonly table: TableState;
  /** The version of the views with which the table may be cached; none where it may lack what others are buying. */
  readonly version?: string;
}

/** @throws what a cell shows */
export function resolveFormula(
  platform: Platform,
  store: PurchaseStore,
  execution: Execution,
  asked: RequestedQuestion,
  known: Known,
  query: Query,
): Resolved {
  const customer = new FormulaCustomer(platform, store, execution, asked, known, query);
  const nothing = { rows: [], isTruncated: true, isUnfinished: true, completeAt: 0, freshUntil: 0 };
  const table =
    buyMissing(customer) ?? lastTable(customer.state(), customer.query(), customer.context()) ?? nothing;
  const version = customer.version();
  return { table, ...(version !== undefined && { version }) };
}

class FormulaCustomer implements Customer {
  readonly platform: Platform;
  readonly store: PurchaseStore;
  readonly ended = new Set<string>();
  readonly uses: Purchase['uses'];
  private isCounted = false;
  private round = 0;
  private readonly startedAt: number;
  /** The version of the views since the last own purchase. */
  private renewedVersion: string | undefined;
  private updates: StepContext['updates'];
  private readonly execution: Execution;
  private readonly asked: RequestedQuestion;
  private readonly known: Known;
  /** As it is asked, or the same with all values of a filter that it lacks. */
  private currentQuery: Query;

  constructor(
    platform: Platform,
    store: PurchaseStore,
    execution: Execution,
    asked: RequestedQuestion,
    known: Known,
    query: Query,
  ) {
    this.platform = platform;
    this.store = store;
    this.execution = execution;
    this.asked = asked;
    this.known = known;
    this.currentQuery = query;
    this.startedAt = platform.clock.now();
    const day = dayAt(this.startedAt);
    this.uses = query.keys.map((key) => ({ key, day, limit: query.limit }));
    // decided once, because its own first purchase will count as a use, too
    const open = openFor(store, this.ended, this.startedAt);
    const uses = [...this.state().uses, ...open.flatMap((purchase) => purchase.uses ?? [])];
    this.updates = isUsed(uses, query) ? 'wider' : 'cautious';
  }

  query(): Query {
    return this.currentQuery;
  }

  state(): CacheState {
    return this.store.state(this.currentQuery.dataset, this.known.context.payer);
  }

  context(): StepContext {
    const { execution, store } = this;
    const context = withCurrentSettings(this.platform, this.known.context);
    const { today, key: asker, refresh, refetchesAll: isWhole } = this.asked;
    const now = this.platform.clock.now();
    const state = this.state();
    const common = stepContextOf(state, this.currentQuery, context, execution, now);
    return {
      ...common,
      ...creditsLeft(context, execution, committedBy(store.ledger(), today, now)),
      policy: { ...common.policy, refresh },
      asker,
      today,
      cause: causeOf(state, context, refresh),
      isWhole,
      updates: this.updates,
      isStepwise: this.round < STEPWISE_ROUNDS,
      waitsForCredits: now < execution.deadline - FETCH_MS,
      open: openFor(store, this.ended, now),
    };
  }

  goesOn(): boolean {
    if (this.round === 0) return true;
    return this.round < MAX_ROUNDS && this.platform.clock.now() < this.execution.deadline;
  }

  /** A table that is known by now needs no lock. */
  look(hasWaited: boolean): TableState | undefined {
    const { context } = this.known;
    const step = hasWaited ? undefined : nextStep(this.state(), this.currentQuery, this.context());
    if (step?.kind === 'show') return step.table;
    const failure = this.failureOfOthers(hasWaited);
    if (failure) throw failure;
    if (context.refusedPayer === context.payer) throw errors.badKey();
    return step?.kind === 'buy' && this.widensToAllValues(step) ? this.look(false) : undefined;
  }

  /** The error that others met a moment ago with the same question. @param isAgain to be looked up once more */
  private failureOfOthers(isAgain: boolean): SignalsError | undefined {
    const { found, context } = this.known;
    const name = failureKey(this.asked.attempt);
    const values = (isAgain && ignoreErrors(() => this.platform.documentCache?.getAll([name]))) || found;
    return recall(values[name], context.payer, context.refreshAfter);
  }

  /** Whether it is asked with all values of a filter from now on, because the service counts the same for it. */
  private widensToAllValues({ requests }: Extract<BuyingStep, { kind: 'buy' }>): boolean {
    const { platform, execution, known, currentQuery } = this;
    if (this.isCounted || this.asked.refresh !== '') return false;
    this.isCounted = true;
    const listed = withAllValues(this.state(), currentQuery, requests, platform.clock.now());
    if (!listed || !hasSameCount(platform, execution.client(), known.context.payer, [currentQuery, listed]))
      return false;
    this.currentQuery = listed;
    return true;
  }

  lockOptions() {
    const waitMs = Math.max(FETCH_MS, this.execution.deadline - this.platform.clock.now() - FETCH_MS);
    return { busy: errors.busy, waitMs };
  }

  waitsUntil({ isForCredits }: { readonly isForCredits: boolean }): number {
    // it leaves the time for a request with the credits that there are
    return this.execution.deadline - (isForCredits ? FETCH_MS : 0);
  }

  refusal(reason: 'budget' | 'manual' | 'unclear'): SignalsError {
    if (reason === 'manual') return errors.manual();
    if (reason === 'unclear') return errors.unclear();
    // so low is only the limit of a preview: each request needs a credit
    if (this.execution.allowance && this.currentQuery.limit < wholeRequests(this.currentQuery).length)
      return errors.previewCompanies();
    const context = withCurrentSettings(this.platform, this.known.context);
    const { monthlyBudget = 0 } = context.settings;
    return isMonthUsed(this.platform, this.store, context, this.asked.today)
      ? errors.monthUsed(monthlyBudget)
      : errors.budgetUsed(budgetOf(context));
  }

  valuesWith(purchase: Purchase, step: BuyingStep): Readonly<Record<string, string>> {
    const { context, writes } = this.known;
    const { dataset, limit } = this.currentQuery;
    const { paid } = DATASETS[dataset];
    const requests = wholeRequests(this.currentQuery).length;
    if (step.kind === 'buy' && paid && step.isNothingKnown && limit < requests)
      throw errors.lowLimit(limit, requests);
    const agreement = requireConsent(this.platform, context, paid, writes.hasAgreed(context.payer));
    return { ...agreement, ...(paid && this.execution.allowance?.valuesWith?.(purchase)) };
  }

  client(): Client {
    return this.execution.client();
  }

  words(): CallInWords {
    const cell = (ignoreErrors(() => this.platform.spreadsheet.activeCell()) ?? '').slice(0, 60);
    return { axis: this.currentQuery.axis, who: '', cell, question: describeQuestion(this.asked.question) };
  }

  /** From now on other executions see the purchase in the log, and cache no view until it has ended. */
  reserved(): void {
    this.renewedVersion = renewViews(this.platform, this.currentQuery.dataset);
  }

  /** The version with which the table may be cached; none if others were buying when the log was read last. */
  version(): string | undefined {
    const { platform, store, known, currentQuery, startedAt } = this;
    const isBuying = ({ state, dataset, sentAt }: Purchase) =>
      state === 'requested' && dataset === currentQuery.dataset && sentAt > startedAt - PURCHASE_MS;
    if (store.open(platform.clock.now()).some(isBuying)) return undefined;
    return this.round > 0 ? this.renewedVersion : known.found[versionKey(currentQuery.dataset)];
  }

  keep(answered: Purchase, refusal: SignalsError | undefined): void {
    this.end(answered);
    this.execution.allowance?.spend(answered.call?.credits ?? 0);
    this.store.end(answered);
    if (refusal) throw refusal;
  }

  /** If the service refuses a request that is wider than the question, the customer goes on without such requests. */
  fail(error: unknown, purchase: Purchase): void {
    const { platform, asked, known } = this;
    this.end(purchase);
    if (!isSignalsError(error)) throw error;
    const isWider = purchase.requests.some(({ key, since }) => since || !isCoveredBy(key, this.currentQuery));
    // what may have been paid for is not bought in another way
    if (!error.unclear && this.updates === 'wider' && isWider) {
      this.updates = 'own';
      return;
    }
    // more than the question's limit, to leave out other companies: what was bought is shown
    const isHigher = purchase.requests.some(({ limit }) => limit > this.currentQuery.limit);
    if (isHigher && /\blimit\b/i.test(error.reason) && this.hasRows()) {
      this.round = MAX_ROUNDS;
      return;
    }
    const { payer } = known.context;
    ignoreErrors(() => remember(platform, asked.attempt, payer, error));
    if (error.code === 'BAD_KEY') ignoreErrors(() => storeRefusal(platform, payer));
    throw error;
  }

  private hasRows(): boolean {
    const table = lastTable(this.state(), this.currentQuery, this.context());
    return table !== undefined && table.rows.length > 0;
  }

  private end(purchase: Purchase): void {
    this.round += 1;
    this.known.writes.ended.push(purchase);
  }
}

/** Whether the month's budget leaves less than the day's. */
export function isMonthUsed(
  { clock }: Platform,
  store: PurchaseStore,
  context: Context,
  today: string,
): boolean {
  const committed = committedBy(store.ledger(), today, clock.now());
  return budgetLeft(context.settings, budgetOf(context), committed).isMonth;
}

function causeOf({ refreshes }: CacheState, { refreshAfter }: Context, refresh: string): string {
  if (refresh !== '' && !refreshes.some(({ value }) => value === refresh)) return refresh;
  return refreshAfter > 0 ? String(refreshAfter) : '';
}

/** Whether formulas have asked for all of its filters before, with or without an answer. */
function isUsed(uses: CacheState['uses'], { keys }: Query): boolean {
  const used = new Set(uses.map(({ key }) => textOf(key)));
  return keys.every((key) => used.has(textOf(key)));
}

function isCoveredBy(key: Query['keys'][number], { keys }: Query): boolean {
  return keys.some((own) => covers(own, key));
}
