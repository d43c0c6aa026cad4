/** The changes that our service reports for a query since an earlier call. The specification has no such answer. */

/**
 * Takes the body of the query, and the cursor of the last answer. Without a cursor, limit 0 begins after all that matches
 * now: nothing is told or paid. @param path of the dataset
 */
export function changesPath(path: string): string {
  return `${path}/changes`;
}

/**
 * In a paid query, `begin` begins to follow it, right before it is answered, as a call without a cursor and with limit 0
 * would. In the answer, it is the cursor for the next call; a repeated answer has none.
 */
export const CURSOR_HEADER = 'x-changes-cursor';

export interface Changes<R> {
  /** New or changed since the cursor; without a cursor all that match; none with limit 0. The newest first. */
  readonly records: readonly R[];
  /** Ids of records that no longer match. */
  readonly removed: readonly string[];
  /** For the next call. */
  readonly cursor: string;
  /** Whether there is more to tell now than the limit allows. */
  readonly more: boolean;
}
