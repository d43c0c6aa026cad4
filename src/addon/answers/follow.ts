/**
 * Following a scope: where the service tells what has changed since a cursor, and what no longer matches, all that is known
 * of a scope is brought forward by that alone. The specification has no such answer.
 */
import { DATASETS } from '../../contract/datasets.js';
import { wireFromIso } from '../../contract/dates.js';
import type { Platform } from '../platform.js';
import { earlier, type Window } from '../question/window.js';
import type { Client, WireBody } from '../service/client.js';
import type { BoughtRecords } from '../spending/purchase.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { originOf } from './age.js';
import { type Demand, isClosing, rangeOf, trusted, usableFor } from './demand.js';
import type { Known, Unit, Wanted } from './known.js';
import { FIRST } from './places.js';
import type { FollowedPlace, Shelf } from './pool.js';
import { coverOf, piecesOf, type Region } from './regions.js';
import { inBatches } from './requests.js';
import { type RecordScope, textOf } from './scope.js';

/** Nothing is followed yet, and the service is one that tells changes. */
const NOWHERE: FollowedPlace = { at: 0, came: Number.MAX_SAFE_INTEGER, cursor: '', start: FIRST };

/** Positions at which following has begun a moment ago, by the text of the scope. */
export type Begun = ReadonlyMap<string, FollowedPlace>;

/** More scopes of one question are not followed: each is a request of its own. */
const MAX_SCOPES = 4;

/** Regions of announcement when everything is there that has changed since a position, up to an instant. */
export function broughtTo(regions: readonly Region[], position: FollowedPlace, at: number): Region[] {
  return regions.map((region) => {
    // what is not in it has changed after the position: it came with it, or was asked for later
    const isAhead = region.at === position.at || region.at >= position.came;
    const isFollowed = region.by === 'announced' && region.start >= position.start;
    if (!isAhead || !isFollowed || region.at >= at) return region;
    // what had been corrected away before the position, nobody tells
    const origin = originOf(region);
    return { ...region, at, origin: origin >= position.at ? at : origin };
  });
}

/** Regions of announcement to which all changes up to an instant have come are known as of this instant. */
export function broughtByDays(regions: readonly Region[], at: number): Region[] {
  const pieces = piecesOf(regions, false);
  let index = 0;
  return regions.map((region) =>
    region.by === 'announced' && pieces[index++]!.seen === at
      ? { ...region, at, origin: originOf(region) }
      : region,
  );
}

/**
 * The position whose changes bring what is known of a scope as far as changes of days would.
 * @param wider a shelf that has more than the scope, if that is brought forward
 */
export function positionFor(
  { scope, shelves, cover, stale }: Unit,
  wanted: Wanted,
  demand: Demand,
  wider?: Shelf,
): FollowedPlace | undefined {
  const shelf = wider ?? ownShelf(shelves, scope);
  if (!shelf?.position?.cursor) return undefined;
  const regions = broughtTo(trusted(shelf.regions, wanted, demand), shelf.position, demand.now);
  const pieces = piecesOf(regions, false);
  const { floor } = coverOf(pieces, rangeOf(wanted, demand), wanted.limit, usableFor(wanted, demand));
  return floor <= stale.floor && floor < cover.floor ? shelf.position : undefined;
}

/**
 * Begins to follow the scopes of a question that are about to be updated, where that is of use. Costs nothing. Not before
 * the first answer: a table that is never shown again would take a request more for nothing.
 */
export function beginFollowing(
  { clock }: Pick<Platform, 'clock'>,
  client: () => Client,
  { wanted, known }: { wanted: Wanted; known: Known },
  demand: Demand,
): Begun {
  const begun = new Map<string, FollowedPlace>();
  const { window } = wanted;
  const { dataset } = wanted.question;
  // nothing will change any more that is asked about
  if (!DATASETS[dataset].paid || wanted.byModified || isClosing(wanted, clock.now())) return begun;
  const starts = known.units.flatMap((unit) => {
    const shelf = ownShelf(unit.shelves, unit.scope);
    const isLate = unit.cover.floor !== '' && !positionFor(unit, wanted, demand);
    if (!shelf?.position || !isLate || inBatches(unit.scope).length > 1) return [];
    const regions = shelf.regions.filter(({ by }) => by === 'announced');
    return [
      { scope: unit.scope, start: regions.map((one) => one.start).reduce(earlier, window.start || FIRST) },
    ];
  });
  if (starts.length === 0 || starts.length > MAX_SCOPES) return begun;
  const at = clock.now();
  const bodies = starts.map(({ scope, start }) => followedBody(scope, start));
  const cursors = ignoreErrors(() => client().follow(dataset, bodies)) ?? [];
  const came = clock.now();
  cursors.forEach((cursor, index) => {
    const { scope, start } = starts[index]!;
    if (cursor !== undefined) begun.set(textOf(scope), { at, came, cursor, start });
  });
  return begun;
}

interface Sent {
  readonly asks: readonly { readonly scope: RecordScope; readonly days: Window }[];
  readonly at: number;
}

/** What was bought, with the positions at which following had begun before it was asked for, or with the request. */
export function withBegun(bought: BoughtRecords, { asks, at }: Sent, begun: Begun): BoughtRecords {
  const lists = bought.lists.map((list, index) => {
    const { scope, days } = asks[index]!;
    const { cursor, came } = list;
    const told = cursor === undefined ? undefined : { at, came, cursor, start: days.start || FIRST };
    return { ...list, begun: begun.get(textOf(scope)) ?? told ?? (list.isFollowable ? NOWHERE : undefined) };
  });
  return { ...bought, lists };
}

/** The query that is followed, without its limit. */
export function followedBody({ dataset, filters }: RecordScope, start: string): WireBody {
  const { dates } = DATASETS[dataset];
  return { ...(start > FIRST && { startDate: wireFromIso(start, dates) }), ...filters };
}

function ownShelf(shelves: readonly Shelf[], scope: RecordScope): Shelf | undefined {
  const text = textOf(scope);
  return shelves.find((shelf) => textOf(shelf.scope) === text);
}
