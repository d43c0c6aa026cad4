/** Puts what has arrived into the pool, and makes room in the document's properties before anything is paid. */
import { errors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { roomIn } from '../storage/room.js';
import { changesOf, findArrivals, MAX_CHARACTERS, withArrival } from './arrivals.js';
import { type Pool, readPool } from './pool.js';
import { type Change, type PoolWrite, SPARE_CHARACTERS, writePool } from './pool-write.js';

/** So many are put away together. */
const MANY = 8;
/** Costs, and what was asked, of all calls that can be in flight. */
const LEAST_CHARACTERS = 20_000;
const FULL = 'answers-full';
const FULL_SECONDS = 21_600;

/**
 * Puts what has arrived into the pool when it has become much, or when there is little room: then the pool gives up what
 * nobody has used for longest. Needs the document's lock.
 */
function putAwayMany(platform: Platform, memory: Map<string, unknown>): void {
  const found = findArrivals(platform, memory);
  const characters = found.reduce((sum, one) => sum + one.characters, 0);
  if (found.length >= MANY || characters > MAX_CHARACTERS || roomIn(platform) < SPARE_CHARACTERS)
    putAway(platform, memory);
}

/**
 * Before anything is paid: makes room for what is written then. Needs the document's lock.
 * @throws BAD_INPUT where there is none: what is paid could not be kept, nor that it is paid
 */
export function makeRoom(platform: Platform, memory: Map<string, unknown>): void {
  ignoreErrors(() => putAwayMany(platform, memory));
  if (roomIn(platform) < LEAST_CHARACTERS) throw errors.noRoom();
}

/** The pool of a payer when everything has its place in it, for who is about to write it. Needs the document's lock. */
export function settledPool(platform: Platform, payer: string, memory: Map<string, unknown>): Pool {
  if (findArrivals(platform, memory).length > 0) putAway(platform, memory);
  return readPool(platform, payer, memory);
}

function putAway(platform: Platform, memory: Map<string, unknown>): void {
  const store = platform.documentProperties;
  if (!store) return;
  const found = findArrivals(platform, memory);
  const payers = new Set(found.map(({ arrival }) => arrival?.payer ?? ''));
  // where nothing has arrived, there may be too much all the same
  if (!found[0]) payers.add('');
  for (const payer of payers) {
    const mine = found.filter(({ arrival }) => (arrival?.payer ?? '') === payer);
    const stored = readPool(platform, payer, memory);
    let pool = stored;
    const changes = new Map<string, Change>();
    for (const { arrival } of mine) {
      if (!arrival) continue;
      for (const { shelf, added } of changesOf(pool, arrival)) {
        const before = changes.get(shelf.key)?.added ?? [];
        changes.set(shelf.key, { shelf, added: [...before, ...added] });
      }
      pool = withArrival(pool, arrival);
    }
    const served = mine.flatMap(({ arrival }) => arrival?.served ?? []);
    const { unsorted } = pool;
    const written = (plain?: number) =>
      writePool(platform, { ...stored, unsorted }, [...changes.values()], served, plain);
    const names = mine.flatMap((one) => one.names);
    writeWhateverTheRoom(platform, store, written, Object.fromEntries(names.map((name) => [name, ''])), {});
  }
}

/** Whether the document's properties had no room for all that was bought within the last hours. */
export function wasStoreFull({ documentCache }: Pick<Platform, 'documentCache'>): boolean {
  return documentCache?.getAll([FULL])[FULL] !== undefined;
}

/** Says that there was no room for all. */
export function sayFull({ documentCache: cache }: Pick<Platform, 'documentCache'>): void {
  ignoreErrors(() => cache?.putAll({ [FULL]: FULL }, FULL_SECONDS));
}

/**
 * The places first, so that at each moment one of the two is there; where there is no room for both, one after the other.
 * @param emptied what has arrived, and has its place now
 * @param settlement what must not be there without what was bought
 */
export function writeWhateverTheRoom(
  platform: Platform,
  store: Properties,
  written: (plainCharacters?: number) => PoolWrite,
  emptied: Readonly<Record<string, string>>,
  settlement: Readonly<Record<string, string>>,
): void {
  let write = written();
  const giveUp = () => {
    for (const name of write.removed) store.remove(name);
  };
  try {
    store.setAll({ ...write.values, ...emptied, ...settlement });
    ignoreErrors(giveUp);
  } catch {
    write = written(0);
    giveUp();
    store.setAll({ ...emptied, ...write.values, ...settlement });
  }
  if (!write.isRoomy) sayFull(platform);
}
