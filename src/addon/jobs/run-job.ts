/** Runs a job once, for the trigger or the sidebar: takes the lease, works, and stores the result. */

import { MAX_NEWS_DAYS } from '../../contract/endpoints.js';
import { isWait, type JobRun, type PushSettings } from '../../contract/jobs.js';
import { dayAt } from '../../core/days.js';
import { committedBy } from '../../core/ledger.js';
import type { ConnectionStore, StoredConnection } from '../account/connection.js';
import { readSettings } from '../account/settings.js';
import { sendAlerts } from '../alerts/send-alerts.js';
import { asSignalsError, dataOf, errors, isSignalsError } from '../errors.js';
import { pushNews } from '../news/push-news.js';
import type { Platform } from '../platform.js';
import { todayIn, zoneOrUtc } from '../question/zone.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { hash } from '../storage/text.js';
import { dueDigest, lacksMail, reportFailures, sendDigest } from './digest.js';
import type { JobProgress } from './job.js';
import { isFull, openEventLog, sendWaitingEvents } from './job-events.js';
import { runRefresh } from './refresh-job.js';
import { beginRun, type Run, type RunRequest } from './run.js';
import { runSync } from './sync.js';
import { updateViews } from './views.js';

/** @returns undefined if the run is no longer wanted. @throws the error that is also stored with the job */
export function runJob(
  platform: Platform,
  connections: ConnectionStore,
  request: RunRequest,
): JobRun | undefined {
  const run = beginRun(platform, request);
  if (!run) return undefined;
  try {
    const unfinished = workAndSend(run, connections);
    const continues = unfinished && request.byPerson;
    if (continues) run.commit({ unfinished });
    else end(run, { unfinished, failures: run.isByOwner ? 0 : run.progress.failures });
    const { added, changed, credits } = run.progress;
    return { token: run.lease.token, over: !continues, added, changed, credits };
  } catch (error) {
    fail(run, error);
    throw error;
  }
}

/** Sends the waiting events of a job that is not due. An error is stored with the job. */
export function sendEvents(platform: Platform, request: RunRequest): void {
  const run = beginRun(platform, { ...request, sendsOnly: true });
  if (!run) return;
  try {
    openEventLog(run);
    logErrors(platform, () => sendWaitingEvents(run));
    run.end({ failure: undefined });
  } catch (error) {
    // a sending is no run, so it does not move the next run of the schedule
    logErrors(platform, () => run.end({ failure: dataOf(asSignalsError(error)) }));
  }
}

/**
 * Works, then sends waiting events, also after a failure.
 * @returns true if there is more to do. A full outbox stops the work, until sent events have made room in it
 */
function workAndSend(run: Run, connections: ConnectionStore): boolean {
  openEventLog(run);
  /** Returns true if time ran out. */
  const send = () => logErrors(run.platform, () => sendWaitingEvents(run)) === true;
  if (isFull(run)) send();
  let unfinished: boolean;
  let wasFull = false;
  let isTimeOut = false;
  try {
    unfinished = work(run, connections);
    wasFull = isFull(run);
  } finally {
    isTimeOut = send();
  }
  const isStuck = isFull(run) && !isTimeOut;
  if (isStuck) run.addWarning({ kind: 'outbox-full', events: run.log?.waiting().length ?? 0 });
  return unfinished || isTimeOut || (wasFull && !isStuck);
}

/** @returns true if there is more to do */
function work(run: Run, connections: ConnectionStore): boolean {
  const { sync, push, refresh, service } = run.job;
  const connection = run.isByOwner ? connections.requireForAddress(service) : connections.require();
  if (refresh) {
    requireFormulasPayer(connections, connection);
    return runRefresh(run, refresh, connection);
  }
  if (sync) return runSync(run, sync, connection);
  if (!push) throw errors.noJob();
  runPush(run, push, (days) => pushNews(run.platform, connections, { ...push, days }, connection));
  return false;
}

/**
 * A refresh must pay with the key that formulas use: records are stored per payer, so formulas never show
 * what another key buys.
 * @throws BAD_INPUT if formulas use another key
 */
function requireFormulasPayer(connections: ConnectionStore, { payer, dailyCap }: StoredConnection): void {
  const formulaPayer = connections.formulaPayer();
  // no formula has run, so their key is unknown
  if (formulaPayer === undefined) return;
  // formulas have found no key yet; they will find this shared one (only a shared key has a cap)
  if (formulaPayer === '' && dailyCap !== undefined) return;
  if (formulaPayer !== payer) throw errors.otherPayer();
}

