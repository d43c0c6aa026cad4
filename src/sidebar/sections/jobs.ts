/** Jobs: their state, and buttons to run, pause, change, take over and remove them. */
import type { JobState, Schedule } from '../../contract/jobs.js';
import type { HealthProblem } from '../../contract/sidebar-api.js';
import { actions, askingButton, button, noticeAt } from '../controls/actions.js';
import { card, itemHead } from '../controls/card.js';
import { draftOfJob, newJobDraft } from '../draft/job-draft.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { problemList } from './health.js';
import { sheetMade } from './insertion.js';
import { jobForm } from './job-form.js';
import { receiverCard } from './receiver.js';

/** Why no job runs automatically. */
const TRIGGER_PROBLEMS: readonly HealthProblem[] = [
  'no-job-permission',
  'no-trigger',
  'no-trigger-permission',
  'too-many-triggers',
];

export function jobsSection(page: Page): Child[] {
  const { state, draft, texts } = page;
  const { jobs } = texts;
  if (draft.job) return [jobForm(page, draft.job)];
  const add = (kind: 'sync' | 'push') => () =>
    page.edit({
      job: newJobDraft(page, kind, kind === 'sync' ? jobs.newSync : jobs.newPush),
      asking: '',
      focus: 'job-name',
    });
  const problems = state.health.filter((problem) => TRIGGER_PROBLEMS.includes(problem));
  return [
    card(
      'jobs-title',
      state.jobs.length === 0 ? jobs.emptyTitle : jobs.title,
      problems.length > 0 && problemList(page, problems),
      state.jobs.length === 0 && el('p', { class: 'lead' }, jobs.emptyText),
      state.jobs.length > 0 &&
        el(
          'ul',
          { class: 'plain-list' },
          state.jobs.map((job) => jobItem(page, job)),
        ),
      actions(
        button(page, { id: 'job-add-sync', label: jobs.addSync, kind: 'primary', onClick: add('sync') }),
        state.groups.length > 0 &&
          button(page, { id: 'job-add-push', label: jobs.addPush, onClick: add('push') }),
      ),
      noticeAt(page, 'jobs', 'job-save'),
    ),
    state.hasWebApp && receiverCard(page),
  ];
}

function jobItem(page: Page, job: JobState): HTMLElement {
  const { texts } = page;
  const { jobs } = texts;
  const id = `job-${job.id}`;
  return el(
    'li',
    { id, class: 'item' },
    itemHead(job.name, el('span', { class: 'badge' }, stateOf(page, job))),
    el('p', { class: 'hint wrap' }, factsOf(page, job)),
    job.error !== '' && el('p', { class: 'notice bad' }, el('span', {}, page.explain(job.error))),
    job.notice !== '' && el('p', { class: 'notice warning' }, el('span', {}, job.notice)),
    actions(
      button(page, { id: `${id}-run`, label: jobs.run, onClick: () => void run(page, job, `${id}-run`) }),
      pauseButton(page, job, `${id}-pause`),
      button(page, {
        id: `${id}-edit`,
        label: jobs.edit,
        onClick: () => page.edit({ job: draftOfJob(job), asking: '', focus: 'job-name' }),
      }),
      job.sync && job.through !== '' && viewsButton(page, job, id),
      !job.mine &&
        askingButton(page, {
          id: `${id}-take`,
          label: jobs.takeOver,
          question: jobs.takeOverQuestion(job.owner || texts.activity.someone, job.digest),
          yes: jobs.takeOver,
          onYes: () => void page.call(`${id}-take`, (client) => client.takeOverJob(job.id, job.version)),
        }),
      askingButton(page, {
        id: `${id}-remove`,
        label: texts.removeIt,
        question: jobs.removeQuestion(job.name),
        yes: texts.removeIt,
        onYes: () =>
          void page.call(
            'jobs',
            (client) => client.removeJob(job.id),
            () => ({ draft: { focus: 'job-add-sync' } }),
          ),
      }),
    ),
    noticeAt(page, `${id}-run`, `${id}-pause`, `${id}-take`, `${id}-views`),
  );
}

/** Everyone may pause a job. To resume a colleague's is to take it over. */
function pauseButton(page: Page, job: JobState, place: string): Child {
  const { texts } = page;
  const { jobs } = texts;
  if (!job.paused && !job.givenUp) {
    const onClick = () => void page.call(place, (client) => client.pauseJob(job.id));
    return button(page, { id: place, label: jobs.pause, onClick });
  }
  const resume = () => void page.call(place, (client) => client.resumeJob(job.id, job.version));
  if (job.mine) return button(page, { id: place, label: jobs.resume, onClick: resume });
  return askingButton(page, {
    id: place,
    label: jobs.resume,
    question: jobs.takeOverQuestion(job.owner || texts.activity.someone, job.digest),
    yes: jobs.takeOver,
    onYes: resume,
  });
}

function viewsButton(page: Page, job: JobState, id: string): Child {
  return button(page, {
    id: `${id}-views`,
    label: page.texts.jobs.views,
    onClick: () => void page.call(`${id}-views`, (client) => client.makeViews(job.id), sheetMade(page)),
  });
}

/** In parts, so that the person sees the progress. */
async function run(page: Page, { id, version }: JobState, place: string): Promise<void> {
  const { jobs } = page.texts;
  const { count } = page.format;
  let token = '';
  for (;;) {
    let isOver = true;
    const went = await page.call(
      place,
      (client) => client.runJob(id, token, version),
      ({ outcome }) => {
        if (outcome?.kind !== 'job-run') return {};
        const { added, changed, credits, through } = outcome.run;
        isOver = outcome.run.over;
        token = outcome.run.token;
        const text = jobs.progress(count(added), count(changed), count(credits), through);
        return { notice: { kind: 'good', text: isOver ? text : `${text} ${page.texts.working}` } };
      },
    );
    if (!went || isOver) return;
  }
}

function stateOf({ texts }: Page, job: JobState): string {
  const { states } = texts.jobs;
  if (job.runningFor !== '') return states.running;
  if (job.givenUp) return states.givenUp;
  if (job.paused) return states.paused;
  return job.error !== '' ? states.failed : states.waits;
}

function factsOf({ texts, format }: Page, job: JobState): string {
  const { jobs } = texts;
  const { count, moment } = format;
  return [
    job.sync ? jobs.intoTab(job.sync.tab) : jobs.ofGroup(job.push?.group ?? ''),
    scheduleOf(texts.jobs, job.schedule),
    ...(job.lastRun > 0 ? [jobs.last(moment(job.lastRun))] : []),
    ...(job.nextRun > 0 ? [jobs.next(moment(job.nextRun))] : []),
    ...(job.through === '' ? [] : [jobs.through(job.through)]),
    ...(job.sync ? [jobs.sums(count(job.allAdded), texts.credits(count(job.allCredits)))] : []),
    jobs.owner(job.mine ? jobs.me : job.owner || texts.activity.someone),
  ].join(' · ');
}

function scheduleOf(jobs: Page['texts']['jobs'], { every, hour, weekdays }: Schedule): string {
  if (every === 'hour') return jobs.hourly;
  const at = jobs.atHour(`${String(hour).padStart(2, '0')}:00`);
  return every === 'day' ? at : `${weekdays.map((day) => jobs.weekdays[day]).join(', ')} ${at}`;
}
