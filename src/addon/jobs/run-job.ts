/** Runs a job once, for the trigger or the sidebar: takes the lease, works, and stores the result. */

import type { JobRun } from '../../contract/jobs.js';
import { committedBy } from '../../core/ledger.js';
import type { ConnectionStore, StoredConnection } from '../account/connection.js';
import { readSettings } from '../account/settings.js';
import type { EventLog } from '../alerts/event-log.js';
import { sendAlerts } from '../alerts/send-alerts.js';
import { asSignalsError, dataOf, errors, isSignalsError } from '../errors.js';
import type { News } from '../news/push-news.js';
import type { Platform } from '../platform.js';
import { todayIn, zoneOrUtc } from '../question/zone.js';
import { PurchaseStore } from '../storage/purchase-store.js';
import { dueDigest, lacksMail, reportFailures, sendDigest } from './digest.js';
import type { JobProgress } from './job.js';
import { isFull, openEventLog, sendWaitingEvents } from './job-events.js';
import { runPush } from './push-job.js';
import { runRefresh } from './refresh-job.js';
import { beginRun, type Run, type RunRequest } from './run.js';
import { runSync } from './sync.js';
import { updateViews } from './views.js';

/** The parts that runs need from other folders. */
export interface JobParts {
  readonly connections: ConnectionStore;
  readonly news: News;
}

/** @returns undefined if the run is no longer wanted. @throws the error that is also stored with the job */
export function runJob(platform: Platform, parts: JobParts, request: RunRequest): JobRun | undefined {
  const run = beginRun(platform, request);
  if (!run) return undefined;
  try {
    const unfinished = workAndSend(run, parts);
    const continues = unfinished && request.byPerson;
    if (continues) run.commit({ unfinished });
    else end(run, { unfinished, failures: run.isByOwner ? 0 : run.progress.failures });
    return stateOf(run, !continues);
  } catch (error) {
    fail(run, error);
    throw error;
  }
}

/**
 * Works, then sends waiting events, also after a failure.
 * @returns true if there is more to do: work that stops at a full outbox goes on once events were sent
 */
function workAndSend(run: Run, parts: JobParts): boolean {
  const log = openEventLog(run);
  let isTimeOut = false;
  const send = () =>
    logErrors(run.platform, () => {
      isTimeOut = log !== undefined && sendWaitingEvents(run, log);
    });
  // sent events make room for new ones
  if (isFull(log)) send();
  let unfinished: boolean;
  let wasFull = false;
  try {
    unfinished = work(run, parts, log);
    wasFull = isFull(log);
  } finally {
    send();
  }
  const isStuck = isFull(log) && !isTimeOut;
  if (isStuck) run.addWarning({ kind: 'outbox-full', events: log?.waiting().length ?? 0 });
  return unfinished || isTimeOut || (wasFull && !isStuck);
}

/** @returns true if there is more to do */
function work(run: Run, { connections, news }: JobParts, log: EventLog | undefined): boolean {
  const { sync, push, refresh, service } = run.job;
  const connection = run.isByOwner ? connections.requireForAddress(service) : connections.require();
  if (refresh) requireFormulasPayer(connections, connection);
  if (refresh) return runRefresh(run, refresh, connection, log);
  if (sync) return runSync({ run, settings: sync, connection, log });
  if (!push) throw errors.noJob();
  runPush(run, push, connection, news);
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

/** Ends a failed run. If another run has the lease by now, that run reports instead. */
function fail(run: Run, error: unknown): void {
  // these only mean to wait: they are no failures and are not reported as such
  const isPause = isSignalsError(error) && (error.code === 'BUSY' || error.details?.key === 'pushedToday');
  // a failure that no mail can report does not count
  const isCounted = !isPause && run.isByOwner && !lacksMail(run);
  const failures = run.progress.failures + (isCounted ? 1 : 0);
  try {
    const { message, details } = dataOf(asSignalsError(error));
    end(run, { error: message, ...(details && { details }), unfinished: true, failures });
  } catch {
    return;
  }
  if (isCounted) logErrors(run.platform, () => reportFailures(run));
}

/**
 * Ends a run, then updates charts and sends the digest and alerts. Their errors do not fail the
 * run. Only the owner chose the recipients, so a colleague's run sends no messages.
 */
function end(run: Run, change: Partial<JobProgress>): void {
  const { platform, properties, job, isByOwner, byPerson, stopAt } = run;
  const digest = dueDigest(run);
  let month: string | undefined;
  logErrors(platform, () => {
    month = warnOfMonthBudget(run);
  });
  run.end({ ...change, ...digest?.mark });
  // only after the run's end: if an execution dies before it, the next one adds the warning
  logErrors(platform, () => month && properties.set(MONTH_NOTED, month));
  const { added, changed } = run.progress;
  if (added + changed > 0) logErrors(platform, () => updateViews(platform, job.id));
  if (digest) logErrors(platform, () => sendDigest(run, digest.counts));
  // a person's run is far from Google's limit
  const deadline = byPerson ? undefined : stopAt + ALERTS_MS;
  if (isByOwner) logErrors(platform, () => sendAlerts(platform, properties, job, deadline));
}

/** Alerts begin until this time after the run's end. Google ends a trigger's run 90 s after it. */
const ALERTS_MS = 60_000;

/** Property: the last month, with its budget, for which a run reported that the budget is nearly spent. */
const MONTH_NOTED = 'month-noted';
const WARNING_SHARE = 0.8;

/** Adds a warning once for each month and budget that is nearly spent. @returns both, if it was added */
function warnOfMonthBudget(run: Run): string | undefined {
  const { platform, properties } = run;
  const { monthlyBudget } = readSettings(properties);
  if (monthlyBudget === undefined) return undefined;
  const { clock, spreadsheet } = platform;
  const today = todayIn(zoneOrUtc(spreadsheet.timeZone()), platform);
  const { month: spent } = committedBy(new PurchaseStore(platform).ledger(), today, clock.now());
  const month = `${today.slice(0, 7)} ${monthlyBudget}`;
  if (spent < WARNING_SHARE * monthlyBudget || properties.get(MONTH_NOTED) === month) return undefined;
  run.addWarning({ kind: 'month-budget', spent, budget: monthlyBudget });
  return month;
}

/** Runs an action that the job's work does not depend on: logs its error and throws none. */
export function logErrors({ log }: Pick<Platform, 'log'>, action: () => void): void {
  try {
    action();
  } catch (error) {
    log.warn(error);
  }
}

function stateOf(run: Run, isOver: boolean): JobRun {
  const { added, changed, credits, place } = run.progress;
  return {
    id: run.job.id,
    token: run.token,
    over: isOver,
    added,
    changed,
    credits,
    through: place?.through ?? '',
  };
}
