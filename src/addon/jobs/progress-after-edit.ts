/** Computes the progress of a sync after an edit of its settings. */
import { DATASETS } from '../../contract/datasets.js';
import type { SyncSettings } from '../../contract/jobs.js';
import { ignoreSignalsErrors } from '../errors.js';
import type { Platform } from '../platform.js';
import { identityOf } from '../question/question.js';
import { findTab, tabWithId } from '../tab/find-tab.js';
import { NEW_HEADER } from '../tab/synced-columns.js';
import type { JobProgress } from './job.js';
import { readSyncQuestion } from './sync-question.js';
import { newCursor } from './sync-window.js';

type Edit = (progress: JobProgress) => JobProgress;

/**
 * Reads what an edit changes. To be called before the lock: reading cells may have to wait for formulas.
 * @returns a function from the progress to the changed one. Another question or first day starts over and keeps
 *   the tab's rows. New columns alone are added to the tab; a paid dataset is not queried again.
 */
export function readEdit(
  platform: Platform,
  old: SyncSettings | undefined,
  edited: SyncSettings | undefined,
): Edit {
  const restarted = { place: undefined, tab: undefined };
  if (!old || !edited) return (progress) => (old === edited ? progress : { ...progress, ...restarted });
  const tabs = platform.grid.tabs();
  const named = findTab(tabs, edited.tab)?.id;
  // undefined if the formula can no longer be read
  const [before, after] = [old, edited].map(({ formula }) =>
    ignoreSignalsErrors(() => readSyncQuestion(platform, formula)),
  );
  const known = before?.columns.map(({ header }) => header) ?? [];
  const added = after?.columns.map(({ header }) => header).filter((header) => !known.includes(header)) ?? [];
  const addedMarks = edited.newSince && !old.newSince ? [NEW_HEADER] : [];
  const keepsProgress =
    before &&
    after &&
    identityOf(before.question) === identityOf(after.question) &&
    before.exact === after.exact &&
    old.from === edited.from &&
    (added.length === 0 || DATASETS[after.question.dataset].paid);
  return (progress) => {
    const { place } = progress;
    const tab = tabWithId(tabs, progress.tab)?.id;
    if (!place) return progress;
    // the next run creates a deleted tab again, with all records
    const isMoved = tab !== progress.tab || (old.tab !== edited.tab && tab !== named);
    if (isMoved) return { ...progress, ...restarted };
    const adding = [...new Set([...(place.adding ?? []), ...added, ...addedMarks])];
    const next = keepsProgress ? place : newCursor(edited);
    return { ...progress, place: { ...next, ...(adding.length > 0 && { adding }) } };
  };
}
