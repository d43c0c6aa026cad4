/**
 * The cache of one dataset: a pure fold of the facts that the service's answers prove. Parts merge by union, so
 * their order and repetition do not matter. A checkpoint is a part like any other.
 */
import type { DatasetName } from '../contract/datasets.js';
import { type Day, dayAt, dayOf, FIRST } from './days.js';
import {
  type ChangeCursor,
  type Extent,
  extentOf,
  type FetchedPage,
  type FetchRequest,
  type FollowedExtent,
  idOf,
  isTruncated,
  type KeyUse,
  type LeftRecord,
  type OrderEvidence,
  orderOf,
  requestText,
  type StoredRecord,
  type TruncatedPage,
} from './facts.js';
import { createFilterTest } from './filter-test.js';
import { groupedBy } from './grouped.js';
import type { Purchase } from './purchase.js';
import { isForTracked, type QueryKey, textOf } from './query.js';
import { positionsOf, type RecordPositions, textAt } from './records.js';

export interface CachePart {
  readonly records: readonly StoredRecord[];
  readonly left: readonly LeftRecord[];
  readonly extents: readonly Extent[];
  readonly followed: readonly FollowedExtent[];
  readonly cursors: readonly ChangeCursor[];
  readonly pages: readonly TruncatedPage[];
  /** Used values of `refresh`, each with its first use. */
  readonly refreshes: readonly { readonly value: string; readonly at: number }[];
  readonly uses: readonly KeyUse[];
  readonly order: readonly OrderEvidence[];
}

export interface CacheState extends Omit<CachePart, 'records' | 'left'> {
  readonly dataset: DatasetName;
  readonly positions: RecordPositions;
  /** By id. */
  readonly records: ReadonlyMap<string, StoredRecord>;
  readonly left: ReadonlyMap<string, readonly LeftRecord[]>;
}

type AnsweredPurchase = Purchase & Required<Pick<Purchase, 'pages'>>;

export const EMPTY_PART: CachePart = {
  records: [],
  left: [],
  extents: [],
  followed: [],
  cursors: [],
  pages: [],
  refreshes: [],
  uses: [],
  order: [],
};

/** The number of ordered answers to remember. */
const MAX_EVIDENCE = 12;
/** More values than a spreadsheet has formulas, because a forgotten value pays again at each calculation. */
const MAX_REFRESHES = 500;
/** The values to remember per question, because cells with the same question may have different values. */
const VALUES_OF_QUESTION = 5;
const MAX_PAGES = 200;

/**
 * Returns the part that an answered purchase adds to the cache. Its facts are of the time when it was first
 * sent, even if a repetition got the answer later.
 */
export function partOf({ dataset, at, requests, pages, refresh, uses = [] }: AnsweredPurchase): CachePart {
  const positions = positionsOf(dataset);
  const parts = requests.map((request, index) => pagePart(request, pages[index]!, at, positions));
  const refreshes = refresh === '' ? [] : [{ value: refresh, at }];
  return concat([...parts, { ...EMPTY_PART, refreshes, uses }]);
}

function pagePart(
  request: FetchRequest,
  page: FetchedPage,
  at: number,
  positions: RecordPositions,
): CachePart {
  const { key, axis, from, limit, since } = request;
  const passes = createFilterTest(key);
  const isTracked = isForTracked(key);
  const records = page.rows.map((row) => ({
    row,
    seenAt: at,
    sentFor: passes(row) ? [] : [key],
    ...(isTracked && { isTracked }),
  }));
  if (since) return { ...followedPart(since, page, at), records };
  const { cursor, receivedAt } = page;
  const order = orderOf(page.rows, axis, positions, at);
  const ids = page.rows.map((row) => idOf(row, positions));
  return {
    ...EMPTY_PART,
    records,
    extents: [extentOf(request, page, positions, at)],
    cursors: cursor === undefined ? [] : [{ key, from, cursor, sentAt: at, receivedAt }],
    pages: isTruncated(page.records, limit) ? [{ request: requestText(request), at, limit, ids }] : [],
    order: order ? [order] : [],
  };
}

