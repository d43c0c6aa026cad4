/**
 * The checkpoint: the ended purchases of the log, folded. It has a part of the cache for each payer and
 * dataset, in one of two halves: the other one is complete before the property `checkpoint` names it.
 */
import { type DatasetName, isDatasetName } from '../../contract/datasets.js';
import { asFields, isObject, listOf, objectOf, readJson } from '../../contract/json.js';
import { compacted, keepsRecent, shrunk } from '../../core/collect.js';
import { dayAt } from '../../core/days.js';
import { isKnownKey } from '../../core/filter-test.js';
import { AGE_DAYS } from '../../core/freshness.js';
import { isOpen } from '../../core/purchase.js';
import { type CachePart, type CacheState, EMPTY_PART, fold, partOfState } from '../../core/state.js';
import type { Platform, Values } from '../platform.js';
import { versionValues } from './document-lock.js';
import { pack, unpack } from './packing.js';
import { cleared, inPieces, joined, lengthOf, type PiecesMark, roomIn } from './pieces.js';
import {
  cachePartsOf,
  foldedValues,
  type LogEntry,
  leastFree,
  memoized,
  type PurchaseLog,
} from './purchase-log.js';
import { bookValues, foldedBook } from './spending-book.js';
import { asciiJson } from './text.js';

/** The location of the part of a payer and a dataset. */
interface StoredPart {
  readonly payer: string;
  readonly dataset: DatasetName;
  /** The current half, such as `cache.3a`; the other one is `cache.3b`. */
  readonly name: string;
  readonly mark: PiecesMark;
  /** The last day on which records were added. */
  readonly day: number;
}

const NAME = 'checkpoint';
const isPart = objectOf<StoredPart>({
  payer: 'string',
  dataset: 'string',
  name: 'string',
  mark: 'string',
  day: 'number',
});
const areParts = listOf(isPart);

/** A checkpoint is due about each time the log has so many more ended purchases, or so many characters more. */
const MANY = 8;
const MANY_CHARACTERS = 70_000;
/** The space to leave for requests and answers of purchases. */
export const SPARE_CHARACTERS = 60_000;
/** The space for requests and answers of all calls in flight. */
export const LEAST_CHARACTERS = 20_000;
/** The size of a checkpoint without its parts. */
const BESIDE_CHARACTERS = 10_000;
/** Parts are compressed if all of them together are longer. */
const PLAIN_CHARACTERS = 150_000;

export function partsIn(values: Values): readonly StoredPart[] {
  return (readJson(values[NAME], areParts) ?? []).filter(({ dataset }) => isDatasetName(dataset));
}

/** Returns a part, without data that this version does not know; empty if it is damaged. */
export function readPart(
  platform: Platform,
  values: Values,
  { dataset, name, mark }: StoredPart,
  memory: Map<string, unknown>,
): CachePart {
  return memoized(memory, `${name} ${mark}`, () => {
    const text = joined(values, name, mark);
    const found = text === undefined ? undefined : unpack(platform, dataset, text);
    if (!found || !isObject(found.value)) return EMPTY_PART;
    const part = knownPart(found.value);
    return { ...part, records: part.records.map((one) => ({ ...one, row: found.arranged(one.row) })) };
  });
}

/** The lists of a part whose items have no key. */
const KEYLESS = ['pages', 'refreshes', 'order'];

/** Leaves out items that another version stored in another form, or with filters that this version lacks. */
function knownPart(value: Readonly<Record<string, unknown>>): CachePart {
  const known = new Map<unknown, boolean>();
  const isKnown = (key: unknown) => {
    if (!known.has(key)) known.set(key, isKnownKey(key));
    return known.get(key)!;
  };
  const lists = Object.keys(EMPTY_PART).map((name) => {
    const list: unknown = value[name];
    const keysOf = (one: unknown) => {
      const { key, equals = key, sentFor, row } = asFields(one);
      if (name === 'records') return Array.isArray(row) && Array.isArray(sentFor) ? sentFor : [undefined];
      return KEYLESS.includes(name) && isObject(one) ? [] : [key, equals];
    };
    return [name, Array.isArray(list) ? list.filter((one) => keysOf(one).every(isKnown)) : []];
  });
  return Object.fromEntries(lists) as CachePart;
}

interface Checkpoint {
  /** The values to write in one call, in this order. */
  readonly values: Values;
  /** True if no record had to be evicted. */
  readonly keepsAll: boolean;
  /** True if no record had to be evicted that a formula has used lately. */
  readonly keepsRecent: boolean;
}

/**
 * True if the log has many ended purchases, or there is little space. If a checkpoint may have no space for all
 * records, many more purchases must have ended than at the last attempt, because an attempt takes 0.2 seconds.
 */
export function isDue(platform: Platform, log: PurchaseLog, now: number): boolean {
  const ended = endedIn(log, now).sort((a, b) => a.purchase.sentAt - b.purchase.sentAt);
  const free = roomIn(platform);
  if (free < SPARE_CHARACTERS) return ended.length > 0;
  const attemptsFor = (entries: readonly LogEntry[]) =>
    Math.floor(entries.length / MANY) + Math.floor(charactersOf(entries) / MANY_CHARACTERS);
  const most = lengthOf(namedIn(platform.allDocumentProperties(), /^cache\./)) + charactersOf(ended);
  const before = most + BESIDE_CHARACTERS <= free ? 0 : attemptsFor(ended.slice(0, -1));
  return attemptsFor(ended) > before;
}

function charactersOf(entries: readonly LogEntry[]): number {
  return entries.reduce((sum, { characters }) => sum + characters, 0);
}

