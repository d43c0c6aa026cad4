/**
 * Decides the next step for a query: show known rows, buy missing ones, repeat or await purchases, or refuse.
 */
import { MAX_LIMIT } from '../contract/datasets.js';
import { countedQuery } from './all-values.js';
import { type Day, dayAt, endOf, settledAt, settledDay } from './days.js';
import { isEnough } from './extents.js';
import { type FetchRequest, idOf, isOrdered, requestText, type TruncatedPage } from './facts.js';
import { type Demand, demandOf, type FreshnessPolicy, type Moment } from './freshness.js';
import { completedOf, instantsOf, lookUp } from './lookup.js';
import { planRequests, shares, wholeRequests } from './plan.js';
import { isFor, isInFlight, type Purchase } from './purchase.js';
import type { Query } from './query.js';
import type { Row } from './records.js';
import type { CacheState } from './state.js';
import type { PlanRules, Situation } from './update.js';

type Budget = 'day' | 'month';

/** A table with the notes for its header. */
export interface TableState {
  readonly rows: readonly Row[];
  /** True if more records match, or may match, than are shown. */
  readonly isTruncated: boolean;
  /** The budget, if this and not the limit truncated the table or prevented its update. */
  readonly usedBudget?: Budget;
  /** True if there was no time for all requests. A later execution may complete it. */
  readonly isUnfinished?: boolean;
  /** Set if the table could not be updated: the last instant at which it was complete. */
  readonly asOf?: number;
  /** Set if unfinished days are left out: the last day whose changes are included. */
  readonly through?: Day;
  /** The last instant at which it was complete. */
  readonly completeAt: number;
  /** It stays valid until then if nothing is bought. */
  readonly freshUntil: number;
}

export type Step =
  | { readonly kind: 'show'; readonly table: TableState }
  | { readonly kind: 'buy'; readonly requests: readonly FetchRequest[]; readonly isNothingKnown: boolean }
  | { readonly kind: 'repeat'; readonly purchase: Purchase }
  | { readonly kind: 'wait'; readonly purchases: readonly Purchase[]; readonly reason: WaitReason }
  | { readonly kind: 'refuse'; readonly reason: 'budget' | 'manual' | 'unclear' };

/** Others buy a whole wanted request, or a part of one, which leaves less to pay for, or hold credits. */
export type WaitReason = 'whole' | 'part' | 'credits';

/** Returns the table if nothing more has to be bought for it. */
export function completeTable(state: CacheState, query: Query, context: StepContext): TableState | undefined {
  const step = nextStep(state, query, context);
  return step.kind === 'show' && !step.table.usedBudget ? step.table : undefined;
}

/** Returns the table of the known rows, when there is no time for more requests. */
export function lastTable(state: CacheState, query: Query, context: StepContext): TableState | undefined {
  // the last answer may have completed the table
  const complete = completeTable(state, query, context);
  if (complete) return complete;
  const demand = demandFor(state, query, context);
  const { moment } = context;
  const found = lookUp(state, query, demand, moment, context.isAboutCompanies);
  const table = truncatedTable({ state, query, found, demand, moment }, []);
  const last = table.rows.length > 0 ? table : staleTable(state, query, context);
  return last && { ...last, isUnfinished: true };
}

/** The inputs of a step, in addition to the cache and the query. */
export interface StepContext extends Omit<PlanRules, 'avoidsUpdates'> {
  readonly policy: FreshnessPolicy;
  readonly moment: Moment;
  readonly payer: string;
  readonly asker: string;
  /** The day in the spreadsheet's zone. */
  readonly today: string;
  /** The reason for a forced purchase; empty for none. */
  readonly cause: string;
  readonly creditsLeft: number;
  /** The budget that leaves the fewest credits. */
  readonly budget: Budget;
  /** The credits left for a repeated purchase, whose amount already counts as spent. */
  readonly creditsForRepeat: number;
  /** True if there is time to wait for purchases that this one does not need. */
  hasTimeToWait(reason: WaitReason): boolean;
  /** The open purchases of all executions. */
  readonly open: readonly Purchase[];
  /** False for a company that the service finds only because its name contains a text of the question. */
  isAboutCompanies(row: Row): boolean;
}

