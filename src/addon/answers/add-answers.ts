/** What the answers to requests change in the pool, and which shelves a question marks as used. Pure. */

import type { DatasetName } from '../../contract/datasets.js';
import { byNewest, isDay, keyOf, layoutOf, type RecordLayout, textAt } from '../table/record-layout.js';
import type { ToldChanges } from '../table/response-body.js';
import type { Row } from '../table/rows.js';
import { broughtByDays, broughtTo } from './follow.js';
import type { Wanted } from './known.js';
import { FIRST, LAST, UNORDERED } from './places.js';
import { type Ask, dayNumber } from './plan.js';
import {
  type Batch,
  believed,
  type FollowedPlace,
  isNewer,
  isUnsorted,
  newestOf,
  type Pool,
  type Shelf,
  shelfKey,
} from './pool.js';
import type { Change } from './pool-write.js';
import { regionOf, withRegion } from './regions.js';
import { inBatches } from './requests.js';
import { covers, type RecordScope, textOf } from './scope.js';

/** Numbers of records at which services cut answers by a limit of their own. */
export const ROUND = [100, 250, 500, 1_000, 5_000];
/** Nothing older than what was wanted in so many days is kept when a whole shelf is written. */
const WANTED_DAYS = 7;

/** What of a question says where the records belong that came for it. */
export interface Placing extends Pick<Wanted, 'scopes' | 'window' | 'byModified' | 'limit' | 'layout'> {
  readonly question: { readonly dataset: DatasetName };
}

/** What the service answered to one request. */
export interface Received {
  readonly rows: readonly Row[];
  readonly records: number;
  readonly changes?: ToldChanges;
  /** When it came. */
  readonly came?: number;
  /** Where the scope has been followed from, right before the request. */
  readonly begun?: FollowedPlace | undefined;
}

/**
 * What came, as changes of the pool: into the shelf of each request's scope; and wherever else an older version of a
 * record is kept, so that every shelf has the newest version of what it holds.
 * @param at when the requests were first sent
 */
export function addAnswers(
  pool: Pool,
  wanted: Placing,
  asks: readonly Ask[],
  received: readonly Received[],
  at: number,
): Change[] {
  const { payer } = pool;
  const { dataset } = wanted.question;
  const { id, lastModified } = wanted.layout;
  const changes = new Map<string, Change>();
  const change = (shelf: Shelf, batch?: Batch) => {
    const added = changes.get(shelf.key)?.added ?? [];
    changes.set(shelf.key, { shelf, added: batch && batch.rows.length > 0 ? [...added, batch] : added });
  };
  const others = new Map(
    pool.shelves
      .filter(({ scope }) => scope.dataset === dataset)
      .flatMap((shelf) => {
        const batches = pool.batchesOf(shelf);
        return batches ? [[shelf.key, { shelf, newest: newestOf(batches, wanted.layout) }] as const] : [];
      }),
  );
  asks.forEach((ask, index) => {
    const { rows, records, changes: told, came = at, begun } = received[index]!;
    const key = shelfKey(payer, ask.scope);
    const shelf = changes.get(key)?.shelf ?? others.get(key)?.shelf ?? emptyShelf(key, payer, ask.scope);
    const { position } = shelf;
    if (ask.cursor !== undefined) {
      const { cursor, isPart = true } = told ?? {};
      const isNext = cursor !== undefined && position?.cursor === ask.cursor;
      const regions = believed(pool, shelf.regions);
      const brought = isNext && {
        regions: isPart ? regions : broughtTo(regions, position, at),
        // where there are too many changes, following has to begin again
        position: isPart ? undefined : { ...position, at, came, cursor },
      };
      change({ ...shelf, ...brought }, { at, kind: 'sent', rows });
      const ids = new Set(told?.removed);
      for (const { shelf: other, newest } of others.values()) {
        if (!covers(ask.scope, other.scope)) continue;
        const left = [...newest].filter(
          ([name, version]) => version.kind === 'sent' && version.at < at && ids.has(name),
        );
        const gone = left.map(([, { row }]) => row);
        change(changes.get(other.key)?.shelf ?? other, { at, kind: 'gone', rows: gone });
      }
      return;
    }
    const layout = layoutFor(ask);
    const isCut = records >= ask.limit || ROUND.includes(records);
    const last = rows[rows.length - 1];
    // a record without a date has no place in any order
    const isPlaced = !isUnsorted(pool) && last !== undefined && isDay(textAt(last, layout.compared));
    const sample = ask.isLess ? ask.limit : wanted.limit;
    const floor = !isCut ? '' : isPlaced ? keyOf(last, layout) : `${UNORDERED}${sample}`;
    const region =
      ask.byModified && floor.startsWith(UNORDERED) && !wanted.byModified
        ? undefined
        : regionOf(ask.byModified, ask.days, floor, at);
    const before = believed(pool, shelf.regions);
    const known = region ? withRegion(before, region) : before;
    const regions = begun?.cursor ? broughtByDays(known, at) : known;
    // which of two answers of one moment was made first is unknown
    const earlier = position?.at === at && others.get(key)?.shelf.position;
    const kept = earlier ? { ...position, cursor: earlier.cursor } : (position ?? begun);
    const followed = begun?.cursor ? begun : kept;
    change({ ...shelf, regions, position: followed }, { at, kind: 'sent', rows });
    // what was there and should have come has changed and left the filters; by last change it may only be later
    const isTelling = !ask.byModified || dataset !== 'business-expansion';
    const sent = new Set(rows.map((row) => textAt(row, id)));
    const [first, until] = [ask.days.start || FIRST, ask.days.end || LAST];
    const gone = [...((isTelling && others.get(key)?.newest.values()) || [])]
      .filter(({ row, kind, at: came }) => kind === 'sent' && came < at && !sent.has(textAt(row, id)))
      .map(({ row }) => row)
      .filter((row) => {
        const day = textAt(row, layout.compared);
        return day >= first && day <= until && keyOf(row, layout) >= floor;
      });
    change(changes.get(key)!.shelf, { at, kind: 'gone', rows: gone });
  });
  const came = newestOf(
    [...changes.values()].flatMap(({ added }) => added),
    wanted.layout,
  );
  for (const [name, version] of came) {
    if (version.kind === 'gone') continue;
    let newest = version;
    for (const { newest: theirs } of others.values()) {
      const known = theirs.get(name);
      if (known && known.kind !== 'gone' && isNewer(known, newest, lastModified)) newest = known;
    }
    const batch: Batch = { at: newest.at, kind: 'foreign', rows: [newest.row] };
    for (const { shelf, newest: theirs } of others.values()) {
      const known = theirs.get(name);
      if (
        known &&
        known.row !== newest.row &&
        isOlder(known.row, newest.row) &&
        !holds(shelf.key, newest.row)
      )
        change(changes.get(shelf.key)?.shelf ?? shelf, batch);
    }
    if (newest.row === version.row) continue;
    for (const { shelf, added } of [...changes.values()]) {
      if (added.some(({ rows }) => rows.includes(version.row))) change(shelf, batch);
    }
  }
  return [...changes.values()];

  function isOlder(known: Row, newest: Row): boolean {
    return (
      textAt(known, lastModified) < textAt(newest, lastModified) ||
      JSON.stringify(known) !== JSON.stringify(newest)
    );
  }

  function holds(key: string, row: Row): boolean {
    return changes.get(key)?.added.some(({ rows }) => rows.includes(row)) === true;
  }
}

