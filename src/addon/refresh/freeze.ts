/** Freeze and thaw: a table's formula gives way to its values and stays in a note, until it is put back. */
import { separatorsOf } from '../../contract/formula.js';
import type { Area, Platform, Properties } from '../platform.js';
import { hasNoValue } from '../question/cells.js';
import { requireDocument } from '../storage/document-lock.js';
import { type CellsLease, withCellsLease } from '../storage/lease.js';
import { escapeCellText } from '../tab/cell-text.js';
import type { AddonTexts } from '../texts/language.js';
import { type FoundFormula, findSelected } from './find-formulas.js';
import { addFrozenMark, digestOf } from './frozen-note.js';
import {
  completeAlone,
  completeJournal,
  type JournalEntry,
  removeJournal,
  restoringOnError,
  type WrittenPart,
  writeJournal,
} from './journal.js';
import { nextSize, seeAround } from './spilled.js';

/** @returns a function that freezes the tables whose formulas are selected */
export function createFreeze(platform: Platform, texts: () => AddonTexts): () => void {
  return () => {
    const { ui } = platform;
    const properties = requireDocument(platform);
    completeJournal(platform);
    const separators = separatorsOf(platform.spreadsheet.locale());
    const found = findSelected(platform, separators);
    let waiting = 0;
    if (found.length > 0) {
      withCellsLease(platform, properties, (lease) => {
        completeAlone(platform, properties, lease);
        for (const formula of found) if (!freeze(platform, properties, lease, formula)) waiting += 1;
      });
    }
    if (found.length === 0) ui.alert('Signals', texts().nothingToFreeze);
    else if (waiting > 0) ui.alert('Signals', texts().notFrozen(waiting));
    else ui.toast(texts().frozen(found.length));
  };
}

/** Whether there was a table to freeze. */
function freeze(platform: Platform, properties: Properties, lease: CellsLease, found: FoundFormula): boolean {
  const { grid } = platform;
  const { tab, row, column, formula } = found;
  const cell: Area = { row, column, numRows: 1, numColumns: 1 };
  // while others were frozen, a person may have changed this one
  if (tab.formulas(cell)[0]?.[0] !== formula) return false;
  const surroundings = seeAround(tab, cell);
  if (hasNoValue(String(surroundings.before[0]?.[0] ?? ''))) return false;
  const entry: JournalEntry = { ...cell, tab: tab.id, formula, frozen: false };
  lease.keep();
  writeJournal(platform, properties, [entry]);
  restoringOnError(platform, properties, lease, () => {
    const note = tab.notes(cell)[0]?.[0] ?? '';
    tab.clear(cell);
    grid.flush();
    let written: WrittenPart | undefined;
    for (let size = nextSize(tab, surroundings); size; size = nextSize(tab, surroundings, size)) {
      const { rows: numRows, columns: numColumns } = size;
      const values = surroundings.before.slice(0, numRows).map((cells) => cells.slice(0, numColumns));
      const table = { formula, numRows, numColumns, digest: digestOf(values) };
      lease.keep();
      const frozen = { ...entry, numRows, numColumns, frozen: true, partial: true };
      writeJournal(platform, properties, [{ ...frozen, ...(written && { written }) }]);
      tab.writeNotes(cell, [[addFrozenMark(note, table)]]);
      tab.write(
        { row, column, numRows, numColumns },
        values.map((cells) => cells.map(escapeCellText)),
      );
      grid.flush();
      written = { numRows, numColumns, digest: table.digest };
    }
  });
  lease.keep();
  removeJournal(properties);
  return true;
}
