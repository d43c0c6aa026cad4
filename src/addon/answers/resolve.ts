/**
 * From a query to its table: looks at what is known; while something is missing, requests it in the log under the lock,
 * asks the service without the lock, writes what came, and looks again.
 */
import { DATASETS, RECORD_COLUMNS } from '../../contract/datasets.js';
import { withAllValues } from '../../core/all-values.js';
import { dayAt } from '../../core/days.js';
import type { FetchRequest } from '../../core/facts.js';
import { momentOf } from '../../core/freshness.js';
import { committedOn } from '../../core/ledger.js';
import { wholeRequests } from '../../core/plan.js';
import type { Purchase } from '../../core/purchase.js';
import { covers, type Query } from '../../core/query.js';
import { lastTable, nextStep, type Step, type StepContext, type TableState } from '../../core/resolve.js';
import type { CacheState } from '../../core/state.js';
import { requireAgreement } from '../account/consent.js';
import { type Context, rememberRefusal } from '../account/context.js';
import { errors, isSignalsError, type SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import type { Client } from '../service/client.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import type { PurchaseStore } from '../storage/purchase-store.js';
import { createExactTest } from '../table/exact.js';
import { type AskingRules, budgetOf, creditsLeft } from './allowance.js';
import { endedValues, openPurchases, waitForAll } from './in-flight.js';
import { type CallInWords, fetchPurchase, purchaseOf } from './send-purchase.js';
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

/** What one round does. */
interface Claim {
  readonly table?: TableState;
  readonly purchase?: Purchase;
  readonly waiting?: Extract<Step, { kind: 'wait' }>;
}

interface Attempt {
  /** As it is asked, or the same with all values of a filter that it lacks. */
  query: Query;
  isCounted: boolean;
  round: number;
  takesWider: boolean;
  /** Purchases that have ended as far as this execution knows, whatever the log says. */
  readonly ended: Set<string>;
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
  const { clock } = platform;
  const { context } = request;
  const attempt: Attempt = {
    query: request.query,
    isCounted: false,
    round: 0,
    takesWider: true,
    ended: new Set(),
  };
  let isReread = false;
  while (attempt.round < MAX_ROUNDS) {
    // what is known by now needs no lock
    const known = isReread ? undefined : stepOf(platform, store, rules, request, attempt).step;
    if (known?.kind === 'show') return known.table;
    const failure = request.failure(isReread);
    if (failure) throw failure;
    if (context.refusedPayer === context.payer) throw errors.badKey();
    if (known?.kind === 'buy' && isListed(platform, store, rules, request, attempt, known.requests)) continue;
    const waitMs = Math.max(FETCH_MS, rules.deadline - clock.now() - FETCH_MS);
    const claim = withDocumentLock(platform, () => claimNext(platform, store, rules, request, attempt), {
      busy: errors.busy,
      waitMs,
    });
    if (claim.table) return claim.table;
    isReread = claim.waiting !== undefined;
    if (claim.waiting) waitForOthers(platform, rules, claim.waiting, attempt);
    else if (claim.purchase) buy(platform, store, rules, request, attempt, claim.purchase);
    if (!claim.waiting && clock.now() >= rules.deadline) break;
  }
  const { state, stepContext } = stepOf(platform, store, rules, request, attempt);
  const nothing = { rows: [], isTruncated: true, completeAt: 0, freshUntil: 0 };
  return lastTable(state, attempt.query, stepContext) ?? nothing;
}

/** Whether the question is asked with all values of a filter from now on, because the service counts the same for it. */
function isListed(
  platform: Platform,
  store: PurchaseStore,
  rules: ResolveRules,
  { context, refresh }: ResolveRequest,
  attempt: Attempt,
  requests: readonly FetchRequest[],
): boolean {
  const { query, isCounted } = attempt;
  if (isCounted || refresh !== '') return false;
  attempt.isCounted = true;
  const state = store.state(query.dataset, context.payer);
  const listed = withAllValues(state, query, requests, platform.clock.now());
  if (!listed || !countsSame(platform, rules.client(), context.payer, [query, listed])) return false;
  attempt.query = listed;
  return true;
}

/** The next step by what is known now. */
function stepOf(
  { clock }: Platform,
  store: PurchaseStore,
  rules: ResolveRules,
  request: ResolveRequest,
  { query, round, takesWider, ended }: Attempt,
): { readonly state: CacheState; readonly step: Step; readonly stepContext: StepContext } {
  const { context, today, asker, refresh, isWhole } = request;
  const now = clock.now();
  const state = store.state(query.dataset, context.payer);
  const stepContext: StepContext = {
    ...stepContextOf(state, query, context, rules, now),
    asker,
    today,
    cause: causeOf(state, context, refresh),
    isWhole,
    takesWider,
    isStepwise: round < STEPWISE_ROUNDS,
    ...creditsLeft(context, rules, committedOn(store.ledger(), today, now)),
    waitsForCredits: now < rules.deadline - FETCH_MS,
    open: openPurchases(store, ended, now),
  };
  const policy = { ...stepContext.policy, refresh };
  const whole = { ...stepContext, policy };
  return { state, step: nextStep(state, query, whole), stepContext: whole };
}

/** What a step depends on that is the same for all who look. */
export function stepContextOf(
  state: CacheState,
  { dataset, companies }: Query,
  { settings, payer, refreshAfter }: Pick<Context, 'settings' | 'payer' | 'refreshAfter'>,
  { freshness }: AskingRules,
  now: number,
): Pick<StepContext, 'policy' | 'moment' | 'payer' | 'isPaid' | 'isWanted'> {
  const { mode } = freshness ?? settings.freshness;
  const isWanted = companies.length > 0 ? createExactTest(RECORD_COLUMNS[dataset], companies) : () => true;
  return {
    policy: { mode, refreshAfter, refresh: '' },
    moment: momentOf(state, now, refreshAfter),
    payer,
    isPaid: DATASETS[dataset].paid,
    isWanted,
  };
}

function causeOf({ refreshes }: CacheState, { refreshAfter }: Context, refresh: string): string {
  if (refresh !== '' && !refreshes.some(({ value }) => value === refresh)) return refresh;
  return refreshAfter > 0 ? String(refreshAfter) : '';
}

/** Under the lock: looks again at what is known by now, and says to others what is about to be asked. */
function claimNext(
  platform: Platform,
  store: PurchaseStore,
  rules: ResolveRules,
  request: ResolveRequest,
  attempt: Attempt,
): Claim {
  const { context, today } = request;
  const { query } = attempt;
  const { step, stepContext } = stepOf(platform, store, rules, request, attempt);
  if (step.kind === 'show') return { table: step.table };
  if (step.kind === 'wait') return { waiting: step };
  if (step.kind === 'refuse') throw refusalOf(step.reason, context);
  const { paid } = DATASETS[query.dataset];
  const requests = wholeRequests(query).length;
  if (step.kind === 'buy' && paid && step.isNothingKnown && query.limit < requests)
    throw errors.lowLimit(query.limit, requests);
  const { keys, limit } = query;
  const uses = keys.map((key) => ({ key, day: dayAt(stepContext.moment.now), limit }));
  const purchase = purchaseOf(step, query.dataset, stepContext, uses);
  store.makeRoom(today);
  store.request(purchase, requireAgreement(platform, context, paid, request.hasAgreed));
  attempt.ended.delete(purchase.token);
  return { purchase };
}

function refusalOf(reason: Extract<Step, { kind: 'refuse' }>['reason'], context: Context): SignalsError {
  if (reason === 'manual') return errors.manual();
  return reason === 'unclear' ? errors.unclear() : errors.budgetUsed(budgetOf(context));
}

function waitForOthers(
  { clock, documentCache: cache }: Platform,
  { deadline }: ResolveRules,
  { purchases, isForCredits }: Extract<Step, { kind: 'wait' }>,
  { ended }: Attempt,
): void {
  // with fewer credits there is still time for a request
  const until = deadline - (isForCredits ? FETCH_MS : 0);
  if (waitForAll(cache, clock, purchases, until)) for (const { token } of purchases) ended.add(token);
  else if (!isForCredits) throw errors.busy();
}

/** @throws what the service, or the way there, has refused; a wider request than the question's is then not made again */
function buy(
  platform: Platform,
  store: PurchaseStore,
  rules: ResolveRules,
  request: ResolveRequest,
  attempt: Attempt,
  purchase: Purchase,
): void {
  const { query, cacheValues } = request;
  attempt.round += 1;
  attempt.ended.add(purchase.token);
  try {
    const bought = fetchPurchase(platform, store, rules.client(), purchase, request.words());
    rules.allowance?.spend(bought.call?.credits ?? 0);
    // before it is written: who looks from then on must not show what was known before
    if (request.hasViews || attempt.round > 1) renewViews(platform, query.dataset);
    store.end(bought);
  } catch (error) {
    if (!isSignalsError(error)) throw error;
    const isWider = purchase.requests.some(({ key, since }) => since || !isWithin(key, query));
    // what may have been paid for is not bought in another way
    if (!error.unclear && attempt.takesWider && isWider) {
      attempt.takesWider = false;
      return;
    }
    request.remember(error);
    if (error.code === 'BAD_KEY') ignoreErrors(() => rememberRefusal(platform, request.context.payer));
    throw error;
  } finally {
    Object.assign(cacheValues, endedValues(purchase));
  }
}

function isWithin(key: Query['keys'][number], { keys }: Query): boolean {
  return keys.some((own) => covers(own, key));
}
