/**
 * The log of purchases, in document properties. Each purchase has a slot: `log.3` is its state, written as a
 * whole; `log.3.asked1.0` and so on are its requests with their number, `log.3.came.0` and so on its answers.
 * Requests are written under the lock, ends without it, because only one execution writes into a slot at a time.
 */
import { isDatasetName } from '../../contract/datasets.js';
import { asFields, listOf, objectOf, readJson } from '../../contract/json.js';
import type { FetchedPage, FetchRequest, KeyUse } from '../../core/facts.js';
import { isKnownKey } from '../../core/filter-test.js';
import type { Purchase } from '../../core/purchase.js';
import { type CachePart, partOf, withoutCursors } from '../../core/state.js';
import type { Platform, Values } from '../platform.js';
import { pack, unpack } from './packing.js';
import { cleared, inPieces, joined, type PiecesMark } from './pieces.js';
import { asciiJson } from './text.js';

export interface LogEntry {
  readonly slot: number;
  readonly purchase: Purchase;
  readonly characters: number;
}

export interface PurchaseLog {
  readonly entries: readonly LogEntry[];
  /** Tokens of purchases in the checkpoint whose late executions may still write into their slots. */
  readonly folded: readonly string[];
  readonly freeSlot: number;
}

/** The purchase in a slot, without its requests and answers. */
interface Head extends Omit<Purchase, 'requests' | 'uses' | 'pages'> {
  /** The number of requests. An end leaves out refused ones, and must not overwrite those that were sent. */
  readonly count?: number;
  readonly asked: PiecesMark;
  readonly came?: PiecesMark;
}

/** A slot whose purchase is in the checkpoint. */
interface Folded {
  readonly token: string;
  readonly state: 'folded';
  readonly sentAt: number;
}

const NAME = /^log\.(\d+)$/;
const PART = /^log\.(\d+)\./;
/** Longer than any execution, so that no execution writes into a slot any more. */
const LATE_MS = 420_000;

const isPage = objectOf<FetchedPage>({
  rows: 'list',
  records: 'number',
  cursor: 'string?',
  receivedAt: 'number',
  removed: 'list?',
  isPart: 'boolean?',
});
const isHead = objectOf<Head>({
  token: 'string',
  names: 'list?',
  payer: 'string',
  dataset: 'string',
  asker: 'string',
  amount: 'number',
  at: 'number',
  sentAt: 'number',
  day: 'string',
  refresh: 'string',
  cause: 'string',
  state: 'string',
  call: 'object?',
  balance: 'number?',
  count: 'number?',
  asked: 'string',
  came: 'string?',
});
const isFolded = objectOf<Folded>({ token: 'string', state: 'string', sentAt: 'number' });

/** @param memory the execution's results, so that nothing is parsed twice */
export function readLog(platform: Platform, values: Values, memory: Map<string, unknown>): PurchaseLog {
  const sizes = new Map<number, number>();
  const slots = new Map<number, string>();
  for (const [name, value] of Object.entries(values)) {
    const slot = Number((NAME.exec(name) ?? PART.exec(name))?.[1] ?? Number.NaN);
    if (Number.isNaN(slot) || value === '') continue;
    sizes.set(slot, (sizes.get(slot) ?? 0) + value.length);
    if (NAME.test(name)) slots.set(slot, value);
  }
  const found = [...slots].map(([slot, text]) => ({ slot, text, folded: foldedIn(text) }));
  const entries = found.flatMap(({ slot, text, folded }): LogEntry[] => {
    if (folded) return [];
    const purchase = memoized(memory, `${slot} ${text}`, () => readPurchase(platform, values, slot, text));
    return purchase ? [{ slot, purchase, characters: sizes.get(slot) ?? 0 }] : [];
  });
  const now = platform.clock.now();
  const late = found.filter(({ folded }) => folded && now - folded.sentAt < LATE_MS);
  return {
    entries,
    folded: late.flatMap(({ folded }) => folded?.token ?? []),
    freeSlot: leastFree([...entries, ...late].map(({ slot }) => slot)),
  };
}

export function leastFree(taken: readonly number[]): number {
  const numbers = new Set(taken);
  let number = 0;
  while (numbers.has(number)) number += 1;
  return number;
}

