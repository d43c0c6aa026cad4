/** Answers to questions: from the cache, else from what was bought, else what is missing is bought once for all who ask. */

import { isoOf } from '../../core/days.js';
import { type Query, resolveQuery } from '../../core/query.js';
import { lastTable, nextStep, staleTable, type TableState } from '../../core/resolve.js';
import { AGREED_KEY } from '../account/consent.js';
import { CONTEXT_KEY, type Context, parseContext } from '../account/context.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { identityOf, type Question } from '../question/question.js';
import { windowOf } from '../question/window.js';
import { cacheKey, failureKey } from '../storage/cache-tier.js';
import { requireDocument } from '../storage/document-lock.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { hash } from '../storage/text.js';
import type { Row } from '../table/rows.js';
import { createCacheWrites } from './cache-writes.js';
import { isMonthUsed, type Resolved, resolveFormula } from './formula-customer.js';
import type { Execution, Known, RequestedQuestion } from './requested-question.js';
import { type AnswerOptions, stepContextOf } from './step-context.js';
import { newVersion, putView, type StoredView, takeView, versionKey } from './view.js';

export interface Answer {
  readonly rows: readonly Row[];
  /** More records match than are shown. */
  readonly cut: boolean;
  /** The budget of the day or the month has cut it, not its own limit. */
  readonly isBudgetUsed?: boolean;
  readonly isMonthUsed?: boolean;
  /** There was no time for all requests: the next execution may buy the rest. */
  readonly isUnfinished?: boolean;
  /** The records are those that ship with the add-on. */
  readonly isSample?: boolean;
  /** Set when the answer is older than it should be: the last instant at which nothing was missing. */
  readonly asOf?: number;
  /** Set when days that still run were left out: the last day whose changes are in it. */
  readonly through?: string;
  /** The value, in words, that the service does not know; only where the answer has no records. */
  readonly unknown?: string;
}

type Cached = Readonly<Record<string, string>>;

/** @param token the value of `refresh`. @throws what a cell shows */
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
  const view = freshView(platform, asked, found, context, modeOf(execution, context));
  if (!view) return computeAnswer(platform, execution, asked, { found, writes, context });
  writes.write();
  return answerOf(view.table);
}

/** Returns a value of `refresh` as it is stored, after the digest of its question; empty for none. */
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

/** Reads in one call all that an answer needs of the cache. */
function readCached(
  { documentCache: cache }: Platform,
  { question, key, attempt }: RequestedQuestion,
): Cached {
  const names = [CONTEXT_KEY, AGREED_KEY, failureKey(attempt), cacheKey(key), versionKey(question.dataset)];
  return (cache && ignoreErrors(() => cache.getAll(names))) ?? {};
}

function modeOf({ freshness }: AnswerOptions, { settings }: Context): string {
  return (freshness ?? settings.freshness).mode;
}

/** The table in the cache, if it is still the answer to this question. */
function freshView(
  platform: Platform,
  { identity, key, refresh, window, question }: RequestedQuestion,
  found: Cached,
  { payer, refreshAfter }: Context,
  mode: string,
): StoredView | undefined {
  const { documentCache: cache, clock } = platform;
  const view = cache ? takeView(platform, cache, key, found) : undefined;
  if (!view || view.identity !== identity || view.payer !== payer || view.mode !== mode) return undefined;
  const isRefreshServed = refresh === '' || view.refresh === refresh;
  const isSameWindow = view.window.start === window.start && view.window.end === window.end;
  const now = clock.now();
  // a clock that was ahead must not make it hold for longer
  const isFresh = view.madeAt <= now && now < view.table.freshUntil && view.refreshAfter >= refreshAfter;
  return isRefreshServed && isSameWindow && isFresh && view.version === found[versionKey(question.dataset)]
    ? view
    : undefined;
}

