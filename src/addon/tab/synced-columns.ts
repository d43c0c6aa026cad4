/** Which columns of a tab hold what, found by the names in its first row. Everything else belongs to the person. */
import { errors } from '../errors.js';
import type { SheetLook, Tab } from '../platform.js';

export interface SyncedColumns {
  /** Column of the record's id, counting from 1. */
  readonly id: number;
  /** For each known header its column; a header that the person has removed is not here. */
  readonly places: ReadonlyMap<string, number>;
}

/** The header above the ids, by which everything is found. */
export const ID_HEADER = 'Id';
/** The header above the day of a record's last change, as the contract names it. */
export const MODIFIED_HEADER = 'Last modified';
/** The header above the day on which a row was added, where a job writes it. */
export const NEW_HEADER = 'New since';
const HEADER_ROW = 1;

/**
 * Finds the columns, or writes the header of a tab that is empty.
 * @param headers in the order that a new tab gets them
 * @param look of a tab that is empty
 * @param adding those of them that are written beside everything where the tab does not have them
 * @throws BAD_INPUT when the tab holds something, but no column of ids, or two columns under one of our headers
 */
export function findColumns(
  tab: Tab,
  headers: readonly string[],
  adding: readonly string[] = [],
  look?: () => SheetLook,
): SyncedColumns {
  const { columns } = tab.size();
  const names = headerOf(tab, columns);
  if (names.every((name) => name === '') && tab.used().rows === 0) {
    if (columns < headers.length) tab.addColumns(headers.length - columns);
    // before the header: a tab that has one keeps the look that the person gives it
    if (look) tab.format(look());
    tab.write({ row: HEADER_ROW, column: 1, numRows: 1, numColumns: headers.length }, [headers]);
    if (!look) tab.freezeHeader();
    return columnsOf(tab, headers, headers);
  }
  const found = columnsOf(tab, names, headers);
  const missing = adding.filter((header) => headers.includes(header) && !names.includes(header));
  if (missing.length === 0) return found;
  // a column that came since the size was read has pushed the last one out of what was read
  if (tab.size().columns !== columns) return findColumns(tab, headers, adding, look);
  // nothing of the person's stands in a column without a header either
  const beside = tab.used().columns;
  if (columns < beside + missing.length) tab.addColumns(beside + missing.length - columns);
  tab.write({ row: HEADER_ROW, column: beside + 1, numRows: 1, numColumns: missing.length }, [missing]);
  return columnsOf(tab, [...names.slice(0, beside), ...missing], headers);
}

/** The texts of the first row. */
export function headerOf(tab: Tab, columns = tab.size().columns): string[] {
  const [first = []] = tab.values({ row: HEADER_ROW, column: 1, numRows: 1, numColumns: columns });
  return namesIn(first);
}

export function namesIn(header: readonly unknown[]): string[] {
  return header.map((value) => String(value).trim());
}

/**
 * The columns under these names.
 * @throws BAD_INPUT when the column of ids is gone, or one of our headers stands there twice
 */
export function columnsOf(tab: Tab, names: readonly string[], headers: readonly string[]): SyncedColumns {
  const id = names.indexOf(ID_HEADER);
  if (id < 0) throw errors.noIdColumn(tab.name(), ID_HEADER);
  // which of the two is the person's own cannot be told
  const twice = headers.find((header) => names.indexOf(header) !== names.lastIndexOf(header));
  if (twice !== undefined) throw errors.headerTwice(tab.name(), twice);
  const places = headers
    .map((header) => [header, names.indexOf(header) + 1] as const)
    .filter(([, place]) => place > 0);
  return { id: id + 1, places: new Map(places) };
}
