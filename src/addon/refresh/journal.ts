/**
 * The journal stores formulas in document properties while they are out of their cells. After an interrupted
 * run, the next execution restores them, once that run's lease on the cells has expired. Those that Google does
 * not let a person restore, such as formulas of protected cells, stay stored for the next person.
 */

import { listOf, objectOf, readJson } from '../../contract/json.js';
import { areaOf } from '../../contract/new-sheet.js';
import { caught, errors } from '../errors.js';
import type { Area, Platform, Properties, Tab } from '../platform.js';
import { type CellsLease, withCellsLease } from '../storage/lease.js';
import { inPieces, joined, type PiecesMark, pieceNames, roomIn } from '../storage/pieces.js';
import { columnBlocksOf, editableOf } from './find-formulas.js';
import { checksumOf, type FrozenTable, readFrozenMark, removeFrozenMark } from './frozen-note.js';

/** The area of a table that is being frozen or thawed must be blank before the formula returns. */
export interface JournalEntry extends Area {
  /** Id of the tab. */
  readonly tab: number;
  readonly formula: string;
  /** True if a note at the cell stores the formula meanwhile. */
  readonly frozen: boolean;
  /** True for a table that is being frozen: a part of it may already have its values. */
  readonly partial?: boolean;
  /** The part of such a table that already had its values. */
  readonly written?: Omit<FrozenTable, 'formula'>;
}

const HEADER = 'journal';

interface Header {
  /** `journal.a` or `journal.b`, the prefix of its pieces' names. */
  readonly name: string;
  /** The pieces of the entries. */
  readonly mark: PiecesMark;
}

const areEntries = listOf(
  objectOf<JournalEntry>({
    tab: 'number',
    row: 'number',
    column: 'number',
    formula: 'string',
    numRows: 'number',
    numColumns: 'number',
    frozen: 'boolean',
    partial: 'boolean?',
    written: 'object?',
  }),
);
const isHeader = objectOf<Header>({ name: 'string', mark: 'string' });

/** Like `withCellsLease`, after the formulas of an interrupted execution are back in their cells. */
export function withJournalLease<T>(platform: Platform, action: (lease: CellsLease) => T, waitMs?: number) {
  const run = (lease: CellsLease) => {
    completeWithLease(lease);
    return action(lease);
  };
  return withCellsLease(platform, run, waitMs);
}

/**
 * Beside an existing journal, writes the pieces before the header that names them: after a crash, the old or
 * the new one is valid. Without one, writes the header first, so that a crash leaves no piece behind.
 * @param entries none to remove the journal: every formula is back
 * @throws BAD_INPUT if the store has no room for it
 */
function writeJournal({ platform, properties }: CellsLease, entries: readonly JournalEntry[]): void {
  const before = readHeader(properties);
  if (entries.length === 0) {
    if (!before) return;
    // without its first piece, a journal is unreadable
    removePieces(properties, before);
    properties.remove(HEADER);
    return;
  }
  const text = platform.compress(JSON.stringify(entries));
  const name = before?.name === `${HEADER}.a` ? `${HEADER}.b` : `${HEADER}.a`;
  const { values, mark } = inPieces(name, text);
  try {
    const header = { [HEADER]: JSON.stringify({ name, mark }) };
    properties.setAll(before ? { ...values, ...header } : { ...header, ...values });
  } catch (error) {
    throw roomIn(platform) < text.length ? errors.storeFull('formulas at once') : error;
  }
  if (before) removePieces(properties, before);
}

/** True while formulas are out of their cells, or could not be restored. */
export function isJournalOpen(properties: Properties): boolean {
  return properties.get(HEADER) !== null;
}

function removePieces(properties: Properties, { name, mark }: Header): void {
  for (const piece of pieceNames(name, mark)) properties.remove(piece);
}

/**
 * Restores the formulas of an interrupted run in blank cells; a cell that was filled since keeps its content.
 * @returns false while another execution has the lease on the cells: that one restores them
 */
export function completeJournal(platform: Platform): boolean {
  const { documentProperties: properties, documentLock: lock } = platform;
  if (!properties || !lock || !isJournalOpen(properties)) return true;
  const refused = caught(() => withJournalLease(platform, () => undefined, 0));
  if (refused && refused.code !== 'BUSY') throw refused;
  return refused === undefined;
}

