/** Finds a sync's tab, counts the rows that still fit, and turns records into rows. */
import type { SyncSettings } from '../../contract/jobs.js';
import { positionsOf, textAt } from '../../core/records.js';
import { errors } from '../errors.js';
import type { Grid, Tab } from '../platform.js';
import type { Zone } from '../question/zone.js';
import { findTab, insertTab, tabWithId } from '../tab/find-tab.js';
import { columnsOf, headerOf } from '../tab/synced-columns.js';
import type { IncomingRecord } from '../tab/write-rows.js';
import type { ShownRows } from '../table/shown-rows.js';
import { cellsOfRecords } from '../table/table.js';
import type { SyncCursor } from './job.js';
import type { Run } from './run.js';
import type { SyncQuestion } from './sync-question.js';
import { newCursor } from './sync-window.js';

/** Google's limit for a spreadsheet. Sheets refuses more cells in the middle of a write. */
const MAX_CELLS = 10_000_000;
/** A new tab has 1,000 rows of 26 columns. */
const CELLS_OF_NEW_TAB = 26_000;

export function cursorOf(run: Run, settings: SyncSettings): SyncCursor {
  return run.progress.place ?? newCursor(settings);
}

/**
 * Returns the job's tab, by id if known: people may rename it.
 * @throws BAD_INPUT if it was deleted or lacks columns before the first run, BUSY if another job fills it
 */
export function openTab(run: Run, settings: SyncSettings, headers: readonly string[]): Tab {
  const { grid } = run.platform;
  const known = run.progress.tab;
  const tabs = grid.tabs();
  if (known !== undefined) {
    const tab = tabWithId(tabs, known);
    if (!tab) throw errors.noTab(settings.tab);
    return tab;
  }
  const found = findTab(tabs, settings.tab);
  if (!found && MAX_CELLS - cellsOf(tabs) < CELLS_OF_NEW_TAB) throw errors.spreadsheetFull(0);
  if (found) requireColumns(found, headers);
  const tab = found ?? insertTab(grid, settings.tab);
  run.commit({ place: cursorOf(run, settings), tab: tab.id });
  return tab;
}

/**
 * Columns that the tab lacks from the beginning would be left out, although their records are paid.
 * @throws BAD_INPUT unless the tab is empty or has all columns once
 */
function requireColumns(tab: Tab, headers: readonly string[]): void {
  const names = headerOf(tab);
  if (names.every((name) => name === '') && tab.used().rows === 0) return;
  const { byHeader } = columnsOf(tab, names, headers);
  const missing = headers.filter((header) => !byHeader.has(header));
  if (missing.length > 0) throw errors.noColumn(tab.name(), missing.join(', '));
}

/** Returns how many rows still fit into the spreadsheet. */
export function rowsLeftIn(grid: Grid, tab: Tab): number {
  return Math.floor((MAX_CELLS - cellsOf(grid.tabs())) / tab.size().columns);
}

function cellsOf(tabs: readonly Tab[]): number {
  return tabs.map((tab) => tab.size()).reduce((sum, { rows, columns }) => sum + rows * columns, 0);
}

export function toIncomingRecords(
  { rows, columns }: ShownRows,
  { question: { dataset }, columns: wantedColumns }: SyncQuestion,
  zone: Zone,
): IncomingRecord[] {
  const positions = positionsOf(dataset);
  return cellsOfRecords(rows, columns, wantedColumns, zone).flatMap((cells, index) => {
    const id = textAt(rows[index]!, positions.id);
    // a later run could not find a record without an id
    return id === '' ? [] : [{ id, changedOn: textAt(rows[index]!, positions.modified), cells }];
  });
}
