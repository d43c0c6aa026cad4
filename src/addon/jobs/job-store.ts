/** Stores jobs in document properties. Progress is separate: a run must not undo a person's change. */
import { objectOf, readJson } from '../../contract/json.js';
import { errors } from '../errors.js';
import type { Platform, Properties } from '../platform.js';
import { roomIn } from '../storage/pieces.js';
import { asciiJson } from '../storage/text.js';
import { type Job, type JobProgress, NEW_PROGRESS } from './job.js';

const JOB = 'job:';
const PROGRESS = 'job-progress:';
/** The text is ASCII, so a character is a byte. Google allows 9 KB per value. */
const MAX_CHARACTERS = 8_500;

const isJob = objectOf<Job>({
  id: 'string',
  name: 'string',
  owner: 'string',
  ownerName: 'string',
  service: 'string?',
  schedule: 'object',
  paused: 'boolean',
  madeAt: 'number',
  digest: 'string',
  alerts: 'list?',
  refreshCause: 'string?',
  summary: 'number?',
  sync: 'object?',
  push: 'object?',
  refresh: 'object?',
});
const isProgress = objectOf<JobProgress>({
  begun: 'number',
  failures: 'number',
  failure: 'object?',
  notices: 'list',
  unfinished: 'boolean',
  doneAt: 'number?',
  added: 'number',
  changed: 'number',
  credits: 'number',
  scheduled: 'object?',
  allAdded: 'number',
  allCredits: 'number',
  runs: 'list?',
  lease: 'object?',
  tab: 'number?',
  place: 'object?',
  outbox: 'object?',
  pushed: 'object?',
  digestDay: 'string?',
  unreported: 'object?',
});

/** Returns all jobs, oldest first, with one call to Google. Skips damaged ones. */
export function listJobs(
  platform: Pick<Platform, 'allDocumentProperties'>,
): { job: Job; progress: JobProgress }[] {
  const values = platform.allDocumentProperties();
  return Object.keys(values)
    .filter((key) => key.startsWith(JOB))
    .flatMap((key) => {
      const job = readJson(values[key], isJob);
      if (!job) return [];
      return [{ job, progress: progressIn(values[PROGRESS + job.id]) }];
    })
    .sort((a, b) => a.job.madeAt - b.job.madeAt);
}

export function readJob(properties: Properties, id: string): Job | undefined {
  return readJson(properties.get(JOB + id), isJob);
}

/** @throws BAD_INPUT if it was removed */
export function requireJob(properties: Properties, id: unknown): Job {
  const job = readJob(properties, String(id));
  if (!job) throw errors.noJob();
  return job;
}

export function readProgress(properties: Properties, id: string): JobProgress {
  return progressIn(properties.get(PROGRESS + id));
}

/** Finds the tab of a sync that version 1.0.0 stored. A person may have renamed the tab, so its id is needed. */
function progressIn(text: string | null | undefined): JobProgress {
  const progress = readJson(text, isProgress) ?? NEW_PROGRESS;
  return { tab: progress.place?.tab, ...progress };
}

/**
 * Writes in one call, in this order: values that the job needs, the job, values that need the job.
 * @throws BAD_INPUT if the settings do not fit into the store; nothing has changed then
 */
export function writeJob(
  platform: Pick<Platform, 'allDocumentProperties'>,
  properties: Properties,
  job: Job,
  before: Readonly<Record<string, string>> = {},
  after: Readonly<Record<string, string>> = {},
): void {
  const text = asciiJson(job);
  if (text.length > MAX_CHARACTERS) throw errors.storeFull('words in this job');
  try {
    properties.setAll({ ...before, [JOB + job.id]: text, ...after });
  } catch (error) {
    throw roomIn(platform) < text.length ? errors.storeFull('jobs') : error;
  }
}

/** Returns the progress as a property, so that the caller can write it together with others in one call. */
export function progressValues(id: string, progress: JobProgress): Readonly<Record<string, string>> {
  return { [PROGRESS + id]: asciiJson(progress) };
}

export function removeJob(properties: Properties, id: string): void {
  // the job first: progress without a job is never read
  properties.remove(JOB + id);
  properties.remove(PROGRESS + id);
}
