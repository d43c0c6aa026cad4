/** Jobs as the sidebar shows them. */
import { COMMA, type Separators, separatorsOf, translate } from '../../contract/formula.js';
import type { JobState } from '../../contract/jobs.js';
import { knownPersonName } from '../account/person.js';
import { lazy } from '../lazy.js';
import { withoutSecret } from '../news/push-news.js';
import type { Platform } from '../platform.js';
import { type Zone, zoneOrUtc } from '../question/zone.js';
import { tabWithId } from '../tab/find-tab.js';
import { type AddonTexts, textsFor } from '../texts/language.js';
import { isSuspended, type Job, type JobProgress, MAX_FAILURES, ownersRun, versionOf } from './job.js';
import { alertStatesOf } from './job-alerts.js';
import { listJobs } from './job-store.js';
import { textOfWarnings } from './run-warnings.js';
import { nextSlot } from './schedule.js';

/** @param userLocale of the person who reads the page */
export function jobStates(platform: Platform, userLocale: string): JobState[] {
  const me = knownPersonName(platform);
  const jobs = listJobs(platform);
  if (jobs.length === 0) return [];
  const zone = zoneOrUtc(platform.spreadsheet.timeZone());
  const separators = separatorsOf(platform.spreadsheet.locale());
  const texts = textsFor(userLocale);
  const now = platform.clock.now();
  const tabs = lazy(() => platform.grid.tabs());
  return jobs.map(({ job, progress }) => {
    const tab = (job.refresh?.changes ? progress.list : progress.place)?.tab;
    const alerts = job.alerts && alertStatesOf(platform, job, progress, job.owner === me);
    const hasEvents = alerts?.some((one) => one.whole && one.waiting > 0 && !one.isMissing) === true;
    return {
      ...stateOf(job, progress, hasEvents, { now, zone, separators, texts, me }),
      ...(tab !== undefined && { tabName: tabWithId(tabs(), tab)?.name() ?? '' }),
      ...(alerts && { alerts }),
    };
  });
}

interface ReaderContext {
  readonly now: number;
  readonly zone: Zone;
  readonly separators: Separators;
  readonly texts: AddonTexts;
  readonly me: string | null;
}

/** @param hasEvents true if the next hour's run sends events that wait */
function stateOf(
  job: Job,
  progress: JobProgress,
  hasEvents: boolean,
  { now, zone, separators, texts, me }: ReaderContext,
): Omit<JobState, 'alerts' | 'tabName'> {
  const {
    owner,
    ownerName,
    service: _service,
    madeAt: _madeAt,
    refreshCause: _refreshCause,
    summary: _summary,
    paused,
    ...settings
  } = job;
  const { lease, place, failures, begun: lastRun } = progress;
  const { begun, unfinished } = ownersRun(progress);
  const isSoon = unfinished || hasEvents || begun === 0;
  const nextRun = isSuspended(job, progress)
    ? 0
    : nextSlot(isSoon ? { every: 'hour', hour: 0, weekdays: [] } : job.schedule, now, zone);
  const { sync, push } = settings;
  return {
    ...settings,
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
    runningFor: lease && lease.until > now ? lease.holder || ownerName || '?' : '',
    through: place && job.sync && place.through >= job.sync.from ? place.through : '',
    added: progress.added,
    changed: progress.changed,
    credits: progress.credits,
    allAdded: progress.allAdded,
    allCredits: progress.allCredits,
    error: progress.error,
    ...(progress.details && { details: progress.details }),
    notice: textOfWarnings(progress.notices, texts),
    unfinished: progress.unfinished,
  };
}
