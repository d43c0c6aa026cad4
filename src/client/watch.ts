/** Reports new records of a question at intervals: from the service's changes, or by days of last change. */
import { isSignalsError } from '../addon/errors.js';
import type { Question } from '../addon/question/question.js';
import type { Window } from '../addon/question/window.js';
import { lookUpCall } from '../addon/service/calls.js';
import { createRowReader, type Row } from '../addon/table/rows.js';
import { changesPath } from '../contract/changes.js';
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../contract/datasets.js';
import { addDays } from '../contract/dates.js';
import { listOf, objectOf, readJson } from '../contract/json.js';
import { isoOf, settledDay } from '../core/days.js';
import { axisOf } from '../core/query.js';
import { placesOf, textAt } from '../core/records.js';
import type { WireBody } from '../core/wire.js';
import { toRecords } from './answer.js';
import { digestOf, storeKeyOf } from './buy.js';
import type { ClientContext } from './context.js';
import { eachDays } from './each.js';
import { CURSOR_DELETED, clientErrors, OVER_CEILING } from './errors.js';
import { joinRows, limitOf, type RequestPlan } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';
import { refusalOf } from './service.js';
import type { RecordFor, WatchedChanges, WatchRules } from './types.js';

const HOUR_MS = 3_600_000;
/** The limit of one page of changes. */
const PAGE = 1_000;
const DIGEST_LENGTH = 16;
const NO_CHANGES = { records: [], removed: [], charged: 0, owned: 0 };

/** The progress of a watch, stored so that the program's next run continues there. */
interface WatchState {
  /** One per request; empty if the service has no changes. */
  readonly cursors: readonly string[];
  /** The limits of unanswered requests, which a repetition must keep; 0 for none. */
  readonly limits?: readonly number[];
  /** The last day of last changes that is completely reported. */
  readonly day: string;
  /** Set after the service has deleted the cursors: the watch then catches up by days after this day. */
  readonly missedSince?: string;
  /** When catching up: the days after this one are reported. */
  readonly missedUntil?: string;
  /** The first day of the subscribed queries when they began: that of a rolling window moves. */
  readonly start?: string;
  /** Reported versions of days after `day`, which catching up by days would report again. */
  readonly seen?: readonly string[];
}

const isState = objectOf<WatchState>({
  cursors: 'list',
  limits: 'list?',
  day: 'string',
  missedSince: 'string?',
  missedUntil: 'string?',
  start: 'string?',
  seen: 'list?',
});
const isTexts = listOf((value: unknown): value is string => typeof value === 'string');
const isBegun = objectOf<{ cursor: string }>({ cursor: 'string' });

/** @throws BUDGET if the ceiling of the whole watch is used up */
export async function* watchQuestion<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  { everyMs = HOUR_MS, signal }: WatchRules,
): AsyncGenerator<WatchedChanges<RecordFor<N>>> {
  let left = context.ceilingOf(asked);
  const key = `watch:${storeKeyOf(context, asked)}`;
  const stored = readJson(context.store.get(key), isState);
  let state = stored && isTexts(stored.cursors) && isTexts(stored.seen ?? []) ? stored : undefined;
  while (!signal?.aborted) {
    state ??= await subscribe(context, asked);
    context.store.set(key, JSON.stringify(state));
    const isSubscribed = state.cursors.length > 0 && state.missedSince === undefined;
    const find = isSubscribed ? findChanges<N> : findByDays<N>;
    try {
      for await (const { changes, next } of find(context, asked, state, left)) {
        left -= changes.charged;
        const { records, removed, charged, missedSince } = changes;
        if (records.length + removed.length + charged > 0 || missedSince !== undefined) yield changes;
        // stored only now, so that the watch repeats changes that the program did not take
        state = next;
        context.store.set(key, JSON.stringify(state));
        if (signal?.aborted) return;
      }
    } catch (error) {
      // a check by days needs no cursor, so this error would repeat forever
      if (!isCursorDeleted(error) || !isSubscribed) throw error;
      // gets the new cursors first: they cover later changes, and the check by days covers earlier ones
      const { day, seen = [] } = state;
      state = { ...(await subscribe(context, asked)), day, seen, missedSince: day };
      continue;
    }
    await context.sleep(everyMs, signal);
  }
}

