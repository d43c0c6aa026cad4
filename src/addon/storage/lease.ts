/**
 * The lease on the cells: it lets one execution at a time take tables and formulas out of their cells, or draw
 * charts of a job. A call to the spreadsheet may wait for formulas, and formulas wait for the document's lock. So
 * the lock is held only while the lease is taken, never while cells are read or written.
 */
import { objectOf, readJson } from '../../contract/json.js';
import { errors, ignoreErrors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { requireDocument, withDocumentLock } from './document-lock.js';

export interface CellsLease {
  readonly platform: Platform;
  readonly properties: Properties;
  /** Renews the lease. Call it before each step. @throws BUSY if another execution has taken the lease */
  renew(): void;
}

interface Stored {
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const CELLS_LEASE = 'lease.cells';
/** A dead execution blocks others for this time. A step takes one or a few calls of some seconds each. */
const LEASE_MS = 90_000;
const WAIT_MS = 10_000;
const LOOK_EVERY_MS = 500;
const isStored = objectOf<Stored>({ token: 'string', until: 'number' });

/**
 * Runs an action while no other execution has the lease. An action without renewals may outlive its lease.
 * @param waitMs the longest wait for another execution's lease
 * @throws BUSY if the wait takes longer, BAD_INPUT without a document, and the action's errors
 */
export function withCellsLease<T>(platform: Platform, action: (lease: CellsLease) => T, waitMs = WAIT_MS): T {
  const { clock } = platform;
  const properties = requireDocument(platform);
  const token = platform.uuid();
  const isOwn = () => readJson(properties.get(CELLS_LEASE), isStored)?.token === token;
  let until = 0;

  /** Takes the lease if the test allows it. @returns true if it did */
  function take(isOurs: () => boolean): boolean {
    return withDocumentLock(platform, () => {
      if (!isOurs()) return false;
      until = clock.now() + LEASE_MS;
      properties.set(CELLS_LEASE, JSON.stringify({ token, until } satisfies Stored));
      return true;
    });
  }

  const giveUpAt = clock.now() + waitMs;
  while (!take(() => isFree(properties.get(CELLS_LEASE), clock.now()))) {
    if (clock.now() + LOOK_EVERY_MS > giveUpAt) throw errors.cellsBusy();
    clock.sleep(LOOK_EVERY_MS);
  }
  try {
    return action({
      platform,
      properties,
      renew() {
        if (until - clock.now() < LEASE_MS / 2 && !take(isOwn)) throw errors.cellsBusy();
      },
    });
  } finally {
    // a lease that cannot be returned expires
    ignoreErrors(() => isOwn() && properties.remove(CELLS_LEASE));
  }
}

function isFree(text: string | null, now: number): boolean {
  const found = readJson(text, isStored);
  // a clock that was ahead must not block others for longer
  return !found || found.until <= now || found.until > now + LEASE_MS;
}