/**
 * The pool with what answers say of the order in which its service sends records.
 * @param at when the requests were first sent
 */
export function withOrder(pool: Pool, asks: readonly Ask[], received: readonly Received[], at: number): Pool {
  const isDisordered = asks.some((ask, index) => {
    const compare = byNewest(layoutFor(ask));
    const { rows } = received[index]!;
    // changes come in an order of their own
    return (
      ask.cursor === undefined && rows.some((row, place) => place > 0 && compare(rows[place - 1]!, row) > 0)
    );
  });
  return isDisordered && !isUnsorted(pool)
    ? { ...pool, unsorted: { ...pool.unsorted, [pool.payer]: at } }
    : pool;
}

function layoutFor({ scope: { dataset }, byModified }: Ask): RecordLayout {
  return layoutOf({ dataset, filters: { dateType: byModified ? 'LAST-MODIFIED' : 'ANNOUNCED' } });
}

/** What changes of the first days that were wanted lately, when one is wanted; undefined for nothing. */
export function wantedFrom(
  { from, fromDay, before }: Shelf,
  start: string,
  today: number,
): Pick<Shelf, 'from' | 'fromDay' | 'before'> | undefined {
  if (today - fromDay >= WANTED_DAYS) return { from: start, fromDay: today, before: from };
  return start < from ? { from: start, fromDay, before } : undefined;
}

/** The shelves that a question has used, marked as used; none where all of them are already. */
export function markUsed(shelves: Iterable<Shelf>, { scopes, window, limit }: Placing, now: number): Shelf[] {
  const today = dayNumber(now);
  const texts = new Set(scopes.flatMap((scope) => inBatches(scope)).map(textOf));
  const start = window.start || FIRST;
  return [...shelves].flatMap((shelf) => {
    const isOwn = texts.has(textOf(shelf.scope));
    const from = wantedFrom(shelf, start, today);
    const use = {
      touched: today,
      used: isOwn ? today : shelf.used,
      limit: isOwn ? (shelf.used === today ? Math.max(shelf.limit, limit) : limit) : shelf.limit,
      ...from,
    };
    const isSame =
      use.touched === shelf.touched &&
      use.used === shelf.used &&
      use.limit === shelf.limit &&
      from === undefined;
    return isSame ? [] : [{ ...shelf, ...use }];
  });
}

function emptyShelf(key: string, payer: string, scope: RecordScope): Shelf {
  const unused = { used: 0, touched: 0, limit: 0, from: LAST, fromDay: 0, before: LAST };
  return { key, payer, scope, regions: [], segments: [], ...unused };
}
