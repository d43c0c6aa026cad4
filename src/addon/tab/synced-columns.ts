/** Finds our columns in a tab by the names in its first row. All other columns belong to the person. */
import { areaOf } from '../../contract/new-sheet.js';
import { errors, ignoreErrors } from '../errors.js';
import type { Tab, TableStyle } from '../platform.js';

export interface SyncedColumns {
  /** Column of the record's id, counting from 1. */
  readonly id: number;
  /** The column of each known header, the id's too, without headers that the person has removed. */
  readonly byHeader: ReadonlyMap<string, number>;
}

/** The header of the ids, by which rows are found. */
export const ID_HEADER = 'Id';
/** The header of the day of a record's last change, as the contract names it. */
export const MODIFIED_HEADER = 'Last modified';
/** The header of the day on which a row was added, if a job writes it. */
export const NEW_HEADER = 'New since';
const HEADER_ROW = 1;

/**
 * Finds the columns, or writes the header of an empty tab.
 * @param headers in their order in a new tab
 * @param adding headers that are added right of all content if the tab lacks them
 * @param style the format of an empty tab
 * @throws BAD_INPUT if a tab with content has no id column, or if one of our headers is duplicated
 */
export function findColumns(
  tab: Tab,
  headers: readonly string[],
  adding: readonly string[],
  style: () => TableStyle,
): SyncedColumns {
  const { columns } = tab.size();
  const names = headerOf(tab, columns);
  if (names.every((name) => name === '') && tab.used().rows === 0) {
    if (columns < headers.length) tab.addColumns(headers.length - columns);
    // before the header: a tab with a header keeps the format that the person gives it. Sheets refuses some,
    // such as to freeze the only row of a tab
    ignoreErrors(() => tab.format(style()));
    tab.write(areaOf(HEADER_ROW, 1, 1, headers.length), [headers]);
    return columnsOf(tab, headers, headers);
  }
  const found = columnsOf(tab, names, headers);
  const missing = adding.filter((header) => headers.includes(header) && !names.includes(header));
  if (missing.length === 0) return found;
  // a column inserted after the size was read has pushed the last one out of the range
  if (tab.size().columns !== columns) return findColumns(tab, headers, adding, style);
  // right of all content: a column without a header may belong to the person
  const usedColumns = tab.used().columns;
  if (columns < usedColumns + missing.length) tab.addColumns(usedColumns + missing.length - columns);
  tab.write(areaOf(HEADER_ROW, usedColumns + 1, 1, missing.length), [missing]);
  return columnsOf(tab, [...names.slice(0, usedColumns), ...missing], headers);
}

export function headerOf(tab: Tab, columns = tab.size().columns): string[] {
  const [first = []] = tab.values(areaOf(HEADER_ROW, 1, 1, columns));
  return namesIn(first);
}

export function namesIn(header: readonly unknown[]): string[] {
  return header.map((value) => String(value).trim());
}

/** Finds our columns. @throws BAD_INPUT if the id column is missing or one of our headers is duplicated */
export function columnsOf(tab: Tab, names: readonly string[], headers: readonly string[]): SyncedColumns {
  const id = names.indexOf(ID_HEADER);
  if (id < 0) throw errors.noIdColumn(tab.name(), ID_HEADER);
  // the add-on cannot know which of the two is the person's own
  const duplicate = headers.find((header) => names.indexOf(header) !== names.lastIndexOf(header));
  if (duplicate !== undefined) throw errors.headerTwice(tab.name(), duplicate);
  const positions = headers
    .map((header) => [header, names.indexOf(header) + 1] as const)
    .filter(([, column]) => column > 0);
  return { id: id + 1, byHeader: new Map(positions) };
}
