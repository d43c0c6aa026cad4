/** Free look-ups: asked once for all cells, and kept in the document's cache. */
import { objectOf, readJson } from '../../contract/json.js';
import { errors, SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { cacheKey, failureKey, putText, recall, remember, takeText } from '../storage/cache-tier.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { asciiJson, hash } from '../storage/text.js';
import type { Row } from '../table/rows.js';

/** For whom, and how fresh. */
export interface LookUpRules {
  readonly payer: string;
  /** A new value forces a new request. */
  readonly token: string;
  /** Asked before that moment: asked again. Milliseconds since 1970. */
  readonly after: number;
  readonly deadline: number;
}

interface StoredRows {
  readonly askedAt: number;
  readonly rows: readonly Row[];
}

interface LookUpState {
  readonly rows?: readonly Row[];
  /** Nobody asks for them at the moment. */
  readonly isUnclaimed: boolean;
}

const areRows = objectOf<StoredRows>({ askedAt: 'number', rows: 'list' });
/**
 * An execution that has not finished by then is taken for dead: a little longer than the longest call, and short enough
 * that those who wait can still take its place.
 */
const LEASE_SECONDS = 21;
const LOCK_WAIT_MS = 5_000;
const POLL_MS = 250;
/** As long as the cache keeps an answer. */
const CHANGED_SECONDS = 21_600;

/**
 * Looks rows up once for all cells that need them under this name. It costs nothing. Of all executions that need them now,
 * the one with a lease in the cache asks, and the others wait for what it stores. The document's lock is taken only to look
 * and to take the lease, never while the service is asked.
 * @throws an error of `ask`, or one that another cell got a moment ago; BUSY if another execution still asks at the deadline
 */
export function lookUpOnce(
  platform: Platform,
  { payer, token, after, deadline }: LookUpRules,
  name: readonly string[],
  ask: () => readonly Row[],
): readonly Row[] {
  const { clock, documentCache: cache, documentLock: lock } = platform;
  // without a document there is nobody to wait for
  if (!cache || !lock) return ask();
  const key = hash(JSON.stringify([payer, token, ...name]));
  const lease = `lease:${key}`;
  const changed = changedKey(payer, name);

  /** @throws an error that another cell got a moment ago */
  function readState(): LookUpState {
    const names = [cacheKey(key), failureKey(key), lease, changed];
    const found = ignoreErrors(() => cache!.getAll(names)) ?? {};
    const since = Math.max(after, Number(found[changed] ?? 0));
    const text = ignoreErrors(() => takeText(platform, cache!, key, found[cacheKey(key)]));
    const stored = readJson(text, areRows);
    if (stored && stored.askedAt >= since) return { rows: stored.rows, isUnclaimed: false };
    const failure = recall(found[failureKey(key)], payer, since);
    if (failure) throw failure;
    return { isUnclaimed: !found[lease] };
  }

  /** @returns what is there now; where nobody asked for it, the lease is this execution's from now on */
  function takeLease(): LookUpState {
    let state: LookUpState = { isUnclaimed: false };
    lock!.run(Math.min(LOCK_WAIT_MS, deadline - clock.now()), () => {
      state = readState();
      if (state.isUnclaimed)
        ignoreErrors(() => cache!.putAll({ [lease]: String(clock.now()) }, LEASE_SECONDS));
    });
    return state;
  }

  function fetchAndStore(): readonly Row[] {
    const askedAt = clock.now();
    try {
      const rows = ask();
      ignoreErrors(() => putText(platform, cache!, key, asciiJson({ askedAt, rows })));
      return rows;
    } catch (error) {
      if (error instanceof SignalsError) ignoreErrors(() => remember(platform, key, payer, error));
      throw error;
    } finally {
      ignoreErrors(() => cache!.removeAll([lease]));
    }
  }

  for (let state = readState(); ; state = readState()) {
    if (state.rows) return state.rows;
    if (clock.now() >= deadline) throw errors.busy();
    if (state.isUnclaimed) state = takeLease();
    if (state.rows) return state.rows;
    if (state.isUnclaimed) return fetchAndStore();
    clock.sleep(POLL_MS);
  }
}

/** Makes the next formula look the rows up again, also without a new value of `refresh`. @param name as for the look-up */
export function forgetLookUp(
  { clock, documentCache }: Platform,
  payer: string,
  name: readonly string[],
): void {
  documentCache?.putAll({ [changedKey(payer, name)]: String(clock.now() + 1) }, CHANGED_SECONDS);
}

/** Under this name the cache holds the instant before which an answer is too old. */
function changedKey(payer: string, name: readonly string[]): string {
  return `changed:${hash(JSON.stringify([payer, ...name]))}`;
}
