/** Sets links in rows of records after their values, and again after a write that removed them. */
import type { Area, LinkedText, Tab } from '../platform.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { truncateToCell } from './cell-text.js';
import type { SyncedColumns } from './synced-columns.js';
import type { IncomingRecord } from './upsert-plan.js';

/** Text that Sheets might convert when it is written again: a formula, number, date, TRUE or FALSE. */
const MAY_CONVERT = /^['=+\-@]|^\P{L}*$|^(true|false)$|^(?=.*\d)\S+(\s\S+){0,3}$/iu;
/** Reading rich text of more rows takes longer than links are worth: records further apart get none. */
const MAX_ROWS = 5_000;

/** By header: the texts of some rows in its column, and their links. */
type LinksBefore = ReadonlyMap<string, readonly (LinkedText | undefined)[]>;

/** Reads the links of these rows, and of the rows between them, before a write. */
export function linksBefore(
  tab: Tab,
  rows: ReadonlyMap<number, IncomingRecord>,
  columns: SyncedColumns,
): LinksBefore {
  const areas = areasOf(rows, columns);
  return new Map(areas.map(([header, area]) => [header, ignoreErrors(() => tab.links(area)) ?? []]));
}

/**
 * To be called after records are written. Ignores errors: records are correct without links.
 * @param rows the records by row; rows between them keep their links if their texts are the same
 */
export function linkRows(
  tab: Tab,
  rows: ReadonlyMap<number, IncomingRecord>,
  columns: SyncedColumns,
  before: LinksBefore = new Map(),
): void {
  for (const [header, area] of areasOf(rows, columns)) {
    const addressOf = (text: string, at: number) => {
      if (MAY_CONVERT.test(text)) return undefined;
      const record = rows.get(area.row + at);
      // a row that a person has moved meanwhile has another text
      if (record?.links && text === truncateToCell(String(record.cells.get(header)))) {
        return record.links.get(header) ?? '';
      }
      const known = before.get(header)?.[at];
      return known?.text === text ? known.address : undefined;
    };
    ignoreErrors(() => tab.link(area, addressOf));
  }
}

/** Returns the cells of columns with links, from the first to the last row. */
function areasOf(rows: ReadonlyMap<number, IncomingRecord>, { byHeader }: SyncedColumns): [string, Area][] {
  const numbers = [...rows.keys()];
  const row = Math.min(...numbers);
  const numRows = Math.max(...numbers) - row + 1;
  if (numRows > MAX_ROWS) return [];
  const headers = new Set([...rows.values()].flatMap(({ links }) => [...(links?.keys() ?? [])]));
  return [...headers].flatMap((header): [string, Area][] => {
    const column = byHeader.get(header);
    return column === undefined ? [] : [[header, { row, column, numRows, numColumns: 1 }]];
  });
}
