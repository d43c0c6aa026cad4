/** Finds the cells that a table has spilled into: they are blank while its formula is out. */
import { areaOf, topLeft } from '../../contract/new-sheet.js';
import type { Area, Size, Tab } from '../platform.js';

type Rows = readonly (readonly unknown[])[];

type Surroundings = ReturnType<typeof readSurroundings>;

/** Reads a tab's content from the first cell of a table on, before its formula is taken out. */
export function readSurroundings(tab: Tab, { row, column }: Area) {
  const { rows, columns } = tab.used();
  const [numRows, numColumns] = [Math.max(1, rows - row + 1), Math.max(1, columns - column + 1)];
  const maxArea = areaOf(row, column, numRows, numColumns);
  const before = tab.values(maxArea);
  const all = tab.formulas(topLeft(row + numRows - 1, column + numColumns - 1));
  const formulas = all.slice(row - 1).map((cells) => cells.slice(column - 1));
  const isBlank = (cells: readonly unknown[]) => cells.every((value) => value === '');
  const isLeft = (r: number) => !isBlank(all[row - 1 + r]!.slice(0, column - 1));
  const isAbove = (c: number) => !isBlank(all.slice(0, row - 1).map((cells) => cells[column - 1 + c]));
  const isRowBound = (r: number) => (isLeft(r) && !isLeft(r - 1)) || isBlank(before[r - 1]!);
  const isColumnBound = (c: number) => isAbove(c) || isBlank(before.map((cells) => cells[c - 1]));
  return {
    /** The largest area that the table can spill into. */
    maxArea,
    before,
    formulas,
    /** Rows and columns at which the table of another formula, above or to the left, may begin. */
    rowBounds: numbersBelow(numRows).filter(isRowBound),
    columnBounds: numbersBelow(numColumns).filter(isColumnBound),
  };
}

/**
 * Returns the next larger size of the table, if any. Called while the known part has its values: formulas
 * that depend on that part have refilled their cells by then; the table's own cells are still blank.
 */
export function nextSize(
  tab: Tab,
  { maxArea, before, formulas, rowBounds, columnBounds }: Surroundings,
  known: Size = { rows: 0, columns: 0 },
): Size | undefined {
  const cleared = clearedSize(before, tab.values(maxArea), formulas);
  const { rows, columns } = known;
  if (cleared.rows <= rows && cleared.columns <= columns) return undefined;
  // grows only up to the first uncertain bound
  const grown = (from: number, to: number, bounds: readonly number[]) =>
    Math.max(from, Math.min(to, bounds.find((bound) => bound > from) ?? to));
  return {
    rows: grown(rows, cleared.rows, rowBounds),
    columns: grown(columns, cleared.columns, columnBounds),
  };
}

/** Returns the size of the area whose values are gone. A table never covers another formula. */
function clearedSize(before: Rows, after: Rows, formulas: readonly (readonly string[])[]): Size {
  let [rows, columns] = [1, 1];
  let freeColumns = Number.POSITIVE_INFINITY;
  before.forEach((cells, r) => {
    cells.slice(0, freeColumns).some((value, c) => {
      const isFormula = formulas[r]?.[c] !== '' && r + c > 0;
      if (isFormula) freeColumns = c;
      else if (value !== '' && after[r]?.[c] === '') {
        rows = Math.max(rows, r + 1);
        columns = Math.max(columns, c + 1);
      }
      return isFormula;
    });
  });
  return { rows, columns };
}

function numbersBelow(end: number): number[] {
  return Array.from({ length: end - 1 }, (_, index) => index + 1);
}
