/** Answers to questions: from what is known, else what is missing is bought once for all who ask. */
import { DATASETS } from '../../contract/datasets.js';
import type { StoredConnection } from '../account/connection.js';
import { AGREED_KEY } from '../account/consent.js';
import { CONTEXT_KEY, type Context, parseContext } from '../account/context.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { identityOf, type Question } from '../question/question.js';
import { later, settledDay, windowOf } from '../question/window.js';
import type { Client } from '../service/client.js';
import { cacheKey } from '../storage/cache-tier.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { failureKey, recall } from '../storage/failures.js';
import { hash } from '../storage/hash.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { keyOf } from '../table/record-layout.js';
import type { Row } from '../table/rows.js';
import { markUsed } from './add-answers.js';
import type { AskingRules } from './allowance.js';
import { openPool } from './arrivals.js';
import { createBuyer } from './buy-missing.js';
import { stillMatching } from './changes.js';
import { type Demand, isFresh } from './demand.js';
import { type Known, lastComplete, survey, type Wanted, wantedOf } from './known.js';
import type { Pool } from './pool.js';
import { writePool } from './pool-write.js';
import { settledPool } from './put-away.js';
import type { Targets } from './scope.js';
import { createTold } from './told.js';
import { generationKey, newState, putView, type StoredView, takeView } from './view.js';

/** What one execution knows. */
export interface Execution extends AskingRules {
  /** Milliseconds since 1970. */
  readonly deadline: number;
  /** The current day in the spreadsheet's zone. */
  today(): string;
  /** Whose key asks, and pays. @throws NO_KEY */
  connection(): StoredConnection;
  client(): Client;
  /** The companies that a question goes out for. */
  targets(question: Question, context: Context): Targets;
}

export interface Answer {
  readonly rows: readonly Row[];
  /** More records match than are shown. */
  readonly cut: boolean;
  /** The day's budget has cut it, not its own limit. */
  readonly isBudgetUsed?: boolean;
  /** The records are those that ship with the add-on. */
  readonly isSample?: boolean;
  /** Set when the answer is older than it should be: the last instant at which nothing was missing. */
  readonly asOf?: number;
  /** Set when days that still run were left out: the last day whose changes are in it. */
  readonly through?: string;
  /** Of an answer without records: what the question names that the service does not know, in words. */
  readonly unknown?: string;
}

