/**
 * Writes the tab `Signals changes`: one row for each new record version, the latest at the top. People may
 * edit it like a synced tab; jobs never change its rows. The number of calls does not grow with the rows.
 */
import { DATASETS } from '../../contract/datasets.js';
import { isoFromWire } from '../../contract/dates.js';
import { CHANGES_TAB } from '../../contract/jobs.js';
import { tableStyleOf } from '../../contract/table-style.js';
import type { NewRecord } from '../alerts/alert.js';
import type { Grid } from '../platform.js';
import type { Zone } from '../question/zone.js';
import { tabNamed } from '../tab/find-tab.js';
import { findColumns, ID_HEADER } from '../tab/synced-columns.js';
import type { IncomingRecord } from '../tab/upsert-plan.js';
import { type Written, writeRows } from '../tab/write-rows.js';

interface ChangesWriting {
  readonly zone: Zone;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The tab that the job wrote last. */
  readonly lastTab: { readonly tab: number } | undefined;
  /** Stores a new tab's id before the first write. Later runs find it by id: people may rename the tab. */
  storeTab(target: { readonly tab: number }): void;
}

/** Each header, with the field whose width and number format its column gets. */
const COLUMNS = [
  ['First seen', 'moment'],
  ['Dataset', ''],
  ['Company', 'company.name'],
  ['What', 'expansionType'],
  ['Headline', 'title'],
  ['Place', 'place'],
  ['Investment', 'investment'],
  ['Currency', 'currency'],
  ['Jobs', 'jobs'],
  ['Announced', 'announcedDate'],
  ['Source', 'url'],
  ['Table', ''],
  [ID_HEADER, 'id'],
] as const;
const HEADERS = COLUMNS.map(([header]) => header);
/** Enough for years of news. The person has to clear a full list. */
const MAX_ROWS = 20_000;

/**
 * Adds the rows that the tab lacks. Idempotent after a crash. Only one run at a time may write.
 * @throws BAD_INPUT if the id column is missing or a header is duplicated; BUSY if columns or rows move
 */
export function writeChanges(
  grid: Grid,
  found: readonly NewRecord[],
  { zone, now, lastTab: stored, storeTab }: ChangesWriting,
): Written {
  const tab = grid.tabs().find(({ id }) => id === stored?.tab) ?? tabNamed(grid, CHANGES_TAB);
  if (tab.id !== stored?.tab) storeTab({ tab: tab.id });
  findColumns(tab, HEADERS, [], () => tableStyleOf(COLUMNS.map(([, field]) => field)));
  const written = writeRows(tab, toIncomingRecords(found, zone, now), {
    headers: HEADERS,
    newRows: 'top',
    zone,
    maxRecords: MAX_ROWS,
  });
  grid.flush();
  return written;
}

/** Newest first. Skips records without an id: a later run could not find their rows. */
function toIncomingRecords(found: readonly NewRecord[], zone: Zone, now: number): IncomingRecord[] {
  return found
    .filter(({ id }) => id !== '')
    .sort((a, b) => b.modified.localeCompare(a.modified))
    .slice(0, MAX_ROWS)
    .map((record) => {
      const { announced } = record;
      const isDay = announced > '19' && isoFromWire(announced, 'YYYY-MM-DD');
      const values = [
        new Date(now),
        DATASETS[record.dataset].functionName,
        record.company,
        record.what,
        record.headline,
        record.where,
        record.investment,
        record.currency,
        record.jobs,
        isDay ? zone.midnight(announced) : announced,
        record.link,
        record.tab,
      ];
      return {
        id: `${record.id} ${record.modified}`.trim(),
        changedOn: '',
        cells: new Map(),
        whenAdded: new Map(values.map((value, index) => [HEADERS[index]!, value])),
      };
    });
}