interface FoundChanges<R> {
  readonly changes: WatchedChanges<R>;
  readonly next: WatchState;
}

/** True if the service has deleted the cursor, as it does 30 days after its last use. */
function isCursorDeleted(error: unknown): boolean {
  return isSignalsError(error) && error.reason === CURSOR_DELETED;
}

/** Begins a watch from now on, free. @throws if the service is too busy to tell whether it has changes */
async function subscribe(context: ClientContext, asked: AskedQuestion): Promise<WatchState> {
  const { bodies } = await subscriptionPlan(context, asked);
  const path = changesPath(DATASETS[asked.dataset].path);
  const begin = bodies.map((body) => ({ ...body, limit: 0 }));
  const answers = await context.service.ask((connection) => lookUpCall(connection, path, begin));
  const busy = answers.find(({ status }) => status === 429 || status === 503);
  if (busy) throw refusalOf(busy, limitOf(bodies[0]!));
  const subscriptions = answers.flatMap(({ status, text }) =>
    status === 200 ? (readJson(text, isBegun) ?? []) : [],
  );
  const start = bodies[0]?.['startDate'];
  return {
    cursors: subscriptions.length === bodies.length ? subscriptions.map(({ cursor }) => cursor) : [],
    day: isoOf(settledDay(context.now())),
    ...(typeof start === 'string' && { start }),
  };
}

interface SubscriptionPlan extends RequestPlan {
  readonly window: Window;
}

/** The subscribed queries. A window that ends today gets an open end, as it would end later tomorrow. */
async function subscriptionPlan(context: ClientContext, asked: AskedQuestion): Promise<SubscriptionPlan> {
  const { bodies, query } = await context.plan(asked);
  const { window } = context.toRequest(asked);
  if (window.end < context.today()) return { bodies, query, window };
  return { bodies: bodies.map(({ endDate: _end, ...body }) => body), query, window };
}

/** Reads pages of changes. Their cursors prevent that records are reported or paid twice. */
async function* findChanges<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  state: WatchState,
  credits: number,
): AsyncGenerator<FoundChanges<RecordFor<N>>> {
  const { dataset, question } = asked;
  const { bodies, query: planned, window } = await subscriptionPlan(context, asked);
  const readRows = createRowReader(RECORD_COLUMNS[dataset], DATASETS[dataset].dates);
  const dateColumn = placesOf(dataset)[planned.axis];
  let left = credits;
  let { cursors, limits = [], seen = [] } = state;
  // a changed group gives other requests, which the cursors do not fit
  if (bodies.length !== cursors.length) throw clientErrors.cursorDeleted();
  for (let index = 0; index < cursors.length; index++) {
    const { limit: _limit, ...query } = bodies[index]!;
    const start = query['startDate'] === undefined ? undefined : state.start;
    for (let hasMore = true; hasMore; ) {
      if (left === 0) throw clientErrors.ceilingReached(credits);
      const sent = Number(limits[index]);
      const limit = sent || Math.min(PAGE, left);
      limits = cursors.map((_, at) => (at === index ? limit : (limits[at] ?? 0)));
      // stored before the request, because a repetition needs the same limit to be free
      yield { changes: NO_CHANGES, next: { ...state, cursors, limits, seen } };
      const body: WireBody = { ...query, ...(start && { startDate: start }), limit, cursor: cursors[index]! };
      const token = asked.isPaid ? digestOf([context.account, dataset, body]).slice(0, 40) : '';
      const ceilings = asked.isPaid ? [left] : [];
      const [answer] = await context.service
        .query(dataset, [body], { token, canRepeat: true, ceilings })
        .catch((error: unknown) => {
          if (!sent || !isSignalsError(error) || error.reason !== OVER_CEILING) throw error;
          return [undefined];
        });
      limits = limits.map((one, at) => (at === index ? 0 : one));
      // the unanswered request was never charged, so this asks again with a limit that the ceiling allows
      if (!answer) continue;
      const { changes, records, charged, owned } = answer;
      const rows = joinRows(planned, [readRows(records)]);
      left -= charged;
      hasMore = changes?.isPart === true;
      const isSame = (changes?.cursor ?? body['cursor']) === body['cursor'];
      cursors = cursors.map((cursor, at) => (at === index ? (changes?.cursor ?? cursor) : cursor));
      // a removed record that matches again is new again
      const removed = changes?.removed ?? [];
      const removedIds = new Set(removed);
      const known = seen.filter((version) => !removedIds.has(idOfVersion(version)));
      const day = hasMore || index < cursors.length - 1 ? state.day : isoOf(settledDay(context.now()));
      seen = laterVersions(day, known, question, rows);
      const isWanted = (row: Row) =>
        start === query['startDate'] || inWindow(window, textAt(row, dateColumn));
      const shown = unseenRows(question, rows, known).filter(isWanted);
      yield {
        changes: { records: toRecords<N>(asked, shown), removed, charged, owned },
        next: { ...state, cursors, limits, day, seen },
      };
      if (hasMore && isSame) throw clientErrors.stuck();
      // the service announces more but sends nothing: the next check asks again
      hasMore &&= records.length + removed.length > 0;
    }
  }
}

