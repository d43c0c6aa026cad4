/** What a job is, does and has done, in words. */
import type { JobRun, JobState, Schedule } from '../../contract/jobs.js';
import type { HealthProblem, SidebarState } from '../../contract/sidebar-api.js';
import { isOnWorkdays } from '../draft/job-draft.js';
import { textOfPlaces } from '../draft/places.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';

/** Why no job runs automatically. */
const TRIGGER_PROBLEMS: readonly HealthProblem[] = [
  'no-job-permission',
  'no-trigger',
  'no-trigger-permission',
  'too-many-triggers',
];

/** Why the person's jobs do not run automatically; empty if they do. */
export function triggerProblems({ health }: SidebarState): readonly HealthProblem[] {
  return health.filter((problem) => TRIGGER_PROBLEMS.includes(problem));
}

/** The state of a job, in a word. */
export function stateOf({ texts }: Page, job: JobState): string {
  const { states } = texts.jobs;
  if (job.runningFor !== '') return states.running;
  if (job.givenUp) return states.givenUp;
  if (job.paused) return states.paused;
  return job.error !== '' ? states.failed : states.waits;
}

/** What a job does, when, and in whose name; of a refresh without what `freshnessLine` says. */
export function factsOf({ texts, format }: Page, job: JobState): string {
  const { jobs } = texts;
  const { count, moment } = format;
  const { sync, push, refresh } = job;
  const places = textOfPlaces(refresh?.places ?? []);
  return [
    ...(sync ? [jobs.intoTab(sync.tab)] : []),
    ...(push ? [jobs.ofGroup(push.group)] : []),
    ...(refresh ? [places === '' ? jobs.ofAll : jobs.ofPlaces(places)] : []),
    scheduleOf(texts, job.schedule),
    ...(job.lastRun > 0 && !refresh ? [jobs.last(moment(job.lastRun))] : []),
    ...(job.nextRun > 0 && !refresh ? [jobs.next(moment(job.nextRun))] : []),
    ...(job.through === '' ? [] : [jobs.through(job.through)]),
    ...(sync ? [jobs.sums(count(job.allAdded), texts.credits(count(job.allCredits)))] : []),
    ownerOf(texts, job),
  ].join(' · ');
}

/** Who runs it. */
export function ownerOf({ jobs, activity }: Page['texts'], { mine, owner }: JobState): string {
  return jobs.owner(mine ? jobs.me : owner || activity.someone);
}

/** How fresh the formulas of a refresh are, when they are asked next, and what the last run has brought. */
export function freshnessLine({ texts, format }: Page, job: JobState): Child {
  const { jobs } = texts;
  const { lastRun, nextRun, added, credits } = job;
  const { day, time, count } = format;
  const isDone = job.error === '' && !job.unfinished;
  const last = isDone ? jobs.freshAsOf : jobs.lastOn;
  const next = lastRun > 0 ? jobs.nextOn : jobs.firstOn;
  const parts = [
    ...(lastRun > 0 ? [last(day(lastRun), time(lastRun))] : []),
    ...(nextRun > 0 ? [next(day(nextRun), time(nextRun))] : []),
    ...(lastRun > 0 ? [`${jobs.records(count(added))}, ${texts.credits(count(credits))}`] : []),
  ];
  return (
    parts.length > 0 &&
    el(
      'p',
      {},
      parts.map((part, at) => [el('span', { class: 'whole' }, part, at < parts.length - 1 && ' ·'), ' ']),
    )
  );
}

/** What a run has brought, so far or in all. */
export function resultOf({ texts, format }: Page, run: JobRun, isRefresh: boolean): string {
  const { jobs } = texts;
  const { count } = format;
  const [added, changed, credits] = [count(run.added), count(run.changed), count(run.credits)];
  if (!isRefresh) return jobs.progress(added, changed, credits, run.through);
  const parts = [jobs.records(added), jobs.formulas(changed), texts.credits(credits)];
  // a number stays beside what it counts
  return `${parts.map((part) => part.replace(/(\d) /, '$1\u00a0')).join(', ')}.`;
}

/** When a job runs. */
export function scheduleOf({ jobs }: Page['texts'], schedule: Schedule): string {
  const { every, hour, weekdays } = schedule;
  const { everyChoices } = jobs;
  if (every === 'hour') return everyChoices.hour;
  const selected = () => weekdays.map((day) => jobs.weekdays[day]).join(', ');
  const days =
    every === 'day' ? everyChoices.day : isOnWorkdays(schedule) ? everyChoices.workdays : selected();
  return `${days} ${jobs.atHour(`${String(hour).padStart(2, '0')}:00`)}`;
}
