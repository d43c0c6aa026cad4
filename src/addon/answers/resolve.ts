/** A formula buys: from its query to its table, as long as there is time. */
import { DATASETS } from '../../contract/datasets.js';
import { withAllValues } from '../../core/all-values.js';
import { dayAt } from '../../core/days.js';
import { committedOn } from '../../core/ledger.js';
import { wholeRequests } from '../../core/plan.js';
import type { Purchase } from '../../core/purchase.js';
import { covers, type Query } from '../../core/query.js';
import { lastTable, nextStep, type StepContext, type TableState } from '../../core/resolve.js';
import type { CacheState } from '../../core/state.js';
import { requireAgreement } from '../account/consent.js';
import { type Context, rememberRefusal } from '../account/context.js';
import { errors, isSignalsError, type SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import type { Client } from '../service/client.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { PurchaseStore } from '../storage/purchase-store.js';
import { type AskingRules, budgetOf, creditsLeft, stepContextOf } from './allowance.js';
import {
  type BuyingStep,
  buyMissing,
  type CallInWords,
  type Customer,
  endedValues,
  openPurchases,
} from './purchase.js';
import { countsSame } from './unknown-values.js';
import { renewViews } from './view.js';

export interface ResolveRequest {
  readonly query: Query;
  readonly context: Context;
  /** The day in the spreadsheet's zone. */
  readonly today: string;
  /** The question's name. */
  readonly asker: string;
  /** The value of `refresh`, as a hash; empty for none. */
  readonly refresh: string;
  /** Everything is asked for, known or not. */
  readonly isWhole: boolean;
  /** Looked up only where something is bought: it takes some calls. */
  words(): CallInWords;
  /** Values for the cache, written at the end: which purchases have ended, for formulas that wait for them. */
  readonly cacheValues: Record<string, string>;
  readonly hasAgreed: boolean;
  /** Whether the cache may hold views of the dataset. */
  readonly hasViews: boolean;
  /** What was met a moment ago by those who asked the same. @param isAgain to be looked up once more */
  failure(isAgain: boolean): SignalsError | undefined;
  /** The failure is to be known to others for a moment. */
  remember(error: SignalsError): void;
}

export interface ResolveRules extends AskingRules {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  client(): Client;
}

/** Each round asks for what the one before has left. */
const MAX_ROUNDS = 8;
/** After these, all gaps are asked for at once: a formula has no time for one after the other. */
const STEPWISE_ROUNDS = 3;
/** What a wait has to leave for a request. */
const FETCH_MS = 7_000;

/** @throws what a cell shows */
export function resolve(
  platform: Platform,
  store: PurchaseStore,
  rules: ResolveRules,
  request: ResolveRequest,
): TableState {
  const customer = new FormulaCustomer(platform, store, rules, request);
  const table = buyMissing(customer);
  if (table) return table;
  const nothing = { rows: [], isTruncated: true, completeAt: 0, freshUntil: 0 };
  return lastTable(customer.state(), customer.query(), customer.context()) ?? nothing;
}

class FormulaCustomer implements Customer {
  readonly platform: Platform;
  readonly store: PurchaseStore;
  readonly ended = new Set<string>();
  readonly uses: Purchase['uses'];
  /** As it is asked, or the same with all values of a filter that it lacks. */
  private asked: Query;
  private isCounted = false;
  private round = 0;
  private takesWider = true;
  private readonly rules: ResolveRules;
  private readonly request: ResolveRequest;

  constructor(platform: Platform, store: PurchaseStore, rules: ResolveRules, request: ResolveRequest) {
    this.platform = platform;
    this.store = store;
    this.rules = rules;
    this.request = request;
    const { query } = request;
    this.asked = query;
    const day = dayAt(platform.clock.now());
    this.uses = query.keys.map((key) => ({ key, day, limit: query.limit }));
  }

  query(): Query {
    return this.asked;
  }

  state(): CacheState {
    return this.store.state(this.asked.dataset, this.request.context.payer);
  }

  context(): StepContext {
    const { rules, request, store } = this;
    const { context, today, asker, refresh, isWhole } = request;
    const now = this.platform.clock.now();
    const state = this.state();
    const common = stepContextOf(state, this.asked, context, rules, now);
    return {
      ...common,
      ...creditsLeft(context, rules, committedOn(store.ledger(), today, now)),
      policy: { ...common.policy, refresh },
      asker,
      today,
      cause: causeOf(state, context, refresh),
      isWhole,
      takesWider: this.takesWider,
      isStepwise: this.round < STEPWISE_ROUNDS,
      waitsForCredits: now < rules.deadline - FETCH_MS,
      open: openPurchases(store, this.ended, now),
    };
  }

  goesOn(): boolean {
    if (this.round === 0) return true;
    return this.round < MAX_ROUNDS && this.platform.clock.now() < this.rules.deadline;
  }

  /** What is known by now needs no lock. */
  look(hasWaited: boolean): TableState | undefined {
    const { request } = this;
    const { failure, context } = request;
    const step = hasWaited ? undefined : nextStep(this.state(), this.asked, this.context());
    if (step?.kind === 'show') return step.table;
    const met = failure(hasWaited);
    if (met) throw met;
    if (context.refusedPayer === context.payer) throw errors.badKey();
    return step?.kind === 'buy' && this.listsAllValues(step) ? this.look(false) : undefined;
  }

  /** Whether it is asked with all values of a filter from now on, because the service counts the same for it. */
  private listsAllValues({ requests }: Extract<BuyingStep, { kind: 'buy' }>): boolean {
    const { platform, rules, request } = this;
    if (this.isCounted || request.refresh !== '') return false;
    this.isCounted = true;
    const listed = withAllValues(this.state(), this.asked, requests, platform.clock.now());
    if (!listed || !countsSame(platform, rules.client(), request.context.payer, [this.asked, listed]))
      return false;
    this.asked = listed;
    return true;
  }

  lockOptions() {
    const waitMs = Math.max(FETCH_MS, this.rules.deadline - this.platform.clock.now() - FETCH_MS);
    return { busy: errors.busy, waitMs };
  }

  waitsUntil({ isForCredits }: { readonly isForCredits: boolean }): number {
    // with fewer credits there is still time for a request
    return this.rules.deadline - (isForCredits ? FETCH_MS : 0);
  }

  refusal(reason: 'budget' | 'manual' | 'unclear'): SignalsError {
    if (reason === 'manual') return errors.manual();
    return reason === 'unclear' ? errors.unclear() : errors.budgetUsed(budgetOf(this.request.context));
  }

  valuesWith(purchase: Purchase, step: BuyingStep): Readonly<Record<string, string>> {
    const { context, hasAgreed } = this.request;
    const { dataset, limit } = this.asked;
    const { paid } = DATASETS[dataset];
    const requests = wholeRequests(this.asked).length;
    if (step.kind === 'buy' && paid && step.isNothingKnown && limit < requests)
      throw errors.lowLimit(limit, requests);
    const agreement = requireAgreement(this.platform, context, paid, hasAgreed);
    return { ...agreement, ...(paid && this.rules.allowance?.valuesWith?.(purchase)) };
  }

  client(): Client {
    return this.rules.client();
  }

  words(): CallInWords {
    return this.request.words();
  }

  keep(answered: Purchase): void {
    const { platform, store, rules, request } = this;
    this.end(answered);
    rules.allowance?.spend(answered.call?.credits ?? 0);
    // before it is written: who looks from then on must not show what was known before
    if (request.hasViews || this.round > 1) renewViews(platform, answered.dataset);
    store.end(answered);
  }

  /** A wider request than the question's that is refused is not made again. */
  fail(error: unknown, purchase: Purchase): void {
    const { platform, request } = this;
    this.end(purchase);
    if (!isSignalsError(error)) throw error;
    const isWider = purchase.requests.some(({ key, since }) => since || !isWithin(key, this.asked));
    // what may have been paid for is not bought in another way
    if (!error.unclear && this.takesWider && isWider) {
      this.takesWider = false;
      return;
    }
    request.remember(error);
    if (error.code === 'BAD_KEY') ignoreErrors(() => rememberRefusal(platform, request.context.payer));
    throw error;
  }

  private end(purchase: Purchase): void {
    this.round += 1;
    Object.assign(this.request.cacheValues, endedValues(purchase));
  }
}

function causeOf({ refreshes }: CacheState, { refreshAfter }: Context, refresh: string): string {
  if (refresh !== '' && !refreshes.some(({ value }) => value === refresh)) return refresh;
  return refreshAfter > 0 ? String(refreshAfter) : '';
}

function isWithin(key: Query['keys'][number], { keys }: Query): boolean {
  return keys.some((own) => covers(own, key));
}
