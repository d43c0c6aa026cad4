/**
 * When a sample record appears and is corrected. A record enters the data some business days after its announcement,
 * and one in five is corrected later under the same id. The data of a day never depends on when it is queried.
 */
import { addDays } from '../../contract/dates.js';
import type { StoredRecord } from '../database/records.js';
import { addBusinessDays } from './calendar.js';
import type { Random } from './random.js';

/** Maximum number of days between an announcement and its correction. */
export const LAST_CORRECTION_DAYS = 100;

const ENTRY_LAG = [
  { days: 0, weight: 30 },
  { days: 1, weight: 40 },
  { days: 2, weight: 20 },
  { days: 3, weight: 10 },
];
const CORRECTED_SHARE = 0.2;

export interface RecordHistory {
  readonly entered: string;
  /** Undefined for a record that stays as it is. */
  readonly corrected: string | undefined;
}

export function makeHistory(random: Random, announced: string): RecordHistory {
  const entered = addBusinessDays(announced, random.weighted(ENTRY_LAG).days);
  // always drawn, so that the numbers after it do not depend on the outcome
  const later = addDays(entered, random.integer(2, 90));
  return { entered, corrected: random.chance(CORRECTED_SHARE) ? later : undefined };
}

export interface RecordDraft {
  readonly history: RecordHistory;
  /** The record without lastModified, as first published. */
  readonly record: StoredRecord;
  /** The fields that the correction changes. */
  readonly correction: Readonly<Record<string, unknown>>;
}

/** The record as known on a day, if it was entered or corrected after `after`. */
export function asKnownOn(
  { history, record, correction }: RecordDraft,
  { after, on }: { readonly after: string; readonly on: string },
): StoredRecord | undefined {
  if (history.entered > on) return undefined;
  const isCorrected = history.corrected !== undefined && history.corrected <= on;
  const lastModified = isCorrected ? history.corrected! : history.entered;
  if (lastModified <= after) return undefined;
  return { ...record, ...(isCorrected && correction), lastModified };
}
