/** Plans an upsert: which records become new rows of a tab, and which ones it already has. Pure. */

import { isDate } from '../question/cells.js';
import type { Zone } from '../question/zone.js';
import { truncateToCell, writtenTexts } from './cell-text.js';

/** A record as cells, by header. */
export interface IncomingRecord {
  readonly id: string;
  /** Day of its last change. */
  readonly changedOn: string;
  readonly cells: ReadonlyMap<string, unknown>;
  /** Cells that are only written to a new row and never updated. */
  readonly whenAdded?: ReadonlyMap<string, unknown>;
}

interface UpsertPlan {
  readonly added: readonly IncomingRecord[];
  /** By row, counting from 1. If a person has copied a row, the first one with its id counts. */
  readonly existing: ReadonlyMap<number, IncomingRecord>;
}

/** @param ids of the rows below the header, from row 2 on, as the cells hold them */
export function planUpsert(incoming: readonly IncomingRecord[], ids: readonly unknown[]): UpsertPlan {
  const rows = new Map<string, number>();
  ids.forEach((value, index) => {
    for (const id of writtenTexts(value)) if (id !== '' && !rows.has(id)) rows.set(id, index + 2);
  });
  const latest = new Map<string, IncomingRecord>();
  for (const record of incoming) {
    const other = latest.get(record.id);
    if (!other || record.changedOn > other.changedOn) latest.set(record.id, record);
  }
  const existing = new Map<number, IncomingRecord>();
  const added: IncomingRecord[] = [];
  for (const record of latest.values()) {
    const row = rows.get(truncateToCell(record.id));
    if (row === undefined) added.push(record);
    else existing.set(row, record);
  }
  return { added, existing };
}

/** True if a cell already has a value. Days are compared without the time that the cell shows. */
export function hasValue(cell: unknown, wanted: unknown, zone: Zone): boolean {
  if (isDate(wanted)) return isDate(cell) && zone.dayOf(cell) === zone.dayOf(wanted);
  if (typeof wanted === 'number') return cell === wanted;
  return !isDate(cell) && writtenTexts(cell).includes(truncateToCell(String(wanted)));
}

/** Returns a cell's value as text for people. */
export function cellToText(cell: unknown, zone: Zone): string {
  return isDate(cell) ? zone.dayOf(cell) : String(cell);
}
