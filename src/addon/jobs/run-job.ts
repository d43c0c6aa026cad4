/** Runs a job once, whoever wants it: takes the lease, does the work, and leaves what came of it. */
import type { JobRun } from '../../contract/jobs.js';
import type { ConnectionStore } from '../account/connection.js';
import { errors, isSignalsError, short } from '../errors.js';
import type { News } from '../news/push-news.js';
import type { Platform, Properties } from '../platform.js';
import type { Job, JobProgress } from './job.js';
import { runPush } from './push-job.js';
import { beginRun, type Run, type RunRequest } from './run.js';
import { runSync } from './sync.js';

/** What runs need from other folders. */
export interface JobParts {
  readonly connections: ConnectionStore;
  readonly news: News;
}

/** Gives nothing where the run is not wanted any more. @throws what the sidebar shows; it is kept with the job, too */
export type JobRunner = (request: RunRequest) => JobRun | undefined;

/** @param after called with each run that is over, whatever came of it */
export function createJobRunner(
  platform: Platform,
  properties: Properties,
  { connections, news }: JobParts,
  after: (job: Job, progress: JobProgress) => void,
): JobRunner {
  /** Whether there is more to do. */
  function work(run: Run): boolean {
    const { sync, push } = run.job;
    if (sync) return runSync(platform, properties, run, sync, connections.require());
    if (!push) throw errors.noJob();
    runPush(platform, news, run, push);
    return false;
  }

  return (request) => {
    const run = beginRun(platform, properties, request);
    if (!run) return undefined;
    try {
      const unfinished = work(run);
      const goesOn = unfinished && request.byPerson;
      if (goesOn) run.commit({ unfinished });
      else run.end({ unfinished, failures: 0 });
      const progress = run.progress();
      if (!goesOn) after(run.job, progress);
      return stateOf(run, !goesOn);
    } catch (error) {
      fail(run, error, after);
      throw error;
    }
  };
}

function fail(run: Run, error: unknown, after: (job: Job, progress: JobProgress) => void): void {
  // what only has to wait is no failure
  const isPause = isSignalsError(error) && error.code === 'BUSY';
  const { failures } = run.progress();
  try {
    run.end({ error: textOf(error), unfinished: true, failures: failures + (isPause ? 0 : 1) });
  } catch {
    // the lease is another's by now: that run says what there is to say
    return;
  }
  // nor is anybody told of it as one
  after(run.job, isPause ? { ...run.progress(), failures: 0 } : run.progress());
}

function textOf(error: unknown): string {
  if (isSignalsError(error)) return error.message;
  const message = error instanceof Error ? error.message : '';
  return (message === '' ? errors.internal() : errors.google(short(message, 80))).message;
}

function stateOf(run: Run, over: boolean): JobRun {
  const { added, changed, credits, place } = run.progress();
  return { id: run.job.id, token: run.token, over, added, changed, credits, through: place?.through ?? '' };
}
