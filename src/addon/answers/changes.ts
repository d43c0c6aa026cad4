/** The changes of some days, as jobs ask for them: what the pool knows of them, and how what is bought comes into it. */
import { addDays } from '../../contract/dates.js';
import type { Platform } from '../platform.js';
import type { Question } from '../question/question.js';
import { earlier, inWindow, type Window } from '../question/window.js';
import { byNewest, isDay, textAt } from '../table/record-layout.js';
import type { Row } from '../table/rows.js';
import { addAnswers, type Received, wantedFrom, withOrder } from './add-answers.js';
import { openPool } from './arrivals.js';
import { createBodyTest } from './evaluate.js';
import { survey, type Wanted, wantedOf } from './known.js';
import { type Ask, dayNumber } from './plan.js';
import { isNewer, newestOf, type Shelf } from './pool.js';
import { writePool } from './pool-write.js';
import { settledPool } from './put-away.js';
import { inBatches } from './requests.js';
import type { Targets } from './scope.js';

export interface ChangesQuestion {
  readonly question: Question;
  readonly targets: Targets;
  /** Which of its requests; undefined for all. */
  readonly part: number | undefined;
  readonly days: Window;
  readonly limit: number;
}

/** The question for the changes of some days; each of its scopes is one request. */
export function wantedChanges({ question, targets, part, days, limit }: ChangesQuestion): Wanted {
  const isTold = question.dataset === 'business-expansion';
  const filters = { ...question.filters, limit, ...(isTold && { dateType: 'LAST-MODIFIED' }) };
  const wanted = wantedOf({ ...question, filters }, days, targets);
  const scopes = wanted.scopes.flatMap(inBatches);
  return { ...wanted, scopes: part === undefined ? scopes : scopes.slice(part, part + 1) };
}

export function asksFor({ scopes, window, limit }: Wanted): Ask[] {
  const common = { byModified: true, days: window, limit, isWhole: false, isWider: false, isBelowCut: false };
  return scopes.map((scope) => ({ ...common, scope }));
}

export interface KnownChanges {
  /** The last of the first days of the window of which all is known, or of each of which something is missing. */
  readonly until: string;
  /** What was changed in the whole window, where all of it is known. */
  readonly rows?: readonly Row[];
}

/** What need not be bought any more, because a formula or a job has bought it. */
export function findKnownChanges(
  platform: Platform,
  payer: string,
  wanted: Wanted,
  memory: Map<string, unknown>,
): KnownChanges {
  const { start, end } = wanted.window;
  const freshness = { mode: 'daily', minutes: 0 } as const;
  const demand = { now: platform.clock.now(), freshness, since: 0 };
  const { units, rows } = survey(openPool(platform, payer, memory), wanted, demand);
  const gaps = units.flatMap(({ cover }) => cover.gaps).sort((a, b) => (a.start < b.start ? -1 : 1));
  const [first] = gaps;
  if (!first) {
    const isAll = rows.length < wanted.limit;
    return {
      until: end,
      ...(isAll && { rows: rows.filter((row) => isDay(textAt(row, wanted.layout.compared))) }),
    };
  }
  if (first.start > start) {
    const known = { ...wanted, window: { start, end: addDays(first.start, -1) } };
    return findKnownChanges(platform, payer, known, memory);
  }
  const until = gaps.reduce(
    (last, gap) => (gap.start <= addDays(last, 1) && gap.end > last ? gap.end : last),
    first.end,
  );
  return { until: earlier(until, end) };
}

/**
 * The newest known version of each row: an answer that is given again may be older than what has come since.
 * @param at when the request was first sent
 */
export function withNewest(
  platform: Platform,
  payer: string,
  { question, layout }: Wanted,
  rows: readonly Row[],
  at: number,
): readonly Row[] {
  const pool = openPool(platform, payer, new Map());
  const shelves = pool.shelves.filter(({ scope }) => scope.dataset === question.dataset);
  const known = newestOf(
    shelves.flatMap((shelf) => pool.batchesOf(shelf) ?? []),
    layout,
  );
  return rows.map((row) => {
    const version = known.get(textAt(row, layout.id));
    return version && isNewer(version, { row, at, kind: 'sent' }, layout.lastModified) ? version.row : row;
  });
}

/** Rows of a table as they are known now, without those that have left it: which companies it is about cannot be had. */
export function stillMatching(
  platform: Platform,
  payer: string,
  wanted: Wanted,
  rows: readonly Row[],
): readonly Row[] {
  const { question, scopes, window, layout } = wanted;
  const test = createBodyTest(question.dataset, layout.columns, scopes[0]!.filters);
  const isIn = (day: string) => !isDay(day) || inWindow(window, day);
  const companyIn = (row: Row) =>
    JSON.stringify(row.filter((_, column) => layout.columns[column]!.path.startsWith('company')));
  return withNewest(platform, payer, wanted, rows, 0)
    .filter((row, index) => companyIn(row) === companyIn(rows[index]!))
    .filter((row) => test(row) && isIn(textAt(row, layout.compared)))
    .sort(byNewest(layout));
}

/**
 * What to write into the document's properties, and to remove from them afterwards, so that formulas know what a job has
 * bought. Answers that would need the room of others are left out.
 * @param at when the requests were first sent
 */
export function poolWithChanges(
  platform: Platform,
  payer: string,
  wanted: Wanted,
  lists: readonly Received[],
  at: number,
): { readonly values: Readonly<Record<string, string>>; readonly removed: readonly string[] } {
  const asks = asksFor(wanted);
  const pool = withOrder(settledPool(platform, payer, new Map()), asks, lists, at);
  const changes = addAnswers(pool, wanted, asks, lists, at).map(({ shelf, added }) => ({
    shelf: shelf.touched === 0 ? kept(shelf, wanted, dayNumber(at)) : shelf,
    added,
  }));
  const write = writePool(platform, pool, changes, []);
  if (write.isRoomy) return write;
  return writePool(
    platform,
    pool,
    changes.filter(({ shelf }) => pool.sizes.has(shelf.key)),
    [],
  );
}

/** Nobody but the job has used it: its days are kept as if they were wanted, until others need the room. */
function kept(shelf: Shelf, { window }: Wanted, today: number): Shelf {
  return { ...shelf, ...wantedFrom(shelf, window.start, today) };
}
