/** Computes a job's progress after an edit of its settings. */
import { DATASETS } from '../../contract/datasets.js';
import type { SyncSettings } from '../../contract/jobs.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { identityOf } from '../question/question.js';
import { createZone } from '../question/zone.js';
import { findTab } from '../tab/find-tab.js';
import { NEW_HEADER } from '../tab/synced-columns.js';
import type { Job, JobProgress, SyncCursor } from './job.js';
import { readSyncQuestion, type SyncQuestion } from './sync-question.js';
import { newCursor } from './sync-window.js';

/** The facts about an edited sync, read before the lock: reading cells may have to wait for formulas. */
export interface EditFacts {
  /** The job's formula at the time of reading. */
  readonly formula: string;
  readonly tabs: readonly number[];
  /** The tab with the job's new name for it, if it exists. */
  readonly named: number | undefined;
  /** Undefined if the stored formula can no longer be read. */
  readonly before: SyncQuestion | undefined;
  readonly after: SyncQuestion | undefined;
}

export function readEditFacts(
  platform: Platform,
  old: Pick<Job, 'sync'> | undefined,
  edited: Pick<Job, 'sync'>,
): EditFacts | undefined {
  if (!old?.sync || !edited.sync) return undefined;
  const tabs = platform.grid.tabs();
  return {
    formula: old.sync.formula,
    tabs: tabs.map(({ id }) => id),
    named: findTab(tabs, edited.sync.tab)?.id,
    before: questionOf(platform, old.sync.formula),
    after: questionOf(platform, edited.sync.formula),
  };
}

/**
 * Returns the changed progress, if any. Another question or first day starts over and keeps the tab's rows.
 * New columns alone are added to the tab; a paid dataset is not queried again.
 * @throws BUSY if another person has changed the job since it was read
 */
export function progressAfterEdit(
  old: Job,
  edited: Pick<Job, 'sync' | 'push'>,
  progress: JobProgress,
  facts: EditFacts | undefined,
): JobProgress | undefined {
  const { place: cursor, ...others } = progress;
  if (edited.sync && old.sync) {
    if (facts?.formula !== old.sync.formula) throw errors.jobChanged();
    const next = cursorAfterEdit(facts, old.sync, edited.sync, cursor);
    return next === cursor ? undefined : { ...others, ...(next && { place: next }) };
  }
  return Boolean(old.sync) === Boolean(edited.sync) ? undefined : others;
}

function cursorAfterEdit(
  { tabs, named, before, after }: EditFacts,
  old: SyncSettings,
  edited: SyncSettings,
  cursor: SyncCursor | undefined,
): SyncCursor | undefined {
  const tab = tabs.find((id) => id === cursor?.tab);
  // the next run creates a deleted tab again, with all records
  const isMoved =
    (old.tab !== edited.tab && tab !== named) || (cursor?.tab !== undefined && tab === undefined);
  const addedMarks = edited.newSince && !old.newSince ? [NEW_HEADER] : [];
  const isSame =
    old.formula === edited.formula && old.from === edited.from && !isMoved && addedMarks.length === 0;
  if (!cursor || isSame) return cursor;
  if (isMoved) return undefined;
  const known = before?.columns.map(({ header }) => header) ?? [];
  const added = after?.columns.map(({ header }) => header).filter((header) => !known.includes(header)) ?? [];
  const adding = [...new Set([...(cursor.adding ?? []), ...added, ...addedMarks])];
  const isOneQuestion =
    before &&
    after &&
    identityOf(before.question) === identityOf(after.question) &&
    before.exact === after.exact;
  const keepsProgress =
    isOneQuestion &&
    old.from === edited.from &&
    (added.length === 0 || DATASETS[after.question.dataset].paid);
  const { most } = cursor;
  const restarted = {
    ...newCursor(edited),
    ...(tab !== undefined && { tab }),
    ...(most !== undefined && { most }),
  };
  return { ...(keepsProgress ? cursor : restarted), ...(adding.length > 0 && { adding }) };
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
