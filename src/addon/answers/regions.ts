/** The account of what is known of a scope: regions of days, what they come to for a window, and what is left to ask. Pure. */
import { addDays } from '../../contract/dates.js';
import { earlier, later, settledDay, utcDay, type Window } from '../question/window.js';
import { dayOfKey } from '../table/record-layout.js';
import { originOf, youngPart } from './age.js';
import {
  ABOVE,
  dayAfter,
  endOf,
  FIRST,
  highestOf,
  isCutAt,
  isOrderedFloor,
  LAST,
  lowestOf,
  sampleOf,
} from './places.js';

/**
 * All records of the scope that the service compares by a date in these days and whose place (`keyOf`) is not below the
 * floor are in the pool, as they were at the instant when the request was first sent.
 */
export interface Region {
  /** Which date of a record the days are compared with: its announcement, or its last change. */
  readonly by: 'announced' | 'modified';
  /** Both days belong to it. `FIRST` and `LAST` are open ends. */
  readonly start: string;
  /** By last change: the last day that was settled at the instant; what lies after it is known as of the instant only. */
  readonly end: string;
  /** Empty where no limit cut the answer. `UNORDERED` and the limit, where nothing is known in spite of what came. */
  readonly floor: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** By last change: the last day that was asked for. */
  readonly until?: string;
  /** What had been corrected away by this instant is not in it; `at` if missing. */
  readonly origin?: number;
}

/** What one region, brought forward by what is known of later changes, says of days by the date of the question. */
export interface Piece {
  readonly start: string;
  readonly end: string;
  readonly floor: string;
  /** All changes up to and including this day are in it. */
  readonly through: string;
  /** All changes up to this instant are in it; 0 where that can be said of no instant. */
  readonly seen: number;
  /** Days of last change that are settled: what was modified then and is not in it will never be. */
  readonly final?: boolean;
}

/** Of one scope by announcement: more are too old to matter, and an account stays small. */
const MAX_REGIONS = 12;

export function regionOf(
  byModified: boolean,
  { start, end }: Window,
  floor: string,
  at: number,
): Region | undefined {
  const days = { start: start || FIRST, end: end || LAST };
  if (!byModified) return { by: 'announced', ...days, floor, at };
  const settled = earlier(days.end, settledDay(at));
  return { by: 'modified', start: days.start, end: settled, floor, at, until: days.end };
}

/** The regions with one more, joined where that loses nothing. */
export function withRegion(regions: readonly Region[], added: Region): Region[] {
  const own = regions.filter(({ by }) => by === added.by);
  const same = added.by === 'announced' ? own : own.flatMap((region) => youngPart(region, added.at));
  const others = regions.filter(({ by }) => by !== added.by);
  const rest = [...same.filter((region) => !replaces(added, region)), added];
  if (added.by === 'announced') {
    const kept = rest.length > MAX_REGIONS ? withNeighbours(rest, joined(others)) : rest;
    return [...others, ...kept.slice(-MAX_REGIONS)];
  }
  return [...others, ...joined(rest), ...rest.filter((region) => !isOrdered(region)).slice(-1)];
}

/** Regions of days that follow each other and are known through the same day are one, as of the earlier instant. */
function withNeighbours(regions: readonly Region[], changes: readonly Region[]): Region[] {
  const whole: { region: Region; through: string }[] = [];
  for (const { region, piece } of regions
    .map((one) => ({ region: one, piece: broughtForward(one, changes) }))
    .sort((a, b) => (a.region.start < b.region.start ? -1 : 1))) {
    const at = Math.max(piece.seen, endOf(piece.through));
    const below = whole[whole.length - 1];
    const isNext =
      below?.through === piece.through &&
      region.floor === '' &&
      isOrdered(below.region) &&
      // else it knows what lies below the other one's floor
      region.start > dayOfKey(below.region.floor) &&
      region.start <= dayAfter(below.region.end);
    if (isNext) {
      const end = later(below.region.end, region.end);
      const origin = Math.min(originOf(below.region), originOf(region));
      below.region = { ...below.region, end, at: Math.min(below.region.at, at), origin };
    } else
      whole.push({
        region: isOrdered(region) ? { ...region, at, origin: originOf(region) } : region,
        through: piece.through,
      });
  }
  return whole.map(({ region }) => region).sort((a, b) => a.at - b.at);
}

/** Whether all that a region says is said by another one, and of a later instant. */
function replaces(added: Region, region: Region): boolean {
  return (
    added.at >= region.at &&
    added.start <= region.start &&
    added.end >= region.end &&
    (added.until ?? '') >= (region.until ?? '') &&
    (added.floor === '' ||
      (isOrdered(added)
        ? isOrdered(region) && lowestOf(added) <= lowestOf(region)
        : !isOrdered(region) && sampleOf(added.floor) >= sampleOf(region.floor)))
  );
}

/**
 * Regions of changes that follow each other are one: days that are settled do not depend on the instant. Of those that were
 * not, the latest tells; what an earlier one alone has told stays beside it.
 */
function joined(regions: readonly Region[]): Region[] {
  const ordered = regions.filter(isOrdered).sort((a, b) => (lowestOf(a) < lowestOf(b) ? -1 : 1));
  const whole: Region[] = [];
  let running: Region | undefined;
  for (const region of ordered) {
    const below = whole[whole.length - 1];
    if (!below || lowestOf(region) > highestOf(below)) {
      whole.push(region);
      continue;
    }
    const rank = ({ at, until = '' }: Region) => `${at} ${until}`;
    const [latest, other] = rank(region) >= rank(below) ? [region, below] : [below, region];
    const end = later(below.end, region.end);
    if ((other.until ?? '') > later(latest.until ?? '', end) && other.at > (running?.at ?? 0))
      running = { ...other, start: dayAfter(end), end, floor: '' };
    const origin = Math.min(originOf(below), originOf(region));
    whole[whole.length - 1] = { ...latest, start: below.start, floor: below.floor, end, origin };
  }
  return running ? [...whole, running] : whole;
}

