/** Freeze replaces a table's formula by its values and stores it in a note; thaw puts it back. */

import { separatorsOf } from '../../contract/formula.js';
import { topLeft } from '../../contract/new-sheet.js';
import type { Area, Platform, Properties, Tab } from '../platform.js';
import { hasNoValue } from '../question/cells.js';
import { requireDocument } from '../storage/document-lock.js';
import { type CellsLease, withCellsLease } from '../storage/lease.js';
import { escapeCellText } from '../tab/cell-text.js';
import type { AddonTexts } from '../texts/language.js';
import { type FoundFormula, findSelected } from './find-formulas.js';
import {
  addFrozenMark,
  checksumOf,
  type FrozenTable,
  readFrozenMark,
  removeFrozenMark,
} from './frozen-note.js';
import {
  completeJournal,
  completeWithLease,
  type JournalEntry,
  type WrittenPart,
  withJournal,
} from './journal.js';
import { nextSize, readSurroundings } from './spilled.js';

/** Freezes the tables whose formulas are selected. */
export function freezeSelection(platform: Platform, texts: AddonTexts): void {
  const { ui } = platform;
  const properties = requireDocument(platform);
  completeJournal(platform);
  const separators = separatorsOf(platform.spreadsheet.locale());
  const found = findSelected(platform, separators);
  let notFrozen = 0;
  if (found.length > 0) {
    withCellsLease(platform, properties, (lease) => {
      completeWithLease(platform, properties, lease);
      for (const formula of found) if (!freeze(platform, properties, lease, formula)) notFrozen += 1;
    });
  }
  if (found.length === 0) ui.alert('Signals', texts.nothingToFreeze);
  else if (notFrozen > 0) ui.alert('Signals', texts.notFrozen(notFrozen));
  else ui.toast(texts.frozen(found.length));
}

/** @returns false if there was no table to freeze */
function freeze(platform: Platform, properties: Properties, lease: CellsLease, found: FoundFormula): boolean {
  const { grid } = platform;
  const { tab, row, column, formula } = found;
  const cell: Area = { row, column, numRows: 1, numColumns: 1 };
  // a person may have changed this formula while others were frozen
  if (tab.formulas(cell)[0]?.[0] !== formula) return false;
  const surroundings = readSurroundings(tab, cell);
  if (hasNoValue(String(surroundings.before[0]?.[0] ?? ''))) return false;
  const entry: JournalEntry = { ...cell, tab: tab.id, formula, frozen: false };
  withJournal(platform, properties, lease, [entry], (replace) => {
    const note = tab.notes(cell)[0]?.[0] ?? '';
    tab.clear(cell);
    grid.flush();
    let written: WrittenPart | undefined;
    for (let size = nextSize(tab, surroundings); size; size = nextSize(tab, surroundings, size)) {
      const { rows: numRows, columns: numColumns } = size;
      const values = surroundings.before.slice(0, numRows).map((cells) => cells.slice(0, numColumns));
      const table = { formula, numRows, numColumns, digest: checksumOf(values) };
      lease.renew();
      const frozen = { ...entry, numRows, numColumns, frozen: true, partial: true };
      replace([{ ...frozen, ...(written && { written }) }]);
      tab.writeNotes(cell, [[addFrozenMark(note, table)]]);
      tab.write(
        { row, column, numRows, numColumns },
        values.map((cells) => cells.map(escapeCellText)),
      );
      grid.flush();
      written = { numRows, numColumns, digest: table.digest };
    }
  });
  return true;
}

interface FoundTable extends FrozenTable {
  readonly area: Area;
  readonly edited: boolean;
  /** Checksum of the contents of its cells. */
  readonly checksum: string;
}

/** Thaws the frozen tables that the selection touches. */
export function thawSelection(platform: Platform, texts: AddonTexts): void {
  const { grid, ui } = platform;
  const properties = requireDocument(platform);
  completeJournal(platform);
  const selected = grid.selection();
  const found = selected ? findFrozen(selected.tab, selected.area) : [];
  if (!selected || found.length === 0) {
    ui.alert('Signals', texts.nothingToThaw);
    return;
  }
  const edited = found.filter((table) => table.edited).length;
  if (edited > 0 && !ui.confirm('Signals', texts.thawQuestion(edited))) return;
  let changed = 0;
  withCellsLease(platform, properties, (lease) => {
    completeWithLease(platform, properties, lease);
    for (const table of found) {
      if (isUnchanged(selected.tab, table))
        thaw(platform, properties, lease, { tab: selected.tab, ...table });
      else changed += 1;
    }
  });
  if (changed > 0) ui.alert('Signals', texts.changedMeanwhile(changed));
}

function findFrozen(tab: Tab, within: Area): FoundTable[] {
  const { rows, columns } = tab.used();
  if (rows === 0) return [];
  const notes = tab.notes(topLeft(rows, columns));
  return notes.flatMap((cells, r) =>
    cells.flatMap((note, c) => {
      const frozen = readFrozenMark(note);
      if (!frozen) return [];
      const area = clippedArea(tab, { row: r + 1, column: c + 1, ...frozen });
      if (!areOverlapping(area, within)) return [];
      const [values, formulas] = [tab.values(area), tab.formulas(area)];
      const hasFormula = formulas.some((row) => row.some((formula) => formula !== ''));
      const edited = hasFormula || checksumOf(values) !== frozen.digest;
      return [{ ...frozen, area, edited, checksum: checksumOf([...values, ...formulas]) }];
    }),
  );
}

/** The dialog may have been open for long: people may have moved rows or typed. */
function isUnchanged(tab: Tab, { area, formula, checksum }: FoundTable): boolean {
  const [[note = ''] = []] = tab.notes({ ...area, numRows: 1, numColumns: 1 });
  const current = checksumOf([...tab.values(area), ...tab.formulas(area)]);
  return readFrozenMark(note)?.formula === formula && current === checksum;
}

function thaw(
  platform: Platform,
  properties: Properties,
  lease: CellsLease,
  { tab, formula, area }: FoundTable & { readonly tab: Tab },
): void {
  const cell: Area = { ...area, numRows: 1, numColumns: 1 };
  withJournal(platform, properties, lease, [{ ...area, tab: tab.id, formula, frozen: true }], () => {
    tab.clear(area);
    tab.writeFormulas(cell, [[formula]]);
    tab.writeNotes(cell, [[removeFrozenMark(tab.notes(cell)[0]?.[0] ?? '')]]);
    platform.grid.flush();
  });
}

/** Cuts an area to the tab's size: people may have deleted rows since. */
function clippedArea(tab: Tab, { row, column, numRows, numColumns }: Area): Area {
  const { rows, columns } = tab.size();
  return {
    row,
    column,
    numRows: Math.min(numRows, rows - row + 1),
    numColumns: Math.min(numColumns, columns - column + 1),
  };
}

function areOverlapping(a: Area, b: Area): boolean {
  return (
    a.row < b.row + b.numRows &&
    b.row < a.row + a.numRows &&
    a.column < b.column + b.numColumns &&
    b.column < a.column + a.numColumns
  );
}