/**
 * Reads each settled day of last changes once: the client would pay again tomorrow for today's records. If
 * the cursors were deleted, it includes today, whose earlier changes the new cursors do not report.
 */
async function* findByDays<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  state: WatchState,
  credits: number,
): AsyncGenerator<FoundChanges<RecordFor<N>>> {
  const { missedSince, missedUntil, ...subscribed } = state;
  let { seen = [] } = state;
  const isCatchingUp = missedSince !== undefined && state.cursors.length > 0;
  const settled = isoOf(settledDay(context.now()));
  if (settled <= state.day && !isCatchingUp) return;
  const { question, dataset } = asked;
  const { window } = context.toRequest(asked);
  const isByAnnouncement = axisOf(dataset, question.filters['dateType']) === 'announced';
  const isWanted = (row: Row) =>
    !isByAnnouncement || inWindow(window, textAt(row, placesOf(dataset).announced));
  const end = isCatchingUp ? missedUntil : settled;
  const modified = byLastChange(asked, addDays(state.day, 1), end, credits);
  for await (const { found, rest } of eachDays(context, modified)) {
    const rows = unseenRows(question, found.rows, seen);
    if (isCatchingUp) seen = laterVersions(settled, seen, question, rows);
    const { charged, owned } = found;
    const records = toRecords<N>(asked, rows.filter(isWanted));
    yield {
      changes: { records, removed: [], charged, owned, ...(isCatchingUp && { missedSince }) },
      // the newest days come first, so the day advances only after the last page
      next: isCatchingUp ? { ...state, seen, missedUntil: rest } : state,
    };
  }
  yield {
    changes: NO_CHANGES,
    next: { ...subscribed, day: settled, ...(isCatchingUp && { seen }) },
  };
}

/** Asks the same question for records that were last changed in these days. */
function byLastChange(
  asked: AskedQuestion,
  startDate: string,
  endDate: string | undefined,
  credits: number,
): AskedQuestion {
  const { question, dataset } = asked;
  const { date: _date, ...filters } = question.filters;
  return {
    ...asked,
    question: {
      ...question,
      filters: {
        ...filters,
        ...('dateType' in DATASETS[dataset].filters && { dateType: 'LAST-MODIFIED' }),
        startDate,
        ...(endDate !== undefined && { endDate }),
      },
    },
    maxCredits: Number.isFinite(credits) ? credits : 0,
  };
}

/** Day of last change, digest and id of a row, because a record can change several times a day. */
function versionOf(question: Question, row: Row): string {
  const { modified, id } = placesOf(question.dataset);
  return [textAt(row, modified), digestOf(row).slice(0, DIGEST_LENGTH), textAt(row, id)].join(' ');
}

function idOfVersion(version: string): string {
  return version.split(' ').slice(2).join(' ');
}

/** The versions of days after this one, without duplicates. */
function laterVersions(
  day: string,
  versions: readonly string[],
  question: Question,
  rows: readonly Row[],
): string[] {
  const all = new Set([...versions, ...rows.map((row) => versionOf(question, row))]);
  return [...all].filter((version) => version.slice(0, day.length) > day);
}

function unseenRows(question: Question, rows: readonly Row[], seen: readonly string[]): Row[] {
  const known = new Set(seen);
  return rows.filter((row) => !known.has(versionOf(question, row)));
}

function inWindow({ start, end }: Window, day: string): boolean {
  return (start === '' || day >= start) && (end === '' || day <= end);
}
