/** The pool as it is kept in the document's properties: shelves of record versions, each with its account of what is known. */
import { RECORD_COLUMNS } from '../../contract/datasets.js';
import type { Platform } from '../platform.js';
import { hash } from '../storage/hash.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { textAt } from '../table/record-layout.js';
import type { Row } from '../table/rows.js';
import { isOrderedFloor, UNORDERED } from './places.js';
import type { Region } from './regions.js';
import { type RecordScope, textOf } from './scope.js';

/** Rows that came at one instant. */
export interface Batch {
  /** When the request was first sent, in milliseconds since 1970. */
  readonly at: number;
  /**
   * Sent in answer to a request of this scope; or newer versions, sent in answer to another, of records that the shelf
   * holds; or gone: a request that should have brought them has not.
   */
  readonly kind: 'sent' | 'foreign' | 'gone';
  readonly rows: readonly Row[];
}

/** A place in the service's order of changes. */
export interface FollowedPlace {
  /** When the request was sent whose answer told it, and when that came. */
  readonly at: number;
  readonly came: number;
  readonly cursor: string;
  /** The first day of announcement that it follows; `FIRST` for all. */
  readonly start: string;
}

/** What is known of one scope, for one payer. */
export interface Shelf extends ShelfUse {
  readonly key: string;
  readonly payer: string;
  readonly scope: RecordScope;
  readonly regions: readonly Region[];
  readonly segments: readonly Segment[];
  readonly position?: FollowedPlace | undefined;
}

export interface ShelfUse {
  /** The day on which a question of this very scope used it, and any question; counted from 1970. */
  readonly used: number;
  readonly touched: number;
  /** The greatest limit of its own questions on that day. */
  readonly limit: number;
  /** The first day that was wanted lately, and when that was. */
  readonly from: string;
  readonly fromDay: number;
  /** The first day that was wanted in the time before that. */
  readonly before: string;
}

/** Batches in one text, compressed where there is little room, over as many properties as it takes. */
export interface Segment {
  readonly id: number;
  readonly pieces: number;
  readonly characters: number;
  readonly sum: string;
}

export interface Pool {
  readonly payer: string;
  /**
   * Payers whose service has sent records in no order, and the instant of the request that showed it: what a limit
   * leaves out of its answers may be anything.
   */
  readonly unsorted: Readonly<Record<string, number>>;
  readonly shelves: readonly Shelf[];
  /** Undefined where a part of the shelf is damaged or gone. */
  batchesOf(shelf: Shelf): readonly Batch[] | undefined;
  /** Values of `refresh` that have been served. */
  readonly served: readonly string[];
  /** Characters of each shelf, of all payers and datasets, by its key. */
  readonly sizes: ReadonlyMap<
    string,
    { readonly characters: number; readonly names: readonly string[]; readonly touched: number }
  >;
}

/** Raised whenever the stored form, or the meaning of a column, changes. */
export const VERSION = 3;
export const PREFIX = 'pool:';
export const KINDS: readonly Batch['kind'][] = ['sent', 'foreign', 'gone'];
export const SERVED = 'refreshes';
export const UNSORTED = 'unsorted-services';

/** The same name for a scope in all executions. It says nothing of the scope. */
export function shelfKey(payer: string, scope: RecordScope): string {
  return hash(`${payer} ${textOf(scope)}`);
}

/** @param memory of the execution: texts that have been read need not be read again */
export function readPool(platform: Platform, payer: string, memory: Map<string, unknown>): Pool {
  const values = platform.allDocumentProperties();
  const sizes = new Map<string, { characters: number; names: string[]; touched: number }>();
  const shelves: Shelf[] = [];
  for (const name of Object.keys(values)) {
    if (!name.startsWith(PREFIX)) continue;
    const [key = '', segment] = name.slice(PREFIX.length).split('.');
    const size = sizes.get(key) ?? { characters: 0, names: [], touched: 0 };
    sizes.set(key, size);
    size.characters += name.length + values[name]!.length;
    size.names.push(name);
    if (segment !== undefined) continue;
    const shelf = remembered(memory, values[name]!, () => readShelf(key, values[name]!));
    if (!shelf) continue;
    size.touched = shelf.touched;
    if (shelf.payer === payer) shelves.push(shelf);
  }
  return {
    shelves,
    sizes,
    payer,
    unsorted: ignoreErrors(() => JSON.parse(values[UNSORTED] ?? '{}') as Record<string, number>) ?? {},
    served: ignoreErrors(() => JSON.parse(values[SERVED] ?? '[]') as string[]) ?? [],
    batchesOf(shelf) {
      const texts = shelf.segments.map((segment) => {
        const pieces = range(segment.pieces).map((piece) => values[pieceName(shelf.key, segment.id, piece)]);
        return pieces.every((piece) => piece !== undefined) ? pieces.join('') : '';
      });
      const batches = texts.map((text, index) =>
        remembered(memory, text, () =>
          hash(text) === shelf.segments[index]!.sum
            ? readBatches(isPlain(text) ? text : platform.expand(text), pathsOf(shelf.scope))
            : undefined,
        ),
      );
      return batches.every((batch) => batch !== undefined) ? batches.flat() : undefined;
    },
  };
}