/** From what was bought, or is bought now; where it cannot be had, an older table that says so. */
function computeAnswer(
  platform: Platform,
  execution: Execution,
  asked: RequestedQuestion,
  known: Known,
): Answer {
  const { writes } = known;
  const { question, today } = asked;
  const store = new PurchaseStore(platform);
  let context = known.context;
  let query: Query | undefined;
  try {
    requireDocument(platform);
    // what was remembered may be of another key than the one that would pay now
    const { payer } = execution.connection();
    if (payer !== context.payer) context = writes.context(execution.connection());
    query = resolveQuery(question, today, execution.targets(question, context));
    const resolved = resolveFormula(platform, store, execution, asked, { ...known, context }, query);
    const { table } = resolved;
    cacheAnswer(platform, execution, asked, { ...known, context }, resolved);
    const isMonth = table.isBudgetUsed === true && isMonthUsed(platform, store, context, today);
    return { ...answerOf(table), ...(isMonth && { isMonthUsed: true }) };
  } catch (error) {
    writes.write();
    if (!isSignalsError(error)) platform.log.warn(error);
    const failure = isSignalsError(error) ? error : errors.internal();
    // a formula with a mistake shows the mistake, not an older table
    const isInputError = failure.code === 'BAD_INPUT';
    // where a group cannot be looked up now, an older table is made with the companies that it had before
    query ??= ignoreErrors(() =>
      resolveQuery(question, today, execution.targets(question, { ...context, refreshAfter: 0 })),
    );
    const stale =
      query && !isInputError ? outdatedTable(platform, store, execution, context, query) : undefined;
    if (!stale) throw failure;
    execution.onStale?.(failure);
    if (stale.asOf !== undefined) return answerOf(stale);
    // the table was never whole: its header says that the budget is the reason
    if (failure.code === 'BUDGET') return answerOf({ ...stale, isBudgetUsed: true });
    if (asked.refresh !== '') throw failure;
    return answerOf(stale);
  }
}

/** Puts the table into the cache for formulas that ask the same, together with the other values of this execution. */
function cacheAnswer(
  platform: Platform,
  execution: Execution,
  asked: RequestedQuestion,
  { found, writes, context }: Known,
  { table, version }: Resolved,
): void {
  const { documentCache: cache, clock } = platform;
  const { question, identity, key, refresh, window } = asked;
  const { dataset } = question;
  const mode = modeOf(execution, context);
  const isStale = table.asOf !== undefined && mode !== 'manual';
  const now = clock.now();
  const isWhole = !isStale && !table.isBudgetUsed && !table.isUnfinished;
  const isCacheable = isWhole && now < table.freshUntil;
  // no table can be cached without a version: this one is for later formulas
  if (isCacheable && found[versionKey(dataset)] === undefined && version === undefined)
    writes.values[versionKey(dataset)] = newVersion(platform);
  if (!cache || !isCacheable || version === undefined) {
    writes.write();
    return;
  }
  const { payer, refreshAfter } = context;
  const view = { identity, dataset, payer, mode, version, window, refresh, refreshAfter, madeAt: now, table };
  putView(platform, cache, key, view, writes.take());
}

/** The table of the known rows though some are missing: as of the last instant at which none was, else the newest ones. */
function outdatedTable(
  { clock }: Platform,
  store: PurchaseStore,
  rules: AnswerOptions,
  context: Context,
  query: Query,
): TableState | undefined {
  return ignoreErrors(() => {
    const now = clock.now();
    const state = store.state(query.dataset, context.payer);
    const step = stepContextOf(state, query, context, rules, now);
    // others may have bought it by now
    const next = nextStep(state, query, step);
    if (next.kind === 'show' && !next.table.isBudgetUsed) return next.table;
    return staleTable(state, query, step) ?? lastTable(state, query, step);
  });
}

export function answerOf(table: TableState): Answer {
  const { rows, isTruncated, isBudgetUsed, isUnfinished, asOf, through } = table;
  return {
    rows,
    cut: isTruncated,
    ...(isBudgetUsed && { isBudgetUsed }),
    ...(isUnfinished && { isUnfinished }),
    ...(asOf !== undefined && { asOf }),
    ...(through !== undefined && { through: isoOf(through) }),
  };
}
