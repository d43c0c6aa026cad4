/** Thaw: clears exactly what was frozen and puts the formula back. Edits are only discarded after a confirmation. */
import type { Area, Platform, Properties, Tab } from '../platform.js';
import { requireDocument, withDocumentLock } from '../storage/document-lock.js';
import type { AddonTexts } from '../texts/language.js';
import { digestOf, type FrozenTable, readFrozenMark, removeFrozenMark } from './frozen-note.js';
import { completeAlone, completeJournal, removeJournal, writeJournal } from './journal.js';

interface Found extends FrozenTable {
  readonly area: Area;
  readonly edited: boolean;
}

/** @returns a function that thaws the frozen tables that the selection touches */
export function createThaw(platform: Platform, texts: () => AddonTexts): () => void {
  return () => {
    const { grid, ui } = platform;
    const properties = requireDocument(platform);
    completeJournal(platform);
    const selected = grid.selection();
    const found = selected ? findFrozen(selected.tab, selected.area) : [];
    if (!selected || found.length === 0) {
      ui.alert('Signals', texts().nothingToThaw);
      return;
    }
    const edited = found.filter((table) => table.edited).length;
    if (edited > 0 && !ui.confirm('Signals', texts().thawQuestion(edited))) return;
    for (const table of found) {
      withDocumentLock(platform, () => {
        completeAlone(platform, properties);
        thaw(platform, properties, selected.tab, table);
      });
    }
  };
}

function findFrozen(tab: Tab, within: Area): Found[] {
  const { rows, columns } = tab.used();
  if (rows === 0) return [];
  const notes = tab.notes({ row: 1, column: 1, numRows: rows, numColumns: columns });
  return notes.flatMap((cells, r) =>
    cells.flatMap((note, c) => {
      const frozen = readFrozenMark(note);
      if (!frozen) return [];
      const area = inside(tab, { row: r + 1, column: c + 1, ...frozen });
      if (!overlap(area, within)) return [];
      return [{ ...frozen, area, edited: digestOf(tab.values(area)) !== frozen.digest }];
    }),
  );
}

function thaw(platform: Platform, properties: Properties, tab: Tab, { formula, area }: Found): void {
  const cell: Area = { ...area, numRows: 1, numColumns: 1 };
  writeJournal(platform, properties, [{ ...area, tab: tab.id, formula, frozen: true }]);
  try {
    tab.clear(area);
    tab.writeFormulas(cell, [[formula]]);
    tab.writeNotes(cell, [[removeFrozenMark(tab.notes(cell)[0]?.[0] ?? '')]]);
    platform.grid.flush();
  } catch (error) {
    completeAlone(platform, properties);
    throw error;
  }
  removeJournal(properties);
}

/** Rows may have been deleted since: an area never reaches beyond its tab. */
function inside(tab: Tab, { row, column, numRows, numColumns }: Area): Area {
  const { rows, columns } = tab.size();
  return {
    row,
    column,
    numRows: Math.min(numRows, rows - row + 1),
    numColumns: Math.min(numColumns, columns - column + 1),
  };
}

function overlap(a: Area, b: Area): boolean {
  return (
    a.row < b.row + b.numRows &&
    b.row < a.row + a.numRows &&
    a.column < b.column + b.numColumns &&
    b.column < a.column + a.numColumns
  );
}
