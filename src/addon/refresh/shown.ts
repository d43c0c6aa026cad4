/** Checks whether cells show a table. */
import type { Tab } from '../platform.js';
import { isDate } from '../question/cells.js';
import { allValues } from '../tab/find-tab.js';

type Rows = readonly (readonly unknown[])[];

export type TabCells = ReturnType<typeof readCells>;

/** Reads the cells of a tab in one call. Rows and columns count from 1. */
export function readCells(tab: Tab) {
  const all = allValues(tab);
  return {
    text: (row: number, column: number) => String(all[row - 1]?.[column - 1]),
    /** True if this table begins at the cell, and no rows of a longer one are below it. */
    shows(row: number, column: number, table: Rows): boolean {
      const numColumns = table[0]?.length ?? 0;
      const cells = all
        .slice(row - 1, row + table.length)
        .map((values) => values.slice(column - 1, column - 1 + numColumns));
      const isBlankBelow = (cells[table.length] ?? []).every((cell) => cell === '');
      return (
        isBlankBelow &&
        table.every((wanted, r) => wanted.every((value, c) => isSame(value, cells[r]?.[c] ?? '')))
      );
    },
  };
}

/** Compares numbers with 12 digits, because cells store about 15. */
function isSame(a: unknown, b: unknown): boolean {
  if (isDate(a)) return isDate(b) && a.getTime() === b.getTime();
  if (typeof a === 'number' && typeof b === 'number') return a.toPrecision(12) === b.toPrecision(12);
  return a === b;
}
