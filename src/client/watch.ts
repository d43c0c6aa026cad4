/** Reports new records of a question again and again: from the service's changes, or by days of last change. */
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
import { digestOf, nameOf } from './buy.js';
import type { ClientContext } from './context.js';
import { eachDays } from './each.js';
import { clientErrors, FORGOTTEN, OVER_CEILING } from './errors.js';
import { joinRows, limitOf, type RequestPlan } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';
import { refusalOf } from './service.js';
import type { RecordFor, WatchedChanges, WatchRules } from './types.js';

const HOUR_MS = 3_600_000;
/** The limit of one page of changes. */
const PAGE = 1_000;
const DIGEST_LENGTH = 16;
const NO_CHANGES = { records: [], removed: [], charged: 0, owned: 0 };

/** How far a watch has come; kept, so that the next run of a program continues there. */
interface WatchState {
  /** One for each request; none where the service has no changes. */
  readonly cursors: readonly string[];
  /** The limits of requests that were sent for the cursors and have no answer yet; 0 for none. A repetition has the same. */
  readonly limits?: readonly number[];
  /** The last day of last changes of which everything has been reported. */
  readonly day: string;
  /** Since then what has changed is asked for by days, because the service has forgotten the cursors. */
  readonly missedSince?: string;
  /** The days after this one have been reported. */
  readonly missedUntil?: string;
  /** The first day of the followed queries, as they were begun: that of a rolling window moves. */
  readonly start?: string;
  /** Reported versions of records of later days than `day`: catching up by days would report them again. */
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

/** @throws BUDGET where the ceiling of the whole watch is used up */
export async function* watchQuestion<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  { everyMs = HOUR_MS, signal }: WatchRules,
): AsyncGenerator<WatchedChanges<RecordFor<N>>> {
  let left = context.ceilingOf(asked);
  const key = `watch:${nameOf(context, asked)}`;
  const stored = readJson(context.store.get(key), isState);
  let state = stored && isTexts(stored.cursors) && isTexts(stored.seen ?? []) ? stored : undefined;
  while (!signal?.aborted) {
    state ??= await beginAt(context, asked);
    context.store.set(key, JSON.stringify(state));
    const isFollowed = state.cursors.length > 0 && state.missedSince === undefined;
    const find = isFollowed ? findChanges<N> : findByDays<N>;
    try {
      for await (const { changes, next } of find(context, asked, state, left)) {
        left -= changes.charged;
        const { records, removed, charged, missedSince } = changes;
        if (records.length + removed.length + charged > 0 || missedSince !== undefined) yield changes;
        // only now: what was not taken comes again
        state = next;
        context.store.set(key, JSON.stringify(state));
        if (signal?.aborted) return;
      }
    } catch (error) {
      // to look by days needs no cursor: a service that says so then would say it for ever
      if (!isForgotten(error) || !isFollowed) throw error;
      // the new cursors first: what changes from now on is theirs, and what was missed lies before
      const { day, seen = [] } = state;
      state = { ...(await beginAt(context, asked)), day, seen, missedSince: day };
      continue;
    }
    await context.sleep(everyMs, signal);
  }
}

interface Found<R> {
  readonly changes: WatchedChanges<R>;
  readonly next: WatchState;
}

/** The service has forgotten what the cursor stands for: after 30 days without a call. */
function isForgotten(error: unknown): boolean {
  return isSignalsError(error) && error.reason === FORGOTTEN;
}

/** From now on; free. @throws where the service has no time to say whether it has changes */
async function beginAt(context: ClientContext, asked: AskedQuestion): Promise<WatchState> {
  const { bodies } = await followedPlan(context, asked);
  const path = changesPath(DATASETS[asked.dataset].path);
  const begin = bodies.map((body) => ({ ...body, limit: 0 }));
  const answers = await context.service.ask((connection) => lookUpCall(connection, path, begin));
  const busy = answers.find(({ status }) => status === 429 || status === 503);
  if (busy) throw refusalOf(busy, limitOf(bodies[0]!));
  const begun = answers.flatMap(({ status, text }) =>
    status === 200 ? (readJson(text, isBegun) ?? []) : [],
  );
  const start = bodies[0]?.['startDate'];
  return {
    cursors: begun.length === bodies.length ? begun.map(({ cursor }) => cursor) : [],
    day: isoOf(settledDay(context.now())),
    ...(typeof start === 'string' && { start }),
  };
}

interface FollowedPlan extends RequestPlan {
  readonly window: Window;
}

/** The queries as they are followed: tomorrow, a window that ends today would be another one, so its end is left open. */
async function followedPlan(context: ClientContext, asked: AskedQuestion): Promise<FollowedPlan> {
  const { bodies, query } = await context.plan(asked);
  const { window } = context.order(asked);
  if (window.end < context.today()) return { bodies, query, window };
  return { bodies: bodies.map(({ endDate: _end, ...body }) => body), query, window };
}

