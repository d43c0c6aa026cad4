/** What is new of a question, again and again: from the service's changes, or by days of last change. */

import { isSignalsError } from '../addon/errors.js';
import { inWindow, settledDay, type Window } from '../addon/question/window.js';
import { layoutOf, textAt } from '../addon/table/record-layout.js';
import { createRowReader, type Row } from '../addon/table/rows.js';
import { changesPath } from '../contract/changes.js';
import { DATASETS, type DatasetName, RECORD_COLUMNS } from '../contract/datasets.js';
import { addDays } from '../contract/dates.js';
import { listOf, objectOf, readJson } from '../contract/json.js';
import { axisOf } from '../core/query.js';
import type { WireBody } from '../core/wire.js';
import { toRecords } from './answer.js';
import { digestOf, nameOf } from './buy.js';
import type { ClientContext } from './context.js';
import { eachDays } from './each.js';
import { clientErrors, FORGOTTEN } from './errors.js';
import { refusalOf } from './estimates.js';
import { joinRows, type RequestPlan } from './plan-requests.js';
import type { AskedQuestion } from './read-question.js';
import { idOfVersion, laterVersions, untoldRows, versionOf } from './told-versions.js';
import type { RecordFor, WatchedChanges, WatchRules } from './types.js';

const HOUR_MS = 3_600_000;
/** Of one page of changes. */
const PAGE = 1_000;

/** How far a watch has come; kept, so that the next run of a program continues there. */
interface WatchPlace {
  /** One for each request; none where the service tells no changes. */
  readonly cursors: readonly string[];
  /** The last day of last changes of which everything has been told. */
  readonly day: string;
  /** Since then what has changed is asked for by days, because the service has forgotten the cursors. */
  readonly missedSince?: string;
  /** Of these days, those after this one have been told. */
  readonly missedUntil?: string;
  /** The first day of the followed queries, as they were begun: that of a rolling window moves. */
  readonly start?: string;
  /** Versions of later days than `day` that have been told: of them, catching up would tell again. */
  readonly told?: readonly string[];
}

const isPlace = objectOf<WatchPlace>({
  cursors: 'list',
  day: 'string',
  missedSince: 'string?',
  missedUntil: 'string?',
  start: 'string?',
  told: 'list?',
});
const isTexts = listOf((value: unknown): value is string => typeof value === 'string');
const isBegun = objectOf<{ cursor: string }>({ cursor: 'string' });

/** @throws BUDGET where the ceiling of the whole watch is used up */
export async function* watchQuestion<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  { everyMs = HOUR_MS, signal }: WatchRules,
): AsyncGenerator<WatchedChanges<RecordFor<N>>> {
  const ceiling = DATASETS[asked.dataset].paid ? context.ceilingOf(asked) : Number.POSITIVE_INFINITY;
  if (ceiling === undefined) throw clientErrors.noCeiling();
  const key = `watch:${nameOf(context, asked)}`;
  const stored = readJson(context.store.get(key), isPlace);
  let place = stored && isTexts(stored.cursors) && isTexts(stored.told ?? []) ? stored : undefined;
  let left = ceiling;
  while (!signal?.aborted) {
    place ??= await beginAt(context, asked);
    context.store.set(key, JSON.stringify(place));
    const isFollowed = place.cursors.length > 0 && place.missedSince === undefined;
    const looks = isFollowed
      ? byCursors<N>(context, asked, place, left)
      : byDays<N>(context, asked, place, left);
    try {
      for await (const { changes, next } of looks) {
        left -= changes.charged;
        const { records, removed, charged, missedSince } = changes;
        if (records.length + removed.length + charged > 0 || missedSince !== undefined) yield changes;
        // only now: what was not taken comes again
        place = next;
        context.store.set(key, JSON.stringify(place));
        if (signal?.aborted) return;
      }
    } catch (error) {
      if (!isForgotten(error)) throw error;
      // the new cursors first: what changes from now on is theirs, and what was missed lies before
      const { day, told = [] } = place;
      place = { ...(await beginAt(context, asked)), day, told, missedSince: day };
      continue;
    }
    await context.sleep(everyMs, signal);
  }
}

interface Look<R> {
  readonly changes: WatchedChanges<R>;
  readonly next: WatchPlace;
}

/** The service has forgotten the cursor: after 30 days without a look, or in favour of other questions. */
function isForgotten(error: unknown): boolean {
  return isSignalsError(error) && error.reason === FORGOTTEN;
}