/**
 * Pushes a group's news at most once a day to an address, and does not repeat a push that may have arrived.
 * @throws BAD_INPUT if a person repeats such a push; the client's errors
 */
function runPush(run: Run, settings: PushSettings, push: (days: number) => void): void {
  const { platform } = run;
  const now = platform.clock.now();
  const zone = zoneOrUtc(platform.spreadsheet.timeZone());
  const to = hash(`${settings.group} ${settings.callbackUrl}`);
  const { begunAt, answeredAt, ...last } = run.progress.pushed ?? {};
  const wasToday =
    last.to === to && begunAt !== undefined && zone.dayOf(new Date(begunAt)) === todayIn(zone, platform);
  if (wasToday) {
    if (run.request.byPerson) throw errors.pushedToday();
    if (answeredAt !== begunAt) run.addWarning({ kind: 'push-unclear' });
    return;
  }
  // before the request: a run that dies may have pushed the news
  run.commit({ pushed: { answeredAt, to, begunAt: now } });
  // with the day of the last push, which lacked later news; a receiver recognizes repeated news by its id
  const since = answeredAt === undefined ? 1 : Math.max(1, dayAt(now) - dayAt(answeredAt));
  try {
    push(Math.min(settings.days + since, MAX_NEWS_DAYS));
  } catch (error) {
    if (!isSignalsError(error) || !error.unclear) {
      run.commit({ pushed: { answeredAt } });
      throw error;
    }
    run.addWarning({ kind: 'push-unclear' });
    return;
  }
  run.commit({ pushed: { to, begunAt: now, answeredAt: now } });
}

/** Ends a failed run. If another run has the lease by now, that run reports instead. */
function fail(run: Run, error: unknown): void {
  const failure = dataOf(asSignalsError(error));
  // a failure that no mail can report does not count
  const isCounted = !isWait(failure.details) && run.isByOwner && !lacksMail(run);
  const failures = run.progress.failures + (isCounted ? 1 : 0);
  try {
    end(run, { failure, unfinished: true, failures });
  } catch {
    return;
  }
  if (isCounted) logErrors(run.platform, () => reportFailures(run));
}

/** Alerts begin until this time after the run's end. Google ends a trigger's run 90 s after it. */
const ALERTS_MS = 60_000;

/**
 * Ends a run, then updates charts and sends the digest and alerts. Their errors do not fail the run. Only the
 * owner chose the recipients, so a colleague's run sends no messages. The alerts of a paused job wait.
 */
function end(run: Run, change: Partial<JobProgress>): void {
  const { platform, properties, job, isByOwner, request } = run;
  const digest = dueDigest(run);
  const doneAt = change.unfinished ? undefined : run.progress.begun;
  logErrors(platform, () => warnOfMonthBudget(run));
  run.end({ ...change, ...(isByOwner && { doneAt }), ...digest?.mark });
  const { added, changed } = run.progress;
  if (added + changed > 0) logErrors(platform, () => updateViews(platform, job.id));
  if (digest) logErrors(platform, () => sendDigest(run, digest.counts));
  // a person's run is far from Google's limit
  const deadline = request.byPerson ? undefined : request.stopAt + ALERTS_MS;
  if (isByOwner && !run.isStopped) logErrors(platform, () => sendAlerts(platform, properties, job, deadline));
}

const WARNING_SHARE = 0.8;

/** Adds a warning while the monthly budget is nearly spent. A push costs no credits. */
function warnOfMonthBudget(run: Run): void {
  const { platform, properties, job } = run;
  const { monthlyBudget: budget } = readSettings(properties);
  if (budget === undefined || job.push) return;
  const today = todayIn(zoneOrUtc(platform.spreadsheet.timeZone()), platform);
  const { month: spent } = committedBy(new PurchaseStore(platform).ledger(), today, platform.clock.now());
  if (spent >= WARNING_SHARE * budget) run.addWarning({ kind: 'month-budget', spent, budget });
}

/** Runs an action that the job's work does not depend on: logs its error and throws none. */
export function logErrors<T>({ log }: Pick<Platform, 'log'>, action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    log.warn(error);
    return undefined;
  }
}
