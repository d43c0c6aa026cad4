/** Jobs as the sidebar shows them. */
import { COMMA, separatorsOf, translate } from '../../contract/formula.js';
import type { JobState } from '../../contract/jobs.js';
import { knownPersonName } from '../account/person.js';
import { lazy } from '../lazy.js';
import { withoutSecret } from '../news/push-news.js';
import type { Platform } from '../platform.js';
import { zoneOrUtc } from '../question/zone.js';
import { tabWithId } from '../tab/find-tab.js';
import { textsFor } from '../texts/language.js';
import { isSuspended, type Job, type JobProgress, MAX_FAILURES, versionOf } from './job.js';
import { alertStatesOf } from './job-alerts.js';
import { listJobs } from './job-store.js';
import { textOfWarnings } from './run-warnings.js';
import { nextSlot } from './schedule.js';

/** @param userLocale of the person who reads the page */
export function jobStates(platform: Platform, userLocale: string): JobState[] {
  const jobs = listJobs(platform);
  if (jobs.length === 0) return [];
  const reader = readerOf(platform, userLocale);
  const tabs = lazy(() => platform.grid.tabs());
  return jobs.map(({ job, progress }) => {
    const tab = job.sync || job.refresh?.changes ? progress.tab : undefined;
    const alerts = job.alerts && alertStatesOf(platform, job, progress, job.owner === reader.me);
    return {
      ...stateOf(job, progress, reader),
      ...(tab !== undefined && { tabName: tabWithId(tabs(), tab)?.name() ?? '' }),
      ...(alerts && { alerts }),
    };
  });
}

function readerOf(platform: Platform, userLocale: string) {
  return {
    me: knownPersonName(platform),
    zone: zoneOrUtc(platform.spreadsheet.timeZone()),
    separators: separatorsOf(platform.spreadsheet.locale()),
    texts: textsFor(userLocale),
    now: platform.clock.now(),
  };
}

function stateOf(
  job: Job,
  progress: JobProgress,
  { me, zone, separators, texts, now }: ReturnType<typeof readerOf>,
): Omit<JobState, 'alerts' | 'tabName'> {
  const { id, name, schedule, digest, sync, push, refresh, owner, ownerName, paused } = job;
  const { lease, place, failures, begun: lastRun, error, details, unfinished } = progress;
  const { added, changed, credits, allAdded, allCredits } = progress;
  const counts = { added, changed, credits, allAdded, allCredits };
  const isRunning = lease !== undefined && lease.until > now;
  const isSoon = progress.doneAt === undefined && !isRunning;
  const nextRun = isSuspended(job, progress)
    ? 0
    : nextSlot(isSoon ? { every: 'hour', hour: 0, weekdays: [] } : job.schedule, now, zone);
  const settings = { id, name, schedule, digest };
  return {
    ...settings,
    ...(refresh && { refresh }),
    version: versionOf(job),
    ...(sync && { sync: { ...sync, formula: translate(sync.formula, COMMA, separators) } }),
    ...(push && { push: { ...push, callbackUrl: withoutSecret(push.callbackUrl) } }),
    ...(progress.runs && { runs: progress.runs }),
    owner: ownerName,
    mine: owner === me,
    paused,
    givenUp: failures >= MAX_FAILURES,
    lastRun,
    nextRun,
    runningFor: isRunning ? lease.holder || ownerName || '?' : '',
    through: place && sync && place.through >= sync.from ? place.through : '',
    ...counts,
    error,
    ...(details && { details }),
    notice: textOfWarnings(progress.notices, texts),
    unfinished,
  };
}
