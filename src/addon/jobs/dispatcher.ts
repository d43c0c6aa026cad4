/** What the hourly trigger does: completes what was cut off, then runs the jobs of its person that are due. */

import { isObject } from '../../contract/json.js';
import { knownPersonName } from '../account/person.js';
import { sendOut } from '../alerts/send-alerts.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { type Zone, zoneOrUtc } from '../question/zone.js';
import { completeJournal } from '../refresh/journal.js';
import { isWaiting, type Job, type JobProgress, ownersRun } from './job.js';
import { listJobs } from './job-store.js';
import { createJobTrigger } from './job-trigger.js';
import { writeOfLostAuthorization } from './lost-authorization.js';
import { createJobRunner, type JobParts, quietly } from './run-job.js';
import { lastSlot } from './schedule.js';

/** An execution has six minutes: what is begun by then is finished in time. */
const STOP_AFTER_MS = 270_000;

/**
 * @returns a function of the trigger's event; what goes wrong is kept with the job. It throws BAD_INPUT for anything
 *   else: a formula would run the jobs of the spreadsheet's owner.
 */
export function createDispatcher(platform: Platform, parts: JobParts): (event: unknown) => void {
  return (event) => {
    if (!isTriggerEvent(event)) throw errors.triggerOnly();
    const { clock, documentProperties: properties } = platform;
    // sources disagree whether a clock trigger always has its spreadsheet
    if (!properties) {
      return platform.log.warn('No job has run: Google has started this trigger without its spreadsheet.');
    }
    const me = knownPersonName(platform);
    // the job that has waited longest runs first: a job that needs many hourly runs must not starve the others
    const mine = listJobs(platform)
      .filter(({ job }) => job.owner === me)
      .sort((a, b) => ownersRun(a.progress).begun - ownersRun(b.progress).begun);
    if (!platform.person.mayRunJobs()) {
      const jobs = mine.map(({ job }) => job);
      return writeOfLostAuthorization(platform, jobs);
    }
    const trigger = createJobTrigger(platform);
    trigger.remember(event.triggerUid);
    completeJournal(platform);
    const stopAt = clock.now() + STOP_AFTER_MS;
    const zone = zoneOrUtc(platform.spreadsheet.timeZone());
    const run = createJobRunner(platform, properties, parts);
    if (mine.length === 0) trigger.remove();
    for (const { job } of mine) {
      if (clock.now() >= stopAt) return;
      const isWanted = (current: Job, progress: JobProgress) =>
        current.owner === me && isDue(current, progress, clock.now(), zone);
      try {
        const done = run({
          id: job.id,
          token: '',
          person: me,
          holder: job.ownerName,
          stopAt,
          byPerson: false,
          slotOf: ({ schedule }) => lastSlot(schedule, clock.now(), zone),
          isWanted,
        });
        // what waited for the end of quiet hours, or was refused
        if (!done && !job.paused) quietly(platform, () => sendOut(platform, properties, job));
      } catch (error) {
        // it is kept with the job, and the others have their turn
        if (!isSignalsError(error)) platform.log.warn(error);
      }
    }
  };
}

/** What stopped half way, failed or died is due at once, anything else at its time. */
function isDue(job: Job, progress: JobProgress, now: number, zone: Zone): boolean {
  if (isWaiting(job, progress)) return false;
  const { begun, unfinished } = ownersRun(progress);
  // a run that has ended gives its lease back
  const hasDied = progress.lease !== undefined && progress.lease.until <= now;
  return unfinished || hasDied || begun < lastSlot(job.schedule, now, zone);
}

/** A formula can hand over texts, numbers, dates and ranges, but no object with members of its own. */
function isTriggerEvent(event: unknown): event is { readonly triggerUid: string } {
  return isObject(event) && typeof event['triggerUid'] === 'string';
}
