/** Stores jobs in document properties. Progress is separate: a run must not undo a person's change. */
import { asFields, isObject, readJson } from '../../contract/json.js';
import { removeAddress } from '../alerts/destinations.js';
import { errors } from '../errors.js';
import type { Platform, Properties, Values } from '../platform.js';
import { roomIn } from '../storage/pieces.js';
import { asciiJson } from '../storage/text.js';
import { type Job, type JobProgress, NEW_PROGRESS } from './job.js';

const JOB = 'job:';
const PROGRESS = 'job-progress:';
/** The text is ASCII, so a character is a byte. Google allows 9 KB per value. */
const MAX_CHARACTERS = 8_500;

/** Only this add-on writes these values: the guards recognize those that are damaged as a whole. */
const isJob = (value: unknown): value is Job => typeof asFields(value)['id'] === 'string';
const isProgress = (value: unknown): value is JobProgress => isObject(value);

/** Returns all jobs, oldest first, with one call to Google. Skips damaged ones. */
export function listJobs(platform: Platform): { job: Job; progress: JobProgress }[] {
  const values = platform.allDocumentProperties();
  return Object.keys(values)
    .filter((key) => key.startsWith(JOB))
    .flatMap((key) => readJson(values[key], isJob) ?? [])
    .map((job) => ({ job, progress: progressIn(values[PROGRESS + job.id]) }))
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
  const progress = { ...NEW_PROGRESS, ...readJson(text, isProgress) };
  return { tab: progress.place?.tab, ...progress };
}

/**
 * Writes values that the job needs, then the job, in one call.
 * @throws BAD_INPUT if the settings do not fit into the store; nothing has changed then
 */
export function writeJob(platform: Platform, properties: Properties, job: Job, before: Values = {}): void {
  const text = asciiJson(job);
  if (text.length > MAX_CHARACTERS) throw errors.storeFull('words in this job');
  try {
    properties.setAll({ ...before, [JOB + job.id]: text });
  } catch (error) {
    throw roomIn(platform) < text.length ? errors.storeFull('jobs') : error;
  }
}

/** Returns the progress as a property, so that the caller can write it together with others in one call. */
export function progressValues(id: string, progress: JobProgress): Values {
  return { [PROGRESS + id]: asciiJson(progress) };
}

/** Removes a job and all that it alone used. Needs the document's lock. */
export function removeJob(platform: Platform, properties: Properties, id: string): void {
  const old = readJob(properties, id);
  properties.remove(JOB + id);
  removeUnused(platform, properties, old);
}

/** Starts of the names of properties that belong to a job; its id follows. */
const OF_A_JOB = ['job-progress', 'seen', 'shown'];

/**
 * Removes what no job uses any more, also what an execution that died has left. Needs the document's lock.
 * @param before the job as it was: its addresses may be unused now
 */
export function removeUnused(platform: Platform, properties: Properties, before?: Job): void {
  const jobs = listJobs(platform).map(({ job }) => job);
  const hasJob = (id: string) => jobs.some((job) => job.id === id);
  const hasAlert = (id: string) => jobs.some(({ alerts = [] }) => alerts.some((alert) => alert.id === id));
  for (const { id } of before?.alerts ?? []) if (!hasAlert(id)) removeAddress(platform, id);
  for (const name of Object.keys(platform.allDocumentProperties())) {
    const [start = '', id = ''] = name.split(':');
    if (OF_A_JOB.includes(start) ? hasJob(id) : start !== 'alert' || hasAlert(id)) continue;
    properties.remove(name);
    if (start === 'alert') removeAddress(platform, id);
  }
}