/** From now on; free. @throws where the service has no time to say whether it tells changes */
async function beginAt(context: ClientContext, asked: AskedQuestion): Promise<WatchPlace> {
  const { bodies } = await followedPlan(context, asked);
  const path = changesPath(DATASETS[asked.dataset].path);
  const answers = await context.service.lookUp(
    path,
    bodies.map((body) => ({ ...body, limit: 0 })),
  );
  const busy = answers.find(({ status }) => status === 429 || status === 503);
  if (busy) throw refusalOf(busy, bodies);
  const begun = answers.flatMap(({ status, text }) =>
    status === 200 ? (readJson(text, isBegun) ?? []) : [],
  );
  const isTold = begun.length === bodies.length;
  const start = bodies[0]?.['startDate'];
  return {
    cursors: isTold ? begun.map(({ cursor }) => cursor) : [],
    day: settledDay(context.now()),
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

/** Nothing is told or paid twice: the service knows what it has told. */
async function* byCursors<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  place: WatchPlace,
  credits: number,
): AsyncGenerator<Look<RecordFor<N>>> {
  const { dataset } = asked;
  const { bodies, query: planned, window } = await followedPlan(context, asked);
  let left = credits;
  let { cursors, told = [] } = place;
  // a group that has changed is another question
  if (bodies.length !== cursors.length) throw clientErrors.forgotten();
  for (let index = 0; index < cursors.length; index++) {
    for (let isPart = true; isPart; ) {
      const limit = Math.min(PAGE, left);
      if (limit === 0) throw clientErrors.ceilingReached(credits);
      const { limit: _limit, ...query } = bodies[index]!;
      const start = query['startDate'] === undefined ? undefined : place.start;
      const body: WireBody = { ...query, ...(start && { startDate: start }), limit, cursor: cursors[index]! };
      const token = DATASETS[dataset].paid ? digestOf([context.account, dataset, body]).slice(0, 40) : '';
      const [answer] = await context.service.query(dataset, [body], { token, canRepeat: true });
      const { changes, records = [], charged = 0, owned = 0 } = answer ?? {};
      const rows = joinRows(planned, [
        createRowReader(RECORD_COLUMNS[dataset], DATASETS[dataset].dates)(records),
      ]);
      left -= charged;
      cursors = cursors.map((cursor, at) => (at === index ? (changes?.cursor ?? cursor) : cursor));
      isPart = changes?.isPart === true;
      // what has gone and comes back is new again
      const gone = new Set(changes?.removed);
      const known = told.filter((version) => !gone.has(idOfVersion(version)));
      const day = isPart || index < cursors.length - 1 ? place.day : settledDay(context.now());
      told = laterVersions(day, [...known, ...rows.map((row) => versionOf(asked.question, row))]);
      const shown = untoldRows(asked.question, rows, known).filter(
        (row) =>
          start === query['startDate'] || inWindow(window, textAt(row, layoutOf(asked.question).compared)),
      );
      yield {
        changes: { records: toRecords<N>(asked, shown), removed: changes?.removed ?? [], charged, owned },
        next: { ...place, cursors, day, told },
      };
    }
  }
}

/**
 * Days of last change that have settled, each once: of the day that runs, records would be paid again tomorrow. Where
 * cursors were forgotten, the running day too: nothing else would tell what it has brought until now.
 */
async function* byDays<N extends DatasetName>(
  context: ClientContext,
  asked: AskedQuestion,
  place: WatchPlace,
  credits: number,
): AsyncGenerator<Look<RecordFor<N>>> {
  const { missedSince, missedUntil, ...followed } = place;
  let { told = [] } = place;
  const isMissed = missedSince !== undefined && place.cursors.length > 0;
  const settled = settledDay(context.now());
  if (settled <= place.day && !isMissed) return;
  const { question, dataset } = asked;
  const { window } = context.order(asked);
  const { announced } = layoutOf(question);
  const { date: _date, ...filters } = question.filters;
  const modified: AskedQuestion = {
    ...asked,
    question: {
      ...question,
      filters: {
        ...filters,
        ...('dateType' in DATASETS[dataset].filters && { dateType: 'LAST-MODIFIED' }),
        startDate: addDays(place.day, 1),
        ...(isMissed ? missedUntil !== undefined && { endDate: missedUntil } : { endDate: settled }),
      },
    },
    maxCredits: Number.isFinite(credits) ? credits : 0,
  };
  const isByAnnouncement = axisOf(dataset, question.filters['dateType']) === 'announced';
  const isMeant = (row: Row) => !isByAnnouncement || inWindow(window, textAt(row, announced));
  for await (const { found, rest } of eachDays(context, modified)) {
    const rows = untoldRows(asked.question, found.rows, told);
    if (isMissed)
      told = laterVersions(settled, [...told, ...rows.map((row) => versionOf(asked.question, row))]);
    yield {
      changes: {
        records: toRecords<N>(asked, rows.filter(isMeant)),
        removed: [],
        charged: found.charged,
        owned: found.owned,
        ...(isMissed && { missedSince }),
      },
      // the newest days come first: until all of them are there, the day stays
      next: isMissed ? { ...place, told, missedUntil: rest } : place,
    };
  }
  yield {
    changes: { records: [], removed: [], charged: 0, owned: 0 },
    next: { ...followed, day: settled, ...(isMissed && { told }) },
  };
}
