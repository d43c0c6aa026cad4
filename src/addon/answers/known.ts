/** What the pool knows of a question: its rows, the place down to which nothing is missing, and as of when. */
import type { Question } from '../question/question.js';
import { earlier, later, utcDay, type Window } from '../question/window.js';
import { createExactTest } from '../table/exact.js';
import {
  byNewest,
  comparesModified,
  dayOfKey,
  isDay,
  keyOf,
  layoutOf,
  type RecordLayout,
  textAt,
} from '../table/record-layout.js';
import type { Row } from '../table/rows.js';
import { CLOCK_SLACK_MS, type ComparedWindow, type Demand, rangeOf, trusted, usableFor } from './demand.js';
import { createBodyTest } from './evaluate.js';
import { dayAfter, endOf, FIRST, isCutAt, LAST } from './places.js';
import { believed, isNewer, newestOf, type Pool, type Shelf, type Version } from './pool.js';
import { type Cover, coverOf, type Piece, piecesOf } from './regions.js';
import type { Targets } from './scope.js';
import { covers, createCoverTest, divisibleBy, type RecordScope, scopesOf, withValues } from './scope.js';
import { trackedOnly } from './targets.js';

/** A question on a day, with the companies that it goes out for. */
export interface Wanted extends ComparedWindow {
  readonly question: Question;
  readonly targets: Targets;
  readonly scopes: readonly RecordScope[];
  readonly limit: number;
  readonly layout: RecordLayout;
}

/** More combinations of values are not looked up one by one. */
const MAX_CELLS = 100;
/** Lists by whose values a scope is looked up at once. */
const MAX_LISTS = 3;

/** A scope of the question, or some values of lists in it, where they are known apart. */
export interface Unit {
  readonly scope: RecordScope;
  readonly shelves: readonly Shelf[];
  readonly cover: Cover;
  /** The same by all that is known, however old. */
  readonly stale: Cover;
  /** More of it is known, but for so long that it is asked for again. */
  readonly isAged: boolean;
  /** Whether nothing is known of it, in any days. */
  readonly isNew: boolean;
  /** Whether of the days after the ones that have to be known, which still run, something may be missing. */
  readonly lacksLater: boolean;
}

export interface Known {
  readonly units: readonly Unit[];
  /** Newest first. */
  readonly rows: readonly Row[];
  /** Days, by the date that is compared, of what the filters find and the question does not want. */
  readonly unwantedOn: readonly string[];
  /** Down to this place nothing is missing, of all units together; empty where nothing is missing. */
  readonly floor: string;
  /** Days of announcement of all that is known of the question's filters, in its window or not. */
  readonly announcedOn: readonly string[];
  /** Whether the question can be shown as far as the demand goes. */
  readonly isEnough: boolean;
  /** More records match than are shown, or may do so. */
  readonly isCut: boolean;
  readonly through: string;
  readonly seen: number;
  /** The last day that was asked for. */
  readonly until: string;
}

export function wantedOf(question: Question, window: Window, targets: Targets): Wanted {
  return {
    question,
    targets,
    scopes: scopesOf(question, targets),
    window,
    byModified: comparesModified(question.dataset, question.filters['dateType']),
    limit: Number(question.filters['limit']),
    layout: layoutOf(question),
  };
}

export function survey(pool: Pool, wanted: Wanted, demand: Demand): Known {
  const units = wanted.scopes.flatMap((scope) => unitsOf(pool, wanted, scope, demand));
  const { rows, unwantedOn, announcedOn } = rowsOf(pool, wanted, units);
  const floor = units.map(({ cover }) => cover.floor).reduce(later, '');
  const above = floor === '' ? rows.length : rows.filter((row) => keyOf(row, wanted.layout) >= floor).length;
  const isComplete = floor === '';
  const isSample = units.every(({ cover }) => cover.floor === '' || cover.isSample);
  const isEnough = isComplete || above >= wanted.limit || isSample;
  const used = units.flatMap(({ cover }) => datedPieces(cover, wanted));
  return {
    units,
    rows: rows.slice(0, wanted.limit),
    unwantedOn,
    floor,
    announcedOn,
    isEnough,
    isCut:
      rows.length > wanted.limit ||
      (!isComplete && (isEnough || rows.length >= wanted.limit)) ||
      units.some(({ cover }) => cover.cuts.length > 0),
    through: used.length > 0 ? used.map(({ through }) => through).reduce(earlier) : FIRST,
    seen: used.length > 0 ? Math.min(...used.map(({ seen }) => seen)) : 0,
    until: units.map(({ cover }) => cover.used[0]?.end ?? FIRST).reduce(earlier),
  };
}

/** What can be said of the window at an instant in the past: of the last one at which nothing of it was missing. */
export function lastComplete(
  known: Known,
  { window, byModified, limit, layout }: Wanted,
): number | undefined {
  let instant = Number.POSITIVE_INFINITY;
  // what lies below a table that its limit has filled does not matter
  const last = known.rows.length >= limit ? known.rows[known.rows.length - 1] : undefined;
  const lowest = last ? textAt(last, layout.compared) : '';
  for (const { cover } of known.units) {
    if (cover.used.length === 0) return undefined;
    for (const { end, through, seen } of datedPieces(cover, { byModified })) {
      // of last changes that were asked for up to a day, nothing later can be said
      const until = byModified && end < (window.end || LAST) ? Math.min(seen, endOf(end)) : seen;
      instant = Math.min(instant, Math.max(until, endOf(through)));
    }
    for (const { start, end } of cover.gaps) {
      // days below a floor are missing because of a limit, which another mark tells
      const isBelowFloor = cover.cuts.some((place) => dayOfKey(place) === end);
      if (isBelowFloor || end < lowest) continue;
      if (start <= (window.start || FIRST)) return undefined;
      instant = Math.min(instant, Date.parse(`${start}T00:00:00Z`) - 1);
    }
  }
  return Number.isFinite(instant) ? instant : undefined;
}