/** @returns a function of a question and the value of `refresh`; it throws what a cell shows */
export function createAnswers(
  platform: Platform,
  execution: Execution,
): (question: Question, token: string) => Answer {
  const { clock, documentCache: cache } = platform;
  const memory = new Map<string, unknown>();
  const buyer = createBuyer(platform, execution, memory);

  const ask = (question: Question, token: string): Answer => {
    const begun = clock.now();
    const identity = identityOf(question);
    const key = viewKey(identity);
    const generation = generationKey(question);
    const wish = token === '' ? '' : hash(`${identity} ${token}`).slice(0, 13);
    // a new value of `refresh` is not held up by a failure that another one has met
    const attempt = `${key}${wish}`;
    const window = windowOf(question, execution.today());
    const read = () =>
      (cache &&
        ignoreErrors(() =>
          cache.getAll([CONTEXT_KEY, AGREED_KEY, failureKey(attempt), cacheKey(key), generation]),
        )) ??
      {};
    const found = read();
    const told = createTold(platform, found);
    const after: (() => unknown)[] = [];
    let context = parseContext(found[CONTEXT_KEY], begun) ?? told.context(execution.connection());
    // the last instant at which anything was asked: later than now where another machine's clock is ahead
    let lastAsked = begun;
    const readAll = (): Pool => {
      const all = openPool(platform, context.payer, memory);
      lastAsked = Math.max(begun, ...all.shelves.flatMap(({ regions }) => regions.map(({ at }) => at)));
      return all;
    };
    // for a new value of `refresh` nothing will do that was asked before, were it in the same instant
    const demandFor = (isServed: boolean, hasAsked = false): Demand => ({
      now: clock.now(),
      freshness: execution.freshness ?? context.settings.freshness,
      since: Math.max(context.refreshAfter, isServed ? 0 : hasAsked ? begun : lastAsked + 1),
    });
    const viewIn = (values: Readonly<Record<string, string>>): StoredView | undefined => {
      const view = cache ? takeView(platform, cache, key, values) : undefined;
      const isOurs = view?.identity === identity && view.payer === context.payer;
      return isOurs && view.window.start === window.start && view.window.end === window.end
        ? view
        : undefined;
    };
    const isServedBy = ({ served }: { readonly served: readonly string[] }) =>
      wish === '' || served.includes(wish);
    const isGood = (
      view: StoredView | undefined,
      values: Readonly<Record<string, string>>,
    ): view is StoredView =>
      view !== undefined &&
      isServedBy(view) &&
      view.generation === values[generation] &&
      view.isEnough &&
      isFresh(view, wantedOf(question, window, {}), demandFor(true));

    const isCurrent = (one: StoredView | undefined) => one?.generation === (found[generation] ?? '');
    let derive: (() => StoredView) | undefined;
    let view = viewIn(found);
    if (isGood(view, found)) {
      told.tell();
      return show(question, view, context, false);
    }
    try {
      const wanted = wantedOf(question, window, execution.targets(question, context));
      derive = () => {
        const now = openPool(platform, context.payer, memory);
        return viewOf(now, wanted, survey(now, wanted, demandFor(false)));
      };
      let pool = readAll();
      let isServed = isServedBy(pool);
      let known = survey(pool, wanted, demandFor(isServed));
      // what stood in the cache may be of another state of the pool
      view = viewOf(pool, wanted, known);
      if (!known.isEnough) {
        const failure = recall(found[failureKey(attempt)], context.refreshAfter);
        if (failure) throw failure;
        // what was remembered may be of another key than the one that would pay now
        const connection = execution.connection();
        if (connection.payer !== context.payer) {
          context = told.context(connection);
          pool = readAll();
          isServed = isServedBy(pool);
          known = survey(pool, wanted, demandFor(isServed));
          view = viewOf(pool, wanted, known);
        }
      }
      let isBudgetUsed = false;
      if (!known.isEnough) {
        if (context.refusedPayer === context.payer) throw errors.badKey();
        const demand = demandFor(isServed);
        if (demand.freshness.mode === 'manual' && DATASETS[question.dataset].paid && demand.since === 0)
          throw errors.manual();
        const got = buyer({
          wanted,
          context,
          key,
          attempt,
          today: execution.today(),
          wish: isServed ? '' : wish,
          cause: demand.since === 0 ? '' : isServed ? String(context.refreshAfter) : wish,
          isWhole: !isServed && /^\s*whole\b/i.test(token),
          demand: (hasAsked) => demandFor(isServed, hasAsked),
          failure: () => recall(read()[failureKey(attempt)], context.refreshAfter),
          found: { pool, known },
          told: told.values,
          hasAgreed: told.hasAgreed(context.payer),
          after,
          isAnswered() {
            const now = read();
            return isGood(viewIn(now), now);
          },
          renew,
        });
        if (!got) return ask(question, token);
        ({ pool, known, isBudgetUsed } = got);
      }
      use(pool, wanted, known, isServed);
      view = { ...viewOf(pool, wanted, known), ...(wish !== '' && { served: [wish] }) };
      keep(view);
      return { ...show(question, view, context, view.isLate), isBudgetUsed };
    } catch (error) {
      // a mistake in the formula is not made good by an older table
      const isMistake = isSignalsError(error) && error.code === 'BAD_INPUT';
      // some of what was missing may have come before it failed
      if (!isCurrent(view)) view = ignoreErrors(derive ?? (() => overtaken(view)));
      if (view?.completeAt === undefined || isMistake) {
        told.tell();
        throw isSignalsError(error) ? error : errors.internal();
      }
      if (isSignalsError(error)) execution.onLate?.(error);
      // what the cache held of another state of the pool must not be taken for this one's
      if (isCurrent(view)) keep(view);
      else told.tell();
      return show(question, view, context, true);
    } finally {
      for (const settle of after) settle();
    }

    function viewOf(pool: Pool, wanted: Wanted, known: Known): StoredView {
      // in a quiet place of the past nothing is missing even though nobody has looked lately
      const stale = known.isEnough
        ? known
        : survey(pool, wanted, { ...demandFor(true), since: 0, freshness: { mode: 'manual', minutes: 0 } });
      // below the place at which a limit has cut, something may be missing between what is known
      const cut = stale.units.flatMap(({ cover }) => cover.cuts).reduce(later, '');
      const rows = stale.isEnough ? stale.rows : stale.rows.filter((row) => keyOf(row, wanted.layout) >= cut);
      const completeAt = rows.length === 0 && stale.isCut ? undefined : lastComplete(stale, wanted);
      const { through, seen, until, isEnough } = known;
      return {
        identity,
        dataset: question.dataset,
        payer: context.payer,
        generation: found[generation] ?? '',
        window,
        through,
        seen,
        until,
        isEnough,
        // where what is known ends at a cut, nothing older stands below it
        isLate: !isEnough && (cut === '' || cut !== known.floor),
        isCut: stale.isCut,
        ...(completeAt !== undefined && { completeAt }),
        served: pool.served.includes(wish) ? [wish] : [],
        rows,
      };
    }

    /** What the cache held of another state of the pool, with what has changed since, where the companies cannot be had. */
    function overtaken(last: StoredView | undefined): StoredView | undefined {
      const wanted = wantedOf(question, window, {});
      return last && { ...last, rows: stillMatching(platform, context.payer, wanted, last.rows) };
    }

    function renew(): void {
      told.values[generation] = newState(clock);
    }

    /** Puts the view into the cache, and whatever else has to be said there. */
    function keep(last: StoredView): void {
      if (found[generation] === undefined) renew();
      const state = told.values[generation] ?? found[generation] ?? '';
      if (cache) putView(platform, cache, key, { ...last, generation: state }, told.take());
    }

    /** Marks what was used as used, once a day, and a value of `refresh` as served. */
    function use(pool: Pool, wanted: Wanted, known: Known, isServed: boolean): void {
      const shelves = () => new Set(known.units.flatMap((unit) => unit.shelves));
      const store = platform.documentProperties;
      const unserved = isServed || pool.served.includes(wish) || !known.isEnough ? [] : [wish];
      if (!store || (unserved.length === 0 && markUsed(shelves(), wanted, clock.now()).length === 0)) return;
      ignoreErrors(() =>
        withDocumentLock(platform, () => {
          const now = settledPool(platform, context.payer, memory);
          const keys = new Set([...shelves()].map((shelf) => shelf.key));
          const used = markUsed(
            now.shelves.filter((shelf) => keys.has(shelf.key)),
            wanted,
            clock.now(),
          );
          const write = writePool(
            platform,
            now,
            used.map((shelf) => ({ shelf, added: [] })),
            unserved,
          );
          store.setAll(write.values);
        }),
      );
    }
  };
  return ask;

  function show(question: Question, view: StoredView, { settings }: Context, isLate: boolean): Answer {
    const { rows, isCut: cut, through, seen, completeAt } = view;
    const settled = settledDay(clock.now());
    const isManual = settings.freshness.mode === 'manual';
    const isOpen = !isOverBy(view, question);
    if (isLate || (isManual && through < settled && isOpen)) {
      if (completeAt === undefined) throw errors.manual();
      return { rows, cut, asOf: completeAt };
    }
    return isOpen && settledDay(seen) < through ? { rows, cut, through } : { rows, cut };
  }
}

/** The same name for a question in all executions. It says nothing of the question. */
export function viewKey(identity: string): string {
  return hash(identity);
}

/** Whether all that can ever lie in the window is in it: its days are over, and compared with the last change. */
function isOverBy({ window, through }: StoredView, question: Question): boolean {
  const { byModified } = wantedOf(question, window, {});
  return byModified && window.end !== '' && window.end <= through;
}
