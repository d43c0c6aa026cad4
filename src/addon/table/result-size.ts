/**
 * How large a table may be that a custom function returns. Sheets shows `Result too large` for more than it can bear, after
 * the records were paid for, and does not say how much that is: a rule of conformance/ returns exactly this much.
 */
import { lookOf } from '../../contract/looks.js';
import { errors } from '../errors.js';
import { isDate, type Table } from '../question/cells.js';
import type { View } from './view.js';

const MAX_CELLS = 200_000;
const MAX_CHARACTERS = 4_000_000;
const PIXELS_PER_CHARACTER = 7;
const DAY_CHARACTERS = 10;

/** Before anything is paid: by the widths of the columns. @throws BAD_INPUT with the most rows that there is room for */
export function refuseLargeLimit({ columns }: Pick<View, 'columns'>, limit: number): void {
  const paths = columns.flatMap(({ fields }) => fields.map(({ path }) => path));
  const pixels = lookOf(paths).widths.reduce((sum, width) => sum + width, 0);
  const most = mostRows(columns.length, pixels / PIXELS_PER_CHARACTER);
  if (limit > most) throw errors.tooLarge(limit, columns.length, most);
}

/** @throws BAD_INPUT where it is too large all the same; what was paid is stored by then */
export function refuseLargeTable(table: Table): Table {
  const rows = table.length;
  const columns = table[0]?.length ?? 0;
  let characters = 0;
  for (const row of table)
    for (const cell of row)
      characters += typeof cell === 'string' ? cell.length : isDate(cell) ? DAY_CHARACTERS : `${cell}`.length;
  const most = mostRows(columns, characters / rows);
  if (rows > most + 1) throw errors.tooLarge(rows - 1, columns, most);
  return table;
}

/** Beside a header. @param width characters in a row */
function mostRows(columns: number, width: number): number {
  const rows = Math.min(MAX_CELLS / Math.max(1, columns), MAX_CHARACTERS / Math.max(1, width));
  return Math.max(1, Math.floor(rows) - 1);
}