export function nextStep(state: CacheState, query: Query, context: StepContext): Step {
  const { policy, moment } = context;
  const demand = demandFor(state, query, context);
  const found = lookUp(state, query, demand, moment, context.isAboutCompanies);
  const situation = { state, query, found, demand, moment };
  const refetchesAll = context.refetchesAll && demand.isNew;
  if (found.isComplete && !demand.isNew) return { kind: 'show', table: tableOf(situation) };
  if (policy.mode === 'manual' && demand.at === 0 && context.isPaid)
    return show(staleTable(state, query, context)) ?? { kind: 'refuse', reason: 'manual' };
  const rules: PlanRules = { ...context, refetchesAll };
  const plan = (some: PlanRules) => widened(situation, planRequests(situation, some));
  let requests = plan(rules);
  // changes above the limit complete no day, and would exceed it again
  const isTruncatedUpdate = (request: FetchRequest) =>
    request.axis !== query.axis && pageFor(state, request, demand) !== undefined;
  if (requests.some(isTruncatedUpdate)) requests = plan({ ...rules, avoidsUpdates: true });
  if (requests.length === 0) return { kind: 'show', table: tableOf(situation) };
  // a service refuses a cursor that it has deleted; send it alone, so that no other answer is lost with it
  const following = requests.find(({ since }) => since !== undefined);
  if (following) requests = [following];
  // a truncated answer of a service that does not sort by day answers only its own request
  const pages = requests.map((request) => {
    const page = pageFor(state, request, demand);
    return page && isStillTrue(situation, page) ? page : undefined;
  });
  if (pages.every((page) => page !== undefined))
    return { kind: 'show', table: truncatedTable(situation, requests) };
  requests = requests.filter((_, index) => pages[index] === undefined);
  return purchaseStep(situation, context, requests);
}

/** Doubles the limit of a truncated request: it had only a share of the query's limit, or got unwanted rows. */
function widened(
  { state, query, found }: Situation,
  requests: readonly FetchRequest[],
): readonly FetchRequest[] {
  const { limit } = query;
  const most = found.unwanted.length > 0 ? MAX_LIMIT : limit;
  if (most === limit && !isOrdered(state.order)) return requests;
  return requests.map((request) => {
    const text = requestText(request);
    const page = state.pages.find((one) => one.request === text);
    return page ? { ...request, limit: Math.max(request.limit, Math.min(most, 2 * page.limit)) } : request;
  });
}

function purchaseStep(situation: Situation, context: StepContext, requests: readonly FetchRequest[]): Step {
  const { state, query, found, demand, moment } = situation;
  const { payer, asker, open, creditsLeft, isPaid } = context;
  const buy = (some: readonly FetchRequest[]): Step => ({
    kind: 'buy',
    requests: some,
    isNothingKnown: found.known.length === 0,
  });
  const wanted = { payer, asker, requests };
  const related = open.filter((one) => isFor(one, wanted));
  const { refresh } = context.policy;
  const running = open.filter((one) => isInFlight(one, moment.now));
  const isFresh = (one: Purchase) =>
    one.at >= demand.at || (refresh !== '' && one.refresh === refresh && one.asker === asker);
  const whole = running.filter((one) => related.includes(one) && isFresh(one));
  if (whole.length > 0) return { kind: 'wait', purchases: whole, reason: 'whole' };
  // repeat the request of a dead execution under its token: if the service charged it, the repetition is free.
  const dead = related.find(
    (one) => one.amount > 0 && one.requests.length > 0 && !isInFlight(one, moment.now),
  );
  if (dead?.state === 'unclear' && dead.cause === context.cause && dead.day === context.today) {
    return show(staleTable(state, query, context)) ?? { kind: 'refuse', reason: 'unclear' };
  }
  if (dead && dead.amount > context.creditsForRepeat) return withoutBudget(situation, context, requests);
  if (dead) return { kind: 'repeat', purchase: dead };
  if (!isPaid) return buy(requests);
  const most = requests.reduce((sum, { limit }) => sum + limit, 0);
  const paying = running.filter(({ amount }) => amount > 0);
  const parts = paying.filter((one) => isFresh(one) && isFor(one, wanted, true));
  if (parts.length > 0 && context.hasTimeToWait('part'))
    return { kind: 'wait', purchases: parts, reason: 'part' };
  if (most <= creditsLeft) return buy(requests);
  if (paying.length > 0 && context.hasTimeToWait('credits'))
    return { kind: 'wait', purchases: paying, reason: 'credits' };
  if (creditsLeft >= requests.length) return buy(withLimits(requests, creditsLeft));
  // each request needs a credit; the whole question may need fewer requests
  const all = wholeRequests(query);
  if (creditsLeft >= all.length && all.length < requests.length) return buy(withLimits(all, creditsLeft));
  return withoutBudget(situation, context, requests);
}

/** Returns the step if nothing more can be bought: show the stored rows. */
function withoutBudget(situation: Situation, context: StepContext, requests: readonly FetchRequest[]): Step {
  const { state, query } = situation;
  const newest = truncatedTable(situation, requests);
  const table = newest.rows.length > 0 ? newest : staleTable(state, query, context);
  return show(table && { ...table, usedBudget: context.budget }) ?? { kind: 'refuse', reason: 'budget' };
}

