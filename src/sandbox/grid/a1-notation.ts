/** A1 notation: `B2`, `A1:C9`, `A:A`, `2:5`, `A2:Z`, `'My tab'!A1`. */

interface A1Reference {
  readonly sheetName: string | undefined;
  readonly row: number;
  readonly column: number;
  /** Missing for whole columns. */
  readonly lastRow: number | undefined;
  /** Missing for whole rows. */
  readonly lastColumn: number | undefined;
}

/** The tab's name, in quotation marks or not, and one or two corners. */
const REFERENCE = /^(?:(?:'((?:[^']|'')*)'|(.*))!)?([^!:]+)(?::([^!:]+))?$/;
const CORNER = /^\$?([A-Za-z]{1,3})?\$?(0*[1-9]\d{0,7})?$/;

/** Returns undefined if the text is no reference. Rows and columns count from 1; corners are in any order. */
export function parseA1(text: string): A1Reference | undefined {
  const [, quoted, plain, first = '', last] = REFERENCE.exec(text.trim()) ?? [];
  const [from, to] = [corner(first), corner(last ?? first)];
  if (!from || !to) return undefined;
  // a single cell needs a row and a column; both corners of a pair must name the same of the two
  if (last === undefined && (!from.row || !from.column)) return undefined;
  if (!from.row !== !to.row && !from.column !== !to.column) return undefined;
  const rows = [from.row, to.row].filter((row) => row !== undefined);
  const columns = [from.column, to.column].filter((column) => column !== undefined);
  return {
    sheetName: quoted?.replace(/''/g, "'") ?? plain,
    row: rows.length > 0 ? Math.min(...rows) : 1,
    column: columns.length > 0 ? Math.min(...columns) : 1,
    lastRow: rows.length === 2 ? Math.max(...rows) : undefined,
    lastColumn: columns.length === 2 ? Math.max(...columns) : undefined,
  };
}

function corner(text: string) {
  const [match, letters, digits] = CORNER.exec(text) ?? [];
  if (!match) return undefined;
  return {
    row: digits ? Number(digits) : undefined,
    column: letters ? numberOf(letters) : undefined,
  };
}

/** Returns the number of a column: 1 for A, 27 for AA. */
function numberOf(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + Number.parseInt(letter, 36) - 9, 0);
}
