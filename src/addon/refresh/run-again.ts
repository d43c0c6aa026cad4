/** Reruns formulas by taking them out of their cells for a moment. The journal stores them meanwhile. */

import { type Separators, separatorsOf } from '../../contract/formula.js';
import { groupedBy } from '../../core/grouped.js';
import type { Grid, Platform, Tab } from '../platform.js';
import { hasNoValue } from '../question/cells.js';
import type { CellsLease } from '../storage/lease.js';
import { columnBlocksOf, type FoundFormula, findAllFormulas } from './find-formulas.js';
import { type JournalEntry, restoreCells, withJournal, withJournalLease, writeFormulas } from './journal.js';
import { readCells } from './shown.js';

/**
 * Loses no formula, even if it stops midway. It leaves the document's lock to the formulas, which need it.
 * @param find called when no other execution changes the cells; the formulas that it finds are put back
 * @returns how many there were. @throws Google's error, after all are back
 */
export function runAgain(platform: Platform, find: () => FoundFormula[]): number {
  return withJournalLease(platform, (lease) => {
    const found = find();
    if (found.length === 0) return 0;
    withJournal(lease, found.map(journalEntryOf), (replace) => {
      const tabs = byTab(found).map((cells) => cells[0]!.tab);
      const sizes = new Map(tabs.map((tab) => [tab.id, sizeOf(tab)]));
      const takenOut = takeOut(found, lease);
      if (takenOut.length < found.length) replace(takenOut.map(journalEntryOf));
      platform.grid.flush();
      putBack(takenOut, sizes, lease);
      platform.grid.flush();
    });
    return found.length;
  });
}

function journalEntryOf({ tab, row, column, formula }: FoundFormula): JournalEntry {
  return { tab: tab.id, row, column, formula, numRows: 1, numColumns: 1, frozen: false };
}

/** Returns the formulas that it has taken out. Those that a person has moved or changed meanwhile stay. */
function takeOut(found: readonly FoundFormula[], lease: CellsLease): FoundFormula[] {
  const blocks = byTab(found).flatMap((cells) => columnBlocksOf(cells));
  return blocks.flatMap(({ area, cells }) => {
    lease.renew();
    const { tab } = cells[0]!;
    const formulas = tab.formulas(area);
    const unchanged = cells.filter(({ formula }, index) => formulas[index]?.[0] === formula);
    for (const block of columnBlocksOf(unchanged)) tab.clear(block.area);
    return unchanged;
  });
}

function sizeOf(tab: Tab): string {
  return JSON.stringify(tab.size());
}

/**
 * Writes the formulas back. They replace the table of a blocked formula that has spilled into their cells. But if a
 * person has inserted or deleted rows or columns, other content may have moved into these cells: it stays.
 * @param sizes of the tabs before
 */
function putBack(
  takenOut: readonly FoundFormula[],
  sizes: ReadonlyMap<number, string>,
  lease: CellsLease,
): void {
  for (const cells of byTab(takenOut)) {
    const { tab } = cells[0]!;
    const restore = sizes.get(tab.id) === sizeOf(tab) ? writeFormulas : restoreCells;
    restore(lease, tab, cells);
  }
}

export function byTab(found: readonly FoundFormula[]): FoundFormula[][] {
  return [...groupedBy(found, ({ tab }) => String(tab.id)).values()];
}

/** Finds the formulas that show an error. */
export function findFailed(grid: Grid, separators: Separators): FoundFormula[] {
  return byTab(findAllFormulas(grid, separators)).flatMap((formulas) => {
    const cells = readCells(formulas[0]!.tab);
    return formulas.filter(({ row, column }) => hasNoValue(cells.text(row, column)));
  });
}

/** @throws Google's error, after all formulas are back in their cells */
export function runFailedAgain(platform: Platform): void {
  const { documentProperties, grid, spreadsheet } = platform;
  if (!documentProperties) return;
  const find = () => findFailed(grid, separatorsOf(spreadsheet.locale()));
  // most spreadsheets have none, so that no formula has to leave its cell
  if (find().length > 0) runAgain(platform, find);
}