/** Nothing is reported or paid twice: the service knows what it has reported. */
async function* findChanges<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  state: WatchState,
  credits: number,
): AsyncGenerator<Found<RecordFor<N>>> {
  const { dataset, question } = asked;
  const { bodies, query: planned, window } = await followedPlan(context, asked);
  const readRows = createRowReader(RECORD_COLUMNS[dataset], DATASETS[dataset].dates);
  const compared = placesOf(dataset)[planned.axis];
  let left = credits;
  let { cursors, limits = [], seen = [] } = state;
  // a group that has changed is another question
  if (bodies.length !== cursors.length) throw clientErrors.forgotten();
  for (let index = 0; index < cursors.length; index++) {
    const { limit: _limit, ...query } = bodies[index]!;
    const start = query['startDate'] === undefined ? undefined : state.start;
    for (let isPart = true; isPart; ) {
      if (left === 0) throw clientErrors.ceilingReached(credits);
      const sent = Number(limits[index]);
      const limit = sent || Math.min(PAGE, left);
      limits = cursors.map((_, at) => (at === index ? limit : (limits[at] ?? 0)));
      // noted before it is sent: the limit is a part of what the service charges once
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
      // it was never charged: what the ceiling allows is asked for instead
      if (!answer) continue;
      const { changes, records, charged, owned } = answer;
      const rows = joinRows(planned, [readRows(records)]);
      left -= charged;
      isPart = changes?.isPart === true;
      const isSame = (changes?.cursor ?? body['cursor']) === body['cursor'];
      cursors = cursors.map((cursor, at) => (at === index ? (changes?.cursor ?? cursor) : cursor));
      // a record that was removed and comes back is new again
      const removed = changes?.removed ?? [];
      const gone = new Set(removed);
      const known = seen.filter((version) => !gone.has(idOfVersion(version)));
      const day = isPart || index < cursors.length - 1 ? state.day : isoOf(settledDay(context.now()));
      seen = laterVersions(day, known, question, rows);
      const isMeant = (row: Row) => start === query['startDate'] || inWindow(window, textAt(row, compared));
      const shown = unseenRows(question, rows, known).filter(isMeant);
      yield {
        changes: { records: toRecords<N>(asked, shown), removed, charged, owned },
        next: { ...state, cursors, limits, day, seen },
      };
      if (isPart && isSame) throw clientErrors.stuck();
      // where it says that there is more and sends nothing, the next look asks
      isPart &&= records.length + removed.length > 0;
    }
  }
}

/**
 * Days of last change that have settled, each once: of the day that runs, records would be paid again tomorrow. Where
 * cursors were forgotten, the running day too: nothing else would report what it has brought until now.
 */
async function* findByDays<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  state: WatchState,
  credits: number,
): AsyncGenerator<Found<RecordFor<N>>> {
  const { missedSince, missedUntil, ...followed } = state;
  let { seen = [] } = state;
  const isMissed = missedSince !== undefined && state.cursors.length > 0;
  const settled = isoOf(settledDay(context.now()));
  if (settled <= state.day && !isMissed) return;
  const { question, dataset } = asked;
  const { window } = context.order(asked);
  const isByAnnouncement = axisOf(dataset, question.filters['dateType']) === 'announced';
  const isMeant = (row: Row) =>
    !isByAnnouncement || inWindow(window, textAt(row, placesOf(dataset).announced));
  const end = isMissed ? missedUntil : settled;
  const modified = byLastChange(asked, addDays(state.day, 1), end, credits);
  for await (const { found, rest } of eachDays(context, modified)) {
    const rows = unseenRows(question, found.rows, seen);
    if (isMissed) seen = laterVersions(settled, seen, question, rows);
    const { charged, owned } = found;
    const records = toRecords<N>(asked, rows.filter(isMeant));
    yield {
      changes: { records, removed: [], charged, owned, ...(isMissed && { missedSince }) },
      // the newest days come first: until all of them are there, the day stays
      next: isMissed ? { ...state, seen, missedUntil: rest } : state,
    };
  }
  yield {
    changes: NO_CHANGES,
    next: { ...followed, day: settled, ...(isMissed && { seen }) },
  };
}

/** The same question for all that was last changed in some days. */
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

/** Day of last change, digest and id of a row: a day can have several changes of one record. */
function versionOf(question: Question, row: Row): string {
  const { modified, id } = placesOf(question.dataset);
  return [textAt(row, modified), digestOf(row).slice(0, DIGEST_LENGTH), textAt(row, id)].join(' ');
}

/** The id in a version. */
function idOfVersion(version: string): string {
  return version.split(' ').slice(2).join(' ');
}

/** The versions of later days than this one, each once. */
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
