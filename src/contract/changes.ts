/** The changes of a query's records since an earlier call. The specification has no such response. */

/**
 * The request has the query's body and the cursor of the last response. Without a cursor, limit 0 starts
 * after all present matches: it returns and charges nothing. @param path of the dataset
 */
export function changesPath(path: string): string {
  return `${path}/changes`;
}

/**
 * In a paid request, `begin` asks for a cursor from right before the answer, like limit 0 without a cursor.
 * In the response, it is the cursor for the next call; a repeated response has none.
 */
export const CURSOR_HEADER = 'x-changes-cursor';