/** The pieces that say as of when a cover holds: settled days of last change hold for good, below the topmost piece. */
function datedPieces({ used }: Cover, { byModified }: Pick<Wanted, 'byModified'>): readonly Piece[] {
  return byModified ? used.filter(({ end, through }, index) => index === 0 || end > through) : used;
}

function unitsOf(pool: Pool, wanted: Wanted, scope: RecordScope, demand: Demand): Unit[] {
  const { byModified, limit } = wanted;
  const isUsable = usableFor(wanted, demand);
  const range = rangeOf(wanted, demand);
  const usable = pool.shelves
    .filter(({ scope: { dataset } }) => dataset === scope.dataset)
    .map((shelf) => ({ shelf, covers: createCoverTest(shelf.scope) }));
  const unitOf = (part: RecordScope): Unit => {
    const shelves = usable
      .filter((one) => one.covers(part) && pool.batchesOf(one.shelf) !== undefined)
      .map(({ shelf }) => shelf);
    const regions = shelves
      .flatMap((shelf) => believed(pool, shelf.regions))
      .filter((region) => region.at <= demand.now + CLOCK_SLACK_MS);
    const young = trusted(regions, wanted, demand);
    const pieces = piecesOf(young, byModified);
    const cover = coverOf(pieces, range, limit, isUsable);
    const stale = coverOf(pieces, range, limit, () => true);
    const running = { start: dayAfter(range.end), end: utcDay(demand.now) };
    const ever = () => coverOf(piecesOf(regions, byModified), range, limit, () => true);
    return {
      scope: part,
      shelves,
      cover,
      stale,
      // what lies below a cut is not known for long: it was cut off
      isAged: stale.floor !== '' && !isCutAt(stale.floor) && ever().floor < stale.floor,
      isNew: pieces.length === 0,
      lacksLater: coverOf(pieces, running, limit, () => true).floor !== '',
    };
  };
  const cells = cellsOf(scope);
  return dividedInto(unitOf, scope, cells > MAX_CELLS ? 1 : MAX_LISTS);
}

/** The whole scope; or, where more is known of its parts, the values of one list, and each of them by other lists. */
function dividedInto(unitOf: (part: RecordScope) => Unit, scope: RecordScope, depth: number): Unit[] {
  const whole = unitOf(scope);
  if (whole.cover.floor === '' || depth === 0) return [whole];
  let best = [whole];
  let most = 0;
  for (const name of divisibleBy(scope)) {
    const values = scope.filters[name] as readonly string[];
    const parts = values.flatMap((value) => dividedInto(unitOf, withValues(scope, name, [value]), depth - 1));
    const known = parts
      .filter(({ shelves }) => shelves.length > whole.shelves.length)
      .reduce((sum, part) => sum + cellsOf(part.scope), 0);
    if (known > most || (known === most && known > 0 && parts.length < best.length)) {
      most = known;
      best = parts;
    }
  }
  return best;
}

/** How many combinations of single values a scope has. */
function cellsOf(scope: RecordScope): number {
  return divisibleBy(scope).reduce(
    (cells, name) => cells * (scope.filters[name] as readonly string[]).length,
    1,
  );
}

/** The newest versions that answer the question, newest first. Of records that nobody can date too. */
function rowsOf(
  pool: Pool,
  wanted: Wanted,
  units: readonly Unit[],
): { rows: Row[]; unwantedOn: string[]; announcedOn: string[] } {
  const { question, targets, scopes, window, layout } = wanted;
  const { dataset } = question;
  const newest = new Map<string, Version & { readonly isSent: boolean }>();
  const shelves = new Set(units.flatMap((unit) => unit.shelves));
  for (const shelf of shelves) {
    // what the service sent for a part of the question is an answer to it, whatever a test of ours says
    const isOwn = scopes.some((scope) => covers(scope, shelf.scope));
    for (const [id, version] of newestOf(pool.batchesOf(shelf) ?? [], layout)) {
      const known = newest.get(id);
      const isSent = isOwn && version.kind === 'sent';
      if (!known || isNewer(version, known, layout.lastModified))
        newest.set(id, {
          ...version,
          isSent: isSent || (known?.isSent === true && known.row === version.row),
        });
    }
  }
  const tests = scopes.map(({ filters }) => createBodyTest(dataset, layout.columns, filters));
  const tracked = trackedOnly(question, targets);
  const isTracked = tracked.length > 0 ? createExactTest(layout.columns, tracked) : () => true;
  const [start, end] = [window.start || FIRST, window.end || LAST];
  const rows: Row[] = [];
  const unwantedOn: string[] = [];
  const announcedOn: string[] = [];
  for (const { row, kind, isSent } of newest.values()) {
    if (kind === 'gone' || !(isSent || tests.some((test) => test(row)))) continue;
    const day = textAt(row, layout.compared);
    if (!isTracked(row)) {
      unwantedOn.push(day);
      continue;
    }
    announcedOn.push(textAt(row, layout.announced));
    if (!isDay(day) || (day >= start && day <= end)) rows.push(row);
  }
  return { rows: rows.sort(byNewest(layout)), unwantedOn, announcedOn };
}
