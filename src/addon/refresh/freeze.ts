/** Freeze replaces a table's formula by its values and stores it in a note; thaw puts it back. */

import { separatorsOf } from '../../contract/formula.js';
import { areaOf, topLeft } from '../../contract/new-sheet.js';
import type { Area, Platform, Tab } from '../platform.js';
import { hasNoValue } from '../question/cells.js';
import type { CellsLease } from '../storage/lease.js';
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
import { completeJournal, type JournalEntry, withJournal, withJournalLease } from './journal.js';
import { nextSize, readSurroundings } from './spilled.js';

/** Freezes the tables whose formulas are selected. */
export function freezeSelection(platform: Platform, texts: AddonTexts): void {
  const { ui } = platform;
  completeJournal(platform);
  const found = findSelected(platform, separatorsOf(platform.spreadsheet.locale()));
  if (found.length === 0) {
    ui.alert(texts.nothingToFreeze);
    return;
  }
  const notFrozen = withJournalLease(platform, (lease) => found.filter((one) => !freeze(lease, one))).length;
  if (notFrozen > 0) ui.alert(texts.notFrozen(notFrozen));
  else ui.toast(texts.frozen(found.length));
}

/** @returns false if there was no table to freeze */
function freeze(lease: CellsLease, { tab, row, column, formula }: FoundFormula): boolean {
  const { grid } = lease.platform;
  const cell = areaOf(row, column);
  // a person may have changed this formula while others were frozen
  if (tab.formulas(cell)[0]?.[0] !== formula) return false;
  const surroundings = readSurroundings(tab, cell);
  if (hasNoValue(String(surroundings.before[0]?.[0] ?? ''))) return false;
  const entry: JournalEntry = { ...cell, tab: tab.id, formula, frozen: false };
  withJournal(lease, [entry], (replace) => {
    const note = tab.notes(cell)[0]?.[0] ?? '';
    tab.clear(cell);
    grid.flush();
    let written: JournalEntry['written'];
    for (let size = nextSize(tab, surroundings); size; size = nextSize(tab, surroundings, size)) {
      const { rows: numRows, columns: numColumns } = size;
      const values = surroundings.before.slice(0, numRows).map((cells) => cells.slice(0, numColumns));
      const part = { numRows, numColumns, digest: checksumOf(values) };
      lease.renew();
      const frozen = { ...entry, numRows, numColumns, frozen: true, partial: true };
      replace([{ ...frozen, ...(written && { written }) }]);
      tab.writeNotes(cell, [[addFrozenMark(note, { formula, ...part })]]);
      const escaped = values.map((cells) => cells.map(escapeCellText));
      tab.write(areaOf(row, column, numRows, numColumns), escaped);
      grid.flush();
      written = part;
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
  completeJournal(platform);
  const selected = grid.selection();
  const found = selected ? findFrozen(selected.tab, selected.area) : [];
  if (!selected || found.length === 0) {
    ui.alert(texts.nothingToThaw);
    return;
  }
  const edited = found.filter((table) => table.edited).length;
  if (edited > 0 && !ui.confirm(texts.thawQuestion(edited))) return;
  const { tab } = selected;
  const changed = withJournalLease(platform, (lease) => found.filter((one) => !thaw(lease, tab, one))).length;
  if (changed > 0) ui.alert(texts.changedMeanwhile(changed));
}

function findFrozen(tab: Tab, within: Area): FoundTable[] {
  const { rows, columns } = tab.used();
  if (rows === 0) return [];
  const size = tab.size();
  return tab.notes(topLeft(rows, columns)).flatMap((cells, r) =>
    cells.flatMap((note, c) => {
      const frozen = readFrozenMark(note);
      if (!frozen) return [];
      // cut to the tab's size: people may have deleted rows since
      const numRows = Math.min(frozen.numRows, size.rows - r);
      const numColumns = Math.min(frozen.numColumns, size.columns - c);
      const area = areaOf(r + 1, c + 1, numRows, numColumns);
      if (!areOverlapping(area, within)) return [];
      const [values, formulas] = [tab.values(area), tab.formulas(area)];
      const hasFormula = formulas.some((row) => row.some((formula) => formula !== ''));
      const edited = hasFormula || checksumOf(values) !== frozen.digest;
      return [{ ...frozen, area, edited, checksum: checksumOf([...values, ...formulas]) }];
    }),
  );
}

/** @returns false if people have moved rows or typed while the dialog was open */
function thaw(lease: CellsLease, tab: Tab, { formula, area, checksum }: FoundTable): boolean {
  const cell = areaOf(area.row, area.column);
  const [[note = ''] = []] = tab.notes(cell);
  const current = checksumOf([...tab.values(area), ...tab.formulas(area)]);
  if (readFrozenMark(note)?.formula !== formula || current !== checksum) return false;
  withJournal(lease, [{ ...area, tab: tab.id, formula, frozen: true }], () => {
    tab.clear(area);
    tab.writeFormulas(cell, [[formula]]);
    tab.writeNotes(cell, [[removeFrozenMark(tab.notes(cell)[0]?.[0] ?? '')]]);
    lease.platform.grid.flush();
  });
  return true;
}

function areOverlapping(a: Area, b: Area): boolean {
  return (
    a.row < b.row + b.numRows &&
    b.row < a.row + a.numRows &&
    a.column < b.column + b.numColumns &&
    b.column < a.column + a.numColumns
  );
}
