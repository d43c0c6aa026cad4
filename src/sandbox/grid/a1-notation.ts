/** A1 notation: `B2`, `A1:C9`, `A:A`, `2:5`, `'My tab'!A1`. */
import { deserializeRangeWithSheet, isReferenceString, serializeRange } from '@univerjs/engine-formula';

export interface A1Reference {
  readonly sheetName: string | undefined;
  readonly row: number;
  readonly column: number;
  /** Missing for whole columns. */
  readonly lastRow: number | undefined;
  /** Missing for whole rows. */
  readonly lastColumn: number | undefined;
}

/** Returns undefined if the text is no reference. Rows and columns count from 1; corners are in any order. */
export function parseA1(text: string): A1Reference | undefined {
  const { sheetName, cells } = splitSheet(text.trim());
  if (!isReferenceString(cells)) return undefined;
  const { startRow, startColumn, endRow, endColumn } = deserializeRangeWithSheet(cells).range;
  // whole columns have no rows, and whole rows no columns
  const fromOne = (index: number) => (Number.isNaN(index) ? undefined : index + 1);
  return {
    sheetName,
    row: fromOne(startRow) ?? 1,
    column: fromOne(startColumn) ?? 1,
    lastRow: fromOne(endRow),
    lastColumn: fromOne(endColumn),
  };
}

export function a1Of(row: number, column: number, numRows = 1, numColumns = 1): string {
  const [startRow, startColumn] = [row - 1, column - 1];
  const [endRow, endColumn] = [row + numRows - 2, column + numColumns - 2];
  return serializeRange({ startRow, startColumn, endRow, endColumn });
}

function splitSheet(text: string): { sheetName: string | undefined; cells: string } {
  const quoted = /^'((?:[^']|'')*)'!(.*)$/.exec(text);
  if (quoted) return { sheetName: quoted[1]?.replace(/''/g, "'"), cells: quoted[2] ?? '' };
  const at = text.lastIndexOf('!');
  return at < 0
    ? { sheetName: undefined, cells: text }
    : { sheetName: text.slice(0, at), cells: text.slice(at + 1) };
}
