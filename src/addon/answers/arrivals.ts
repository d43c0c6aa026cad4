/**
 * What has been bought and has not found its place in the pool yet. It is written in one call without the document's lock,
 * together with its receipt, and put away under the lock by an execution that has it anyway: one section under the lock
 * for each purchase. Reading the pool includes what has arrived.
 */
import type { DatasetName } from '../../contract/datasets.js';
import type { Platform } from '../platform.js';
import { CAME, slotNames } from '../spending/slots.js';
import { asciiJson } from '../storage/ascii-json.js';
import { hash } from '../storage/hash.js';
import { layoutOf } from '../table/record-layout.js';
import { addAnswers, markUsed, type Placing, type Received, withOrder } from './add-answers.js';
import type { Ask } from './plan.js';
import {
  arrangedAs,
  type Batch,
  type Pool,
  pathsOf,
  range,
  readPool,
  remembered,
  SERVED,
  type Shelf,
  shelfKey,
  UNSORTED,
  VERSION,
} from './pool.js';
import { type Change, overlaid, PIECE_CHARACTERS } from './pool-write.js';
import type { RecordScope } from './scope.js';

/** Answers to the requests of one purchase. */
export interface Arrival {
  readonly payer: string;
  readonly wanted: Placing;
  readonly asks: readonly Ask[];
  readonly lists: readonly Received[];
  /** When the requests were first sent, and when the answers came. */
  readonly at: number;
  readonly came: number;
  /** The values of `refresh` that are served by it, as hashes. */
  readonly served: readonly string[];
}

interface Found {
  readonly names: readonly string[];
  readonly characters: number;
  readonly digest: string;
  readonly arrival: Arrival | undefined;
}

/** Longer ones are put away at once. */
export const MAX_CHARACTERS = 70_000;
/** While all that is kept has not more than so many characters, what arrives need not be compressed. */
const ROOMY_CHARACTERS = 300_000;
/** Characters at the beginning of a text that tell it from any other: its digest. */
const DIGEST = 30;

/**
 * What is known of all that was bought, put away or not.
 * @param memory of the execution: a pool is not made again for the little that has come since
 */
export function openPool(platform: Platform, payer: string, memory: Map<string, unknown>): Pool {
  const values = platform.allDocumentProperties();
  const heads = Object.keys(values).filter((name) => /^pool:[^.]*$/.test(name));
  const whole = [SERVED, UNSORTED].map((name) => values[name]);
  let name = `pool ${payer} ${heads.map((head) => `${head} ${values[head]!.slice(0, DIGEST)}`)} ${whole}`;
  let pool = memory.get(name) as Pool | undefined;
  pool ??= readPool(platform, payer, memory);
  memory.set(name, pool);
  for (const { arrival, digest } of findArrivals(platform, memory)) {
    if (arrival?.payer !== payer) continue;
    name += ` ${digest}`;
    pool = (memory.get(name) as Pool | undefined) ?? withArrival(pool, arrival);
    memory.set(name, pool);
  }
  return pool;
}

/**
 * An arrival as properties, its first piece last: without it the others are nothing. Undefined where it is too long to
 * wait for its place.
 */
export function arrivalValues(
  platform: Platform,
  slot: number,
  arrival: Arrival,
  { sizes }: Pool,
): Record<string, string> | undefined {
  const { payer, wanted, asks, lists, at, came, served } = arrival;
  const { byModified, limit, scopes, window } = wanted;
  const { dataset } = wanted.question;
  const plain = asciiJson([
    pathsOf({ dataset, filters: {} }),
    [payer, dataset, byModified, limit, window, scopes.map(({ filters }) => filters), at, came, served],
    asks.map((ask) => [ask.scope.filters, ask.byModified, ask.days, ask.limit, ask.cursor, ask.isLess]),
    lists.map(({ rows, records, changes, begun }) => [records, rows, changes, begun]),
  ]);
  const kept = [...sizes.values()].reduce((sum, { characters }) => sum + characters, 0);
  const isPlain = plain.length < PIECE_CHARACTERS || kept + plain.length < ROOMY_CHARACTERS;
  const body = isPlain ? `t${plain}` : `z${platform.compress(plain)}`;
  if (body.length > MAX_CHARACTERS) return undefined;
  const text = `${VERSION} ${hash(body)} ${body}`;
  const { came: name } = slotNames(slot);
  const count = Math.ceil(text.length / PIECE_CHARACTERS);
  const piece = (index: number) => text.slice(index * PIECE_CHARACTERS, (index + 1) * PIECE_CHARACTERS);
  return Object.fromEntries([
    ...range(count - 1).map((index) => [`${name}.${index + 1}`, piece(index + 1)] as const),
    [name, `${count} ${piece(0)}`],
  ]);
}

