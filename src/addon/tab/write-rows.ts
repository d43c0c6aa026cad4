/**
 * Writes records into a tab: new ones as rows, existing ones into the cells that have changed. The number of
 * calls does not grow with the rows. Idempotent, so that a run may repeat it after a crash.
 */

import { errors } from '../errors.js';
import type { Tab } from '../platform.js';
import { addRows } from './add-rows.js';
import { MovedError, type RowWriting, readLayout } from './tab-layout.js';
import { planUpdate, updateRows } from './update-rows.js';
import { type IncomingRecord, planUpsert } from './upsert-plan.js';

export interface Written {
  readonly added: number;
  readonly changed: number;
  /** True if nothing was written because the tab has as many records as it may have. */
  readonly isFull?: boolean;
}

/** If a person still moves columns after these attempts, the run reports it and tries again later. */
const MAX_ATTEMPTS = 5;

/**
 * @throws BAD_INPUT if the id column is missing or a header is duplicated; BUSY if a person keeps moving
 *   columns or rows
 */
export function writeRows(tab: Tab, incoming: readonly IncomingRecord[], options: RowWriting): Written {
  if (incoming.length === 0) return { added: 0, changed: 0 };
  const { maxRecords = Number.POSITIVE_INFINITY, headers } = options;
  let changedRows: ReadonlySet<string> = new Set();
  for (let attempt = 1; ; attempt++) {
    try {
      const layout = readLayout(tab, headers);
      const { added, existing } = planUpsert(incoming, layout.ids);
      const records = layout.ids.filter((id) => id !== '').length + added.length;
      if (added.length > 0 && records > maxRecords) return { added: 0, changed: 0, isFull: true };
      const update = planUpdate(tab, existing, layout, options);
      const changed = update.ids;
      options.onAdd?.(new Set(added.map(({ id }) => id)), new Set(changed));
      updateRows(tab, layout, update, options);
      changedRows = new Set([...changedRows, ...changed]);
      if (added.length > 0) addRows(tab, added, layout, options);
      return { added: added.length, changed: changedRows.size };
    } catch (error) {
      // if columns or rows change between two reads, Google refuses a range or a header is missing: retry
      if (attempt < MAX_ATTEMPTS) continue;
      throw error instanceof MovedError ? errors.tabMoving(tab.name()) : error;
    }
  }
}
