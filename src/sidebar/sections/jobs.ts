/** Jobs: their state, and buttons to run, pause, change, take over and remove them. */
import type { JobState } from '../../contract/jobs.js';
import { actions, askingButton, button, noticeAt, problemNotice, questionBox } from '../controls/actions.js';
import { card, closedPart, itemHead } from '../controls/card.js';
import { draftOfJob, type JobKind, newJobDraft } from '../draft/job-draft.js';
import { type Child, el } from '../page/element.js';
import type { Page } from '../page/page.js';
import { problemList } from './health.js';
import { sheetMade } from './insertion.js';
import { alertList } from './job-alerts.js';
import { factsOf, historyList, runLines, stateOf, tabOf, triggerProblems } from './job-facts.js';
import { jobForm } from './job-form.js';
import { runInParts, runProgress } from './job-run.js';
import { receiverCard } from './receiver.js';

export function jobsSection(page: Page): Child[] {
  const { state, draft, texts } = page;
  const { jobs } = texts;
  if (draft.job) return [jobForm(page, draft.job)];
  const add = (kind: JobKind, name: string) => () =>
    page.edit({ job: newJobDraft(page, kind, name), asking: '', focus: 'job-name' });
  const problems = triggerProblems(state);
  return [
    card(
      'jobs-title',
      state.jobs.length === 0 ? jobs.emptyTitle : jobs.title,
      problems.length > 0 && problemList(page, problems),
      state.jobs.length === 0 &&
        [jobs.refreshText, jobs.emptyText].map((text) => el('p', { class: 'lead' }, text)),
      state.jobs.length > 0 &&
        el(
          'ul',
          { class: 'plain-list' },
          state.jobs.map((job) => jobItem(page, job)),
        ),
      actions(
        button(page, {
          id: 'job-add-sync',
          label: jobs.addSync,
          kind: 'primary',
          onClick: add('sync', jobs.newSync),
        }),
        state.groups.length > 0 &&
          button(page, { id: 'job-add-push', label: jobs.addPush, onClick: add('push', jobs.newPush) }),
        button(page, {
          id: 'job-add-refresh',
          label: jobs.addRefresh,
          onClick: add('refresh', jobs.newRefresh),
        }),
      ),
      noticeAt(page, 'jobs', 'job-save'),
    ),
    state.hasWebApp && receiverCard(page),
  ];
}

function jobItem(page: Page, job: JobState): HTMLElement {
  const { texts, state, draft } = page;
  const { jobs } = texts;
  const id = `job-${job.id}`;
  const runId = `${id}-run`;
  const tab = tabOf(job);
  const isNew = draft.asking === runId;
  const onRun = () => {
    page.edit({ asking: '' });
    void runInParts(page, job, runId);
  };
  const runButton = button(page, { id: runId, label: jobs.run, onClick: onRun });
  const onLater = () => page.edit({ asking: '', focus: runId });
  const notNow = button(page, { id: `${id}-later`, label: jobs.later, onClick: onLater });
  return el(
    'li',
    { id, class: 'item' },
    itemHead(job.name, el('span', { class: 'badge' }, stateOf(page, job))),
    runLines(page, job),
    el('p', { class: 'hint wrap' }, factsOf(page, job)),
    job.error !== '' && problemNotice(page, `${id}-error`, job.error),
    job.notice !== '' && el('p', { class: 'notice warning' }, el('span', {}, job.notice)),
    alertList(page, job),
    isNew && questionBox(jobs.runQuestion, runButton, notNow),
    actions(
      !isNew && runButton,
      tab !== '' && job.lastRun > 0 && openButton(page, tab, `${id}-open`),
      pauseButton(page, job, `${id}-pause`),
      button(page, {
        id: `${id}-edit`,
        label: jobs.edit,
        onClick: () =>
          page.edit({ job: draftOfJob(job, state.spreadsheetLocale), asking: '', focus: 'job-name' }),
      }),
      !job.mine &&
        askingButton(page, {
          id: `${id}-take`,
          label: jobs.takeOver,
          question: jobs.takeOverQuestion(job.owner || texts.activity.someone, job.digest),
          yes: jobs.takeOver,
          onYes: () => void page.call(`${id}-take`, (client) => client.takeOverJob(job.id, job.version)),
        }),
    ),
    historyList(page, job),
    closedPart(
      `${id}-more`,
      jobs.more,
      actions(
        job.sync && job.through !== '' && viewsButton(page, job, id),
        askingButton(page, {
          id: `${id}-remove`,
          label: texts.removeIt,
          question: (job.refresh ? jobs.removeRefreshQuestion : jobs.removeQuestion)(job.name),
          yes: texts.removeIt,
          onYes: () =>
            void page.call(
              'jobs',
              (client) => client.removeJob(job.id),
              () => ({ draft: { focus: 'job-add-sync' } }),
            ),
        }),
      ),
    ),
    runProgress(page, job),
    noticeAt(page, `${id}-run`, `${id}-pause`, `${id}-take`, `${id}-views`, `${id}-open`),
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

function openButton(page: Page, tab: string, id: string): Child {
  const onClick = () => void page.call(id, (client) => client.openTab(tab));
  return button(page, { id, label: page.texts.jobs.openTab, target: tab, onClick });
}

function viewsButton(page: Page, job: JobState, id: string): Child {
  return button(page, {
    id: `${id}-views`,
    label: page.texts.jobs.views,
    onClick: () => void page.call(`${id}-views`, (client) => client.makeViews(job.id), sheetMade(page)),
  });
}