function foldedIn(text: string): Folded | undefined {
  const found = readJson(text, isFolded);
  return found?.state === 'folded' ? found : undefined;
}

/**
 * Reads a purchase. Its cost counts even if its answers are damaged or its dataset is unknown. A purchase
 * without all of its requests was never sent, because the execution that wrote it died before.
 */
function readPurchase(platform: Platform, values: Values, slot: number, text: string): Purchase | undefined {
  const head = readJson(text, isHead);
  if (!head) return undefined;
  const { count = '', asked, came, ...purchase } = head;
  const isKnown = isDatasetName(head.dataset);
  const read = (part: string, mark: PiecesMark | undefined) => {
    const packed = mark && joined(values, `log.${slot}.${part}`, mark);
    return packed && isKnown ? unpack(platform, head.dataset, packed) : undefined;
  };
  const question = read(`asked${count}`, asked);
  if (!question && isKnown && purchase.state === 'requested')
    return { ...purchase, requests: [], state: 'released' };
  const answers = read('came', came);
  const pages = answers && arePages(answers.value) ? answers.value : undefined;
  return {
    ...purchase,
    ...knownQuestion(question?.value),
    ...(question &&
      pages && { pages: pages.map((one) => ({ ...one, rows: one.rows.map(answers!.arranged) })) }),
  };
}

const arePages = listOf(
  (value: unknown): value is FetchedPage => isPage(value) && value.rows.every(Array.isArray),
);

/** Leaves out what another version has stored in another form, or with filters that this version lacks. */
function knownQuestion(value: unknown): Pick<Purchase, 'requests' | 'uses'> {
  const { requests, uses } = asFields(value);
  const isKnown = (one: unknown) => {
    const { key, equals = key } = asFields(one);
    return isKnownKey(key) && isKnownKey(equals);
  };
  const areKnown = Array.isArray(requests) && requests.every(isKnown);
  return {
    requests: areKnown ? (requests as readonly FetchRequest[]) : [],
    ...(Array.isArray(uses) && { uses: uses.filter(isKnown) as readonly KeyUse[] }),
  };
}

/** Returns when a slot's purchase was sent; 0 for an empty slot. @param name of the slot, or of a part of it */
export function sentAtOf(values: Values, name: string): number {
  const slot = PART.exec(`${name}.`)?.[1] ?? '';
  return readJson(values[`log.${slot}`], isHead)?.sentAt ?? 0;
}

/** Returns the parts that a purchase adds to the cache. A refused cursor was deleted by the service. */
export function cachePartsOf(purchase: Purchase): CachePart[] {
  const { state, requests, pages, at } = purchase;
  if (state === 'refused' && requests.some(({ since }) => since)) return [withoutCursors(requests, at)];
  if (state !== 'answered' || !pages || pages.length !== requests.length) return [];
  return [partOf({ ...purchase, pages })];
}

/** Returns a purchase's values; the last one makes it valid. @param isPlain true to not compress answers */
export function entryValues(
  platform: Platform,
  slot: number,
  { requests, uses, pages, ...head }: Purchase,
  isPlain: boolean,
): Values {
  const { dataset } = head;
  const count = requests.length;
  const asked = inPieces(`log.${slot}.asked${count}`, pack(platform, dataset, { requests, uses }, true));
  const answers = pages && inPieces(`log.${slot}.came`, pack(platform, dataset, pages, isPlain));
  const stored: Head = { ...head, count, asked: asked.mark, ...(answers && { came: answers.mark }) };
  return { ...asked.values, ...answers?.values, [`log.${slot}`]: asciiJson(stored) };
}

/** Returns the values that clear a slot whose purchase is in the checkpoint. */
export function foldedValues(values: Values, { slot, purchase: { token, sentAt } }: LogEntry): Values {
  const folded: Folded = { token, state: 'folded', sentAt };
  return { [`log.${slot}`]: asciiJson(folded), ...cleared(values, `log.${slot}`) };
}

export function memoized<T>(memory: Map<string, unknown>, name: string, make: () => T): T {
  if (!memory.has(name)) memory.set(name, make());
  return memory.get(name) as T;
}
