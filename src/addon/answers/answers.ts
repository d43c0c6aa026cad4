/** Answers to questions: from the store while they will do, else from the service, paid once for all who ask. */
import { DATASETS } from '../../contract/datasets.js';
import type { StoredConnection } from '../account/connection.js';
import { CONTEXT_KEY, type Context, loadContext, parseContext, rememberRefusal } from '../account/context.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { identityOf, type Question } from '../question/question.js';
import { settledDay, windowOf } from '../question/window.js';
import type { Client } from '../service/client.js';
import { cacheKey } from '../storage/cache-tier.js';
import { failureKey, recall, remember } from '../storage/failures.js';
import { hash } from '../storage/hash.js';
import { singleFlight } from '../storage/single-flight.js';
import type { Row } from '../table/rows.js';
import { covers } from './coverage.js';
import { deriveFromWider, questionOf } from './derive-from-wider.js';
import { type Fetching, fetchAnswer, type Plan, planFetch, planUnderLock } from './fetch-answer.js';
import { type FreshnessCheck, isFresh } from './freshness.js';
import { addInFlight, findWiderInFlight, IN_FLIGHT_KEY } from './in-flight.js';
import { rowsShown } from './merge.js';
import type { Targets } from './requests.js';
import type { StoredAnswer } from './stored-answer.js';
import { answerKey, createStoredAnswers } from './stored-answers.js';

/** What one execution knows. */
export interface Execution {
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
  /** Set when the answer is older than it should be: when it was asked, in milliseconds since 1970. */
  readonly asOf?: number;
  /** Set when days that still run were left out: the last day whose changes are in it. */
  readonly through?: string;
}

/** What an execution that leads has agreed to: to wait for a wider answer, or to ask. */
interface Claim {
  readonly fetching: Fetching;
  readonly wide?: Question;
  readonly plan?: Plan;
}

type Role = 'own' | 'held' | 'in flight';

interface Taken {
  readonly held: StoredAnswer;
  /** Older than it should be, because asking failed. */
  readonly late: boolean;
}

interface Answered extends Taken {
  readonly answer: Answer;
}

/** An answer to a wider question is kept up to date for a narrower one as long as it is used itself. */
const WIDER_DAYS = 3;
const DAY_MS = 86_400_000;

