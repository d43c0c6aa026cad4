/** Free look-ups: one request serves all cells, and the document's cache stores the answer. */
import { objectOf, readJson } from '../../contract/json.js';
import { errors, ignoreErrors, SignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { cacheKey, failureKey, getFailure, putFailure, putText, takeText } from '../storage/cache-tier.js';
import { asciiJson, hash } from '../storage/text.js';
import type { Row } from '../table/rows.js';

/** The payer of a look-up, and how fresh its answer must be. */
export interface LookUpRules {
  readonly payer: string;
  /** A new value forces a new request. */
  readonly token: string;
  /** An answer from before this time is outdated. Milliseconds since 1970. */
  readonly after: number;
  readonly deadline: number;
}

interface StoredRows {
  readonly askedAt: number;
  readonly rows: readonly Row[];
}

interface LookUpState {
  readonly rows?: readonly Row[];
  /** True if no execution is requesting the rows. */
  readonly isUnclaimed: boolean;
}

const areRows = objectOf<StoredRows>({ askedAt: 'number', rows: 'list' });
/**
 * An execution without a result after this time counts as dead. It is a little longer than the longest call,
 * and short enough that a waiting execution can still take over.
 */
const LEASE_SECONDS = 21;
const LOCK_WAIT_MS = 5_000;
const POLL_MS = 250;
/** The lifetime of an answer in the cache. */
const CHANGED_SECONDS = 21_600;

/**
 * Looks rows up once for all cells that need them under this name. Of the executions that need them now, the
 * one with a lease in the cache sends the request, and the others wait for its result. The document's lock is
 * held only while the lease is taken, never during the request.
 * @throws errors of `ask`; a recent error of another cell; BUSY if another execution still asks at the deadline
 */
export function lookUpOnce(
  platform: Platform,
  { payer, token, after, deadline }: LookUpRules,
  name: readonly string[],
  ask: () => readonly Row[],
): readonly Row[] {
  const { clock, documentCache: cache, documentLock: lock } = platform;
  // without a document, no other execution shares the look-up
  if (!cache || !lock) return ask();
  const key = hash(JSON.stringify([payer, token, ...name]));
  const lease = `lease:${key}`;
  const changed = changedKey(payer, name);

  /** @throws a recent error of another cell */
  function readState(): LookUpState {
    const names = [cacheKey(key), failureKey(key), lease, changed];
    const found = ignoreErrors(() => cache!.getAll(names)) ?? {};
    const since = Math.max(after, Number(found[changed] ?? 0));
    const text = ignoreErrors(() => takeText(platform, cache!, key, found[cacheKey(key)]));
    const stored = readJson(text, areRows);
    if (stored && stored.askedAt >= since) return { rows: stored.rows, isUnclaimed: false };
    const failure = getFailure(found[failureKey(key)], payer, since);
    if (failure) throw failure;
    return { isUnclaimed: !found[lease] };
  }

  /** Takes the lease if no execution has it. @returns the state before that */
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
      if (error instanceof SignalsError) ignoreErrors(() => putFailure(platform, key, payer, error));
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
    // without the pause, it only looks again earlier
    ignoreErrors(() => clock.sleep(POLL_MS));
  }
}

/** Makes the next formula look the rows up again, even without a new `refresh`. @param name of the look-up */
export function forgetLookUp(
  { clock, documentCache }: Platform,
  payer: string,
  name: readonly string[],
): void {
  documentCache?.putAll({ [changedKey(payer, name)]: String(clock.now() + 1) }, CHANGED_SECONDS);
}

/** Returns the cache key of the time before which answers are outdated. */
function changedKey(payer: string, name: readonly string[]): string {
  return `changed:${hash(JSON.stringify([payer, ...name]))}`;
}
