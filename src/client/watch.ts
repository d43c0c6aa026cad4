/** Reports new records of a question at intervals: from the service's changes, or by days of last change. */
import { isSignalsError } from '../addon/errors.js';
import { createRowReader, type Row } from '../addon/table/rows.js';
import { changesPath } from '../contract/changes.js';
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../contract/datasets.js';
import { addDays } from '../contract/dates.js';
import { objectOf } from '../contract/json.js';
import { isoOf, settledDay } from '../core/days.js';
import { axisOf, windowOf } from '../core/query.js';
import { positionsOf, textAt } from '../core/records.js';
import type { WireBody } from '../core/wire.js';
import { toRecords } from './answer.js';
import type { ClientContext } from './context.js';
import { failureOf, type Outcome } from './costs.js';
import { eachDays, highestLimit, mostAfter, withinDays } from './each.js';
import { CURSOR_DELETED, clientErrors, OVER_CEILING } from './errors.js';
import { joinRows, limitOf } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';
import { digestOf, entryOf } from './stored.js';
import type { RecordFor, WatchedChanges, WatchRules } from './types.js';

const HOUR_MS = 3_600_000;
/** The limit of one page of changes, if the service does not refuse it. */
const PAGE = 1_000;
const NO_CHANGES = { records: [], removed: [], charged: 0, owned: 0 };
const isBegun = objectOf<{ cursor: string }>({ cursor: 'string' });

/** The fields that replace those of the query in its next request. */
interface Subscription {
  readonly cursor: string;
  /** That of an unanswered request, which a repetition must keep; else 0. */
  readonly limit: number;
  /** The first day when the watch began: that of a rolling window moves. */
  readonly startDate?: string;
}

/** The progress of a watch, which is stored so that the program's next run continues there. */
interface WatchState {
  /** One per request; empty if the service has no changes. */
  readonly subscriptions: readonly Subscription[];
  /** The last day of last changes that is completely reported. */
  readonly day: string;
  /** Set after the service has deleted the cursors: the watch then catches up by days after this day. */
  readonly missedSince?: string;
}

/** The parts that all checks of a watch share. */
interface Watch {
  readonly context: ClientContext;
  readonly asked: AskedQuestion;
  /** The most credits that the watch may cost, and those that it has cost. */
  readonly ceiling: number;
  spent: number;
  /** The highest limit of a page of changes that the service has not refused yet. */
  most: number;
}

type FoundChanges<N extends DatasetName> = AsyncGenerator<{
  readonly changes: WatchedChanges<RecordFor<N>>;
  readonly next: WatchState;
}>;

/** @throws BUDGET if the ceiling of the whole watch is used up */
export async function* watchQuestion<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  { everyMs = HOUR_MS, signal }: WatchRules,
): AsyncGenerator<WatchedChanges<RecordFor<N>>> {
  const { ceiling } = context.toRequest(asked);
  const watch: Watch = { context, asked, ceiling, spent: 0, most: PAGE };
  const stored = entryOf<WatchState>(context.store, `watch:${context.storeKeyOf(asked)}`);
  const known = stored.get();
  // without subscriptions, too: the service may have changes by now
  let state = known && known.subscriptions.length > 0 ? known : await subscribe(context, asked, known);
  while (!signal?.aborted) {
    stored.set(state);
    const isSubscribed = state.subscriptions.length > 0 && state.missedSince === undefined;
    const find = isSubscribed ? findChanges<N> : findByDays<N>;
    try {
      for await (const { changes, next } of find(watch, state)) {
        watch.spent += changes.charged;
        const { records, removed, charged, missedSince } = changes;
        if (records.length + removed.length + charged > 0 || missedSince !== undefined) yield changes;
        // stored only now, so that the watch repeats changes that the program did not take
        state = next;
        stored.set(state);
        if (signal?.aborted) return;
      }
    } catch (error) {
      const isDeleted = isSignalsError(error) && error.reason === CURSOR_DELETED;
      // a check by days needs no cursor, so this error would repeat forever
      if (!isDeleted || !isSubscribed) throw error;
      // gets the new cursors first: they cover later changes, and the check by days covers earlier ones
      state = await subscribe(context, asked, state);
      continue;
    }
    await context.sleep(everyMs, signal);
  }
}

/**
 * Begins a watch from now on, free; or again, so that it catches up by days since the last complete one.
 * @throws the refusal of a service that may have changes
 */
async function subscribe(
  context: ClientContext,
  asked: AskedQuestion,
  before?: WatchState,
): Promise<WatchState> {
  const { bodies } = await context.plan(asked);
  const path = changesPath(DATASETS[asked.dataset].path);
  const begin = bodies.map((body) => ({ ...body, limit: 0 }));
  const begun = (await context.service.lookUp(path, isBegun, begin)) ?? [];
  const subscriptions = begun.map(({ cursor }, index) => {
    const start = bodies[index]!['startDate'];
    return { cursor, limit: 0, ...(typeof start === 'string' && { startDate: start }) };
  });
  const day = before?.day ?? isoOf(settledDay(context.now()));
  return { subscriptions, day, ...(before && begun.length > 0 && { missedSince: day }) };
}

