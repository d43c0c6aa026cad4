/** Freeze and thaw: a table's formula gives way to its values and stays in a note, until it is put back. */
import { type Separators, separatorsOf } from '../../contract/formula.js';
import type { Area, Platform, Properties, Tab } from '../platform.js';
import { CELL_ERROR } from '../question/cells.js';
import { requireDocument, withDocumentLock } from '../storage/document-lock.js';
import { escapeCellText } from '../tab/cell-text.js';
import type { AddonTexts } from '../texts/language.js';
import { type FoundFormula, findFormulas } from './find-formulas.js';
import { addFrozenMark, digestOf } from './frozen-note.js';
import { completeAlone, completeJournal, type JournalEntry, removeJournal, writeJournal } from './journal.js';

/** @returns a function that freezes the tables whose formulas are selected */
export function createFreeze(platform: Platform, texts: () => AddonTexts): () => void {
  return () => {
    const { ui } = platform;
    const properties = requireDocument(platform);
    completeJournal(platform);
    const separators = separatorsOf(platform.spreadsheet.locale());
    const found = findSelected(platform, separators);
    let waiting = 0;
    for (const formula of found) {
      withDocumentLock(platform, () => {
        completeAlone(platform, properties);
        if (!freeze(platform, properties, formula)) waiting += 1;
      });
    }
    if (found.length === 0) ui.alert('Signals', texts().nothingToFreeze);
    else if (waiting > 0) ui.alert('Signals', texts().notFrozen(waiting));
    else ui.toast(texts().frozen(found.length));
  };
}

function findSelected({ grid }: Platform, separators: Separators): FoundFormula[] {
  const selected = grid.selection();
  return selected ? findFormulas(selected.tab, separators, selected.area) : [];
}

/** Whether there was a table to freeze. Needs the document's lock. */
function freeze(platform: Platform, properties: Properties, found: FoundFormula): boolean {
  const { grid } = platform;
  const { tab, row, column, formula } = found;
  const cell: Area = { row, column, numRows: 1, numColumns: 1 };
  // while others were frozen, a person may have changed this one
  if (tab.formulas(cell)[0]?.[0] !== formula) return false;
  const reach = reachOf(tab, cell);
  const before = tab.values(reach);
  if (CELL_ERROR.test(String(before[0]?.[0] ?? ''))) return false;
  const entry: JournalEntry = { ...cell, tab: tab.id, formula, frozen: false };
  writeJournal(platform, properties, [entry]);
  try {
    tab.clear(cell);
    grid.flush();
    const size = sizeOfGone(before, tab.values(reach));
    const area = { row, column, ...size };
    const values = before.slice(0, size.numRows).map((cells) => cells.slice(0, size.numColumns));
    writeJournal(platform, properties, [{ ...entry, ...size, frozen: true }]);
    const note = tab.notes(cell)[0]?.[0] ?? '';
    tab.writeNotes(cell, [[addFrozenMark(note, { formula, ...size, digest: digestOf(values) })]]);
    tab.write(
      area,
      values.map((cells) => cells.map(escapeCellText)),
    );
    grid.flush();
  } catch (error) {
    completeAlone(platform, properties);
    throw error;
  }
  removeJournal(properties);
  return true;
}

/** As far as a table can spill from a cell. */
function reachOf(tab: Tab, { row, column }: Area): Area {
  const { rows, columns } = tab.used();
  return { row, column, numRows: Math.max(1, rows - row + 1), numColumns: Math.max(1, columns - column + 1) };
}

/** How far down and to the right there is nothing any more. */
function sizeOfGone(
  before: readonly (readonly unknown[])[],
  after: readonly (readonly unknown[])[],
): Pick<Area, 'numRows' | 'numColumns'> {
  let [numRows, numColumns] = [1, 1];
  before.forEach((cells, r) => {
    cells.forEach((value, c) => {
      if (value === '' || after[r]?.[c] !== '') return;
      numRows = Math.max(numRows, r + 1);
      numColumns = Math.max(numColumns, c + 1);
    });
  });
  return { numRows, numColumns };
}