function endedIn({ entries }: PurchaseLog, now: number): LogEntry[] {
  return entries.filter(({ purchase }) => !isOpen(purchase, now));
}

/** Returns the values that move ended purchases from the log to the checkpoint. Needs the document's lock. */
export function checkpointOf(
  platform: Platform,
  log: PurchaseLog,
  { today, now }: { readonly today: string; readonly now: number },
  memory: Map<string, unknown>,
): Checkpoint {
  const values = platform.allDocumentProperties();
  const ended = endedIn(log, now);
  const written: Record<string, string> = {};
  const emptied: Record<string, string> = {};
  let parts = partsIn(values);
  let free = roomIn(platform) - BESIDE_CHARACTERS;
  let freed = charactersOf(ended);
  const plainRoom = PLAIN_CHARACTERS - lengthOf(namedIn(values, /^cache\./));
  const kept: Packed[] = [];
  for (const { payer, dataset } of distinctOwners(ended)) {
    const stored = parts.find((one) => one.payer === payer && one.dataset === dataset);
    const added = ended.filter(({ purchase }) => purchase.payer === payer && purchase.dataset === dataset);
    const before = stored ? readPart(platform, values, stored, memory) : EMPTY_PART;
    const state = fold(dataset, [before, ...added.flatMap(({ purchase }) => cachePartsOf(purchase))]);
    const old = stored ? namedIn(values, new RegExp(`^${stored.name}\\.`)) : {};
    freed += lengthOf(old);
    const name = stored
      ? stored.name.slice(0, -1) + (stored.name.endsWith('a') ? 'b' : 'a')
      : `cache.${freeNumber(parts)}a`;
    // pieces of an interrupted checkpoint, which this one replaces
    const unfinished = namedIn(values, new RegExp(`^${name}\\.`));
    free += lengthOf(unfinished);
    const packed = packedWithin(platform, compacted(state, now), roomOf(free, freed), plainRoom);
    kept.push(packed);
    const { values: pieces, mark } = inPieces(name, packed.text);
    free -= packed.text.length;
    Object.assign(written, pieces);
    for (const piece of Object.keys(unfinished)) if (!(piece in pieces)) emptied[piece] = '';
    if (stored) Object.assign(emptied, cleared(values, stored.name));
    const next: StoredPart = { payer, dataset, name, mark, day: dayAt(now) };
    parts = [...parts.filter((one) => one !== stored), next];
  }
  const logged = [...log.entries.map(({ purchase }) => purchase.token), ...log.folded];
  const purchases = ended.map(({ purchase }) => purchase);
  const { book, calls } = foldedBook(values, purchases, logged, today);
  for (const entry of ended) Object.assign(emptied, foldedValues(values, entry));
  const folded = { [NAME]: asciiJson(parts), ...calls, ...bookValues(values, book) };
  return {
    values: { ...written, ...versionValues(values), ...folded, ...emptied },
    keepsAll: kept.every(({ isWhole }) => isWhole),
    keepsRecent: kept.every(({ hasRecent }) => hasRecent),
  };
}

/** Returns the maximum length of a part, which is written before old parts and the log are cleared. */
function roomOf(free: number, freed: number): number {
  const later = free + freed;
  const spare = Math.max(LEAST_CHARACTERS, Math.min(SPARE_CHARACTERS, later / 2));
  return Math.max(0, Math.min(free, later - spare));
}

interface Packed {
  readonly text: string;
  readonly isWhole: boolean;
  readonly hasRecent: boolean;
}

/** Returns a part as a text within the space, without its least needed records if necessary. */
function packedWithin(platform: Platform, state: CacheState, room: number, plainRoom: number): Packed {
  let rest = state;
  for (;;) {
    const part = partOfState(rest);
    const plain = pack(platform, rest.dataset, part, true);
    const isPlain = plain.length <= Math.min(plainRoom, room);
    const text = isPlain ? plain : pack(platform, rest.dataset, part, false);
    if (text.length <= room || rest.records.size === 0)
      return { text, isWhole: rest === state, hasRecent: rest === state || keepsRecent(state, rest) };
    // in a compressed text, all records take about the same space
    const most = Math.floor(Math.min(0.9, (0.95 * room) / text.length) * rest.records.size);
    rest = shrunk(rest, Math.max(0, most));
  }
}

function distinctOwners(entries: readonly LogEntry[]) {
  const purchases = entries.map(({ purchase }) => purchase).filter(({ dataset }) => isDatasetName(dataset));
  return new Map(purchases.map(({ payer, dataset }) => [`${dataset} ${payer}`, { payer, dataset }])).values();
}

function freeNumber(parts: readonly StoredPart[]): number {
  return leastFree(parts.map(({ name }) => Number.parseInt(name.slice('cache.'.length), 10)));
}

function namedIn(values: Values, names: RegExp): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.test(name)));
}

/** Returns the values that clear parts of payers without a purchase for a month, who probably changed keys. */
export function withoutOldPayers(values: Values, payers: readonly string[], now: number): Values {
  const parts = partsIn(values);
  const isYoung = ({ day }: StoredPart) => day >= dayAt(now) - AGE_DAYS;
  const active = new Set([...payers, ...parts.filter(isYoung).map(({ payer }) => payer)]);
  const old = parts.filter(({ payer }) => !active.has(payer));
  if (old.length === 0) return {};
  const pointer = { [NAME]: asciiJson(parts.filter((one) => !old.includes(one))) };
  return Object.assign(pointer, ...old.map(({ name }) => cleared(values, name)));
}
