/** Whether another job writes into the same tab right now: rows would be written over rows. */
import type { Platform } from '../platform.js';
import type { Job, JobProgress, Lease } from './job.js';
import { listJobs } from './job-store.js';

/** The live lease of another sync with the tab of this one. The document's lock must be held. */
export function runWithSameTab(platform: Platform, job: Job, progress: JobProgress): Lease | undefined {
  if (!job.sync) return undefined;
  const now = platform.clock.now();
  const running = listJobs(platform).filter(
    (other) => other.job.id !== job.id && other.job.sync && (other.progress.lease?.until ?? 0) > now,
  );
  if (running.length === 0) return undefined;
  const tabs = new Map(platform.grid.tabs().map((tab) => [tab.name().toLowerCase(), tab.id]));
  // a tab that is not there yet goes by its name
  const tabOf = (one: Job, { place }: JobProgress) => {
    const name = one.sync?.tab.toLowerCase() ?? '';
    return place?.tab ?? tabs.get(name) ?? name;
  };
  const tab = tabOf(job, progress);
  return running.find((other) => tabOf(other.job, other.progress) === tab)?.progress.lease;
}
