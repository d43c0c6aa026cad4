/**
 * The journal: formulas that are out of their cells for a moment, stored with the document until they are back. The next
 * execution after an interrupted run restores them, as soon as its lease on the cells has run out.
 */

import { listOf, objectOf, readJson } from '../../contract/json.js';
import { errors, isSignalsError } from '../errors.js';
import type { Area, Platform, Properties, Tab } from '../platform.js';
import { type CellsLease, withCellsLease } from '../storage/lease.js';
import { inPieces, joined, type PiecesMark, pieceNames, roomIn } from '../storage/pieces.js';
import { columnBlocksOf } from './find-formulas.js';
import { digestOf, readFrozenMark, removeFrozenMark } from './frozen-note.js';

export interface JournalEntry {
  /** Id of the tab. */
  readonly tab: number;
  readonly row: number;
  readonly column: number;
  readonly formula: string;
  /** The cells of a table that is being frozen or thawed: they have to be blank before its formula comes back. */
  readonly numRows: number;
  readonly numColumns: number;
  /** Whether a note at the cell keeps the formula while it is out. */
  readonly frozen: boolean;
  /** True for a table that is being frozen: a part of it may have its values by now. */
  readonly partial?: boolean;
  /** The part of such a table that had its values before. */
  readonly written?: WrittenPart;
}

export interface WrittenPart {
  readonly numRows: number;
  readonly numColumns: number;
  readonly digest: string;
}

const HEADER = 'journal';

interface Header {
  /** `journal.a` or `journal.b`, the first part of the names of its pieces; that of an older version has none. */
  readonly name?: string;
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
const isHeader = objectOf<Header>({ name: 'string?', mark: 'string' });

/**
 * Beside a journal that is there already, the pieces first and then the header that names them: after a crash the new one
 * holds, or the old one. A first one begins with its header, so that no piece is left over.
 * @throws BAD_INPUT when there is no room for it
 */
export function writeJournal(
  platform: Platform,
  properties: Properties,
  entries: readonly JournalEntry[],
): void {
  const text = platform.compress(JSON.stringify(entries));
  const before = readHeader(properties);
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

/** True while formulas are out of their cells. */
export function isJournalOpen(properties: Properties): boolean {
  return properties.get(HEADER) !== null;
}

/** To be called when every formula is back: from its first piece on, the journal can be read no more. */
function removeJournal(properties: Properties): void {
  const header = readHeader(properties);
  if (!header) return;
  removePieces(properties, header);
  properties.remove(HEADER);
}

function removePieces(properties: Properties, { name = HEADER, mark }: Header): void {
  for (const piece of pieceNames(name, mark)) properties.remove(piece);
}

/**
 * Restores the formulas of an interrupted run in cells that are blank. A cell that was filled since then stays.
 * Does nothing while another execution has the lease on the cells.
 */
export function completeJournal(platform: Platform): void {
  const { documentProperties: properties, documentLock: lock } = platform;
  if (!properties || !lock || !isJournalOpen(properties)) return;
  try {
    withCellsLease(platform, properties, (lease) => completeAlone(platform, properties, lease), 0);
  } catch (error) {
    // the holder of the lease completes it
    if (!isSignalsError(error) || error.code !== 'BUSY') throw error;
  }
}

/** The same for a caller that has the lease on the cells. */
export function completeAlone(platform: Platform, properties: Properties, lease: CellsLease): void {
  const entries = readJournal(platform, properties);
  if (entries.length > 0) {
    for (const tab of platform.grid.tabs()) {
      const own = entries.filter((entry) => entry.tab === tab.id);
      restoreTables(
        tab,
        own.filter(({ frozen }) => frozen),
        lease,
      );
      restoreCells(
        tab,
        own.filter(({ frozen }) => !frozen),
        lease,
      );
    }
    platform.grid.flush();
    lease.keep();
  }
  removeJournal(properties);
}

/** Changes cells whose formulas the journal keeps meanwhile. It restores them before it throws, whatever Google says. */
export function withJournal(
  platform: Platform,
  properties: Properties,
  lease: CellsLease,
  entries: readonly JournalEntry[],
  change: () => void,
): void {
  lease.keep();
  writeJournal(platform, properties, entries);
  try {
    change();
  } catch (error) {
    lease.keep();
    completeAlone(platform, properties, lease);
    throw error;
  }
  lease.keep();
  removeJournal(properties);
}

function readJournal(platform: Platform, properties: Properties): readonly JournalEntry[] {
  const header = readHeader(properties);
  if (!header) return [];
  const text = joined(platform.allDocumentProperties(), header.name ?? HEADER, header.mark);
  // what cannot be read was not written whole, and nothing was out of its cell by then, or is being removed
  return (text !== undefined && readJson(platform.expand(text), areEntries)) || [];
}

function restoreCells(tab: Tab, entries: readonly JournalEntry[], lease: CellsLease): void {
  for (const { area, cells } of columnBlocksOf(entries).reverse()) {
    lease.keep();
    const formulas = tab.formulas(area);
    const values = tab.values(area);
    const blank = cells.filter((_, index) => formulas[index]?.[0] === '' && values[index]?.[0] === '');
    for (const run of columnBlocksOf(blank).reverse()) {
      tab.writeFormulas(
        run.area,
        run.cells.map(({ formula }) => [formula]),
      );
    }
  }
}

/**
 * What has its values stays frozen, and so does what a person has filled; no formula is left without a place. What was
 * cut while it was being frozen may have the values of a part of its table: there the formula comes back.
 */
function restoreTables(tab: Tab, entries: readonly JournalEntry[], lease: CellsLease): void {
  for (const { row, column, numRows, numColumns, formula, partial, written } of entries) {
    lease.keep();
    const cell = { row, column, numRows: 1, numColumns: 1 };
    const isBack = tab.formulas(cell)[0]?.[0] === formula;
    const note = tab.notes(cell)[0]?.[0] ?? '';
    const values = isBack ? [] : tab.values({ row, column, numRows, numColumns });
    const isFrozen = !isBack && digestOf(values) === readFrozenMark(note)?.digest;
    const part = partial && !isBack && !isFrozen && written && { row, column, ...written };
    if (isFrozen && partial) tab.clear({ row, column, numRows, numColumns });
    else if (part && digestOf(tab.values(part)) === part.digest) tab.clear(part);
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