/** Returns the part of an answer to a cursor. If its limit left changes out, the cursor is dropped. */
function followedPart(
  { key, from, sentAt, receivedAt }: ChangeCursor,
  { removed = [], isPart = true, cursor = '', receivedAt: answeredAt }: FetchedPage,
  at: number,
): CachePart {
  const next = { key, from, cursor: isPart ? '' : cursor, sentAt: at, receivedAt: answeredAt };
  return {
    ...EMPTY_PART,
    left: removed.map((id) => ({ id, key, at })),
    followed: isPart ? [] : [{ key, from, sentAt, receivedAt, at }],
    cursors: [next],
  };
}

/** Returns a part that drops the cursors of refused requests. */
export function withoutCursors(requests: readonly FetchRequest[], at: number): CachePart {
  const given = requests.flatMap(({ since }) => since ?? []);
  return { ...EMPTY_PART, cursors: given.map((one) => ({ ...one, cursor: '', sentAt: at, receivedAt: at })) };
}

function concat(parts: readonly CachePart[]): CachePart {
  const names = Object.keys(EMPTY_PART) as (keyof CachePart)[];
  const lists = names.map((name) => [name, parts.flatMap((part): readonly unknown[] => part[name])]);
  return Object.fromEntries(lists) as CachePart;
}

/** Merges parts to a state. */
export function fold(dataset: DatasetName, parts: readonly CachePart[]): CacheState {
  const positions = positionsOf(dataset);
  const all = concat(parts);
  const records = new Map<string, StoredRecord>();
  for (const record of all.records) {
    const id = idOf(record.row, positions);
    const known = records.get(id);
    records.set(id, known ? newestOf(known, record, positions) : record);
  }
  const removals = all.left.filter(({ id, at }) => at > (records.get(id)?.seenAt ?? 0));
  const leftOnce = distinct(removals, ({ id, key, at }) => `${id} ${at} ${textOf(key)}`);
  const keyText = ({ key }: { readonly key: QueryKey }) => textOf(key);
  const requestOf = ({ request }: TruncatedPage) => request;
  const pages = best(all.pages, requestOf, ({ at, limit }) => [at, limit]);
  const useRank = ({ day, limit, equals }: KeyUse) => [day, limit, equals ? textOf(equals) : ''];
  return {
    dataset,
    positions,
    records,
    left: groupedBy(leftOnce, ({ id }) => id),
    extents: withoutContained(distinct(all.extents, extentText)),
    followed: distinct(all.followed, (one) => `${one.at} ${one.sentAt} ${one.from} ${textOf(one.key)}`),
    cursors: best(all.cursors, keyText, ({ sentAt, cursor }) => [sentAt, cursor]),
    pages: newest(pages, MAX_PAGES),
    refreshes: newest(lastOfEachQuestion(all.refreshes), MAX_REFRESHES),
    uses: best(all.uses, (use) => `${use.asker} ${textOf(use.key)}`, useRank),
    order: evidenceOf(all.order),
  };
}

/**
 * Returns the few latest values of `refresh` of each question. If only their total was limited, a question whose
 * value changes often would displace the values of others, which would then be paid for again. A value that is
 * used again after it was dropped counts from then on: by its first use, it would be dropped and paid for again.
 */
function lastOfEachQuestion(refreshes: CachePart['refreshes']): CachePart['refreshes'] {
  const sorted = [...refreshes].sort((a, b) => a.at - b.at || (a.value < b.value ? -1 : 1));
  const questions = new Map<string, CachePart['refreshes']>();
  for (const use of sorted) {
    const question = use.value.split('.')[0]!;
    const latest = questions.get(question) ?? [];
    if (latest.some(({ value }) => value === use.value)) continue;
    questions.set(question, [...latest, use].slice(-VALUES_OF_QUESTION));
  }
  return [...questions.values()].flat();
}

/** Returns the state as one part, for a checkpoint. */
export function partOfState({ dataset: _, positions: __, records, left, ...lists }: CacheState): CachePart {
  return { ...lists, records: [...records.values()], left: [...left.values()].flat() };
}

