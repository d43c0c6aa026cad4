/** What a job is, does and has done, in words. */
import {
  CHANGES_TAB,
  HERE,
  type JobRun,
  type JobState,
  NEWS_TAB,
  type PastRun,
  type Schedule,
} from '../../contract/jobs.js';
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { ClosedPart } from '../controls/card.js';
import { firstRunAt, isOnWorkdays } from '../draft/job-draft.js';
import { textOfPlaces } from '../draft/places.js';
import { count, credits, format, server, texts } from '../page/store.js';
import { clockOf } from './hour-field.js';

/** Why no job runs automatically. */
const TRIGGER_PROBLEMS: readonly HealthProblem[] = [
  'no-job-permission',
  'no-trigger',
  'no-trigger-permission',
  'too-many-triggers',
];

/** Why the person's jobs do not run automatically; empty if they do. */
export function triggerProblems(): readonly HealthProblem[] {
  return server.value.health.filter((problem) => TRIGGER_PROBLEMS.includes(problem));
}

/** The state of a job, in a word. */
export function stateOf(job: JobState): string {
  const { states } = texts.value.jobs;
  if (job.runningFor !== '') return states.running;
  if (job.givenUp) return states.givenUp;
  if (job.paused) return states.paused;
  return job.error !== '' ? states.failed : states.waits;
}

/** What a job does, when, and in whose name. */
export function factsOf(job: JobState): string {
  const { jobs } = texts.value;
  const { sync, push, refresh } = job;
  const places = textOfPlaces(refresh?.places ?? []);
  return [
    ...(sync ? [jobs.intoTab(sync.tab)] : []),
    ...(push ? [jobs.ofGroup(push.group)] : []),
    ...(refresh ? [places === '' ? jobs.ofAll : jobs.ofPlaces(places)] : []),
    scheduleOf(job.schedule),
    ...(job.through === '' ? [] : [jobs.through(job.through)]),
    ...(sync ? [jobs.sums(count(job.allAdded), credits(job.allCredits))] : []),
    runBy(job),
  ].join(' · ');
}

/** Whose job it is, as people call that person. */
export function ownerOf({ owner }: JobState): string {
  return owner || texts.value.activity.someone;
}

export function runBy(job: JobState): string {
  const { jobs } = texts.value;
  return jobs.owner(job.mine ? jobs.me : ownerOf(job));
}

/** What the last run has brought, and when the next one is: a line each. */
export function RunLines({ job }: { job: JobState }) {
  const { jobs } = texts.value;
  const { lastRun, nextRun, error, unfinished, refresh, push } = job;
  const { day, time } = format();
  const isFresh = refresh && error === '' && !unfinished;
  const last = (isFresh ? jobs.freshAsOf : jobs.lastOn)(day(lastRun), time(lastRun));
  // before its time of the day, a run makes up for one that is missing, has failed or has not come to its end
  const next =
    lastRun === 0 ? jobs.firstOn : error !== '' ? jobs.againOn : unfinished ? jobs.restOn : jobs.nextRunOn;
  return (
    <>
      {lastRun > 0 && <p>{error !== '' || push ? last : `${last} · ${broughtBy(job, !!refresh)}`}</p>}
      {nextRun > 0 && <p>{next(day(nextRun), time(nextRun))}</p>}
    </>
  );
}

/** When a job that is saved now first runs. */
export function firstRunLine(): string {
  const { day, time } = format();
  const at = firstRunAt(Date.now());
  return `${texts.value.jobs.firstOn(day(at), time(at))}.`;
}

/** The last runs, newest first, closed at first. */
export function History({ job: { id, runs = [], refresh, push } }: { job: JobState }) {
  const { jobs } = texts.value;
  const { day, time } = format();
  if (runs.length === 0) return null;
  const brought = (run: PastRun) =>
    run.failed ? jobs.states.failed : push ? jobs.sent : broughtBy(run, !!refresh);
  return (
    <ClosedPart id={`job-${id}-runs`} title={jobs.history(count(runs.length))}>
      <ul class="plain-list">
        {runs.map((run) => (
          <li key={run.at} class="hint">{`${day(run.at)} ${time(run.at)} · ${brought(run)}`}</li>
        ))}
      </ul>
    </ClosedPart>
  );
}

function broughtBy(run: Pick<PastRun, 'added' | 'changed' | 'credits'>, isRefresh: boolean): string {
  const { jobs } = texts.value;
  if (isRefresh) return `${jobs.records(count(run.added))}, ${credits(run.credits)}`;
  return jobs.progress(count(run.added), count(run.changed), count(run.credits), '').replace(/\.$/, '');
}

/** The tab that a job writes to; empty for none. */
export function tabOf({ sync, push, refresh }: JobState): string {
  if (push) return push.callbackUrl === HERE ? NEWS_TAB : '';
  return sync?.tab ?? (refresh?.changes ? CHANGES_TAB : '');
}

/** What a run has brought, so far or in all. */
export function resultOf(run: JobRun, isRefresh: boolean): string {
  const { jobs } = texts.value;
  const [added, changed] = [count(run.added), count(run.changed)];
  if (!isRefresh) return jobs.progress(added, changed, count(run.credits), run.through);
  const parts = [jobs.records(added), jobs.formulas(changed), credits(run.credits)];
  // a number stays beside what it counts
  return `${parts.map((part) => part.replace(/(\d) /, '$1\u00a0')).join(', ')}.`;
}

/** When a job runs. */
export function scheduleOf(schedule: Schedule): string {
  const { jobs } = texts.value;
  const { every, hour, weekdays } = schedule;
  const { everyChoices } = jobs;
  if (every === 'hour') return everyChoices.hour;
  const selected = () => weekdays.map((day) => jobs.weekdays[day]).join(', ');
  const days =
    every === 'day' ? everyChoices.day : isOnWorkdays(schedule) ? everyChoices.workdays : selected();
  return `${days} ${jobs.atHour(clockOf(hour))}`;
}
