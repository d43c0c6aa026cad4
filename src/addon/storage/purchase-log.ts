/**
 * The log of purchases, in the document's properties. A purchase has a slot: `log.3` says what has become of it, in one
 * property that is written as a whole; `log.3.asked.0` and so on are its requests, `log.3.came.0` and so on its answers.
 * It is written with the lock when it is requested, and without it when it has ended. Until it is repeated, or the
 * checkpoint has it, nobody else writes into its slot.
 */
import { isDatasetName } from '../../contract/datasets.js';
import { objectOf, readJson } from '../../contract/json.js';
import type { FetchedPage } from '../../core/facts.js';
import { isKnownKey } from '../../core/filter-test.js';
import type { Purchase } from '../../core/purchase.js';
import { type CachePart, partOf, withoutCursors } from '../../core/state.js';
import type { Platform } from '../platform.js';
import { pack, unpack } from './packing.js';
import { inPieces, joined, type PiecesMark } from './pieces.js';
import { asciiJson } from './text.js';

export interface LogEntry {
  readonly slot: number;
  readonly purchase: Purchase;
  /** Tells it from any other text of its slot. */
  readonly text: string;
  readonly characters: number;
}

export interface PurchaseLog {
  readonly entries: readonly LogEntry[];
  /** Tokens of purchases that the checkpoint has, and whose late executions may still write into their slots. */
  folded(now: number): readonly string[];
  freeSlot(now: number): number;
}

/** What a slot holds of a purchase, beside its requests and answers. */
interface Head extends Omit<Purchase, 'requests' | 'uses' | 'pages'> {
  readonly asked: PiecesMark;
  readonly came?: PiecesMark;
}

/** A slot whose purchase the checkpoint has. */
interface Folded {
  readonly token: string;
  readonly state: 'folded';
  readonly sentAt: number;
}

const NAME = /^log\.(\d+)$/;
const PART = /^log\.(\d+)\./;
/** Longer than any execution lasts: then nobody writes into a slot any more. */
const LATE_MS = 420_000;

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
  asked: 'string',
  came: 'string?',
});
const isFolded = objectOf<Folded>({ token: 'string', state: 'string', sentAt: 'number' });

/** @param memory of the execution: what was read once is not read again */
export function readLog(
  platform: Platform,
  values: Readonly<Record<string, string>>,
  memory: Map<string, unknown>,
): PurchaseLog {
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
    const purchase = remembered(memory, `${slot} ${text}`, () => readPurchase(platform, values, slot, text));
    return purchase ? [{ slot, purchase, text, characters: sizes.get(slot) ?? 0 }] : [];
  });
  const closedAt = (now: number) =>
    found.flatMap(({ slot, folded }) =>
      folded && now - folded.sentAt < LATE_MS ? [{ slot, token: folded.token }] : [],
    );
  return {
    entries,
    folded: (now) => closedAt(now).map(({ token }) => token),
    freeSlot(now) {
      const taken = new Set([...entries, ...closedAt(now)].map(({ slot }) => slot));
      let slot = 0;
      while (taken.has(slot)) slot += 1;
      return slot;
    },
  };
}

function foldedIn(text: string): Folded | undefined {
  const found = readJson(text, isFolded);
  return found?.state === 'folded' ? found : undefined;
}

/**
 * Reads a purchase. Its cost counts even if its answers are damaged, or its dataset is unknown to this version. A purchase
 * without all of its requests was never sent: the execution that wrote them died before.
 */
function readPurchase(
  platform: Platform,
  values: Readonly<Record<string, string>>,
  slot: number,
  text: string,
): Purchase | undefined {
  const head = readJson(text, isHead);
  if (!head) return undefined;
  const { asked, came, ...purchase } = head;
  const isKnown = isDatasetName(head.dataset);
  const read = (part: 'asked' | 'came', mark: PiecesMark | undefined) => {
    const packed = mark && joined(values, `log.${slot}.${part}`, mark);
    return packed && isKnown ? unpack(platform, head.dataset, packed) : undefined;
  };
  const question = read('asked', asked)?.value as Pick<Purchase, 'requests' | 'uses'> | undefined;
  const answers = read('came', came);
  const pages = (answers?.value as readonly FetchedPage[] | undefined)?.map((page) => ({
    ...page,
    rows: page.rows.map((row) => answers!.arranged(row)),
  }));
  if (!question && isKnown && purchase.state === 'requested')
    return { ...purchase, requests: [], state: 'released' };
  return { ...purchase, requests: [], ...question, ...(question && pages && { pages }) };
}

/** When the purchase of a slot was sent. @param name of the slot, or of a part of it; 0 where it has none */
export function sentAtOf(values: Readonly<Record<string, string>>, name: string): number {
  const slot = PART.exec(`${name}.`)?.[1] ?? '';
  return readJson(values[`log.${slot}`], isHead)?.sentAt ?? 0;
}

/** What a purchase adds to the cache. A service that refuses a cursor has forgotten it. */
export function cachePartsOf(purchase: Purchase): CachePart[] {
  const { dataset, state, requests, pages, refresh, at } = purchase;
  if (state === 'refused' && requests.some(({ since }) => since)) return [withoutCursors(requests, at)];
  if (state !== 'answered' || !pages || pages.length !== requests.length) return [];
  if (!requests.every(({ key }) => isKnownKey(key))) return [];
  return [partOf(dataset, { ...purchase, pages, refresh })];
}

/** The values to write for a purchase; the one that makes it valid is the last. @param isPlain whether there is much room */
export function entryValues(
  platform: Platform,
  slot: number,
  { requests, uses, pages, ...head }: Purchase,
  isPlain: boolean,
): Readonly<Record<string, string>> {
  const { dataset } = head;
  const asked = inPieces(`log.${slot}.asked`, pack(platform, dataset, { requests, uses }, true));
  const came = pages && inPieces(`log.${slot}.came`, pack(platform, dataset, pages, isPlain));
  const stored: Head = { ...head, asked: asked.mark, ...(came && { came: came.mark }) };
  return { ...asked.values, ...came?.values, [`log.${slot}`]: asciiJson(stored) };
}

/** What has to be written for a slot whose purchase the checkpoint has. */
export function foldedValues(
  values: Readonly<Record<string, string>>,
  { slot, purchase: { token, sentAt } }: LogEntry,
): Record<string, string> {
  const parts = Object.keys(values).filter((name) => PART.exec(name)?.[1] === String(slot));
  const folded: Folded = { token, state: 'folded', sentAt };
  return {
    [`log.${slot}`]: asciiJson(folded),
    ...Object.fromEntries(parts.filter((name) => values[name] !== '').map((name) => [name, ''])),
  };
}

export function remembered<T>(memory: Map<string, unknown>, name: string, make: () => T): T {
  if (!memory.has(name)) memory.set(name, make());
  return memory.get(name) as T;
}