/** In the order in which they came. Damaged ones are among those that can be removed. */
export function findArrivals(platform: Platform, memory: Map<string, unknown>): Found[] {
  const values = platform.allDocumentProperties();
  return Object.keys(values)
    .filter((name) => name.startsWith(CAME) && !name.slice(CAME.length).includes('.') && values[name] !== '')
    .map((name) => {
      const [count = ''] = values[name]!.split(' ', 1);
      const names = [name, ...range(Number(count) - 1).map((index) => `${name}.${index + 1}`)];
      const text = names
        .map((piece) => values[piece] ?? '')
        .join('')
        .slice(count.length + 1);
      return {
        names,
        characters: text.length,
        digest: text.slice(0, DIGEST),
        arrival: remembered(memory, text, () => readArrival(platform, text)),
      };
    })
    .sort((a, b) => (a.arrival?.came ?? 0) - (b.arrival?.came ?? 0));
}

function readArrival(platform: Platform, text: string): Arrival | undefined {
  const [version, sum = ''] = text.split(' ', 2);
  const body = text.slice(`${version} ${sum} `.length);
  if (version !== String(VERSION) || hash(body) !== sum) return undefined;
  const json = body.startsWith('z') ? platform.expand(body.slice(1)) : body.slice(1);
  const [paths, of, asks, lists] = JSON.parse(json) as [string[], StoredWanted, StoredAsk[], StoredList[]];
  const [payer, dataset, byModified, limit, window, scopes, at, came, served] = of;
  const arranged = arrangedAs(pathsOf({ dataset, filters: {} }), paths);
  const filters = { dateType: byModified ? 'LAST-MODIFIED' : 'ANNOUNCED', limit };
  return {
    payer,
    wanted: {
      question: { dataset },
      scopes: scopes.map((one) => ({ dataset, filters: one })),
      window,
      byModified,
      limit,
      layout: layoutOf({ dataset, filters }),
    },
    asks: asks.map(([scope, isByModified, days, most, cursor, isLess]) => ({
      scope: { dataset, filters: scope },
      byModified: isByModified,
      days,
      limit: most,
      isWhole: false,
      isWider: false,
      isBelowCut: false,
      ...(cursor && { cursor }),
      isLess: isLess === true,
    })),
    lists: lists.map(([records, rows, changes, begun]) => ({
      records,
      rows: rows.map(arranged),
      ...(changes && { changes }),
      came,
      ...(begun && { begun }),
    })),
    at,
    came,
    served,
  };
}

type Filters = RecordScope['filters'];
type StoredWanted = [
  string,
  DatasetName,
  boolean,
  number,
  Placing['window'],
  Filters[],
  number,
  number,
  string[],
];
type StoredAsk = [Filters, boolean, Ask['days'], number, (string | null)?, (boolean | null)?];
type StoredList = [number, Received['rows'], (Received['changes'] | null)?, (Received['begun'] | null)?];

/** What an arrival changes, marked as used by its question. */
export function changesOf(pool: Pool, { wanted, asks, lists, at, came }: Arrival): Change[] {
  return addAnswers(withOrder(pool, asks, lists, at), wanted, asks, lists, at).map(({ shelf, added }) => ({
    shelf: markUsed([shelf], wanted, came)[0] ?? shelf,
    added,
  }));
}

/**
 * The pool with an arrival, as far as its own payer goes. What it changes in the shelves of other scopes is found out when
 * they are read: reading one takes several calls.
 */
export function withArrival(before: Pool, arrival: Arrival): Pool {
  const { payer, asks, lists, at, served, wanted } = arrival;
  const { dataset } = wanted.question;
  const ordered = withOrder(before, asks, lists, at);
  const pool = served.length > 0 ? { ...ordered, served: [...ordered.served, ...served] } : ordered;
  // an answer that is given again may be older than what has come since: all of it is looked at
  if (pool.shelves.some(({ regions }) => regions.some((region) => region.at >= at)))
    return overlaid(pool, changesOf(pool, arrival));
  const own = new Set(asks.map(({ scope }) => shelfKey(payer, scope)));
  const ours = pool.shelves.filter(({ key }) => own.has(key));
  const next = overlaid(pool, changesOf({ ...pool, shelves: ours }, arrival));
  const others = new Map<string, readonly Batch[] | undefined>();
  const batchesOfOther = (shelf: Shelf): readonly Batch[] | undefined => {
    const batches = pool.batchesOf(shelf);
    const changes = batches && changesOf({ ...pool, shelves: [...ours, shelf] }, arrival);
    const change = changes?.find((one) => one.shelf.key === shelf.key);
    return change ? [...(batches ?? []), ...change.added] : batches;
  };
  return {
    ...next,
    batchesOf(shelf) {
      const { key, scope } = shelf;
      if (own.has(key) || scope.dataset !== dataset) return next.batchesOf(shelf);
      if (!others.has(key)) others.set(key, batchesOfOther(shelf));
      return others.get(key);
    },
  };
}
