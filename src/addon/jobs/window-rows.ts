/** Records as rows for the tab of a sync. */
import { RECORD_COLUMNS } from '../../contract/datasets.js';
import { placesOf, textAt } from '../../core/records.js';
import type { Zone } from '../question/zone.js';
import type { Incoming } from '../tab/upsert-plan.js';
import { createLinker } from '../table/record-links.js';
import type { Row } from '../table/rows.js';
import { toTable } from '../table/table.js';
import type { SyncQuestion } from './sync-question.js';

export function incomingOf(
  rows: readonly Row[],
  { question: { dataset }, columns: shown }: SyncQuestion,
  zone: Zone,
): Incoming[] {
  if (rows.length === 0) return [];
  const columns = RECORD_COLUMNS[dataset];
  const places = placesOf(dataset);
  const view = { columns: shown, sort: [], headers: false };
  const table = toTable({ rows, columns, view, zone, notes: [] });
  const linksOf = createLinker(columns, shown);
  return rows.flatMap((row, index) => {
    const id = textAt(row, places.id);
    const cells = new Map(shown.map(({ header }, column) => [header, table[index]?.[column] ?? '']));
    // a record without an id could not be found again
    if (id === '') return [];
    return [{ id, changedOn: textAt(row, places.modified), cells, links: linksOf(row) }];
  });
}
