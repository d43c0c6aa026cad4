/** Has formulas run again: they leave their cells for a moment, and the journal keeps them meanwhile. */
import type { Platform, Properties } from '../platform.js';
import { withDocumentLock } from '../storage/document-lock.js';
import { columnBlocksOf } from './column-blocks.js';
import type { FoundFormula } from './find-formulas.js';
import { completeAlone, type JournalEntry, removeJournal, writeJournal } from './journal.js';

/**
 * No formula is lost, wherever it stops.
 * @param find called under the document's lock: what the cells hold then is what comes back
 * @returns how many there were. @throws what Google says against it; then all of them are back
 */
export function runAgain(platform: Platform, properties: Properties, find: () => FoundFormula[]): number {
  return withDocumentLock(platform, () => {
    completeAlone(platform, properties);
    const found = find();
    if (found.length === 0) return 0;
    writeJournal(platform, properties, found.map(entryOf));
    try {
      takeOut(found);
      platform.grid.flush();
      putBack(found);
      platform.grid.flush();
    } catch (error) {
      completeAlone(platform, properties);
      throw error;
    }
    removeJournal(properties);
    return found.length;
  });
}

function entryOf({ tab, row, column, formula }: FoundFormula): JournalEntry {
  return { tab: tab.id, row, column, formula, numRows: 1, numColumns: 1, frozen: false };
}

function takeOut(found: readonly FoundFormula[]): void {
  for (const cells of byTab(found)) {
    for (const { area, cells: run } of columnBlocksOf(cells)) run[0]?.tab.clear(area);
  }
}

function putBack(found: readonly FoundFormula[]): void {
  for (const cells of byTab(found)) {
    for (const { area, cells: run } of columnBlocksOf(cells).reverse()) {
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