function withLimits(requests: readonly FetchRequest[], creditsLeft: number): FetchRequest[] {
  const limits = shares(
    creditsLeft,
    requests.map(({ limit }) => limit),
  );
  return requests.map((request, index) => ({ ...request, limit: Math.min(request.limit, limits[index]!) }));
}

function show(table: TableState | undefined): Step | undefined {
  return table && { kind: 'show', table };
}

export function demandFor(state: CacheState, query: Query, { policy, moment, isPaid }: StepContext): Demand {
  const served = state.refreshes.find(({ value }) => value === policy.refresh)?.at;
  const mode = isPaid ? policy.mode : 'daily';
  return demandOf(query, { ...policy, mode }, served, moment);
}

/** Makes a table of the rows that `lookUp` has chosen, up to the limit. */
function tableOf({ query, found, demand, moment: { now } }: Omit<Situation, 'state'>): TableState {
  const { shown, known, lastMissing } = found;
  // without all days, the limit is reached or the table is not complete
  const isTruncated = known.length > query.limit || lastMissing >= 0;
  const { asOf, at } = completedOf(query, found, demand);
  const isFinal = demand.hasOnlySettledDays || demand.keepsOld;
  const isBehind = !isFinal && demand.at === 0 && settledDay(at) < asOf;
  return {
    rows: shown.slice(0, query.limit).map(({ row }) => row),
    isTruncated,
    ...(isBehind && { through: demand.asOf }),
    completeAt: isBehind ? endOf(asOf) : Math.min(at, now),
    freshUntil: settledAt(settledDay(now) + 1),
  };
}

/** Returns the known rows although some are missing; of an unsorted service, with answers to these requests. */
function truncatedTable(situation: Situation, requests: readonly FetchRequest[]): TableState {
  const { state, found, demand } = situation;
  const pages = isOrdered(state.order)
    ? []
    : requests.map((one) => pageFor(state, { ...one, limit: 0 }, demand));
  const ids = new Set(pages.flatMap((page) => page?.ids ?? []));
  const shown = new Set(found.shown);
  const rows = found.known.filter((one) => shown.has(one) || ids.has(idOf(one.row, state.positions)));
  const { through, ...table } = tableOf({ ...situation, found: { ...found, shown: rows } });
  // an unsorted answer shows the state at its instant, so no last day is known
  return { ...table, ...(through !== undefined && ids.size === 0 && { through }), isTruncated: true };
}

function pageFor(state: CacheState, request: FetchRequest, demand: Demand) {
  const text = requestText(request);
  const page = state.pages.find((one) => one.request === text);
  if (!page || page.limit < request.limit || demand.isNew) return undefined;
  return isEnough({ asOf: settledDay(page.at), at: page.at }, demand) ? page : undefined;
}

/** True unless a later answer shows that a record of the page no longer matches the query. */
function isStillTrue({ state, found }: Situation, { ids, at }: TruncatedPage): boolean {
  const { records, left, positions } = state;
  const { known, unwanted } = found;
  const listed = new Set([...known, ...unwanted].map(({ row }) => idOf(row, positions)));
  return ids.every(
    (id) =>
      listed.has(id) || !((records.get(id)?.seenAt ?? at) > at || left.get(id)?.some((one) => one.at > at)),
  );
}

/** Returns the table as of the last instant at which nothing was missing; undefined if there was none. */
export function staleTable(state: CacheState, query: Query, context: StepContext): TableState | undefined {
  const counted = countedQuery(state, query);
  return (
    staleTableUntil(state, query, context, Number.POSITIVE_INFINITY) ??
    (counted && staleTableUntil(state, counted.query, context, counted.until))
  );
}

function staleTableUntil(
  state: CacheState,
  query: Query,
  { moment, isAboutCompanies, policy }: StepContext,
  until: number,
): TableState | undefined {
  const base = demandOf(query, { ...policy, refresh: '', refreshAfter: 0 }, undefined, moment);
  const old: Demand = { ...base, at: 0, keepsOld: true, hasOnlySettledDays: false };
  const instants = instantsOf(lookUp(state, query, old, moment, isAboutCompanies));
  for (const instant of instants) {
    const day = dayAt(instant);
    // skip a table from before the question's first day, which would be empty, unless that day is in the future
    const isBefore = day < query.from && query.from <= dayAt(moment.now);
    if (isBefore || instant > until || (instant > moment.now && endOf(day) !== instant)) continue;
    const demand: Demand = {
      ...old,
      at: instant,
      asOf: Number.NEGATIVE_INFINITY,
      to: Math.min(query.to, day),
    };
    const found = lookUp(state, query, demand, moment, isAboutCompanies);
    if (!found.isComplete) continue;
    const { rows, isTruncated, freshUntil } = tableOf({ query, found, demand, moment });
    const asOf = Math.min(instant, moment.now);
    return { rows, isTruncated, asOf, completeAt: asOf, freshUntil };
  }
  return undefined;
}
