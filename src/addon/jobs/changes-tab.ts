/**
 * Writes the tab `Signals changes`: one row for each new record version, the latest at the top. People may
 * edit it like a synced tab; jobs never change its rows. The number of calls does not grow with the rows.
 */
import { DATASETS } from '../../contract/datasets.js';
import { CHANGES_TAB } from '../../contract/jobs.js';
import { tableStyleOf } from '../../contract/table-style.js';
import type { NewRecord } from '../alerts/alert.js';
import type { Platform } from '../platform.js';
import type { Zone } from '../question/zone.js';
import { openTab } from '../tab/find-tab.js';
import { findColumns, ID_HEADER } from '../tab/synced-columns.js';
import { type IncomingRecord, type Written, writeRows } from '../tab/write-rows.js';
import { dayCell } from '../table/table.js';

type CellOf = (record: NewRecord, zone: Zone, now: number) => unknown;

/** Each header, with the field whose width and number format its column gets. */
const COLUMNS: readonly (readonly [header: string, field: string, cellOf: CellOf])[] = [
  ['First seen', 'moment', (_record, _zone, now) => new Date(now)],
  ['Dataset', '', ({ dataset }) => DATASETS[dataset].functionName],
  ['Company', 'company.name', ({ company }) => company],
  ['What', 'expansionType', ({ what }) => what],
  ['Headline', 'title', ({ headline }) => headline],
  ['Place', 'place', ({ where }) => where],
  ['Investment', 'investment', ({ investment }) => investment],
  ['Currency', 'currency', ({ currency }) => currency],
  ['Jobs', 'jobs', ({ jobs }) => jobs],
  ['Announced', 'announcedDate', ({ announced }, zone) => dayCell(announced, zone)],
  ['Source', 'url', ({ link }) => link],
  ['Table', '', ({ tab }) => tab],
];
const HEADERS = [...COLUMNS.map(([header]) => header), ID_HEADER];
/** The most rows of the tab, including blank ones. A person has to clear a full tab. */
const MAX_ROWS = 20_000;

/**
 * Adds the rows that the tab lacks. Idempotent after a crash. Only one run at a time may write.
 * If the tab is full, it adds none and returns `isFull`.
 * @param lastTab the tab that the job wrote last: people may rename it
 * @param storeTab stores the id of another tab before the first write
 * @throws BAD_INPUT if the id column is missing or a header is duplicated; BUSY if columns or rows move
 */
export function writeChanges(
  { grid, clock }: Pick<Platform, 'grid' | 'clock'>,
  found: readonly NewRecord[],
  zone: Zone,
  lastTab: number | undefined,
  storeTab: (tab: number) => void,
): Written & { readonly isFull?: true } {
  const tab = openTab(grid, CHANGES_TAB, lastTab);
  if (tab.id !== lastTab) storeTab(tab.id);
  findColumns(tab, HEADERS, [], () => tableStyleOf([...COLUMNS.map(([, field]) => field), 'id']));
  // each run reads the list, and one that fills the spreadsheet would fail all later runs
  if (tab.size().rows > MAX_ROWS) return { added: 0, changed: 0, isFull: true };
  const incoming = toIncomingRecords(found, zone, clock.now());
  const written = writeRows(tab, incoming, { headers: HEADERS, newRows: 'top', zone });
  grid.flush();
  return written;
}

/** Sorts records, newest first. Skips those without an id: a later run could not find their rows. */
function toIncomingRecords(found: readonly NewRecord[], zone: Zone, now: number): IncomingRecord[] {
  return found
    .filter(({ id }) => id !== '')
    .sort((a, b) => b.modified.localeCompare(a.modified))
    .map((record) => ({
      id: `${record.id} ${record.modified}`.trim(),
      changedOn: '',
      cells: new Map(),
      whenAdded: new Map(COLUMNS.map(([header, , cellOf]) => [header, cellOf(record, zone, now)])),
    }));
}
