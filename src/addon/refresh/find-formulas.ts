/** Finds cells with formulas that call our functions, and groups them into blocks. */

import { findCall, lettersOf, type Separators } from '../../contract/formula.js';
import { FUNCTION_NAMES } from '../../contract/formula-question.js';
import { areaOf, topLeft } from '../../contract/new-sheet.js';
import type { Area, Grid, Tab } from '../platform.js';
import { findTab } from '../tab/find-tab.js';

export interface FoundFormula {
  readonly tab: Tab;
  readonly row: number;
  readonly column: number;
  /** As Sheets shows it for editing. */
  readonly formula: string;
}

/** Returns a tab's formulas that call our functions, by rows. @param within the only area to search */
export function findFormulas(tab: Tab, separators: Separators, within?: Area): FoundFormula[] {
  const area = usedPartOf(tab, within);
  if (!area) return [];
  return tab.formulas(area).flatMap((cells, r) =>
    cells.flatMap((formula, c) => {
      const isOurs = formula !== '' && findCall(formula, FUNCTION_NAMES, separators) !== undefined;
      return isOurs ? [{ tab, row: area.row + r, column: area.column + c, formula }] : [];
    }),
  );
}

/** Returns the selected formulas; if there are none, the formula whose table contains the selection. */
export function findSelected({ grid }: { readonly grid: Grid }, separators: Separators): FoundFormula[] {
  const selected = grid.selection();
  if (!selected) return [];
  const { tab, area } = selected;
  const within = findFormulas(tab, separators, area);
  return within.length > 0 ? within : findContaining(tab, separators, area);
}

/** Guesses the formula whose table contains a cell: Sheets does not report where a formula spills. */
function findContaining(tab: Tab, separators: Separators, { row, column }: Area): FoundFormula[] {
  const { rows, columns } = tab.used();
  if (row > rows || column > columns) return [];
  const area = topLeft(row, column);
  const formulas = tab.formulas(area);
  // a table never covers another formula: formulas in the rows below block the columns up to this one
  let lastFormulaColumn = 0;
  for (let r = row; r >= 1 && lastFormulaColumn < column; r--) {
    const last = formulas[r - 1]!.reduce((found, formula, c) => (formula === '' ? found : c + 1), 0);
    if (last <= lastFormulaColumn) continue;
    lastFormulaColumn = last;
    const formula = formulas[r - 1]![last - 1]!;
    if (findCall(formula, FUNCTION_NAMES, separators) === undefined) continue;
    const table = tab.values(areaOf(r, last, row - r + 1, column - last + 1));
    return isGapless(table) ? [{ tab, row: r, column: last, formula }] : [];
  }
  return [];
}

function isGapless(table: readonly (readonly unknown[])[]): boolean {
  const isFilled = (cells: readonly unknown[]) => cells.some((value) => value !== '');
  return table.every(isFilled) && table[0]!.every((_, c) => isFilled(table.map((cells) => cells[c])));
}

export function findAllFormulas(grid: Grid, separators: Separators): FoundFormula[] {
  return grid.tabs().flatMap((tab) => findFormulas(tab, separators));
}

/** Returns the formulas in the tabs and ranges of these names, each once; all formulas without a name. */
export function findInTargets(
  grid: Grid,
  targets: readonly string[],
  separators: Separators,
): FoundFormula[] {
  if (targets.length === 0) return findAllFormulas(grid, separators);
  const tabs = grid.tabs();
  const found = targets.flatMap((target) => {
    const tab = findTab(tabs, target);
    if (tab) return findFormulas(tab, separators);
    const range = grid.range(target);
    return range ? findFormulas(range.tab, separators, range.area) : [];
  });
  const nameOf = ({ tab, row, column }: FoundFormula) => `${tab.id} ${row} ${column}`;
  return [...new Map(found.map((one) => [nameOf(one), one])).values()];
}

/** Returns the places that a person has renamed or deleted. */
export function missingTargets(grid: Grid, targets: readonly string[]): readonly string[] {
  const tabs = targets.length > 0 ? grid.tabs() : [];
  return targets.filter((target) => !findTab(tabs, target) && !grid.range(target));
}

/** Returns the cell as the log of calls names it: Sheet1!B3. */
export function cellOf({ tab, ...cell }: FoundFormula): string {
  return `${tab.name()}!${a1Of(cell)}`;
}

export function a1Of({ row, column }: CellPosition): string {
  return `${lettersOf(column)}${row}`;
}

/** Returns the used part of an area, such as a whole column; of the tab by default. */
export function usedPartOf(tab: Tab, within?: Area): Area | undefined {
  const { rows, columns } = tab.used();
  const { row, column, numRows, numColumns } = within ?? topLeft(rows, columns);
  const usedRows = Math.min(numRows, rows - row + 1);
  const usedColumns = Math.min(numColumns, columns - column + 1);
  return usedRows < 1 || usedColumns < 1 ? undefined : areaOf(row, column, usedRows, usedColumns);
}

type CellPosition = Pick<FoundFormula, 'row' | 'column'>;

/**
 * Returns blocks of one column each, from left to right and top to bottom. A table spills right and down: if
 * they are cleared in this order and filled in reverse, no formula spills into a cleared formula's cell.
 */
export function columnBlocksOf<T extends CellPosition>(cells: readonly T[]) {
  const ordered = [...cells].sort((a, b) => a.column - b.column || a.row - b.row);
  const runs: { area: Area; cells: T[] }[] = [];
  for (const cell of ordered) {
    const run = runs[runs.length - 1];
    if (run?.area.column === cell.column && run.area.row + run.cells.length === cell.row) {
      run.cells.push(cell);
      run.area = { ...run.area, numRows: run.cells.length };
    } else runs.push({ area: areaOf(cell.row, cell.column), cells: [cell] });
  }
  return runs;
}

/** Returns the cells that the person may edit. Checks whole blocks, and halves of a refused block. */
export function editableOf<T extends CellPosition>(tab: Tab, cells: readonly T[]): readonly T[] {
  return columnBlocksOf(cells).flatMap(({ area, cells: block }) => {
    if (tab.canEdit(area)) return block;
    const middle = Math.floor(block.length / 2);
    if (middle === 0) return [];
    return [block.slice(0, middle), block.slice(middle)].flatMap((half) => editableOf(tab, half));
  });
}
