/** The progress of a job after its settings have changed. */
import { DATASETS } from '../../contract/datasets.js';
import type { SyncSettings } from '../../contract/jobs.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { identityOf } from '../question/question.js';
import { createZone } from '../question/zone.js';
import { NEW_HEADER } from '../tab/synced-columns.js';
import type { Job, JobProgress, SyncPlace } from './job.js';
import { readSyncQuestion, type SyncQuestion } from './sync-question.js';
import { startOf } from './sync-window.js';

/** The facts that judge an edit of a sync, read before the lock is taken: Google may have cells wait for formulas. */
export interface SeenForEdit {
  /** The formula of the job as it was stored then. */
  readonly formula: string;
  readonly tabs: readonly number[];
  /** Undefined where the formula cannot be read any more. */
  readonly before: SyncQuestion | undefined;
  readonly after: SyncQuestion | undefined;
}

export function seeForEdit(
  platform: Platform,
  old: Pick<Job, 'sync'> | undefined,
  edited: Pick<Job, 'sync'>,
): SeenForEdit | undefined {
  if (!old?.sync || !edited.sync) return undefined;
  return {
    formula: old.sync.formula,
    tabs: platform.grid.tabs().map(({ id }) => id),
    before: questionOf(platform, old.sync.formula),
    after: questionOf(platform, edited.sync.formula),
  };
}

/**
 * The progress to continue with; undefined where it may stay as it is. Another question or first day starts over, and
 * what the tab holds stays. New columns alone are added to the tab: what costs credits is not asked again for them.
 * @throws BUSY where somebody else has changed the job since it was seen
 */
export function progressAfterEdit(
  old: Job,
  edited: Pick<Job, 'sync' | 'push'>,
  progress: JobProgress,
  seen: SeenForEdit | undefined,
): JobProgress | undefined {
  const { place, ...others } = progress;
  if (edited.sync && old.sync) {
    if (seen?.formula !== old.sync.formula) throw errors.jobChanged();
    const next = placeAfterEdit(seen, old.sync, edited.sync, place);
    return next === place ? undefined : { ...others, ...(next && { place: next }) };
  }
  return Boolean(old.sync) === Boolean(edited.sync) ? undefined : others;
}

function placeAfterEdit(
  { tabs, before, after }: SeenForEdit,
  old: SyncSettings,
  edited: SyncSettings,
  place: SyncPlace | undefined,
): SyncPlace | undefined {
  const tab = tabs.find((id) => id === place?.tab);
  // a tab that was deleted is made again, with all of its records
  const isMoved = old.tab !== edited.tab || (place?.tab !== undefined && tab === undefined);
  const marks = edited.newSince && !old.newSince ? [NEW_HEADER] : [];
  const isSame = old.formula === edited.formula && old.from === edited.from && !isMoved && marks.length === 0;
  if (!place || isSame) return place;
  if (isMoved) return undefined;
  const known = before?.columns.map(({ header }) => header) ?? [];
  const added = after?.columns.map(({ header }) => header).filter((header) => !known.includes(header)) ?? [];
  const adding = [...new Set([...(place.adding ?? []), ...added, ...marks])];
  const isOneQuestion =
    before &&
    after &&
    identityOf(before.question) === identityOf(after.question) &&
    before.exact === after.exact;
  const goesOn =
    isOneQuestion &&
    old.from === edited.from &&
    (added.length === 0 || DATASETS[after.question.dataset].paid);
  const { most } = place;
  const fresh = {
    ...startOf(edited),
    ...(tab !== undefined && { tab }),
    ...(most !== undefined && { most }),
  };
  return { ...(goesOn ? place : fresh), ...(adding.length > 0 && { adding }) };
}

/** Nothing where the formula cannot be read any more. */
function questionOf(platform: Platform, formula: string): SyncQuestion | undefined {
  try {
    return readSyncQuestion(platform, formula, createZone(platform.spreadsheet.timeZone()));
  } catch (error) {
    if (isSignalsError(error)) return undefined;
    throw error;
  }
}
