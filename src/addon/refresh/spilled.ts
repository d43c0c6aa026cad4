/** Finds the cells that a table has spilled into: they are blank while its formula is out. */
import type { Area, Size, Tab } from '../platform.js';

type Rows = readonly (readonly unknown[])[];

/** A tab's content from the first cell of a table on, before its formula was taken out. */
interface Surroundings {
  /** The largest area that the table can spill into. */
  readonly maxArea: Area;
  readonly before: Rows;
  readonly formulas: readonly (readonly string[])[];
  /** Rows and columns from which on a formula above or to the left may have spilled the blank cells. */
  readonly uncertainBounds: { readonly rows: readonly number[]; readonly columns: readonly number[] };
}

export function readSurroundings(tab: Tab, { row, column }: Area): Surroundings {
  const { rows, columns } = tab.used();
  const [numRows, numColumns] = [Math.max(1, rows - row + 1), Math.max(1, columns - column + 1)];
  const maxArea = { row, column, numRows, numColumns };
  const before = tab.values(maxArea);
  const all = tab.formulas({
    row: 1,
    column: 1,
    numRows: row + numRows - 1,
    numColumns: column + numColumns - 1,
  });
  const formulasInArea = all.slice(row - 1).map((cells) => cells.slice(column - 1));
  const isBlank = (cells: readonly unknown[]) => cells.every((value) => value === '');
  const isLeft = (r: number) => !isBlank(all[row - 1 + r]!.slice(0, column - 1));
  const isAbove = (c: number) => !isBlank(all.slice(0, row - 1).map((cells) => cells[column - 1 + c]));
  return {
    maxArea,
    before,
    formulas: formulasInArea,
    uncertainBounds: {
      rows: numbersBelow(numRows).filter((r) => (isLeft(r) && !isLeft(r - 1)) || isBlank(before[r - 1]!)),
      columns: numbersBelow(numColumns).filter(
        (c) => isAbove(c) || isBlank(before.map((cells) => cells[c - 1])),
      ),
    },
  };
}

/**
 * Returns the next larger size of the table, if any. Called while the known part has its values: formulas
 * that depend on that part have refilled their cells by then; the table's own cells are still blank.
 */
export function nextSize(
  tab: Tab,
  { maxArea, before, formulas, uncertainBounds }: Surroundings,
  known?: Size,
): Size | undefined {
  const cleared = clearedSize(before, tab.values(maxArea), formulas);
  if (known && cleared.rows <= known.rows && cleared.columns <= known.columns) return undefined;
  const { rows, columns } = known ?? { rows: 0, columns: 0 };
  const next = (bounds: readonly number[], from: number) =>
    bounds.find((bound) => bound > from) ?? Number.POSITIVE_INFINITY;
  return {
    rows: Math.max(rows, Math.min(cleared.rows, next(uncertainBounds.rows, rows))),
    columns: Math.max(columns, Math.min(cleared.columns, next(uncertainBounds.columns, columns))),
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

/** Returns the numbers from 1 to `end - 1`. */
function numbersBelow(end: number): number[] {
  return Array.from({ length: end - 1 }, (_, index) => index + 1);
}
