/** Which columns of a tab hold what, found by the names in its first row. Everything else belongs to the person. */
import { errors } from '../errors.js';
import type { Tab } from '../platform.js';

export interface SyncedColumns {
  /** Column of the record's id, counting from 1. */
  readonly id: number;
  /** For each known header its column; a header that the person has removed is not here. */
  readonly places: ReadonlyMap<string, number>;
}

/** The header above the ids, by which everything is found. */
export const ID_HEADER = 'Id';
const HEADER_ROW = 1;

/**
 * Finds the columns, or writes the header of a tab that is empty.
 * @param headers in the order that a new tab gets them
 * @param adding those of them that are written beside everything where the tab does not have them
 * @throws BAD_INPUT when the tab holds something, but no column of ids, or two columns under one of our headers
 */
export function findColumns(
  tab: Tab,
  headers: readonly string[],
  adding: readonly string[] = [],
): SyncedColumns {
  const { columns } = tab.size();
  const first = tab.values({ row: HEADER_ROW, column: 1, numRows: 1, numColumns: columns })[0] ?? [];
  const names = first.map((value) => String(value).trim());
  const id = names.indexOf(ID_HEADER);
  if (id >= 0) {
    // nobody could tell which of the two is the person's own
    const twice = headers.find((header) => names.indexOf(header) !== names.lastIndexOf(header));
    if (twice !== undefined) throw errors.headerTwice(tab.name(), twice);
    const missing = adding.filter((header) => headers.includes(header) && !names.includes(header));
    const all = [...names];
    if (missing.length > 0) {
      // nothing of the person's stands in a column without a header either
      const beside = tab.used().columns;
      all.splice(beside, all.length, ...missing);
      if (columns < all.length) tab.addColumns(all.length - columns);
      tab.write({ row: HEADER_ROW, column: beside + 1, numRows: 1, numColumns: missing.length }, [missing]);
    }
    const places = headers
      .map((header) => [header, all.indexOf(header) + 1] as const)
      .filter(([, place]) => place > 0);
    return { id: id + 1, places: new Map(places) };
  }
  if (names.some((name) => name !== '') || tab.used().rows > 0)
    throw errors.noIdColumn(tab.name(), ID_HEADER);
  if (columns < headers.length) tab.addColumns(headers.length - columns);
  tab.write({ row: HEADER_ROW, column: 1, numRows: 1, numColumns: headers.length }, [headers]);
  tab.freezeHeader();
  return {
    id: headers.indexOf(ID_HEADER) + 1,
    places: new Map(headers.map((header, index) => [header, index + 1])),
  };
}