/** Returns the version with the later change; of two changes on one day, the one requested later. */
function newestOf(a: StoredRecord, b: StoredRecord, positions: RecordPositions): StoredRecord {
  const { existedAt: _, ...newer } = newerVersion(a, b, positions);
  const existedAt = Math.max(lastSeen(a), lastSeen(b));
  return {
    ...newer,
    ...(existedAt > newer.seenAt && { existedAt }),
    ...((a.isTracked || b.isTracked) && { isTracked: true }),
  };
}

/** Returns when the service last sent the record in any version. */
export function lastSeen({ seenAt, existedAt = seenAt }: StoredRecord): number {
  return existedAt;
}

function newerVersion(a: StoredRecord, b: StoredRecord, { modified }: RecordPositions): StoredRecord {
  const [first, second] = [JSON.stringify(a.row), JSON.stringify(b.row)];
  if (first === second) {
    const sentFor = distinct([...a.sentFor, ...b.sentFor], textOf);
    return { row: a.row, seenAt: Math.max(a.seenAt, b.seenAt), sentFor };
  }
  const [day, other] = [changeDay(a, modified), changeDay(b, modified)];
  if (day !== other) return day > other ? a : b;
  if (a.seenAt !== b.seenAt) return a.seenAt > b.seenAt ? a : b;
  return first > second ? a : b;
}

/** Returns the day of the last change; FIRST for a missing or impossible day. */
function changeDay({ row, seenAt }: StoredRecord, modified: number): Day {
  const day = dayOf(textAt(row, modified));
  // the day may already have begun in another zone
  return day !== undefined && day <= dayAt(seenAt) + 1 ? day : FIRST;
}

function extentText({ key, axis, from, to, at, oldestAt, truncatedAt }: Extent): string {
  return JSON.stringify([textOf(key), axis, from, to, at, oldestAt, truncatedAt]);
}

/** Leaves out extents that another extent of the same key contains. */
function withoutContained(extents: readonly Extent[]): Extent[] {
  const groups = groupedBy(extents, ({ axis, key }) => `${axis} ${textOf(key)}`);
  const contains = (a: Extent, b: Extent) =>
    a !== b &&
    a.truncatedAt === undefined &&
    a.from <= b.from &&
    a.to >= b.to &&
    (a.oldestAt ?? a.at) >= b.at;
  const isSame = (a: Extent, b: Extent) => contains(a, b) && contains(b, a);
  return [...groups.values()].flatMap((group) =>
    group.filter((one, position) =>
      group.every((other, index) => !contains(other, one) || (isSame(other, one) && index > position)),
    ),
  );
}

function evidenceOf(order: readonly OrderEvidence[]): OrderEvidence[] {
  const all = distinct(order, ({ at, steps, isDisordered }) => `${at} ${steps} ${isDisordered}`);
  const disordered = all.filter((one) => one.isDisordered);
  const ordered = all.filter((one) => !one.isDisordered);
  return [...newest(disordered, 1), ...newest(ordered, MAX_EVIDENCE)];
}

function newest<T extends { readonly at: number }>(list: readonly T[], most: number): T[] {
  return [...list].sort((a, b) => b.at - a.at).slice(0, most);
}

function distinct<T>(list: readonly T[], nameOf: (one: T) => string): T[] {
  return [...new Map(list.map((one) => [nameOf(one), one])).values()];
}

type Rank = readonly (number | string)[];

/** Of the items with one name, keeps the one with the greatest rank. */
function best<T>(list: readonly T[], nameOf: (one: T) => string, rankOf: (one: T) => Rank): T[] {
  const sorted = [...list].sort((a, b) => compared(rankOf(a), rankOf(b)));
  return distinct(sorted, nameOf);
}

function compared(a: Rank, b: Rank): number {
  const first = a.findIndex((value, index) => value !== b[index]);
  if (first < 0) return 0;
  return a[first]! > b[first]! ? 1 : -1;
}
