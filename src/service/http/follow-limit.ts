/**
 * Limits how many rows a key may have written by starting to follow queries: a leaky bucket for each key. Starting is free
 * and writes a row for each matching record, so one key could fill the database. Calls with a cursor are not limited.
 */
import type { ChangesOutcome } from '../database/followed-questions.js';
import { createTurns } from '../store/turns.js';

const ROWS_PER_MINUTE = 200_000;
const MINUTE_MS = 60_000;
const MAX_KEYS = 10_000;

/** Starts to follow a query, after earlier starts of the same key. Over the limit, nothing starts: wait so many seconds. */
export type StartFollowing = (
  keyId: number,
  start: () => Promise<ChangesOutcome>,
) => Promise<ChangesOutcome | { readonly waitSeconds: number }>;

/** Each instance of the service counts for itself. */
export function createFollowLimit(rowsPerMinute = ROWS_PER_MINUTE): StartFollowing {
  const inTurn = createTurns();
  /** The instant at which the bucket of a key is empty again. */
  const emptyAt = new Map<number, number>();

  function fill(keyId: number, rows: number): void {
    const now = Date.now();
    if (emptyAt.size >= MAX_KEYS) {
      for (const [other, at] of emptyAt) if (at <= now) emptyAt.delete(other);
    }
    emptyAt.set(keyId, Math.max(now, emptyAt.get(keyId) ?? now) + (rows * MINUTE_MS) / rowsPerMinute);
  }

  return (keyId, start) =>
    inTurn(keyId, async () => {
      // a bucket holds the rows of one minute
      const overMs = (emptyAt.get(keyId) ?? 0) - Date.now() - MINUTE_MS;
      if (overMs >= 0) return { waitSeconds: Math.floor(overMs / 1_000) + 1 };
      const page = await start();
      if (typeof page !== 'string') fill(keyId, page.written);
      return page;
    });
}
