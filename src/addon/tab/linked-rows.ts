/** Links in rows of records: set once their values are there, and set again where writing has taken them away. */
import type { Area, LinkedText, Tab } from '../platform.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { truncateToCell } from './cell-text.js';
import type { SyncedColumns } from './synced-columns.js';
import type { Incoming } from './upsert-plan.js';

/** Text that Sheets might read as something else when it is written again: a formula, a number, a date, TRUE or FALSE. */
const DOUBTFUL = /^['=+\-@]|^\P{L}*$|^(true|false)$|^(?=.*\d)\S+(\s\S+){0,3}$/iu;
/** Reading rich text of more rows takes longer than links are worth: records that lie further apart get none. */
const MAX_ROWS = 5_000;

/** By header: a column of some rows, and where its texts lead. */
type LinksBefore = ReadonlyMap<string, readonly (LinkedText | undefined)[]>;

/** Where texts of these rows, and of those between them, lead before they are written again. */
export function linksBefore(
  tab: Tab,
  rows: ReadonlyMap<number, Incoming>,
  columns: SyncedColumns,
): LinksBefore {
  const areas = areasOf(rows, columns);
  return new Map(areas.map(([header, area]) => [header, ignoreErrors(() => tab.links(area)) ?? []]));
}

/**
 * To be called when records are written. They are right without their links: what fails here is left out.
 * @param rows by row; what else is among them leads where it did where its text is still there
 */
export function linkRows(
  tab: Tab,
  rows: ReadonlyMap<number, Incoming>,
  columns: SyncedColumns,
  before: LinksBefore = new Map(),
): void {
  for (const [header, area] of areasOf(rows, columns)) {
    const addressOf = (text: string, at: number) => {
      if (DOUBTFUL.test(text)) return undefined;
      const record = rows.get(area.row + at);
      // rows that were moved meanwhile hold another text
      if (record?.links && text === truncateToCell(String(record.cells.get(header)))) {
        return record.links.get(header) ?? '';
      }
      const known = before.get(header)?.[at];
      return known?.text === text ? known.address : undefined;
    };
    ignoreErrors(() => tab.link(area, addressOf));
  }
}

/** The columns whose texts lead somewhere, from the first to the last of the rows. */
function areasOf(rows: ReadonlyMap<number, Incoming>, { places }: SyncedColumns): [string, Area][] {
  const numbers = [...rows.keys()];
  const row = Math.min(...numbers);
  const numRows = Math.max(...numbers) - row + 1;
  if (numRows > MAX_ROWS) return [];
  const headers = new Set([...rows.values()].flatMap(({ links }) => [...(links?.keys() ?? [])]));
  return [...headers].flatMap((header): [string, Area][] => {
    const column = places.get(header);
    return column === undefined ? [] : [[header, { row, column, numRows, numColumns: 1 }]];
  });
}
