/** What has to be written into the document's properties so that the pool holds what came. */
import type { Platform } from '../platform.js';
import { earlier } from '../question/window.js';
import { asciiJson } from '../storage/ascii-json.js';
import { hash } from '../storage/hash.js';
import { roomIn } from '../storage/room.js';
import { layoutOf, textAt } from '../table/record-layout.js';
import type { Row } from '../table/rows.js';
import {
  type Batch,
  isUnsorted,
  KINDS,
  newestOf,
  type Pool,
  PREFIX,
  pathsOf,
  pieceName,
  range,
  SERVED,
  type Shelf,
  UNSORTED,
  VERSION,
} from './pool.js';
import type { Region } from './regions.js';

/** A shelf with what came to it. */
export interface Change {
  readonly shelf: Shelf;
  readonly added: readonly Batch[];
}

export interface PoolWrite {
  /** To be written in one call. */
  readonly values: Readonly<Record<string, string>>;
  /** To be removed afterwards: nothing refers to them any more. */
  readonly removed: readonly string[];
  /** Whether everything has found a place, and nothing had to go for it. */
  readonly isRoomy: boolean;
}

/** Some thousand values of `refresh`, as short hashes, fit into one property. */
const MAX_SERVED = 500;
/** Compressed texts are plain ASCII: a character is a byte. A property has 9 KB. */
export const PIECE_CHARACTERS = 8_800;
/** Of the 500 KB of a document; the rest is for everything else. */
const TOTAL_CHARACTERS = 400_000;
/** What stays free for what a purchase writes, before and after it is paid. */
export const SPARE_CHARACTERS = 60_000;
/** Shelves, and what is about to be put into them. */
const IN_THE_POOL = /^(pool|came)/;
const MAX_SEGMENTS = 12;
/** While all shelves together have not more, they are not compressed: each part would take three calls to read. */
const PLAIN_CHARACTERS = 150_000;

/**
 * What has to be written so that the pool holds the changes; shelves that nobody has used for longest make room. Of a
 * shelf only its account and its last segment are written, until its segments have become too many.
 * @param plainCharacters of all shelves together, from which on they are compressed
 */
