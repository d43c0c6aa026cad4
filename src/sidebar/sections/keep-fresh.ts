/** Formulas that are kept fresh every morning: offered once after an insert in Build, and a switch in Activity. */
import type { JobState } from '../../contract/jobs.js';
import { actions, button, noticeAt } from '../controls/actions.js';
import { card } from '../controls/card.js';
import { checkbox } from '../controls/fields.js';
import { freshJob, hasRefresh, isOn, keeperOf } from '../draft/fresh-job.js';
import { jobOfDraft, NEW_BUDGET, newJobDraft } from '../draft/job-draft.js';
import { textOfPlaces } from '../draft/places.js';
import { type Child, el } from '../page/element.js';
import { icon } from '../page/icons.js';
import type { Page } from '../page/page.js';
import { ownerOf, runLines, scheduleOf, triggerProblems } from './job-facts.js';

const OFFER = 'build-fresh';
const SWITCH = 'activity-fresh';
/** A daily run at one of these hours is one in the morning. */
const MORNING = { from: 4, to: 11 };

/** After an insert: the offer, until it is answered, or how fresh the formula is kept. */
export function freshOffer(page: Page): Child {
  const { state, draft, texts } = page;
  const { fresh } = texts;
  if (draft.fresh === undefined) return undefined;
  const keeper = keeperOf(state.jobs);
  if (keeper) return noticeAt(page, OFFER) ?? keptLine(page, keeper);
  if (draft.fresh === 'declined' || hasRefresh(state.jobs) || !mayPay(page)) return undefined;
  return [
    el(
      'div',
      { class: 'question', role: 'group', 'aria-labelledby': `${OFFER}-title` },
      el('p', { id: `${OFFER}-title` }, el('strong', {}, fresh.offer)),
      el('p', { class: 'hint' }, promise(page)),
      actions(
        button(page, {
          id: OFFER,
          label: fresh.yes,
          onClick: () => keepFresh(page, OFFER, `${OFFER}-kept`),
        }),
        button(page, {
          id: `${OFFER}-no`,
          label: fresh.no,
          kind: 'link',
          onClick: () => page.edit({ fresh: 'declined', focus: 'build-insert' }),
        }),
      ),
    ),
    noticeAt(page, OFFER),
  ];
}

/** The switch: on makes the job or resumes it, off pauses it. A colleague's job is theirs to turn off. */
export function freshCard(page: Page): Child {
  const { state, texts, busy } = page;
  const { fresh } = texts;
  const job = freshJob(state.jobs);
  if (!job && !mayPay(page)) return undefined;
  if (job && !job.mine) return card('fresh-title', fresh.title, keptLine(page, job));
  const isKept = job !== undefined && isOn(job);
  const toggle = () => {
    if (!job) return keepFresh(page, SWITCH, SWITCH);
    void page.call(SWITCH, (client) =>
      isKept ? client.pauseJob(job.id) : client.resumeJob(job.id, job.version),
    );
  };
  return card(
    'fresh-title',
    fresh.title,
    checkbox({
      id: SWITCH,
      label: fresh.switch(job ? whenOf(texts, job) : fresh.morning),
      // as the person has just set it, while the call runs
      checked: isKept !== (busy === SWITCH),
      // what is clicked during another call changes nothing, and is shown so
      onChange: () => (busy === '' ? toggle() : page.edit({})),
    }),
    job ? runLines(page, job) : el('p', { class: 'hint' }, promise(page)),
    job && isKept && trouble(page, job),
    noticeAt(page, SWITCH),
  );
}

/** A key of the person's own, or a shared one: without either, a job of theirs cannot ask. */
function mayPay({ state }: Page): boolean {
  return state.hasKey || state.sharing !== undefined;
}

/** What the job that is offered does, and costs at most. */
function promise({ texts, format }: Page): string {
  return texts.fresh.offerText(format.count(NEW_BUDGET));
}

/** Makes the job: all formulas, every morning. Tried again after a failure, it is the same job. */
function keepFresh(page: Page, place: string, focus: string): void {
  const job = page.draft.freshJob ?? newJobDraft(page, 'refresh', page.texts.jobs.newRefresh);
  page.edit({ freshJob: job });
  void page.call(
    place,
    (client) => client.saveJob(jobOfDraft(job)),
    ({ outcome }) => {
      const refusal = outcome?.kind === 'job' ? outcome.refusal : '';
      return {
        draft: { freshJob: undefined, focus },
        ...(refusal !== '' && {
          notice: { kind: 'warning', text: page.texts.jobs.savedWithoutTrigger(refusal) },
        }),
      };
    },
  );
}

function whenOf(texts: Page['texts'], { schedule }: JobState): string {
  const { every, hour } = schedule;
  const isMorning = every === 'day' && hour >= MORNING.from && hour <= MORNING.to;
  return isMorning ? texts.fresh.morning : scheduleOf(texts, schedule);
}

/** "Fresh every morning, next tomorrow about 06:00" */
function keptLine(page: Page, job: JobState): Child {
  const { texts, format } = page;
  const { jobs, fresh } = texts;
  const { nextRun } = job;
  const line = [
    fresh.is(whenOf(texts, job), textOfPlaces(job.refresh?.places ?? [])),
    ...(nextRun > 0 ? [jobs.nextOn(format.day(nextRun), format.time(nextRun))] : []),
    ...(job.mine ? [] : [ownerOf(texts, job)]),
  ].join(', ');
  return (
    trouble(page, job) ??
    el('p', { id: `${OFFER}-kept`, class: 'kept', tabindex: -1 }, icon('good'), el('span', {}, line))
  );
}

/** That the job does not run, or has failed: the section Jobs has the reason and the remedy. */
function trouble(page: Page, job: JobState): Child {
  const { state, texts } = page;
  if (job.error === '' && (!job.mine || triggerProblems(state).length === 0)) return undefined;
  return el(
    'p',
    { id: `${OFFER}-kept`, class: 'notice warning', tabindex: -1 },
    icon('warning'),
    el(
      'span',
      {},
      texts.fresh.troubled(job.name),
      ' ',
      button(page, {
        id: 'fresh-to-jobs',
        label: texts.fresh.toJobs,
        kind: 'link',
        onClick: () => page.edit({ section: 'jobs', asking: '', focus: 'tab-jobs' }),
      }),
    ),
  );
}
