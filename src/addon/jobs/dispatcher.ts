/** Handles the hourly trigger: completes interrupted work, then runs the due jobs of its owner. */

import { isObject } from '../../contract/json.js';
import { DAY_MS } from '../../core/days.js';
import type { ConnectionStore } from '../account/connection.js';
import { knownPersonName } from '../account/person.js';
import { addressOf } from '../alerts/destinations.js';
import { sendAlerts } from '../alerts/send-alerts.js';
import { errors, ignoreErrors, isSignalsError } from '../errors.js';
import type { Platform } from '../platform.js';
import { zoneOrUtc } from '../question/zone.js';
import { completeJournal } from '../refresh/journal.js';
import { textsFor } from '../texts/language.js';
import { isSuspended, type Job, type JobProgress } from './job.js';
import { allRecordsWebhookOf, MAX_WAITING } from './job-events.js';
import { listJobs, readJob, readProgress } from './job-store.js';
import { createJobTrigger } from './job-trigger.js';
import type { RunRequest } from './run.js';
import { logErrors, runJob, sendEvents } from './run-job.js';
import { lastSlot } from './schedule.js';

/** Google ends an execution after six minutes. Work that starts before this limit ends in time. */
const STOP_AFTER_MS = 270_000;

/**
 * Stores errors with their jobs.
 * @throws BAD_INPUT for anything but a trigger's event: a formula could otherwise run the owner's jobs
 */
export function runDueJobs(platform: Platform, connections: ConnectionStore, event: unknown): void {
  if (!isTriggerEvent(event)) throw errors.triggerOnly();
  const { clock, documentProperties: properties } = platform;
  // sources disagree on whether a clock trigger always has its spreadsheet
  if (!properties) {
    platform.log.warn('No job has run: Google has started this trigger without its spreadsheet.');
    return;
  }
  const me = knownPersonName(platform);
  // the job that has waited longest runs first: a job that needs many hourly runs must not starve the others
  const lastRunOf = ({ doneAt, begun }: JobProgress) => doneAt ?? begun;
  const mine = listJobs(platform)
    .filter(({ job }) => job.owner === me)
    .sort((a, b) => lastRunOf(a.progress) - lastRunOf(b.progress));
  if (!platform.person.mayRunJobs()) {
    const jobs = mine.map(({ job }) => job);
    mailLostAuthorization(platform, jobs);
    return;
  }
  const trigger = createJobTrigger(platform);
  trigger.remember(event.triggerUid);
  logErrors(platform, () => completeJournal(platform));
  const stopAt = clock.now() + STOP_AFTER_MS;
  const zone = zoneOrUtc(platform.spreadsheet.timeZone());
  const slotOf = ({ schedule }: Job) => lastSlot(schedule, clock.now(), zone);
  if (mine.length === 0) trigger.remove();
  const isFull = ({ outbox }: JobProgress) => (outbox?.waiting ?? 0) >= MAX_WAITING;
  const mayRun = (job: Job, progress: JobProgress) => job.owner === me && !isSuspended(job, progress);
  for (const { job, progress: listed } of mine) {
    if (clock.now() >= stopAt) return;
    const request: RunRequest = {
      id: job.id,
      token: '',
      person: me,
      stopAt,
      byPerson: false,
      slotOf,
      // at once if the owner's last run stopped early, failed or died
      isWanted: (current, now) => mayRun(current, now) && (now.doneAt ?? 0) < slotOf(current),
    };
    try {
      // a person may have paused it since the list was read
      if (runJob(platform, connections, request) || readJob(properties, job.id)?.paused !== false) continue;
      // sends alerts that waited for the end of quiet hours, or that a destination refused
      logErrors(platform, () => sendAlerts(platform, properties, job));
      if (!hasEvents(platform, job, listed)) continue;
      const anyTime = { ...request, isWanted: mayRun };
      sendEvents(platform, anyTime);
      // the work that the full outbox has stopped
      if (isFull(listed) && !isFull(readProgress(properties, job.id))) runJob(platform, connections, anyTime);
    } catch (error) {
      // the run has stored the error with the job; the other jobs still run
      if (!isSignalsError(error)) platform.log.warn(error);
    }
  }
}

/** True if events wait that the current user can send: only who gave the address has it. */
function hasEvents(platform: Platform, job: Job, { outbox }: JobProgress): boolean {
  const webhook = allRecordsWebhookOf(job);
  return (outbox?.waiting ?? 0) > 0 && webhook !== undefined && addressOf(platform, webhook.id) !== undefined;
}

/** A formula can pass texts, numbers, dates and ranges, but no object with own properties. */
function isTriggerEvent(event: unknown): event is { readonly triggerUid: string } {
  return isObject(event) && typeof event['triggerUid'] === 'string';
}

/** A user property, because a lost authorization stops the triggers of all the person's spreadsheets. */
const LAST_MAIL = 'authorization-mail';
const LOCK_WAIT_MS = 1_000;

/** Mails the person that their jobs need authorization. Needs no permission except mail. Never throws. */
function mailLostAuthorization(platform: Platform, jobs: readonly Job[]): void {
  const { clock, mail, person, scriptLock, userProperties } = platform;
  const waiting = jobs.filter(({ paused }) => !paused);
  // Google discloses few people's addresses; the others may have given one for a digest
  const recipient = person.name() || waiting.map(({ digest }) => digest).find((digest) => digest !== '');
  if (!recipient || waiting.length === 0) return;
  const { subject, text } = textsFor(person.locale()).lostAuthorization;
  const names = waiting.map(({ name }) => name).join(', ');
  const send = () => {
    const now = clock.now();
    if (now - Number(userProperties.get(LAST_MAIL)) < DAY_MS || mail.remaining() < 1) return;
    // set before the mail: an execution that dies between them sends none, not two
    userProperties.set(LAST_MAIL, String(now));
    mail.send(recipient, subject, text(names, person.permissionAddress()));
  };
  // without the permission for mail, only the sidebar can report the loss
  ignoreErrors(() => scriptLock.run(LOCK_WAIT_MS, send));
}
