/** Has formulas run again: they leave their cells for a moment, and the journal keeps them meanwhile. */

import { separatorsOf } from '../../contract/formula.js';
import type { Platform, Properties } from '../platform.js';
import { hasNoValue } from '../question/cells.js';
import { type CellsLease, withCellsLease } from '../storage/lease.js';
import { columnBlocksOf, type FoundFormula, findAllFormulas } from './find-formulas.js';
import { completeAlone, type JournalEntry, withJournal } from './journal.js';
import { readCells } from './shown.js';

/**
 * No formula is lost, wherever it stops. The document's lock is not held meanwhile: the formulas that run again need it.
 * @param find called when no other execution changes the cells: what they hold then is what comes back
 * @returns how many there were. @throws what Google says against it; then all of them are back
 */
export function runAgain(platform: Platform, properties: Properties, find: () => FoundFormula[]): number {
  return withCellsLease(platform, properties, (lease) => {
    completeAlone(platform, properties, lease);
    const found = find();
    if (found.length === 0) return 0;
    withJournal(platform, properties, lease, found.map(entryOf), () => {
      takeOut(found, lease);
      platform.grid.flush();
      putBack(found, lease);
      platform.grid.flush();
    });
    return found.length;
  });
}

function entryOf({ tab, row, column, formula }: FoundFormula): JournalEntry {
  return { tab: tab.id, row, column, formula, numRows: 1, numColumns: 1, frozen: false };
}

function takeOut(found: readonly FoundFormula[], lease: CellsLease): void {
  for (const cells of byTab(found)) {
    for (const { area, cells: run } of columnBlocksOf(cells)) {
      lease.keep();
      run[0]?.tab.clear(area);
    }
  }
}

function putBack(found: readonly FoundFormula[], lease: CellsLease): void {
  for (const cells of byTab(found)) {
    for (const { area, cells: run } of columnBlocksOf(cells).reverse()) {
      lease.keep();
      run[0]?.tab.writeFormulas(
        area,
        run.map(({ formula }) => [formula]),
      );
    }
  }
}

/** In groups, by their tabs. */
export function byTab<T extends Pick<FoundFormula, 'tab'>>(found: readonly T[]): T[][] {
  const ids = [...new Set(found.map(({ tab }) => tab.id))];
  return ids.map((id) => found.filter(({ tab }) => tab.id === id));
}

/** @throws what Google says against it; then all formulas are back in their cells */
export function runFailedAgain(platform: Platform): void {
  const { documentProperties: properties, grid, spreadsheet } = platform;
  if (!properties) return;
  const separators = separatorsOf(spreadsheet.locale());
  const findFailed = (): FoundFormula[] =>
    byTab(findAllFormulas(grid, separators)).flatMap((formulas) => {
      const cells = readCells(formulas[0]!.tab);
      return formulas.filter(({ row, column }) => hasNoValue(cells.text(row, column)));
    });
  // most spreadsheets have none, and then nothing is taken out of a cell
  if (findFailed().length > 0) runAgain(platform, properties, findFailed);
}