function completeWithLease(lease: CellsLease): void {
  const { grid } = lease.platform;
  const entries = readJournal(lease);
  const refused: JournalEntry[] = [];
  if (entries.length > 0) {
    for (const tab of grid.tabs()) {
      const { rows, columns } = tab.size();
      // formulas of deleted cells are dropped
      const ofTab = entries.filter((one) => one.tab === tab.id && one.row <= rows && one.column <= columns);
      const editable = editableOf(tab, ofTab).filter((one) => !one.frozen || tab.canEdit(one));
      refused.push(...ofTab.filter((one) => !editable.includes(one)));
      const tables = editable.filter(({ frozen }) => frozen);
      const cells = editable.filter(({ frozen }) => !frozen);
      restoreTables(lease, tab, tables);
      restoreCells(lease, tab, cells);
    }
    grid.flush();
    lease.renew();
  }
  if (refused.length < Math.max(1, entries.length)) writeJournal(lease, refused);
}

/**
 * Changes cells while the journal stores their formulas. After any error it restores them, then throws.
 * @param change gets a function that replaces these entries
 */
export function withJournal(
  lease: CellsLease,
  entries: readonly JournalEntry[],
  change: (replace: (entries: readonly JournalEntry[]) => void) => void,
): void {
  // formulas that the caller could not restore
  const others = readJournal(lease);
  const replace = (own: readonly JournalEntry[]) => writeJournal(lease, [...others, ...own]);
  lease.renew();
  replace(entries);
  try {
    change(replace);
  } catch (error) {
    lease.renew();
    completeWithLease(lease);
    throw error;
  }
  lease.renew();
  replace([]);
}

function readJournal({ platform, properties }: CellsLease): readonly JournalEntry[] {
  const header = readHeader(properties);
  if (!header) return [];
  const text = joined(platform.allDocumentProperties(), header.name, header.mark);
  // an unreadable journal was written or removed only in part: its formulas are in their cells
  return (text !== undefined && readJson(platform.expand(text), areEntries)) || [];
}

type CellFormula = Pick<JournalEntry, 'row' | 'column' | 'formula'>;
type Renewing = Pick<CellsLease, 'renew'>;

export function writeFormulas(lease: CellsLease, tab: Tab, entries: readonly CellFormula[]): void {
  for (const { area, cells } of columnBlocksOf(entries).reverse()) {
    lease.renew();
    const formulas = cells.map(({ formula }) => [formula]);
    tab.writeFormulas(area, formulas);
  }
}

/** Writes formulas into blank cells of a tab. A cell that a person has filled meanwhile stays. */
export function restoreCells({ renew }: Renewing, tab: Tab, entries: readonly CellFormula[]): void {
  for (const { area, cells } of columnBlocksOf(entries).reverse()) {
    renew();
    const formulas = tab.formulas(area);
    const values = tab.values(area);
    const isBlankAt = (index: number) => formulas[index]?.[0] === '' && values[index]?.[0] === '';
    const blank = cells.filter((_, index) => isBlankAt(index));
    // no renewal here: it may wait for the lock, and a person could fill a cell that was read as blank
    for (const run of columnBlocksOf(blank).reverse()) {
      const restored = run.cells.map(({ formula }) => [formula]);
      tab.writeFormulas(run.area, restored);
    }
  }
}

/**
 * A table with its frozen values stays frozen, and a cell that a person filled stays: no formula is lost. An
 * interrupted freeze may leave a part of a table's values: they are cleared and the formula returns.
 */
function restoreTables(lease: CellsLease, tab: Tab, entries: readonly JournalEntry[]): void {
  for (const { row, column, numRows, numColumns, formula, partial, written } of entries) {
    lease.renew();
    const cell = areaOf(row, column);
    const area = areaOf(row, column, numRows, numColumns);
    const isBack = tab.formulas(cell)[0]?.[0] === formula;
    const note = tab.notes(cell)[0]?.[0] ?? '';
    const isFrozen = !isBack && checksumOf(tab.values(area)) === readFrozenMark(note)?.digest;
    const writtenArea = partial && !isBack && !isFrozen && written && { row, column, ...written };
    if (isFrozen && partial) tab.clear(area);
    else if (writtenArea && checksumOf(tab.values(writtenArea)) === writtenArea.digest)
      tab.clear(writtenArea);
    else if (isFrozen || (!isBack && !isBlank(tab, cell))) continue;
    if (!isBack) tab.writeFormulas(cell, [[formula]]);
    tab.writeNotes(cell, [[removeFrozenMark(note)]]);
  }
}

function isBlank(tab: Tab, cell: Area): boolean {
  return tab.values(cell)[0]?.[0] === '' && tab.formulas(cell)[0]?.[0] === '';
}

function readHeader(properties: Properties): Header | undefined {
  return readJson(properties.get(HEADER), isHeader);
}
