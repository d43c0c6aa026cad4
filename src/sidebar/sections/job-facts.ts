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
import type { HealthProblem, SidebarState } from '../../contract/sidebar-api.js';
import { closedPart } from '../controls/card.js';
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

/** What a job does, when, and in whose name. */
export function factsOf({ texts, format }: Page, job: JobState): string {
  const { jobs } = texts;
  const { count } = format;
  const { sync, push, refresh } = job;
  const places = textOfPlaces(refresh?.places ?? []);
  return [
    ...(sync ? [jobs.intoTab(sync.tab)] : []),
    ...(push ? [jobs.ofGroup(push.group)] : []),
    ...(refresh ? [places === '' ? jobs.ofAll : jobs.ofPlaces(places)] : []),
    scheduleOf(texts, job.schedule),
    ...(job.through === '' ? [] : [jobs.through(job.through)]),
    ...(sync ? [jobs.sums(count(job.allAdded), texts.credits(count(job.allCredits)))] : []),
    ownerOf(texts, job),
  ].join(' · ');
}

/** Who runs it. */
export function ownerOf({ jobs, activity }: Page['texts'], { mine, owner }: JobState): string {
  return jobs.owner(mine ? jobs.me : owner || activity.someone);
}

/** What the last run has brought, and when the next one is: a line each. */
export function runLines(page: Page, job: JobState): Child[] {
  const { texts, format } = page;
  const { jobs } = texts;
  const { lastRun, nextRun, error, unfinished, refresh, push } = job;
  const { day, time } = format;
  const isFresh = refresh && error === '' && !unfinished;
  const last = (isFresh ? jobs.freshAsOf : jobs.lastOn)(day(lastRun), time(lastRun));
  // before its time of the day, a run makes up for one that is missing, has failed or has not come to its end
  const next =
    lastRun === 0 ? jobs.firstOn : error !== '' ? jobs.againOn : unfinished ? jobs.restOn : jobs.nextRunOn;
  return [
    lastRun > 0 && el('p', {}, error !== '' || push ? last : `${last} · ${broughtBy(page, job, !!refresh)}`),
    nextRun > 0 && el('p', {}, next(day(nextRun), time(nextRun))),
  ];
}

/** The last runs, newest first, closed at first. */
export function historyList(page: Page, { id, runs = [], refresh, push }: JobState): Child {
  const { texts, format } = page;
  const { jobs } = texts;
  const itemOf = (run: PastRun) => {
    const said = run.failed ? jobs.states.failed : push ? jobs.sent : broughtBy(page, run, !!refresh);
    return el('li', { class: 'hint' }, `${format.day(run.at)} ${format.time(run.at)} · ${said}`);
  };
  return (
    runs.length > 0 &&
    closedPart(
      `job-${id}-runs`,
      jobs.history(format.count(runs.length)),
      el('ul', { class: 'plain-list' }, runs.map(itemOf)),
    )
  );
}

function broughtBy(
  { texts, format }: Page,
  { added, changed, credits }: Pick<PastRun, 'added' | 'changed' | 'credits'>,
  isRefresh: boolean,
): string {
  const { count } = format;
  if (isRefresh) return `${texts.jobs.records(count(added))}, ${texts.credits(count(credits))}`;
  return texts.jobs.progress(count(added), count(changed), count(credits), '').replace(/\.$/, '');
}

/** The tab that a job writes to; empty for none. */
export function tabOf({ sync, push, refresh }: JobState): string {
  if (push) return push.callbackUrl === HERE ? NEWS_TAB : '';
  return sync?.tab ?? (refresh?.changes ? CHANGES_TAB : '');
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