/** @returns a function of a question and the value of `refresh`; it throws what a cell shows */
export function createAnswers(
  platform: Platform,
  execution: Execution,
): (question: Question, token: string) => Answer {
  const { clock, documentCache: cache } = platform;
  const stored = createStoredAnswers(platform);

  function show(question: Question, held: StoredAnswer, { settings }: Context): Answer {
    const now = clock.now();
    const shown = rowsShown(question, held, windowOf(question, execution.today()));
    if (settings.freshness.mode === 'manual' && held.through < settledDay(now))
      return { ...shown, asOf: held.askedAt };
    return held.refreshed && settings.freshness.mode === 'daily'
      ? { ...shown, through: held.through }
      : shown;
  }

  /** @param role `own` for a formula; else a narrower question wants this answer, where it is stored or in flight */
  function answer(question: Question, token: string, role: Role): Answered {
    const identity = identityOf(question);
    const key = answerKey(identity);
    const keys = [CONTEXT_KEY, failureKey(key), cacheKey(key)];
    const found = cache ? cache.getAll(keys) : {};
    let context =
      parseContext(found[CONTEXT_KEY], clock.now()) ?? loadContext(platform, execution.connection());
    const served = token === '' ? '' : hash(token);
    const own = role === 'own';

    const isForced = (held: StoredAnswer | undefined) =>
      (served !== '' && !held?.tokens.includes(served)) || (held?.askedAt ?? 0) < context.refreshAfter;
    const momentFor = (held: StoredAnswer | undefined): FreshnessCheck => ({
      now: clock.now(),
      window: windowOf(question, execution.today()),
      freshness: context.settings.freshness,
      forced: isForced(held),
    });
    const isFreshEnough = (held: StoredAnswer | undefined): held is StoredAnswer =>
      held !== undefined && isFresh(held, momentFor(held));
    let best = stored.fromCache(identity, context.payer, found[cacheKey(key)]);
    let targets: Targets = {};
    const look = (values: Readonly<Record<string, string>>): StoredAnswer | undefined => {
      const held = stored.fromCache(identity, context.payer, values[cacheKey(key)]);
      if (isFreshEnough(held)) return held;
      const failure = recall(values[failureKey(key)], context.refreshAfter);
      if (failure) throw failure;
      // another execution may have brought it forward, if not far enough
      best = held ?? best;
      return undefined;
    };

    try {
      if (!isFreshEnough(best)) {
        look(found);
        best ??= stored.fromProperties(identity, context.payer, own);
      }
      if (role === 'held' && (!best || isForced(best))) throw errors.busy();
      if (!isFreshEnough(best)) {
        // what was remembered may be of another key than the one that would pay now
        const connection = execution.connection();
        if (connection.payer !== context.payer) {
          if (role === 'held') throw errors.busy();
          context = loadContext(platform, connection);
        }
        if (context.refusedPayer === context.payer) throw errors.badKey();
        // companies may have to be looked up, which takes turns of its own: not while the lock is held
        targets = execution.targets(question, context);
        // who wants a new answer gets it, at the price that was named
        const taken = own && !(best && isForced(best)) ? take(question, token, targets) : undefined;
        if (taken && !taken.late) stored.toCache(identity, context.payer, taken.held);
        if (taken?.late) best ??= taken.held;
        best =
          (taken?.late ? undefined : taken?.held) ??
          singleFlight<StoredAnswer, Claim>(platform, execution.deadline, {
            key,
            keys: [...keys, IN_FLIGHT_KEY],
            look,
            claim,
            marks,
            lead,
          });
      }
      return { held: best, late: false, answer: show(question, best, context) };
    } catch (error) {
      if (!best || !isSignalsError(error)) throw error;
      return { held: best, late: true, answer: { ...show(question, best, context), asOf: best.askedAt } };
    }

    function claim(values: Readonly<Record<string, string>>): Claim {
      const moment = momentFor(best);
      const manual = context.settings.freshness.mode === 'manual' && DATASETS[question.dataset].paid;
      if (manual && !moment.forced) throw errors.manual();
      const fetching: Fetching = {
        question,
        identity,
        context,
        targets,
        today: execution.today(),
        moment,
        refreshCause: !moment.forced ? '' : served || String(context.refreshAfter),
        held: best,
        tokens: [...(best?.tokens ?? []), ...(served === '' ? [] : [served])].slice(-20),
        own,
      };
      const wide = own
        ? findWiderInFlight(question, fetching.today, values[IN_FLIGHT_KEY], clock.now())
        : undefined;
      return wide ? { fetching, wide } : { fetching, plan: planFetch(platform, fetching) };
    }

    function marks(
      claimed: Claim,
      values: Readonly<Record<string, string>>,
    ): Readonly<Record<string, string>> {
      if (claimed.wide) return {};
      return { [IN_FLIGHT_KEY]: addInFlight(identity, values[IN_FLIGHT_KEY], clock.now()) };
    }

    function lead({ fetching, wide, plan }: Claim): StoredAnswer {
      try {
        const taken = wide && takeFrom(wide, question, token, targets, 'in flight');
        if (taken && !taken.late) {
          stored.toCache(identity, context.payer, taken.held);
          return taken.held;
        }
        return fetchAnswer(platform, stored, execution.client(), plan ?? planUnderLock(platform, fetching));
      } catch (error) {
        if (isSignalsError(error)) {
          remember(cache, clock, key, error);
          if (error.code === 'BAD_KEY') rememberRefusal(platform, context.payer);
        }
        throw error;
      }
    }
  }

  /** The answer within that of a wider question, which is brought up to date first where it is still in use. */
  function take(question: Question, token: string, targets: Targets): Taken | undefined {
    const today = execution.today();
    const identity = identityOf(question);
    const inUse = Math.floor(clock.now() / DAY_MS) - WIDER_DAYS;
    for (const listed of Object.values(stored.list())) {
      const wide = listed.identity === identity ? undefined : questionOf(listed.identity);
      if (!wide || listed.used < inUse || !covers(wide, question, today)) continue;
      const taken = takeFrom(wide, question, token, targets, 'held');
      if (taken) return taken;
    }
    return undefined;
  }

  /** What goes wrong with the wider question is not the narrower one's trouble: it asks for itself. */
  function takeFrom(
    wide: Question,
    question: Question,
    token: string,
    targets: Targets,
    role: Role,
  ): Taken | undefined {
    try {
      const { held, late } = answer(wide, '', role);
      const taken = deriveFromWider(question, held, execution.today(), targets);
      return taken && { late, held: { ...taken, tokens: token === '' ? [] : [hash(token)] } };
    } catch (error) {
      if (isSignalsError(error)) return undefined;
      throw error;
    }
  }

  return (question, token) => answer(question, token, 'own').answer;
}
