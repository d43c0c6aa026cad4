/**
 * The purchases of a spreadsheet and their records: a pure fold of the log and its checkpoint. One call reads
 * all of it; writes go into the log, and from there into the checkpoint.
 */
import type { DatasetName } from '../../contract/datasets.js';
import { type Ledger, ledgerOf } from '../../core/ledger.js';
import { isOpen, type Purchase } from '../../core/purchase.js';
import { type CacheState, fold } from '../../core/state.js';
import { errors, ignoreErrors } from '../errors.js';
import type { Platform, Values } from '../platform.js';
import {
  checkpointOf,
  isDue,
  LEAST_CHARACTERS,
  partsIn,
  readPart,
  SPARE_CHARACTERS,
  withoutOldPayers,
} from './checkpoint.js';
import { requireDocument, requireKnownVersion, versionValues, withDocumentLock } from './document-lock.js';
import { cleared, lengthOf, MATCHES, roomIn } from './pieces.js';
import { cachePartsOf, entryValues, memoized, type PurchaseLog, readLog, sentAtOf } from './purchase-log.js';
import { readBook } from './spending-book.js';

/** Answers are compressed if less space is left. */
const ROOMY_CHARACTERS = 200_000;
/** The spare space to leave beside a request or an answer. */
const REST_CHARACTERS = 2_000;
const FULL = 'answers-full';
const FULL_SECONDS = 21_600;

export class PurchaseStore {
  /** Purchases that ended in this execution, stored or not. */
  private readonly ended = new Map<string, Purchase>();
  /** The log slots of this execution's purchases, by token. */
  private readonly slots = new Map<string, number>();
  /** Parsed and folded values of this execution. */
  private readonly memory = new Map<string, unknown>();
  private readonly platform: Platform;

  constructor(platform: Platform) {
    this.platform = platform;
  }

  state(dataset: DatasetName, payer: string): CacheState {
    const { platform, memory } = this;
    const { values, log } = this.read();
    const part = partsIn(values).find((one) => one.dataset === dataset && one.payer === payer);
    const mine = this.purchasesIn(log).filter((one) => one.dataset === dataset && one.payer === payer);
    const parts = mine.flatMap((purchase) =>
      memoized(memory, `part ${purchase.token} ${purchase.state} ${purchase.pages?.length}`, () =>
        cachePartsOf(purchase),
      ),
    );
    const marks = mine.map(({ token, state }) => `${token} ${state}`);
    return memoized(memory, [dataset, payer, part?.mark, ...marks].join(), () =>
      fold(dataset, [...(part ? [readPart(platform, values, part, memory)] : []), ...parts]),
    );
  }

  ledger(): Ledger {
    const found = this.read();
    return ledgerOf(readBook(found.values), this.purchasesIn(found.log));
  }

  /** Returns purchases that may still be charged or are in flight. */
  open(now: number): readonly Purchase[] {
    return this.purchasesIn(this.read().log).filter((one) => isOpen(one, now));
  }

  /**
   * Makes space for a purchase and related values. Needs the document's lock.
   * @throws BAD_INPUT without space: the paid records, and the payment itself, could not be stored
   */
  ensureSpace(today: string, purchase: Purchase, others: Values): void {
    const { platform } = this;
    const written = this.requestValues(purchase, others);
    // a repeated purchase is stored already, so that it adds little
    const added = roomIn(platform) - roomIn(platform, written) + REST_CHARACTERS;
    const needed = Math.max(LEAST_CHARACTERS, added);
    // a list of thousands of companies can be split, so that no bought rows are evicted for it
    const isLong = added > SPARE_CHARACTERS;
    const mustEvict = () => !isLong && roomIn(platform) < LEAST_CHARACTERS;
    if (roomIn(platform) < Math.max(SPARE_CHARACTERS, needed)) this.evictUnused(purchase.payer);
    if (mustEvict()) evictRows(platform, LEAST_CHARACTERS);
    if (isDue(platform, this.read().log, platform.clock.now())) this.tryCheckpoint(today, isLong ? added : 0);
    if (mustEvict()) evictRows(platform, LEAST_CHARACTERS);
    if (roomIn(platform) >= needed) return;
    throw added > LEAST_CHARACTERS ? errors.noRoomForList() : errors.noRoom();
  }

  /** Writes a purchase before it is sent, with related values. Needs the document's lock. */
  request(purchase: Purchase, others: Values = {}): void {
    requireDocument(this.platform).setAll(this.requestValues(purchase, others));
  }

  private requestValues(purchase: Purchase, others: Values): Values {
    const { values, log } = this.read();
    const entry = entryValues(this.platform, this.slotOf(purchase, log), purchase, true);
    return { ...others, ...versionValues(values), ...entry };
  }

  /** Remembers an ended purchase in this execution. It is written later, with related values. */
  hold(purchase: Purchase): void {
    this.ended.set(purchase.token, purchase);
  }

  /** Returns the values to write for an ended purchase. */
  endValues(purchase: Purchase): Values {
    this.hold(purchase);
    const { platform } = this;
    const slot = this.slotOf(purchase, this.read().log);
    const plain = entryValues(platform, slot, purchase, true);
    const hasSpace = roomIn(platform) - lengthOf(plain) > ROOMY_CHARACTERS;
    return hasSpace ? plain : entryValues(platform, slot, purchase, false);
  }

