/** Changes cells of a spreadsheet for a script, after checks of the values and that the person may. */
import type { CellArea } from '../bridge/operations.js';
import { type CellContent, MAX_TEXT_LENGTH } from '../grid/values.js';
import type { CellChange } from '../grid/workbook.js';
import type { Call } from './define.js';
import { datePatternOf, openTimeZone, type TimeZone } from './time-zone.js';

/** `r` and `c` count from the corner of the area. */
export function change(call: Call, area: CellArea, changeAt: (r: number, c: number) => CellChange): void {
  call.protections.check(call, area);
  call.workbook.cells.write(area, changeAt);
}

export function setAll(call: Call & { readonly area: CellArea }, values: unknown[][]): void {
  const { area } = call;
  const zone = openTimeZone(call.spreadsheet.timeZone);
  const contents = sized(area, values).map((cells) => cells.map((value) => contentOf(value, zone)));
  change(call, area, (r, c) => ({ content: contents[r]?.[c] ?? '' }));
}

/** Returns rows with the same value in each cell. */
export function filled<T>({ numRows, numColumns }: CellArea, value: T): T[][] {
  return Array.from({ length: numRows }, () => Array.from({ length: numColumns }, () => value));
}

/** Returns the rows. @throws Google's error if their size differs from the range's */
export function sized<T>({ numRows, numColumns }: CellArea, rows: T[][]): T[][] {
  check('rows', rows.length, numRows);
  for (const cells of rows) check('columns', cells.length, numColumns);
  return rows;
}

function check(what: 'rows' | 'columns', given: number, wanted: number): void {
  if (given === wanted) return;
  throw new Error(
    `The number of ${what} in the data does not match the number of ${what} in the range. The data has ${given} but the range has ${wanted}.`,
  );
}

/** Converts a value to the content of a cell. @throws Google's error for a text that is too long */
function contentOf(value: unknown, { serialOf }: TimeZone): CellContent {
  if (typeof value === 'string' && value.length > MAX_TEXT_LENGTH) {
    throw new Error(
      `Your input contains more than the maximum of ${MAX_TEXT_LENGTH} characters in a single cell.`,
    );
  }
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (value instanceof Date) {
    const date = serialOf(value.getTime());
    return { date, pattern: datePatternOf(date) };
  }
  // Google converts a value that a cell cannot contain to text
  return String(value);
}

export function asFormula(formula: string): string {
  return formula === '' || formula.startsWith('=') ? formula : `=${formula}`;
}
