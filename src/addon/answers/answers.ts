/** Answers questions: from the cache, else from stored purchases, else with one purchase for all cells. */

import { type Query, resolveQuery, windowOf } from '../../core/query.js';
import { completeTable, lastTable, staleTable, type TableState } from '../../core/resolve.js';
import { AGREED_KEY } from '../account/consent.js';
import { CONTEXT_KEY, parseContext } from '../account/context.js';
import { errors, ignoreErrors, isSignalsError } from '../errors.js';
import type { Platform, Values } from '../platform.js';
import { identityOf, type Question } from '../question/question.js';
import { cacheKey, failureKey } from '../storage/cache-tier.js';
import { requireDocument } from '../storage/document-lock.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { hash } from '../storage/text.js';
import type { Answering, Execution, RequestedQuestion } from './answering.js';
import { createCacheWrites } from './cache-writes.js';
import { type Resolved, resolveFormula } from './formula-customer.js';
import { stepContextOf } from './step-context.js';
import { newVersion, putView, type StoredView, stampOf, takeView, versionKey } from './view.js';

/** A table to show, with the notes for its header. */
export interface Answer extends Omit<TableState, 'completeAt' | 'freshUntil'> {
  /** True if the records are the add-on's samples. */
  readonly isSample?: boolean;
  /** Why the answer has no records: a value that the service does not know, or words that leave no day. */
  readonly unknown?: string;
}

/** @param token the value of `refresh` @throws the error that the cell shows */
export function answerTo(
  platform: Platform,
  execution: Execution,
  question: Question,
  token: string,
): Answer {
  const asked = requestedQuestionOf(question, token, execution.today());
  const found = readCached(platform, asked);
  const writes = createCacheWrites(platform, found);
  const now = platform.clock.now();
  const context = parseContext(found[CONTEXT_KEY], now) ?? writes.context(execution.connection());
  const store = new PurchaseStore(platform);
  const answering = { platform, execution, asked, store, found, writes, context };
  const view = freshView(answering);
  if (!view) return computeAnswer(answering);
  writes.write();
  return view.table;
}

/** Returns the stored form of a `refresh` value, with its question's digest in front; empty for none. */
export function refreshOf(identity: string, token: string): string {
  return token === '' ? '' : `${hash(identity).slice(0, 8)}.${hash(`${identity} ${token}`).slice(0, 13)}`;
}

function requestedQuestionOf(question: Question, token: string, today: string): RequestedQuestion {
  const identity = identityOf(question);
  const key = hash(identity);
  const refresh = refreshOf(identity, token);
  const refetchesAll = /^\s*whole\b/i.test(token);
  const window = windowOf(question, today);
  return { question, identity, key, refresh, refetchesAll, attempt: `${key}${refresh}`, window, today };
}

/** Reads all cache entries that an answer needs, in one call. */
function readCached({ documentCache: cache }: Platform, asked: RequestedQuestion): Values {
  const { question, key, attempt } = asked;
  const names = [CONTEXT_KEY, AGREED_KEY, failureKey(attempt), cacheKey(key), versionKey(question.dataset)];
  return (cache && ignoreErrors(() => cache.getAll(names))) ?? {};
}

function modeOf({ execution, context }: Answering): string {
  return execution.isDaily ? 'daily' : context.settings.freshness.mode;
}

/** Returns the cached table if it is still the answer. */
function freshView(answering: Answering): StoredView | undefined {
  const { platform, asked, found, context } = answering;
  const { documentCache: cache, clock } = platform;
  const view = cache ? takeView(platform, cache, asked.key, found) : undefined;
  const version = found[versionKey(asked.question.dataset)];
  if (view?.stamp !== stampOf(asked, context.payer, modeOf(answering), version)) return undefined;
  const isRefreshServed = asked.refresh === '' || view.refresh === asked.refresh;
  const isAfterRefresh = view.refreshAfter >= context.refreshAfter;
  const now = clock.now();
  // a clock that was ahead must not extend the lifetime
  const isFresh = view.madeAt <= now && now < view.table.freshUntil;
  return isRefreshServed && isAfterRefresh && isFresh ? view : undefined;
}

/** Computes the answer from stored or new purchases; if that fails, returns an outdated table that says so. */
function computeAnswer(answering: Answering): Answer {
  const { platform, execution, asked, writes } = answering;
  const { question, today } = asked;
  let current = answering;
  let query: Query | undefined;
  try {
    requireDocument(platform);
    // the cached context may belong to another key or cap than those that would pay now
    const { payer, dailyCap } = execution.connection();
    if (payer !== current.context.payer || dailyCap !== current.context.dailyCap)
      current = { ...answering, context: writes.context(execution.connection()) };
    query = resolveQuery(question, today, execution.targets(question, current.context));
    const resolved = resolveFormula(current, query);
    cacheAnswer(current, resolved);
    return resolved.table;
  } catch (error) {
    writes.write();
    if (!isSignalsError(error)) platform.log.warn(error);
    const failure = isSignalsError(error) ? error : errors.internal();
    // a formula with a mistake shows its error, not an outdated table
    if (failure.code === 'BAD_INPUT') throw failure;
    // if the group cannot be looked up now, use its companies as of the last look-up
    query ??= ignoreErrors(() =>
      resolveQuery(question, today, execution.targets(question, { ...current.context, refreshAfter: 0 })),
    );
    const stale = query && outdatedTable(current, query);
    if (!stale) throw failure;
    execution.onStale?.(failure);
    if (stale.asOf !== undefined) return stale;
    // a table that was never complete would show no reason: its header names only the budget
    if (failure.details?.key === 'manual') throw failure;
    const usedBudget = failure.details?.key === 'monthUsed' ? 'month' : 'day';
    if (failure.code === 'BUDGET') return { ...stale, usedBudget };
    if (asked.refresh !== '') throw failure;
    return stale;
  }
}

/** Caches the table for formulas with the same question, together with the execution's other cache entries. */
function cacheAnswer(answering: Answering, { table, version }: Resolved): void {
  const { platform, asked, found, writes, context } = answering;
  const { documentCache: cache, clock } = platform;
  const { question, key, refresh } = asked;
  const { dataset } = question;
  const mode = modeOf(answering);
  const isStale = table.asOf !== undefined && mode !== 'manual';
  const now = clock.now();
  const isWhole = !isStale && !table.usedBudget && !table.isUnfinished;
  const isCacheable = isWhole && now < table.freshUntil;
  // a table can only be cached with a version, so create one for later formulas
  if (isCacheable && found[versionKey(dataset)] === undefined && version === undefined)
    writes.values[versionKey(dataset)] = newVersion(platform);
  if (!cache || !isCacheable || version === undefined) {
    writes.write();
    return;
  }
  const { payer, refreshAfter } = context;
  const stamp = stampOf(asked, payer, mode, version);
  const view = { stamp, refresh, refreshAfter, madeAt: now, table };
  putView(platform, cache, key, view, writes.take());
}

/** Returns the known rows although some are missing: as of the last complete instant, else the newest. */
function outdatedTable(
  { platform, execution, store, context }: Answering,
  query: Query,
): TableState | undefined {
  return ignoreErrors(() => {
    const state = store.state(query.dataset, context.payer);
    const step = stepContextOf(state, query, context, execution, platform.clock.now());
    // another execution may have bought the rows by now
    return (
      completeTable(state, query, step) ?? staleTable(state, query, step) ?? lastTable(state, query, step)
    );
  });
}
