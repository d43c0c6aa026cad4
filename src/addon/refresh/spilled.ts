/** Which cells a table has spilled into, seen from what is blank while its formula is out. */
import type { Area, Size, Tab } from '../platform.js';

type Rows = readonly (readonly unknown[])[];

/** What stood in a tab from the first cell of a table on. */
export interface CellsAround {
  /** As far as a table can spill. */
  readonly reach: Area;
  readonly before: Rows;
  readonly formulas: readonly (readonly string[])[];
  /** Rows and columns of the reach from which on what is blank may have been spilled by a formula above or to the left. */
  readonly doubtful: { readonly rows: readonly number[]; readonly columns: readonly number[] };
}

export function seeAround(tab: Tab, { row, column }: Area): CellsAround {
  const { rows, columns } = tab.used();
  const [numRows, numColumns] = [Math.max(1, rows - row + 1), Math.max(1, columns - column + 1)];
  const reach = { row, column, numRows, numColumns };
  const before = tab.values(reach);
  const all = tab.formulas({
    row: 1,
    column: 1,
    numRows: row + numRows - 1,
    numColumns: column + numColumns - 1,
  });
  const inReach = all.slice(row - 1).map((cells) => cells.slice(column - 1));
  const isBlank = (cells: readonly unknown[]) => cells.every((value) => value === '');
  const isLeft = (r: number) => !isBlank(all[row - 1 + r]!.slice(0, column - 1));
  const isAbove = (c: number) => !isBlank(all.slice(0, row - 1).map((cells) => cells[column - 1 + c]));
  return {
    reach,
    before,
    formulas: inReach,
    doubtful: {
      rows: count(numRows).filter((r) => (isLeft(r) && !isLeft(r - 1)) || isBlank(before[r - 1]!)),
      columns: count(numColumns).filter((c) => isAbove(c) || isBlank(before.map((cells) => cells[c - 1]))),
    },
  };
}

/**
 * How far the table reaches, while the part of it that is known has its values. What a formula of others has spilled is
 * back by then, for it was calculated from that part; the table's own is still blank. Undefined where nothing more is.
 */
export function nextSize(
  tab: Tab,
  { reach, before, formulas, doubtful }: CellsAround,
  known?: Size,
): Size | undefined {
  const gone = sizeOfGone(before, tab.values(reach), formulas);
  if (known && gone.rows <= known.rows && gone.columns <= known.columns) return undefined;
  const { rows, columns } = known ?? { rows: 0, columns: 0 };
  const next = (bounds: readonly number[], from: number) =>
    bounds.find((bound) => bound > from) ?? Number.POSITIVE_INFINITY;
  return {
    rows: Math.max(rows, Math.min(gone.rows, next(doubtful.rows, rows))),
    columns: Math.max(columns, Math.min(gone.columns, next(doubtful.columns, columns))),
  };
}

/** How far down and to the right there is nothing any more: a table lies over no other formula. */
function sizeOfGone(before: Rows, after: Rows, formulas: readonly (readonly string[])[]): Size {
  let [rows, columns] = [1, 1];
  let free = Number.POSITIVE_INFINITY;
  before.forEach((cells, r) => {
    cells.slice(0, free).some((value, c) => {
      const isFormula = formulas[r]?.[c] !== '' && r + c > 0;
      if (isFormula) free = c;
      else if (value !== '' && after[r]?.[c] === '') {
        rows = Math.max(rows, r + 1);
        columns = Math.max(columns, c + 1);
      }
      return isFormula;
    });
  });
  return { rows, columns };
}

/** From 1 to before the end. */
function count(end: number): number[] {
  return Array.from({ length: end - 1 }, (_, index) => index + 1);
}
