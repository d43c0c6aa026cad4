/** Computes a job's progress after an edit of its settings. */
import { DATASETS } from '../../contract/datasets.js';
import type { SyncSettings } from '../../contract/jobs.js';
import { isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { identityOf } from '../question/question.js';
import { createZone } from '../question/zone.js';
import { findTab } from '../tab/find-tab.js';
import { NEW_HEADER } from '../tab/synced-columns.js';
import type { Job, JobProgress, SyncCursor } from './job.js';
import { readSyncQuestion, type SyncQuestion } from './sync-question.js';
import { newCursor } from './sync-window.js';

type Edited = Pick<Job, 'sync' | 'push'>;

/**
 * Reads what an edit changes. To be called before the lock: reading cells may have to wait for formulas.
 * @returns a function that returns the changed progress, if any. Another question or first day starts over and keeps
 *   the tab's rows. New columns alone are added to the tab; a paid dataset is not queried again.
 */
export function readEdit(
  platform: Platform,
  old: Edited | undefined,
  edited: Edited,
): (progress: JobProgress) => JobProgress | undefined {
  const [before, after] = [old?.sync, edited.sync];
  const cursorAfter = before && after ? readSyncEdit(platform, before, after) : undefined;
  return ({ place: cursor, ...others }) => {
    if (!cursorAfter) return Boolean(before) === Boolean(after) ? undefined : others;
    const next = cursorAfter(cursor);
    return next === cursor ? undefined : { ...others, ...(next && { place: next }) };
  };
}

function readSyncEdit(
  platform: Platform,
  old: SyncSettings,
  edited: SyncSettings,
): (cursor: SyncCursor | undefined) => SyncCursor | undefined {
  const tabs = platform.grid.tabs();
  const named = findTab(tabs, edited.tab)?.id;
  const [before, after] = [old, edited].map(({ formula }) => questionOf(platform, formula));
  const known = before?.columns.map(({ header }) => header) ?? [];
  const added = after?.columns.map(({ header }) => header).filter((header) => !known.includes(header)) ?? [];
  const addedMarks = edited.newSince && !old.newSince ? [NEW_HEADER] : [];
  const isOneQuestion =
    before &&
    after &&
    identityOf(before.question) === identityOf(after.question) &&
    before.exact === after.exact;
  const keepsProgress =
    isOneQuestion &&
    old.from === edited.from &&
    (added.length === 0 || DATASETS[after.question.dataset].paid);
  return (cursor) => {
    const tab = tabs.find(({ id }) => id === cursor?.tab)?.id;
    // the next run creates a deleted tab again, with all records
    const isMoved =
      (old.tab !== edited.tab && tab !== named) || (cursor?.tab !== undefined && tab === undefined);
    const isSame =
      old.formula === edited.formula && old.from === edited.from && !isMoved && addedMarks.length === 0;
    if (!cursor || isSame) return cursor;
    if (isMoved) return undefined;
    const adding = [...new Set([...(cursor.adding ?? []), ...added, ...addedMarks])];
    const { most } = cursor;
    const restarted = {
      ...newCursor(edited),
      ...(tab !== undefined && { tab }),
      ...(most !== undefined && { most }),
    };
    return { ...(keepsProgress ? cursor : restarted), ...(adding.length > 0 && { adding }) };
  };
}

/** @returns undefined if the formula can no longer be read */
function questionOf(platform: Platform, formula: string): SyncQuestion | undefined {
  try {
    return readSyncQuestion(platform, formula, createZone(platform.spreadsheet.timeZone()));
  } catch (error) {
    if (isSignalsError(error)) return undefined;
    throw error;
  }
}