/** Reads pages of changes. Their cursors prevent that records are reported or paid twice. */
async function* findChanges<N extends DatasetName>(watch: Watch, state: WatchState): FoundChanges<N> {
  const { context, asked } = watch;
  const { bodies, query } = await context.plan(asked);
  const readRows = createRowReader(RECORD_COLUMNS[asked.dataset]);
  const isWanted = createWindowTest(context, asked);
  const subscriptions = [...state.subscriptions];
  // a repeated answer is as old as its first request, so no day is complete after it
  const isRepetition = subscriptions.some(({ limit }) => limit > 0);
  // a changed group gives other requests, which the cursors do not fit
  if (bodies.length !== subscriptions.length) throw clientErrors.cursorDeleted();
  for (const [index, body] of bodies.entries()) {
    for (let hasMore = true; hasMore; ) {
      const before = subscriptions[index]!;
      const left = watch.ceiling - watch.spent;
      if (left <= 0) throw clientErrors.ceilingReached(watch.ceiling);
      // the service has refused a limit above its highest one, so that was not charged
      const limit = (before.limit <= watch.most && before.limit) || Math.min(left, watch.most);
      subscriptions[index] = { ...before, limit };
      // stored before the request, because a repetition needs the same limit to be free
      yield { changes: NO_CHANGES, next: { ...state, subscriptions: [...subscriptions] } };
      const answer = await readPage(watch, { ...body, ...subscriptions[index] }, before.limit > 0, left);
      subscriptions[index] = { ...before, limit: 0 };
      // nothing was charged, so this asks again with a limit that the ceiling and the service allow
      if (!answer) continue;
      const { records, charged, owned } = answer;
      const { cursor = before.cursor, removed = [], isPart = false } = answer.changes ?? {};
      subscriptions[index] = { ...before, limit: 0, cursor };
      const rows = joinRows(query, [readRows(records)]);
      const isLast = !isPart && index === bodies.length - 1;
      const day = isLast && !isRepetition ? isoOf(settledDay(context.now())) : state.day;
      const wanted = before.startDate === body['startDate'] ? rows : rows.filter(isWanted);
      yield {
        changes: { records: toRecords<N>(asked, wanted), removed, charged, owned },
        next: { ...state, subscriptions: [...subscriptions], day },
      };
      // each check would get the page again, and could pay for it again
      if (isPart && cursor === before.cursor) throw clientErrors.stuck();
      // the service announces more but sends nothing: the next check asks again
      hasMore = isPart && records.length + removed.length > 0;
    }
  }
}

/** Returns a page of changes and its cost; undefined if the service refuses its limit, which is then lowered. */
async function readPage(watch: Watch, body: WireBody, isRepetition: boolean, most: number) {
  const { service, account, reportCost } = watch.context;
  const { dataset, isPaid } = watch.asked;
  const token = isPaid ? digestOf([account, dataset, body]).slice(0, 40) : '';
  const requests = [{ body, most: isPaid ? most : null }];
  const outcomes = await service.query(dataset, { token, requests, canRepeat: true });
  const [{ result, cost }] = outcomes as [Outcome];
  const failure = failureOf(outcomes);
  // if the program throws here, its next check repeats the request, free
  if (!failure || cost.charged > 0) reportCost(dataset, cost);
  if (!isSignalsError(result)) return { ...result, ...cost };
  // a page that an earlier run has begun may cost more than this run may spend
  if (isRepetition && result.reason === OVER_CEILING) return undefined;
  watch.most = mostAfter(failure, limitOf(body));
  return undefined;
}

/**
 * Reads the days after the last complete one by last change, so that a check that fails is continued at its day.
 * Today is left out, because the client would pay again tomorrow for its records; but if the service has deleted
 * the cursors, it is read, too: the new cursors do not report its earlier changes.
 */
async function* findByDays<N extends DatasetName>(watch: Watch, state: WatchState): FoundChanges<N> {
  const { context, asked } = watch;
  const { missedSince, ...complete } = state;
  const isWanted = createWindowTest(context, asked);
  const settled = isoOf(settledDay(context.now()));
  const last = missedSince === undefined ? settled : addDays(settled, 1);
  // all days are done, or the clock is behind
  if (state.day >= last) return;
  const byLastChange: { dateType?: string } =
    'dateType' in DATASETS[asked.dataset].filters ? { dateType: 'LAST-MODIFIED' } : {};
  const since = missedSince === undefined ? {} : { missedSince };
  const most = await highestLimit(context);
  let isReported = false;
  for (let { day } = state; day < last; day = addDays(day, 1)) {
    const next = addDays(day, 1);
    const days = { start: next, end: next > settled ? '' : next };
    // an earlier catch-up may have stored an answer for today, which lacks what has changed since then
    const token = next > settled ? digestOf(state.subscriptions) : asked.token;
    const ofDay = { ...withinDays(asked, days, byLastChange), token };
    for await (const { found } of eachDays(context, ofDay, most, watch.spent)) {
      const { charged, owned } = found;
      const records = toRecords<N>(asked, found.rows.filter(isWanted));
      const isNews = records.length + charged > 0;
      isReported ||= isNews;
      yield {
        changes: { records, removed: [], charged, owned, ...(isNews && since) },
        next: { ...state, day },
      };
    }
    if (next <= settled) yield { changes: NO_CHANGES, next: { ...state, day: next } };
  }
  // also where nothing was missed, one report says that the watch has caught up
  yield { changes: { ...NO_CHANGES, ...(!isReported && since) }, next: { ...complete, day: settled } };
}

/** Tests if a row is in the window of the watch today. */
function createWindowTest(
  context: ClientContext,
  { dataset, question }: AskedQuestion,
): (row: Row) => boolean {
  const column = positionsOf(dataset)[axisOf(dataset, question.filters['dateType'])];
  const { start } = windowOf(question, context.today());
  return (row) => textAt(row, column) >= start;
}