/** What is known by the date of announcement: of the days themselves, and of all that was changed since a day. */
function announcedPieces(regions: readonly Region[]): Piece[] {
  const changes = joined(regions.filter(({ by }) => by === 'modified'));
  const own = regions.filter(({ by }) => by === 'announced').map((region) => broughtForward(region, changes));
  // nothing is announced after its last change: the changes since a day include what was announced since
  const since = changes
    .filter((change) => change.end >= change.start || instantOf(change) > 0)
    .map((change) => ({
      start: change.floor === '' ? change.start : dayOfKey(change.floor),
      end: LAST,
      floor: change.floor,
      through: change.end,
      seen: instantOf(change),
    }));
  return [...own, ...since];
}

/** A region by announcement with all that has changed since. @param changes joined */
function broughtForward({ start, end, floor, at }: Region, changes: readonly Region[]): Piece {
  let piece: Piece = { start, end, floor, through: settledDay(at), seen: at };
  for (const change of changes) {
    if (wholeFrom(change) > dayAfter(piece.through) || change.end < settledDay(at)) continue;
    const { through, seen } = piece;
    piece = { ...piece, through: later(through, change.end), seen: Math.max(seen, instantOf(change)) };
  }
  return piece;
}

/** What is known by the date of the last change: settled days for good, the days after them as of an instant. */
function modifiedPieces(regions: readonly Region[]): Piece[] {
  const changes = regions.filter(({ by }) => by === 'modified');
  return [
    ...joined(changes).map(
      ({ start, end, floor, ...rest }): Piece => ({
        start: floor === '' ? start : dayOfKey(floor),
        end,
        floor,
        through: end,
        seen: instantOf({ ...rest, start, end, floor }),
        final: true,
      }),
    ),
    ...changes.map(
      ({ start, end, floor, at, until = end }): Piece => ({
        start: floor === '' || !isOrderedFloor(floor) ? start : dayOfKey(floor),
        end: until,
        floor,
        through: end,
        seen: at,
      }),
    ),
  ];
}

export function piecesOf(regions: readonly Region[], byModified: boolean): Piece[] {
  return byModified ? modifiedPieces(regions) : announcedPieces(regions);
}

export interface Cover {
  readonly used: readonly Piece[];
  /** Days that have to be asked for. */
  readonly gaps: readonly Window[];
  /** Nothing of the window is missing at or above this place; empty where nothing is missing at all. */
  readonly floor: string;
  /** The places at which limits have cut off what is missing below them. */
  readonly cuts: readonly string[];
  /** The service sends in no order what there is too much of: nothing more can be known. */
  readonly isSample: boolean;
}

/** Walks a window from its last day to its first, always by the piece that reaches furthest down. */
export function coverOf(
  pieces: readonly Piece[],
  { start, end }: Window,
  limit: number,
  isUsable: (piece: Piece) => boolean,
): Cover {
  const usable = pieces.filter(isUsable);
  const ordered = usable.filter(({ floor }) => isOrderedFloor(floor));
  const used: Piece[] = [];
  const gaps: Window[] = [];
  const cuts: string[] = [];
  let floor = '';
  // a place in the order of the service: what lies above it has been looked at
  let top = `${end}${ABOVE}`;
  while (top > start) {
    const below = ordered.filter((piece) => lowestOf(piece) < top);
    const best = below
      .filter((piece) => highestOf(piece) >= top)
      .reduce<Piece | undefined>((a, b) => (a && !reachesFurther(b, a, start) ? a : b), undefined);
    if (best) {
      used.push(best);
      top = lowestOf(best);
      continue;
    }
    if (gaps.length === 0) floor = top;
    if (isCutAt(top)) cuts.push(top);
    const highest = below.map(highestOf).reduce(later, '');
    const from = highest > start ? addDays(dayOfKey(highest), 1) : start;
    gaps.push({ start: from, end: dayOfKey(top) });
    top = highest;
  }
  const sample = usable.find(
    (piece) =>
      !isOrderedFloor(piece.floor) &&
      sampleOf(piece.floor) >= limit &&
      piece.start <= start &&
      piece.end >= (gaps[0]?.end ?? LAST),
  );
  const isSample = gaps.length > 0 && sample !== undefined;
  return { used: isSample ? [...used, sample] : used, gaps, cuts, floor, isSample };
}

/** Whether a piece goes further down than another within a window, or as far and is younger. */
function reachesFurther(piece: Piece, other: Piece, start: string): boolean {
  const bottom = `${start} `;
  const [reach, before] = [later(lowestOf(piece), bottom), later(lowestOf(other), bottom)];
  return (
    reach < before ||
    (reach === before &&
      (piece.through > other.through || (piece.through === other.through && piece.seen > other.seen)))
  );
}

/** The first day of which a region of changes knows everything. */
function wholeFrom({ start, floor }: Region): string {
  return floor === '' ? start : dayAfter(dayOfKey(floor));
}

/** The instant as of which a region of changes knows everything; 0 where it stops before the day that was running. */
function instantOf({ at, until = '' }: Region): number {
  return until >= utcDay(at) ? at : 0;
}

function isOrdered({ floor }: Region): boolean {
  return isOrderedFloor(floor);
}
