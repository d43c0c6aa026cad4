/** The work of the hourly trigger: it completes interrupted work, then runs the jobs of its person that are due. */

import { isObject } from '../../contract/json.js';
import { knownPersonName } from '../account/person.js';
import { sendOut } from '../alerts/send-alerts.js';
import { errors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { type Zone, zoneOrUtc } from '../question/zone.js';
import { completeJournal } from '../refresh/journal.js';
import { ignoreErrors } from '../storage/ignore-errors.js';
import { textsFor } from '../texts/language.js';
import { isWaiting, type Job, type JobProgress, ownersRun } from './job.js';
import { wholeAlertOf } from './job-events.js';
import { listJobs } from './job-store.js';
import { createJobTrigger } from './job-trigger.js';
import { type JobParts, quietly, runJob } from './run-job.js';
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
    if (mine.length === 0) trigger.remove();
    for (const { job } of mine) {
      if (clock.now() >= stopAt) return;
      const isWanted = (current: Job, progress: JobProgress) =>
        current.owner === me && isDue(current, progress, clock.now(), zone);
      try {
        const done = runJob(platform, parts, {
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

/** A job that stopped half way, failed, died or waits for a webhook is due at once, any other at its time. */
function isDue(job: Job, progress: JobProgress, now: number, zone: Zone): boolean {
  if (isWaiting(job, progress)) return false;
  const { begun, unfinished } = ownersRun(progress);
  // a run that has ended gives its lease back
  const hasDied = progress.lease !== undefined && progress.lease.until <= now;
  const hasEvents = wholeAlertOf(job) !== undefined && (progress.outbox?.waiting ?? 0) > 0;
  return unfinished || hasDied || hasEvents || begun < lastSlot(job.schedule, now, zone);
}

/** A formula can hand over texts, numbers, dates and ranges, but no object with members of its own. */
function isTriggerEvent(event: unknown): event is { readonly triggerUid: string } {
  return isObject(event) && typeof event['triggerUid'] === 'string';
}

/** With the person, not the spreadsheet: triggers of several spreadsheets meet the same loss. */
const LAST_MAIL = 'authorization-mail';
const DAY_MS = 86_400_000;
const LOCK_WAIT_MS = 1_000;

/**
 * Touches nothing that needs a permission, mail apart, and never throws.
 * @param jobs those of the person
 */
export function writeOfLostAuthorization(platform: Platform, jobs: readonly Job[]): void {
  const { clock, mail, person, scriptLock, userProperties } = platform;
  const waiting = jobs.filter(({ paused }) => !paused);
  // Google tells the address of few people; the others gave one for their digests
  const recipient = person.name() || waiting.map(({ digest }) => digest).find((digest) => digest !== '');
  if (!recipient || waiting.length === 0) return;
  const { subject, text } = textsFor(person.locale()).lostAuthorization;
  const send = () => {
    const now = clock.now();
    if (now - Number(userProperties.get(LAST_MAIL)) < DAY_MS || mail.remaining() < 1) return;
    // before the mail: a run that dies in between sends none rather than two
    userProperties.set(LAST_MAIL, String(now));
    mail.send(
      recipient,
      subject,
      text(waiting.map(({ name }) => name).join(', '), person.permissionAddress()),
    );
  };
  // without the permission for mail either, only the sidebar can say it
  ignoreErrors(() => scriptLock.run(LOCK_WAIT_MS, send));
}
