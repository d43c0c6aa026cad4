/** Jobs as the sidebar shows them. */
import { COMMA, separatorsOf, translate } from '../../contract/formula.js';
import type { JobState, Schedule } from '../../contract/jobs.js';
import { knownPersonName } from '../account/person.js';
import { lazy } from '../lazy.js';
import { withoutSecret } from '../news/push-news.js';
import type { Platform } from '../platform.js';
import { zoneOrUtc } from '../question/zone.js';
import { tabWithId } from '../tab/find-tab.js';
import { textsFor } from '../texts/language.js';
import { isSuspended, MAX_FAILURES, versionOf } from './job.js';
import { alertStatesOf } from './job-alerts.js';
import { listJobs } from './job-store.js';
import { textOfWarnings } from './run-warnings.js';
import { nextSlot } from './schedule.js';

/** @param userLocale of the person who reads the page */
export function jobStates(platform: Platform, userLocale: string): JobState[] {
  const jobs = listJobs(platform);
  if (jobs.length === 0) return [];
  const me = knownPersonName(platform);
  const zone = zoneOrUtc(platform.spreadsheet.timeZone());
  const separators = separatorsOf(platform.spreadsheet.locale());
  const texts = textsFor(userLocale);
  const now = platform.clock.now();
  const tabs = lazy(() => platform.grid.tabs());
  return jobs.map(({ job, progress }): JobState => {
    const { id, name, schedule, digest, sync, push, refresh, owner, ownerName, paused } = job;
    const { lease, place, failures, begun: lastRun, failure, unfinished, doneAt } = progress;
    const { added, changed, credits, allAdded, allCredits } = progress;
    const counts = { added, changed, credits, allAdded, allCredits };
    const tab = sync || refresh?.changes ? progress.tab : undefined;
    const mine = owner === me;
    const isRunning = lease !== undefined && lease.until > now;
    // a run that still runs may complete the job, unless one of its calls has left work to the next hour
    const isSoon = doneAt === undefined && (unfinished || !isRunning);
    const next: Schedule = isSoon ? { every: 'hour', hour: 0, weekdays: [] } : schedule;
    return {
      id,
      name,
      schedule,
      digest,
      ...(refresh && { refresh }),
      version: versionOf(job),
      ...(sync && { sync: { ...sync, formula: translate(sync.formula, COMMA, separators) } }),
      ...(push && { push: { ...push, callbackUrl: withoutSecret(push.callbackUrl) } }),
      ...(progress.runs && { runs: progress.runs }),
      owner: ownerName,
      mine,
      paused,
      givenUp: failures >= MAX_FAILURES,
      lastRun,
      nextRun: isSuspended(job, progress) ? 0 : nextSlot(next, now, zone),
      runningFor: isRunning ? lease.holder || ownerName || '?' : '',
      through: place && sync && place.through >= sync.from ? place.through : '',
      ...counts,
      error: failure?.message ?? '',
      ...(failure?.details && { details: failure.details }),
      notice: textOfWarnings(progress.notices, texts),
      unfinished,
      ...(tab !== undefined && { tabName: tabWithId(tabs(), tab)?.name() ?? '' }),
      ...(job.alerts && { alerts: alertStatesOf(platform, job, progress, mine) }),
    };
  });
}
