/** What our service says of a query since an earlier call. The specification has no such answer. */

/** Takes the body of the query, and the cursor of the last answer. @param path of the dataset */
export function changesPath(path: string): string {
  return `${path}/changes`;
}

export interface Changes<R> {
  /** New or changed since the cursor; without a cursor all that match, newest first. */
  readonly records: readonly R[];
  /** Ids of records that no longer match. */
  readonly removed: readonly string[];
  /** For the next call. */
  readonly cursor: string;
  /** Whether there is more to tell now than the limit allows. */
  readonly more: boolean;
}