export function writePool(
  platform: Platform,
  pool: Pool,
  changes: readonly Change[],
  served: readonly string[],
  plainCharacters = PLAIN_CHARACTERS,
): PoolWrite {
  const values: Record<string, string> = {};
  const removed: string[] = [];
  const sizes = new Map([...pool.sizes].map(([key, { characters }]) => [key, characters]));
  const total = () => [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const most = Math.min(TOTAL_CHARACTERS, roomIn(platform, IN_THE_POOL) - SPARE_CHARACTERS);
  let isRoomy = true;
  for (const { shelf, added } of changes) {
    const written = writeShelf(platform, pool, { shelf, added }, plainCharacters - total());
    if (written.head.length > PIECE_CHARACTERS || written.characters > Math.min(most, TOTAL_CHARACTERS / 2)) {
      isRoomy = false;
      removed.push(...(pool.sizes.get(shelf.key)?.names ?? []));
      sizes.delete(shelf.key);
      continue;
    }
    sizes.set(shelf.key, written.characters);
    Object.assign(values, written.values);
    removed.push(...written.removed);
  }
  const mine = new Set(changes.map(({ shelf }) => shelf.key));
  const oldest = [...pool.sizes]
    .filter(([key]) => !mine.has(key))
    .sort(([, a], [, b]) => a.touched - b.touched);
  while (total() > most && oldest.length > 0) {
    const [key, { names }] = oldest.shift()!;
    isRoomy = false;
    sizes.delete(key);
    removed.push(...names);
  }
  Object.assign(values, orderValues(pool));
  if (served.length > 0) values[SERVED] = JSON.stringify([...pool.served, ...served].slice(-MAX_SERVED));
  return { values, removed: removed.filter((name) => values[name] === undefined), isRoomy };
}

/** @param room in characters for what is not compressed */
function writeShelf(platform: Platform, pool: Pool, { shelf, added }: Change, room: number) {
  const { key, segments } = shelf;
  const last = segments[segments.length - 1];
  const isAnew = segments.length >= MAX_SEGMENTS;
  // a short last segment is written again with what comes to it
  const again = isAnew ? segments : last && last.characters < PIECE_CHARACTERS / 2 ? [last] : [];
  const rows = added.some((batch) => batch.rows.length > 0);
  const next = rows ? segments.filter((segment) => !again.includes(segment)) : [...segments];
  const values: Record<string, string> = {};
  if (rows) {
    const all = [...(pool.batchesOf({ ...shelf, segments: again }) ?? []), ...added];
    const batches = isAnew ? compacted(all, shelf) : all;
    const plain = asciiJson([
      pathsOf(shelf.scope),
      batches.map((batch) => [batch.at, KINDS.indexOf(batch.kind), batch.rows]),
    ]);
    const text = plain.length < room ? plain : platform.compress(plain);
    const id = (last?.id ?? 0) + 1;
    const pieces = Math.ceil(text.length / PIECE_CHARACTERS);
    for (const piece of range(pieces)) {
      values[pieceName(key, id, piece)] = text.slice(
        piece * PIECE_CHARACTERS,
        (piece + 1) * PIECE_CHARACTERS,
      );
    }
    next.push({ id, pieces, characters: text.length, sum: hash(text) });
  }
  const regions =
    rows && isAnew
      ? shelf.regions.flatMap((region) => within(region, earlier(shelf.from, shelf.before)))
      : shelf.regions;
  const head = headOf({ ...shelf, regions, segments: next });
  values[PREFIX + key] = head;
  const names = next.flatMap(({ id, pieces }) => range(pieces).map((piece) => pieceName(key, id, piece)));
  const before = pool.sizes.get(key)?.names ?? [];
  return {
    head,
    values,
    characters: next.reduce((sum, segment) => sum + segment.characters, head.length),
    removed: before.filter((name) => name !== PREFIX + key && !names.includes(name)),
  };
}

/** Each record once, in its newest version; nothing of days that nobody has wanted lately. */
function compacted(batches: readonly Batch[], { scope, ...shelf }: Shelf): Batch[] {
  const from = earlier(shelf.from, shelf.before);
  const { id, lastModified, announced } = layoutOf({ dataset: scope.dataset, filters: {} });
  const newest = new Set([...newestOf(batches, { id, lastModified }).values()].map(({ row }) => row));
  const isWanted = (row: Row) =>
    newest.has(row) && (textAt(row, announced) >= from || textAt(row, lastModified) >= from);
  const kept = batches
    .map((batch) => ({ ...batch, rows: batch.rows.filter(isWanted) }))
    .filter(({ rows }) => rows.length > 0);
  const old = kept.slice(0, -MAX_SEGMENTS);
  const merged = KINDS.map((kind) => ({
    at: old.reduce((latest, { at }) => Math.max(latest, at), 0),
    kind,
    rows: old.filter((batch) => batch.kind === kind).flatMap(({ rows }) => rows),
  }));
  return [...merged.filter(({ rows }) => rows.length > 0), ...kept.slice(-MAX_SEGMENTS)];
}

/** A region as far as it reaches above a day. */
function within(region: Region, from: string): Region[] {
  if ((region.until ?? region.end) < from) return [];
  return [{ ...region, start: region.start < from ? from : region.start }];
}

function headOf({ payer, scope, regions, segments, position, ...use }: Shelf): string {
  const { used, touched, limit, from, fromDay, before } = use;
  const json = asciiJson([
    VERSION,
    payer,
    scope.dataset,
    scope.filters,
    regions,
    segments.map(({ id, pieces, characters, sum }) => [id, pieces, characters, sum]),
    [used, touched, limit, from, fromDay, before],
    ...(position ? [position] : []),
  ]);
  return `${hash(json)} ${json}`;
}

/** What is known of services that send records in no order, as a property. */
export function orderValues(pool: Pool): Readonly<Record<string, string>> {
  return isUnsorted(pool) ? { [UNSORTED]: JSON.stringify(pool.unsorted) } : {};
}

/** The pool with changes, whether they could be written or not. */
export function overlaid(pool: Pool, changes: readonly Change[]): Pool {
  const changed = new Map(changes.map((change) => [change.shelf.key, change]));
  const kept = pool.shelves.filter(({ key }) => !changed.has(key));
  return {
    ...pool,
    shelves: [...kept, ...changes.map(({ shelf }) => shelf)],
    batchesOf(shelf) {
      const change = changed.get(shelf.key);
      return change ? [...(pool.batchesOf(shelf) ?? []), ...change.added] : pool.batchesOf(shelf);
    },
  };
}
