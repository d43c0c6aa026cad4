/** Several answers to one question as one list: each record once, newest first. */
import type { Column } from '../../contract/fields.js';
import type { Row } from './rows.js';

/**
 * One list stays as the service ordered it. Several are merged by id, the version modified last winning, and ordered
 * as the service does: newest first by the date compared, ties by id, the greater first.
 */
export function mergeAnswers(
  lists: readonly (readonly Row[])[],
  columns: readonly Column[],
  byModified = false,
): readonly Row[] {
  if (lists.length === 1) return lists[0]!;
  const at = (path: string) => columns.findIndex((column) => column.path === path);
  const idAt = at('id');
  const modifiedAt = at('lastModified');
  const dateAt = byModified ? modifiedAt : at('announcedDate');
  const text = (row: Row, place: number) => String(row[place] ?? '');

  const newest = new Map<string | Row, Row>();
  for (const row of lists.flat()) {
    // what has no id is the same as nothing else
    const id = text(row, idAt) || row;
    const known = newest.get(id);
    if (!known || text(row, modifiedAt) > text(known, modifiedAt)) newest.set(id, row);
  }
  const rows = [...newest.values()];
  if (dateAt < 0) return rows;
  return rows.sort(
    (a, b) => descending(text(a, dateAt), text(b, dateAt)) || descending(text(a, idAt), text(b, idAt)),
  );
}

function descending(a: string, b: string): number {
  return a < b ? 1 : a > b ? -1 : 0;
}