/** Whether the service of this pool's payer has sent records in no order. */
export function isUnsorted({ payer, unsorted }: Pick<Pool, 'payer' | 'unsorted'>): boolean {
  return unsorted[payer] !== undefined;
}

/** What can be believed of a shelf's account: of an unsorted service nothing that counted on an order. */
export function believed({ payer, unsorted }: Pool, regions: readonly Region[]): readonly Region[] {
  const { [payer]: since } = unsorted;
  if (since === undefined) return regions;
  return regions
    .filter(({ at }) => at >= since)
    .map((region) =>
      region.floor === '' || !isOrderedFloor(region.floor) ? region : { ...region, floor: `${UNORDERED}1` },
    );
}

/** A version of a record, and when it came. */
export interface Version {
  readonly row: Row;
  readonly at: number;
  readonly kind: Batch['kind'];
}

/** The newest version of each record: the one changed last, of two changed on one day the one that came last. */
export function newestOf(
  batches: readonly Batch[],
  { id, lastModified }: { readonly id: number; readonly lastModified: number },
): Map<string, Version> {
  const newest = new Map<string, Version>();
  for (const { at, kind, rows } of batches) {
    // without an id, equal rows of one answer are different records
    const equal = new Map<string, number>();
    const nameless = (row: Row): string => {
      const text = JSON.stringify(row);
      const count = (equal.get(text) ?? 0) + 1;
      equal.set(text, count);
      return `${text} ${count}`;
    };
    for (const row of rows) {
      const name = textAt(row, id) || nameless(row);
      const known = newest.get(name);
      const version: Version = { row, at, kind };
      if (!known || isNewer(version, known, lastModified)) newest.set(name, version);
    }
  }
  return newest;
}

/**
 * Of two versions of one day, one that came says more than that another one has gone, and of one instant than that it has
 * gone itself.
 */
export function isNewer(version: Version, known: Version, lastModified: number): boolean {
  const [day, before] = [textAt(version.row, lastModified), textAt(known.row, lastModified)];
  if (day !== before) return day > before;
  const isGone = version.kind === 'gone';
  if (isGone !== (known.kind === 'gone') && JSON.stringify(version.row) !== JSON.stringify(known.row))
    return !isGone;
  return version.at === known.at ? !isGone || known.kind === 'gone' : version.at > known.at;
}

function readShelf(key: string, text: string): Shelf | undefined {
  const [sum = ''] = text.split(' ', 1);
  const json = text.slice(sum.length + 1);
  if (hash(json) !== sum) return undefined;
  const [version, payer, dataset, filters, regions, segments, use, position] = JSON.parse(json);
  const [used, touched, limit, from, fromDay, before] = use;
  if (version !== VERSION) return undefined;
  return {
    key,
    payer,
    scope: { dataset, filters },
    regions,
    segments: segments.map(([id, pieces, characters, digest]: [number, number, number, string]) => ({
      id,
      pieces,
      characters,
      sum: digest,
    })),
    position,
    used,
    touched,
    limit,
    from,
    fromDay,
    before,
  };
}

/** The columns that rows of a scope are made of. */
export function pathsOf({ dataset }: RecordScope): string[] {
  return RECORD_COLUMNS[dataset].map(({ path }) => path);
}

/** Puts rows into the order of today's columns. One that there was not yet is empty: nothing is paid again for it. */
export function arrangedAs(present: readonly string[], stored: readonly string[]): (row: Row) => Row {
  const places = present.map((path) => stored.indexOf(path));
  return stored.join() === present.join() ? (row) => row : (row) => places.map((place) => row[place] ?? null);
}

function readBatches(json: string, present: readonly string[]): Batch[] {
  const [stored, batches] = JSON.parse(json) as [string[], [number, number, Row[]][]];
  const arranged = arrangedAs(present, stored);
  return batches.map(([at, kind, rows]) => ({ at, kind: KINDS[kind]!, rows: rows.map(arranged) }));
}

/** Of two ways to write batches: compressed ones are in base64. */
function isPlain(text: string): boolean {
  return text.startsWith('[');
}

/** What has been read of a text in this execution. */
export function remembered<T>(memory: Map<string, unknown>, text: string, read: () => T): T | undefined {
  if (!memory.has(text)) memory.set(text, ignoreErrors(read));
  return memory.get(text) as T | undefined;
}

export function pieceName(key: string, segment: number, piece: number): string {
  return `${PREFIX}${key}.${segment}.${piece}`;
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