  /** Writes an ended purchase, without the lock. If that fails, only this execution knows its records. */
  end(purchase: Purchase): void {
    const values = this.endValues(purchase);
    try {
      requireDocument(this.platform).setAll(values);
    } catch {
      // other writes have filled the store since it was read
      this.endInLittleRoom(purchase, Object.keys(values));
    }
  }

  /** Compresses the answer and evicts older rows to store it. If that is not enough, stores only the cost. */
  private endInLittleRoom(purchase: Purchase, written: readonly string[]): void {
    const { platform } = this;
    const slot = this.slots.get(purchase.token)!;
    const properties = requireDocument(platform);
    const values = entryValues(platform, slot, purchase, false);
    // a part of the answer may be stored; keep the requests: without them, it counts as never sent
    const blank = Object.fromEntries(
      written.filter((name) => name.includes('.came.')).map((name) => [name, '']),
    );
    ignoreErrors(() => properties.setAll(blank));
    ignoreErrors(() => withDocumentLock(platform, () => evictRows(platform, REST_CHARACTERS, values)));
    try {
      properties.setAll(values);
    } catch {
      // with enough space, the write failed for a temporary reason of Google's
      if (ignoreErrors(() => roomIn(platform, values) < REST_CHARACTERS)) markStoreFull(platform);
      ignoreErrors(() => properties.setAll(blank));
      const { pages: _pages, ...cost } = purchase;
      ignoreErrors(() => properties.setAll(entryValues(platform, slot, cost, false)));
    }
  }

  private read(): { values: Values; log: PurchaseLog } {
    const values = this.platform.allDocumentProperties();
    requireKnownVersion({ get: (name) => values[name] ?? null });
    return { values, log: readLog(this.platform, values, this.memory) };
  }

  private purchasesIn({ entries }: PurchaseLog): Purchase[] {
    const { ended } = this;
    const others = entries.map(({ purchase }) => purchase).filter(({ token }) => !ended.has(token));
    return [...others, ...ended.values()];
  }

  /** Ignores a failure: a later purchase tries again. @param least the space without which no row is evicted */
  private tryCheckpoint(today: string, least: number): void {
    const { platform, memory } = this;
    try {
      const moment = { today, now: platform.clock.now() };
      const { values, keepsAll, keepsRecent } = checkpointOf(platform, this.read().log, moment, memory);
      // the new half does not fit beside the old one and the log, which keep all records
      if (!keepsRecent && roomIn(platform) >= SPARE_CHARACTERS) return;
      // nothing bought is evicted for a purchase that does not fit even then
      if (!keepsAll && roomIn(platform, values) < least) return;
      requireDocument(platform).setAll(values);
      if (!keepsAll) markStoreFull(platform);
    } catch (error) {
      platform.log.warn(error);
    }
  }

  /** Deletes matches, and records of payers without a purchase for 31 days. */
  private evictUnused(payer: string): void {
    const { values, log } = this.read();
    const payers = [payer, ...log.entries.map(({ purchase }) => purchase.payer)];
    const now = this.platform.clock.now();
    const change = { ...cleared(values, MATCHES), ...withoutOldPayers(values, payers, now) };
    if (Object.keys(change).length > 0) requireDocument(this.platform).setAll(change);
  }

  private slotOf({ token }: Purchase, { entries, freeSlot }: PurchaseLog): number {
    const logged = entries.find(({ purchase }) => purchase.token === token);
    const slot = this.slots.get(token) ?? logged?.slot ?? freeSlot;
    this.slots.set(token, slot);
    return slot;
  }
}

/**
 * Evicts matches, which are free, then bought rows, the oldest first, until there is enough space.
 * @param written values to write, beside which the space is needed
 */
function evictRows(platform: Platform, room: number, written: Values = {}): void {
  const values = platform.allDocumentProperties();
  const pieces = Object.keys(values).filter(
    (name) => /^(matches|cache\.\w+|log\.\d+\.came)\.\d+$/.test(name) && values[name] !== '',
  );
  const names = new Set(pieces.map((piece) => piece.slice(0, piece.lastIndexOf('.'))));
  const parts = new Map(partsIn(values).map(({ name, day }) => [name, day]));
  // the checkpoint is older than the log; matches have no age, and come first
  const ageOf = (name: string) => parts.get(name) ?? sentAtOf(values, name);
  for (const name of [...names].sort((a, b) => ageOf(a) - ageOf(b))) {
    if (roomIn(platform, written) >= room) return;
    if (name !== MATCHES) markStoreFull(platform);
    requireDocument(platform).setAll(cleared(values, name));
  }
}

/** True if bought rows did not fit into the document's properties within the last hours. */
export function wasStoreFull({ documentCache }: Pick<Platform, 'documentCache'>): boolean {
  return ignoreErrors(() => documentCache?.getAll([FULL])[FULL]) === FULL;
}

function markStoreFull({ documentCache: cache }: Pick<Platform, 'documentCache'>): void {
  ignoreErrors(() => cache?.putAll({ [FULL]: FULL }, FULL_SECONDS));
}
