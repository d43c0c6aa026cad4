/** What follows a run that is over: a row in the log, and the digest. Neither can spoil the run. */
import type { Platform, Properties } from '../platform.js';
import { sendDigest } from './digest.js';
import type { Job, JobProgress } from './job.js';
import { appendToLog } from './signals-log.js';

export function afterRun(platform: Platform, properties: Properties, job: Job, progress: JobProgress): void {
  if (job.sync?.log) quietly(() => appendToLog(platform.grid, job, progress));
  if (job.digest !== '') quietly(() => sendDigest(platform, properties, job, progress));
}

function quietly(action: () => void): void {
  try {
    action();
  } catch (error) {
    console.warn(error);
  }
}
