/** Runs a job once, for the trigger or the sidebar: takes the lease, does the work, and leaves what came of it. */
import type { JobRun } from '../../contract/jobs.js';
import type { ConnectionStore } from '../account/connection.js';
import { sendOut } from '../alerts/send-alerts.js';
import { asSignalsError, dataOf, errors, isSignalsError } from '../errors.js';
import type { News } from '../news/push-news.js';
import type { Platform, Properties } from '../platform.js';
import { dueDigest, reportFailures, sendDigest } from './digest.js';
import type { JobProgress } from './job.js';
import { runPush } from './push-job.js';
import { runRefresh } from './refresh-job.js';
import { beginRun, type Run, type RunRequest } from './run.js';
import { appendToLog } from './signals-log.js';
import { runSync } from './sync.js';
import { updateViews } from './views.js';

/** What runs need from other folders. */
export interface JobParts {
  readonly connections: ConnectionStore;
  readonly news: News;
}

/** Gives nothing where the run is not wanted any more. @throws what the sidebar shows; it is kept with the job, too */
export type JobRunner = (request: RunRequest) => JobRun | undefined;

export function createJobRunner(
  platform: Platform,
  properties: Properties,
  { connections, news }: JobParts,
): JobRunner {
  /** Whether there is more to do. */
  function work(run: Run): boolean {
    const { sync, push, refresh } = run.job;
    if (refresh) return runRefresh(platform, properties, run, refresh, connections);
    const connection = run.isOwners ? connections.requireAt(run.job.service) : connections.require();
    if (sync) return runSync(platform, properties, run, sync, connection);
    if (!push) throw errors.noJob();
    runPush(platform, news, run, push, connection);
    return false;
  }

  return (request) => {
    const run = beginRun(platform, properties, request);
    if (!run) return undefined;
    try {
      const unfinished = work(run);
      const goesOn = unfinished && request.byPerson;
      if (goesOn) run.commit({ unfinished });
      else
        end(platform, properties, run, { unfinished, failures: run.isOwners ? 0 : run.progress().failures });
      return stateOf(run, !goesOn);
    } catch (error) {
      fail(platform, properties, run, error);
      throw error;
    }
  };
}

/** Ends a run that failed, unless the lease is another's by now: that run reports. */
function fail(platform: Platform, properties: Properties, run: Run, error: unknown): void {
  // what only has to wait is no failure, and is not reported as one
  const isPause = isSignalsError(error) && error.code === 'BUSY';
  const failures = run.progress().failures + (isPause || !run.isOwners ? 0 : 1);
  try {
    const { message, details } = dataOf(asSignalsError(error));
    end(platform, properties, run, {
      error: message,
      ...(details && { details }),
      unfinished: true,
      failures,
    });
  } catch {
    return;
  }
  if (!isPause) quietly(platform, () => reportFailures(platform, run));
}

/**
 * Ends a run, and does what follows: charts, a row in the log, the digest and alerts. None can spoil the run. Messages go
 * out in the name of the person who chose where they go: a colleague's run sends none.
 */
function end(platform: Platform, properties: Properties, run: Run, change: Partial<JobProgress>): void {
  const digest = dueDigest(platform, run);
  run.end({ ...change, ...digest?.mark });
  const { job, isOwners } = run;
  const { added, changed } = run.progress();
  if (added + changed > 0) quietly(platform, () => updateViews(platform, properties, job.id));
  if (job.sync?.log) quietly(platform, () => appendToLog(platform.grid, job, run.progress()));
  if (digest) quietly(platform, () => sendDigest(platform, run, digest.counts));
  if (isOwners) quietly(platform, () => sendOut(platform, properties, job));
}

/** Does what the work of a job does not depend on. */
export function quietly({ log }: Pick<Platform, 'log'>, action: () => void): void {
  try {
    action();
  } catch (error) {
    log.warn(error);
  }
}

function stateOf(run: Run, over: boolean): JobRun {
  const { added, changed, credits, place } = run.progress();
  return { id: run.job.id, token: run.token, over, added, changed, credits, through: place?.through ?? '' };
}
